"""What is said beside the numbers: self-checks, warnings, and what a comparison found."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from addnorm_cli.formula.bounds import UNIT
from addnorm_cli.formula.norms import NORMS
from addnorm_cli.messages import Language, say
from addnorm_cli.model.naming import UNNAMED, Naming
from addnorm_cli.model.problem import NormSpec, Notice
from addnorm_cli.numbers.numfmt import power_above, show
from addnorm_cli.page.page import Remark, RemarkKind
from addnorm_cli.page.request import Request
from addnorm_cli.page.rules import letters
from addnorm_cli.trace.trace import SelfCheck, Trace

_FEW = 8
"""What a self-check should find is worked with as many operations."""
SAID_FIRST = ("model", "layers_before")
"""Notices that stand above everything else, since all depends on them."""
_ANSWERS = ("convention", "same_result", "two_layers", "model")
"""Notices that are what was asked for, and no warning."""


def check_remark(check: SelfCheck, trace: Trace, request: Request, precision: int) -> Remark:
    """A self-check as a sentence, with what was found and what it should be.

    Where that is another number in each row, it says which row it is about.
    """
    spec, language = trace.norm, request.language
    assert spec is not None
    places = _places_apart(check.expected, precision)
    found = show(check.found, places, error := check.error())
    expected = show(check.expected, places, _FEW * UNIT)
    name = say(language, f"check.{check.id}")
    sign = "=" if found.exact else "≈"
    text = f"{name} {sign} {found.text}"
    if found.noise:
        text += noise_text(error, language)
    if not check.holds:
        text += say(language, "check.off", expected=expected.text)
    elif trace.arithmetic.reference:
        if expected.text not in ("0", "1"):
            key = f"check.why.{spec.eps_at}.{spec.ddof or 0}"
            text += say(language, key, **letters(spec))
    elif found.text != expected.text:
        key = "zero" if check.expected == 0 else "other"
        text += say(language, f"check.rounded.{key}", expected=expected.text, **letters(spec))
    if check.row is not None and (check.expected or not check.holds):
        names = request.naming.rows()
        place = names[check.row] if check.row < len(names) else f"[{check.row}]"
        text = say(language, "notice.of", place=place, text=text)
    return Remark("check" if check.holds else "failed", text)


def noise_text(error: float, language: Language) -> str:
    """Why there is a 0: what was found is rounding noise, below a power of ten."""
    return say(language, "aside.noise", bound=power_above(error))


def checks_remark(trace: Trace, request: Request) -> Iterator[Remark]:
    """The self-checks of every norm of a block in one sentence; those that fail, one by one."""
    checks = [check for case in trace.cases for check in case.all_checks()]
    failed = [check for check in checks if not check.holds]
    for check in failed:
        yield check_remark(check, trace, request, 4)
    if checks and not failed:
        assert trace.norm is not None
        kinds = {check.id for check in checks}
        key = "check.norms" if NORMS[trace.norm.kind].centred else "check.norms_rms"
        yield Remark("check", say(request.language, key, count=len(checks) // len(kinds)))


def _places_apart(expected: float, precision: int) -> int:
    """Decimals enough to see how far a variance is from 1."""
    gap = abs(1 - expected)
    if expected == 0 or gap == 0:
        return precision
    return max(precision, min(15, 2 - math.floor(math.log10(gap))))


def notice_remark(notice: Notice, language: Language, naming: Naming = UNNAMED) -> Remark:
    """A notice as a sentence; the case that it is about stands before it."""
    kind: RemarkKind = "note" if notice.key in _ANSWERS else "warning"
    return Remark(kind, notice_text(notice, language, naming))


def _settings(settings: Any, language: Language) -> str:
    """What is known of a model beside its tensors, and who says it."""
    separator = say(language, "setting.separator")
    return separator.join(
        say(
            language,
            "setting.shown",
            name=say(language, f"setting.{setting.name}"),
            value=setting.value,
            origin=say(language, f"origin.{setting.origin}", place=_short(setting.place)),
        )
        for setting in settings
    )


def _short(place: str) -> str:
    """A place without the folders of its file."""
    file, colon, key = place.rpartition(": ")
    return f"{file.replace(chr(92), '/').rpartition('/')[2]}{colon}{key}"


def _difference_facts(known: dict[str, Any], language: Language) -> dict[str, str]:
    """Two results with their first differing digit marked, and why they differ, in words."""
    ours, theirs = known["ours"], known["theirs"]
    apart = next((p for p in range(17) if f"{ours:.{p}f}" != f"{theirs:.{p}f}"), 17)
    decimals = max(apart, 4)
    text, other = f"{theirs:.{decimals}f}", f"{ours:.{decimals}f}"
    pairs = zip(text, other, strict=False)
    digit = next((n for n, (a, b) in enumerate(pairs) if a != b), len(text) - 1)
    marked = f"{text[:digit]}[{text[digit]}]{text[digit + 1 :]}"
    spec = known["spec"]
    why = [say(language, _cause(cause, spec), eps=spec.eps) for cause in known["causes"]]
    joined = say(language, "cause.separator").join(why)
    index = ", ".join(map(str, known["place"]))
    where = "component" if len(known["place"]) == 1 else "cell"
    place = say(language, f"cause.{where}", index=index)
    return {"ours": other, "theirs": marked, "why": joined, "place": place}


def _cause(cause: str, spec: NormSpec) -> str:
    """The key of why a convention differs: by where its ε stands, for example."""
    own = {"place": spec.eps_at, "ddof": spec.ddof, "gain": 1 if spec.unit_offset else 0}
    return f"cause.{cause}.{own[cause]}" if cause in own else f"cause.{cause}"


def notice_text(notice: Notice, language: Language, naming: Naming = UNNAMED) -> str:
    """The sentence of a notice; a row that has a name in `naming` is called by it."""
    known = dict(notice.facts)
    case, row, rows = known.pop("case", ""), known.get("row"), known.get("rows", 1)
    place = str(case)
    if isinstance(row, int) and rows != 1:
        named = len(naming.tokens) == rows
        place = f"{place} {naming.rows()[row - 1]}".lstrip() if named else f"{place}[{row - 1}]"
    if isinstance(known.get("share"), float):
        share = known["share"]
        assert isinstance(share, float)
        known["share"] = f"{share:.2%}" if share < 0.1 else f"{share:.0%}"
    if "settings" in known:
        known["settings"] = _settings(known["settings"], language)
    if "causes" in known:
        known |= _difference_facts(known, language)
    text = say(language, f"notice.{notice.key}", **known)
    return say(language, "notice.of", place=place, text=text) if place else text
