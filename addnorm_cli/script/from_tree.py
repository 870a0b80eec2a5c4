"""Formulas as lines of a program: the tree that is printed and computed, in the words of arrays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from addnorm_cli.formula.definition import Definitions
from addnorm_cli.formula.expr import Add, Call, Div, Expr, Mul, Num, Pow, Ref, Sub, Total, children
from addnorm_cli.formula.expr import rebuilt as with_children
from addnorm_cli.script.dialect import Dialect

_ATOM, _POWER, _TIMES, _PLUS = 3, 2, 1, 0
"""How tightly a spelling binds."""


def lines_of(
    table: Definitions, steps: list[str], known: Mapping[str, Expr], over: str, dialect: Dialect
) -> Iterator[str]:
    """One line for each step of a table, the last of them what a function returns.

    Args:
        table: The steps.
        steps: Their names, in the order of the work.
        known: What stands for a name: a number, or another name.
        over: The arguments that name the axes of a sum, and keep them.
        dialect: The words to use.
    """
    known = dict(known)
    *before, last = steps
    for name in before:
        formula = table[name].formula
        assert formula is not None
        tree = _folded(formula, known)
        if isinstance(tree, Ref):  # it changes nothing
            known[name] = tree
        else:
            yield f"{name} = {_spelled(tree, over, dialect)[0]}"
    formula = table[last].formula
    assert formula is not None
    yield f"return {_spelled(_folded(formula, known), over, dialect)[0]}"


def _folded(tree: Expr, known: Mapping[str, Expr]) -> Expr:
    """A tree with what is known in its place, without factors of 1 and terms of 0."""
    if isinstance(tree, Ref):
        return known.get(tree.name, tree)
    nodes = [_folded(node, known) for node in children(tree)]
    if isinstance(tree, Add):
        rest = [node for node in nodes if not _is(node, 0)]
        return rest[0] if len(rest) == 1 else Add(tuple(rest or nodes[:1]))
    if isinstance(tree, Mul) and _is(nodes[0], 1):
        return nodes[1]
    return with_children(tree, tuple(nodes))


def _is(tree: Expr, number: int) -> bool:
    return isinstance(tree, Num) and tree.value == number


def _spelled(tree: Expr, over: str, dialect: Dialect) -> tuple[str, int]:
    """A tree as it is written, and how tightly that binds."""

    def part(node: Expr, least: int) -> str:
        text, binds = _spelled(node, over, dialect)
        return text if binds >= least else f"({text})"

    match tree:
        case Num(_, text):
            return text, _ATOM
        case Ref(name):
            return name, _ATOM
        case Add(terms):
            return " + ".join(part(term, _PLUS) for term in terms), _PLUS
        case Sub(left, right):
            return f"{part(left, _PLUS)} - {part(right, _TIMES)}", _PLUS
        case Mul(left, right):
            return f"{part(left, _TIMES)} * {part(right, _POWER)}", _TIMES
        case Div(Total(_, body), Num()):
            return f"{part(body, _ATOM)}.mean({over})", _ATOM
        case Div(left, right):
            return f"{part(left, _TIMES)} / {part(right, _POWER)}", _TIMES
        case Pow(base, exponent):
            return f"{part(base, _ATOM)}**{exponent}", _POWER
        case Total(_, body):
            return f"{part(body, _ATOM)}.sum({over})", _ATOM
        case Call("sqrt", Num(_, text)):
            return f"{text}**0.5", _POWER
        case Call("clamped", argument):
            return f"{part(argument, _ATOM)}.clamp(min=1e-300)", _ATOM
        case Call(function, argument):
            inner, _ = _spelled(argument, over, dialect)
            return f"{dialect.module}.{function}({inner})", _ATOM
    raise TypeError(tree)


def number_of(tree: Expr, width: int, dialect: Dialect) -> str:
    """A number of the calculation, such as √d, in the words of a program."""
    return _spelled(_folded(tree, {"d": Num(width, str(width))}), "", dialect)[0]
