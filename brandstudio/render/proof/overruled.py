"""Colours and slopes that were asked for and could not be had: each is said by name."""

from __future__ import annotations

from collections.abc import Iterator

from brandstudio.models.choices import ColouredPart
from brandstudio.models.designs import ButtonLayer, PanelLayer, ScrimLayer, TextLayer
from brandstudio.render import contrast
from brandstudio.render.layout import colours
from brandstudio.render.layout.buttons import chosen_colour
from brandstudio.render.layout.furnishing import badge_fill
from brandstudio.render.layout.layer_rules import BadgeRule
from brandstudio.render.layout.words import Block
from brandstudio.render.proof.check import named
from brandstudio.render.proof.tried import Tried
from brandstudio.render.type.emphasis import upright


def overruled_colours(tried: Tried) -> Iterator[str]:
    """What is to be said of colours that gave way, and of words that no font slants."""
    wishes = [_wish(tried, block) for block in tried.draft.place.arrangement.words.blocks]
    wishes += [lettered.wished for lettered in tried.draft.lettered]
    covers = (*tried.draft.covers, *(lettered.cover for lettered in tried.draft.lettered))
    for block, text, wished, cover in zip(tried.blocks, tried.texts, wishes, covers, strict=True):
        if wished is not None and text.colour != wished:
            under = contrast.crucial(contrast.under_text(tried.draft.ground, cover))
            yield (
                f"The {named(block.slot)} is to be in {wished}, which can't be read where it "
                f"stands ({contrast.worst(under, wished):.1f}:1 at worst in four kinds of vision, "
                f"{tried.draft.setting.limits.needed(block):g}:1 is needed); it is set in {text.colour}."
            )
        yield from _of_runs(tried, block, text)
    yield from _of_badges(tried)
    yield from overruled_choices(tried)


def _wish(tried: Tried, block: Block) -> str | None:
    """The colour that the template asks for words of the stack."""
    draft = tried.draft
    chosen = chosen_colour(draft, "label") if block.slot == "button_text" else None
    rule = draft.setting.voice.rule(block.slot)
    if chosen is not None or rule.colour is None:
        return None
    return draft.setting.brief.look.role(rule.colour)


def _of_runs(tried: Tried, block: Block, text: TextLayer) -> Iterator[str]:
    look = tried.draft.setting.brief.look
    for asked, made in zip(block.paragraph.style.runs, text.runs, strict=True):
        if asked.colour is not None and made.colour is None:
            words = _short(text.text[made.start : made.end])
            yield (
                f"{words} in the {named(block.slot)} is to be in {look.role(asked.colour)}, which "
                "can't be read where it stands; it has the colour of the words around it."
            )
    for words in upright(block.paragraph):
        yield f"No font at hand has an italic for {_short(words)}; it is set upright."


def _short(words: str) -> str:
    flat = " ".join(words.split())
    return f"\u201c{flat if len(flat) <= 30 else flat[:29] + '…'}\u201d"


def _of_badges(tried: Tried) -> Iterator[str]:
    setting = tried.draft.setting
    forms = (form for f in tried.draft.place.arrangement.fixtures for form in f.forms)
    for rule in (form.rule for form in forms):
        if not isinstance(rule, BadgeRule):
            continue
        wished, fill = setting.brief.look.role(rule.colour), badge_fill(setting, rule)
        if fill != wished:
            yield (
                f"The template asks for a badge in {wished}, on which no words reach "
                f"{setting.limits.contrast:g} : 1; it is drawn in {fill}."
            )


def overruled_choices(tried: Tried) -> Iterator[str]:
    """A person's colours for this banner that gave way."""
    drawn = _drawn(tried)
    for role, shown in drawn.items():
        wished = chosen_colour(tried.draft, role)
        if wished is not None and shown and wished not in shown:
            what = {"text": "words", "label": "button's label"}.get(role, role)
            yield (
                f"The colour chosen for the {what}, {wished}, can't be read there; "
                f"{sorted(shown)[0]} stands in its place."
            )


def nudged_accent(tried: Tried) -> str:
    """What is to be said of a button that nobody asked another colour of and that has not the
    accent's own; empty where it has.
    """
    draft = tried.draft
    button = next((layer for layer in draft.layers if isinstance(layer, ButtonLayer)), None)
    choices, look = draft.setting.brief.choices, draft.setting.brief.look
    asked = choices.button or draft.setting.limits.button or chosen_colour(draft, "button")
    accent = look.role("accent")
    if button is None or asked or button.colour == accent:
        return ""
    if button.colour in colours.accents(look, 1.0):
        return (
            f"The button is in {button.colour}, the tone of the accent {accent} that reads there."
        )
    return f"The button is in {button.colour}: no tone of the accent {accent} reads there."


def _drawn(tried: Tried) -> dict[ColouredPart, set[str]]:
    """The colours that each role came out in."""
    layers, blocks = tried.draft.layers, tried.draft.place.arrangement.words.blocks
    own = [_wish(tried, block) for block in blocks]
    pairs = zip(blocks, tried.texts, own, strict=False)
    texts = {t.colour for b, t, w in pairs if b.slot != "button_text" and w is None}
    panels = {x.colour for x in layers if isinstance(x, PanelLayer) and x.purpose != "plate"}
    scrims = {x.colour for x in layers if isinstance(x, ScrimLayer) and x.purpose == "words"}
    buttons = [x for x in layers if isinstance(x, ButtonLayer)]
    return {
        "text": texts,
        "ground": panels,
        "scrim": scrims,
        "button": {x.colour for x in buttons if not x.border or x.border_width == 0},
        "label": {tried.draft.label} if buttons else set(),
    }
