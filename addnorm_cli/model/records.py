"""Records: classes that hold named values and do not change.

They read and behave like `@dataclass(frozen=True)`, for people and for the type checker. The
standard decorator compiles several functions for every class when it is imported, a millisecond or
so each, and the classes of one small calculation together took a third of its whole time; a record
shares its functions with all others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, dataclass_transform

__all__ = ["EMPTY", "record", "replaced"]


class _Empty(Mapping[str, Any]):
    """A mapping without entries, which all that have none can share, copy and store."""

    def __getitem__(self, key: str) -> NoReturn:
        raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


EMPTY: Mapping[str, Any] = _Empty()
"""For fields that have no entries unless they are given."""

Class = TypeVar("Class", bound=type)


@dataclass_transform(eq_default=True, frozen_default=True)
def record(cls: Class) -> Class:
    """Make a record out of a class with annotated fields, some with defaults."""
    names = tuple(cls.__annotations__)
    cls._fields = names  # type: ignore[attr-defined]
    cls._defaults = {n: cls.__dict__[n] for n in names if n in cls.__dict__}  # type: ignore[attr-defined]
    cls._names = frozenset(names)  # type: ignore[attr-defined]
    cls.__match_args__ = names  # type: ignore[misc, attr-defined]
    for function in (_init, _repr, _eq, _hash, _setattr, _delattr):
        setattr(cls, f"_{function.__name__}__", function)
    return cls


if TYPE_CHECKING:
    from dataclasses import replace as replaced
else:

    def replaced(old: Any, **changes: object) -> Any:
        """A copy of a record with some of its fields changed."""
        return type(old)(**{**vars(old), **changes})


def _init(self: Any, *values: object, **named: object) -> None:
    fields, mine, first = self._fields, vars(self), len(values)
    if first > len(fields) or not named.keys().isdisjoint(fields[:first]):
        message = f"{type(self).__name__} takes {', '.join(fields)}, each once"
        raise TypeError(message)
    mine.update(self._defaults)
    mine.update(zip(fields, values, strict=False))
    mine.update(named)
    if mine.keys() != self._names:
        odd = ", ".join(sorted(mine.keys() ^ self._names))
        message = f"{type(self).__name__}: missing or unknown: {odd}"
        raise TypeError(message)


def _repr(self: Any) -> str:
    values = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
    return f"{type(self).__name__}({values})"


def _eq(self: Any, other: object) -> bool:
    return type(self) is type(other) and vars(self) == vars(other)


def _hash(self: Any) -> int:
    return hash((type(self), *vars(self).values()))


def _setattr(self: Any, name: str, value: object) -> None:
    message = f"{type(self).__name__}.{name} cannot be changed"
    raise AttributeError(message)


def _delattr(self: Any, name: str) -> None:
    message = f"{type(self).__name__}.{name} cannot be taken away"
    raise AttributeError(message)
