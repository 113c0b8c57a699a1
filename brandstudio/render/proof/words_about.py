"""What is said about a banner: its alternative text, and an assessment in a designer's words."""

from __future__ import annotations

from collections.abc import Sequence

from brandstudio.render.brief import Brief
from brandstudio.render.layout.backing import Backing
from brandstudio.render.proof import check


def alt_text(brief: Brief) -> str:
    """The alternative text: the words as they are read, then what else is shown. Spaces for line
    breaks.
    """
    template = brief.template
    slots = template.filled(brief.slots, brief.language, casing=False)
    parts = [_sentence(slots.headline)] if slots.headline else []
    drawn = template.drawn
    if slots.subhead and "subhead" in drawn:
        parts.append(_sentence(slots.subhead))
    parts += [
        _sentence(slots.words(name))
        for name, rule in template.own_slots.items()
        if name in drawn and rule.kind != "image" and slots.words(name)
    ]
    by = ", ".join(
        _flat(slots.words(name))
        for name in ("author_name", "author_role")
        if name in drawn and slots.words(name)
    )
    if by:
        parts.append(_sentence(by))
    if slots.button_text and "button_text" in drawn:
        parts.append(f"Button: {_sentence(slots.button_text)}")
    if brief.photo is not None and brief.photo.title:
        parts.append(f"Photo: {_sentence(brief.photo.title)}")
    if brief.logos:
        owner = brief.look.brand_name or brief.logos[0].name
        parts.append(f"{_flat(owner)} logo.")
    return " ".join(parts)


def _flat(text: str) -> str:
    return " ".join(text.split())


def _sentence(text: str) -> str:
    flat = _flat(text)
    return (
        flat if flat.endswith((".", "!", "?", "…", "。", "！", "？", "؟", "।", ":")) else f"{flat}."
    )


def assessment(
    brief: Brief,
    made: check.Checked,
    backed: Backing | None,
    passes: int,
    findings: Sequence[check.Finding],
) -> str:
    """Two or three plain sentences: how the words stand, what proves it, and what stays open."""
    words = made.arrangement.words
    headline = words.block("headline")
    said = []
    if headline is not None:
        lines = len(headline.paragraph.lines)
        count = "one line" if lines == 1 else f"{lines} lines"
        said.append(
            f"The headline stands in {count} at {headline.paragraph.size:.0f} px, {_ground(made, backed)}."
        )
    texts = [f for f in made.figures if f.layer != "button"]
    if texts:
        low = min(texts, key=lambda f: f.worst)
        verdict = "Every word can be read" if not made.failures else "Not every word can be read"
        said.append(
            f"{verdict}: the lowest contrast is {low.worst:.1f}:1, in the {check.named(low.layer)}."
        )
    if passes:
        said.append(f"{'One nudge was' if passes == 1 else f'{passes} nudges were'} needed.")
    said += [f.message for f in findings[:2]]
    return " ".join(said)


def _ground(made: check.Checked, backed: Backing | None) -> str:
    if made.arrangement.ground is not None:
        return "on its own ground beside or over the photo" if made.crop else "on its own ground"
    if backed is None or backed.repair == "colour":
        return (
            "straight on the calm part of the photo"
            if made.crop
            else "straight on the brand background"
        )
    if backed.scrim is not None:
        return f"on a scrim of {backed.scrim.opacity_start:.0%}"
    return "on a panel, for the photo is busy there"
