"""Slips in a norm: its rule, its formula, γ and β, and the numbers that were read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from addnorm_cli.check.change import Change, Tries, exchanged, ruled, takes
from addnorm_cli.check.keystrokes import misreadings
from addnorm_cli.check.sheet import Sheet
from addnorm_cli.formula.expr import Div, Expr, Ref, lift, references
from addnorm_cli.model.conventions import CONVENTIONS
from addnorm_cli.model.records import EMPTY, replaced

USUAL_EPS = tuple(dict.fromkeys((*(spec.eps for spec in CONVENTIONS.values()), "1e-8", "0")))
_NOTHING = 1e-300
"""An ε of 0, but for a constant row, which has no answer then."""
_LONGEST_TYPED = 12
"""A number of more characters was not typed by a person, who could misread it."""


def ddof(sheet: Sheet) -> Iterator[Change]:
    """n - 1 for n in the variance, or back."""
    if takes(sheet, "ddof") and sheet.rule is not None and sheet.rule.ddof is not None:
        ddof = 1 - sheet.rule.ddof
        yield Change(ruled(sheet, ddof=ddof), parameters={"ddof": ddof})


def eps_place(sheet: Sheet) -> Iterator[Change]:
    """ε under the root for ε beside σ, or back."""
    if takes(sheet, "eps_at") and sheet.rule is not None:
        place = "variance" if sheet.rule.eps_at == "sigma" else "sigma"
        yield Change(ruled(sheet, eps_at=place), parameters={"eps_at": place})


def other_eps(sheet: Sheet) -> Iterator[Change]:
    """Another of the usual ε; in its own place, or in the other."""
    if not takes(sheet, "eps") or sheet.rule is None:
        return
    own = float(sheet.given["eps"])
    for moved in (None, *eps_place(sheet)):
        where = EMPTY if moved is None else moved.parameters
        for eps in USUAL_EPS:
            if float(eps) != own:
                other = sheet if moved is None else moved.sheet
                given = {"eps": np.asarray(float(eps) or _NOTHING)}
                yield Change(other, given, {"eps": eps, **where}, rules=1 + (moved is not None))


_RULES = ("kind", "eps", "eps_at", "ddof", "unit_offset")


def convention(sheet: Sheet) -> Iterator[Change]:
    """Every other rule that has a name, once."""
    rule = sheet.rule
    if rule is None or not takes(sheet, "eps"):
        return
    own = tuple(_comparable(getattr(rule, name)) for name in _RULES)
    seen = {own}
    for name, spec in CONVENTIONS.items():
        values = {each: getattr(spec, each) for each in _RULES}
        key = tuple(map(_comparable, values.values()))
        if key in seen or (spec.kind != rule.kind and "d_input" in sheet.lines):
            continue
        seen.add(key)
        rules = sum(theirs != ours for theirs, ours in zip(key, own, strict=True))
        yield Change(ruled(sheet, **values), parameters={"convention": name}, rules=rules)


def _comparable(value: Any) -> Any:
    return float(value) if isinstance(value, str) and value[0].isdigit() else value


def no_mean(sheet: Sheet) -> Iterator[Change]:
    """z for z - μ where it is divided, or everywhere."""
    if "deviations" in sheet.lines:
        z = Ref("z", sheet.lines["deviations"].index)
        above = exchanged(sheet.lines["normalized"].formula, {"deviations": z})
        yield Change(sheet.with_formulas({"normalized": above}), parameters={"in": "numerator"})
        yield Change(sheet.with_formulas({"deviations": z}), parameters={"in": "variance"})


def not_divided(sheet: Sheet) -> Iterator[Change]:
    """z - μ for ẑ."""
    line = sheet.lines.get("normalized")
    if line is not None and isinstance(line.formula, Div):
        yield Change(sheet.with_formulas({"normalized": line.formula.left}))


def _changes(sheet: Sheet, name: str) -> bool:
    """Whether γ or β is there, and is not the one that changes nothing."""
    value = sheet.given.get(name)
    offset = sheet.rule is not None and sheet.rule.unit_offset
    return value is not None and bool((value != float(name == "gamma" and not offset)).any())


def affine(
    *needs: str, parameters: Mapping[str, Any] = EMPTY, **by: Callable[[Ref], Expr]
) -> Tries:
    """Something else for γ and for β, wherever a formula has them."""

    def tries(sheet: Sheet) -> Iterator[Change]:
        if all(_changes(sheet, name) for name in needs):
            changed = {}
            for name, line in sheet.lines.items():
                refs = {r.name: r for r in references(line.formula)}
                new = {n: by[short](ref) for n, ref in refs.items()
                       if (short := n.removeprefix("group_")) in by}  # fmt: skip
                if new:
                    changed[name] = exchanged(line.formula, new)
            yield Change(sheet.with_formulas(changed), parameters=parameters)

    return tries


def named(name: str) -> Callable[[Ref], Expr]:
    """γ in the place of β, and β in the place of γ."""
    return lambda ref: Ref(f"group_{name}" if ref.name.startswith("group_") else name, ref.index)


def no_gamma(sheet: Sheet) -> Iterator[Change]:
    """No gain: γ = 1, or γ = 0 where the gain is 1 + γ."""
    one = 0 if sheet.rule is not None and sheet.rule.unit_offset else 1
    return affine("gamma", gamma=lambda ref: lift(one))(sheet)


def gamma_plus_one(sheet: Sheet) -> Iterator[Change]:
    """1 + γ for γ, or back."""
    if sheet.rule is not None and sheet.rule.unit_offset:
        tries = affine("gamma", parameters={"gain": "γ"}, gamma=lambda ref: ref - 1)
    else:
        tries = affine("gamma", parameters={"gain": "1 + γ"}, gamma=lambda ref: ref + 1)
    return tries(sheet)


_SQUARES = (("variance", "sigma"), ("mean_square", "rms"))


def root_or_square(sheet: Sheet) -> Iterator[Change]:
    """σ where σ² is asked for, and σ² where σ is."""
    for square, root in _SQUARES:
        if square in sheet.lines:
            yield Change(replaced(sheet, look={square: root, root: square}))


def misread(sheet: Sheet) -> Iterator[Change]:
    """One typed number that was read with one wrong keystroke."""
    for name, typed in sheet.typed.items():
        values = sheet.given.get(name)
        if values is None or values.size != typed.size:
            continue
        flat = typed.reshape(-1)
        for place in range(flat.size):
            digits = str(flat[place])
            if len(digits) > _LONGEST_TYPED:
                continue
            index = np.unravel_index(place, values.shape)
            for other in misreadings(digits):
                changed = values.copy()
                changed[index] = float(other)
                facts = {"input": name, "index": sheet.place(name, place), "as": other,
                         "for": digits}  # fmt: skip
                yield Change(sheet, {name: changed}, facts)
