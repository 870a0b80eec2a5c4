"""What steps, sections and shapes are called."""

from __future__ import annotations

from addnorm_cli.messages import Language, has, say
from addnorm_cli.trace.trace import Section, Step


def step_title(step: Step, language: Language) -> str:
    """The name of a step in words, and what the reader calls it."""
    title = _title(step, language)
    return say(language, "notice.of", place=title, text=step.label) if step.label else title


def _title(step: Step, language: Language) -> str:
    key = f"step.{step.title}"
    if has(key):
        return say(language, key)
    name = step.title.rstrip("0123456789")  # one of many: layer5, factor5, update2
    return say(language, f"step.{name}", number=step.title.removeprefix(name))


def section_title(section: Section, language: Language) -> str:
    """The name of a section in words; a case is called what the reader called it."""
    key = f"section.{section.id}"
    if has(key):
        return say(language, key)
    name = section.id.rstrip("0123456789")
    key = f"section.{name}"
    if not has(key):
        return section.id
    title = say(language, key, number=section.id.removeprefix(name))
    if section.number is None:
        return title
    return say(language, "section.of_model", title=title, number=section.number)


def case_title(case: Section, language: Language) -> str:
    """What a case is called: as the reader called it, or the norm that a comparison works in it."""
    if case.rule is not None and case.id == case.rule.kind:
        return say(language, f"norm.{case.id}")
    return case.id


def shape_text(shape: tuple[int, ...]) -> str:
    """A shape as people write it: 7 × 8."""
    return " × ".join(map(str, shape))
