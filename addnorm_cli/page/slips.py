"""A known slip in words: what was done, and the evidence."""

from __future__ import annotations

from typing import Any

from addnorm_cli.messages import LANGUAGES, has, say
from addnorm_cli.messages.language import Language
from addnorm_cli.trace.verdict import SlipFound

_FORMS = {
    "ddof": "ddof",
    "eps": "eps_at",
    "eps-place": "eps_at",
    "no-mean": "in",
    "dtype": "in",
    "no-mask": "causal",
    "no-residual": "residual",
}
"""The parameter of a slip that says in which of its forms it was made."""

_MOST_PLACES = 8
"""So many components of an array are named; the JSON has them all."""
_LETTERS = {
    "gamma": "γ",
    "beta": "β",
    "sublayer": "Sublayer(x)",
    "upstream": "dy",
    "factor": "∂F/∂x",
    "residual_factor": "1 + ∂F/∂x",
}
"""What a page calls an input."""


def slip_text(slip: SlipFound, language: Language) -> str:
    """What was done, and how many of the claimed numbers it gives."""
    names = slip.id.split("+")
    count = _count(slip.of, language)
    if len(names) > 1:
        first, then = (_done(n, slip.parameters[n], language).rstrip(",") for n in names)
        return say(language, "slip.gives.pair", first=first, then=then, count=count)
    facts: dict[str, Any] = {"done": _done(slip.id, slip.parameters, language), "count": count}
    if slip.agree < slip.of:
        return say(language, "slip.gives.rest", agree=slip.agree, **facts)
    if "hand" in slip.parameters:
        facts["done"] = facts["done"].rstrip(",")
        places = slip.parameters["hand"][0]
        return say(language, "slip.gives.hand", places=places, **facts)
    return say(language, "slip.gives", **facts)


def slip_name(slip: SlipFound, language: Language) -> str:
    """What was done, without the evidence."""
    names = slip.id.split("+")
    of = (slip.parameters[name] for name in names) if len(names) > 1 else (slip.parameters,)
    done = (_done(name, each, language).rstrip(",") for name, each in zip(names, of, strict=True))
    return LANGUAGES[language].comma.join(done)


def _count(of: int, language: Language) -> str:
    words = {1: "one", 2: "two", 3: "three", 4: "four"}
    return say(language, f"slip.count.{words.get(of, 'many')}", of=of)


def _done(name: str, parameters: Any, language: Language) -> str:
    """What was done, without what came of it."""
    facts = {key: _place(value) if key == "index" else value for key, value in parameters.items()}
    if "input" in facts:
        facts["input"] = _LETTERS.get(facts["input"], facts["input"])
    if "components" in facts:
        each = [_place(place).strip() for place in facts["components"]]
        if len(each) > _MOST_PLACES:
            each = [*each[: _MOST_PLACES - 2], "…", each[-1]]
        places = LANGUAGES[language].comma.join(each)
        form = "slip.components.several" if len(facts["components"]) > 1 else "slip.components"
        facts["components"] = say(language, form, places=places)
    done = say(language, _key(name, parameters), **facts)
    if name == "one-component" or "step" not in parameters:
        return done
    return say(language, "slip.where", done=done.rstrip(","), step=parameters["step"])


def _key(name: str, parameters: Any) -> str:
    """The sentence of a slip in the form in which it was made."""
    forms = [str(parameters[_FORMS[name]])] if _FORMS.get(name) in parameters else []
    if name == "one-component" and "step" in parameters:
        forms.append("step")
    if name == "transposed" and "weight" in parameters:
        forms.append("one")
    keys = (f"slip.{name}.{form}" for form in forms)
    return next((key for key in keys if has(key)), f"slip.{name}")


def _place(index: Any) -> str:
    return f" [{', '.join(map(str, index))}]" if index else ""
