"""Arrangements of words that leave the logo a corner."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from brandstudio.render.layout.arrangement import Arrangement, Wishes, arrangements
from brandstudio.render.layout.corner import ELSEWHERE, boxes
from brandstudio.render.layout.draft import Draft
from brandstudio.render.layout.template import SHIPPED

#: What an arrangement costs in which the logo has no corner that it may stand in.
_NO_ROOM: Final = 6.0


def ways(draft: Draft, wishes: Wishes) -> list[Arrangement]:
    """Every way to arrange the words. On a phone's screen the logo has a row above them where it is too
    wide for the place beside their button: on the photo it would need a plate, or get lost.
    """
    setting, template = draft.setting, draft.setting.brief.template

    def made(asked: Wishes) -> list[Arrangement]:
        return arrangements(
            template, setting.canvas, setting.slots, setting.voice, asked, setting.furnisher
        )

    options = made(wishes)
    beside = setting.slots.button_text is not None and bool(setting.brief.logos)
    if not (setting.canvas.controls.bottom and beside and template.name in SHIPPED):
        return options
    if setting.named_place or setting.limits.place or draft.nudges.head:
        return options
    if any(stands_with(draft, option) for option in options):
        return options
    above = made(replace(wishes, logo_above=True))
    return above if any(stands_with(draft, option) for option in above) else options


def with_room(draft: Draft, options: list[Arrangement]) -> list[Arrangement]:
    """Arrangements of which those without a free corner that the logo may stand in are liked least.

    Only where a rule or a person names the corners, and on a field that was made smaller than the
    template's: else any will do.
    """
    setting = draft.setting
    if not setting.brief.logos:
        return options
    made = []
    for option in options:
        free = _may_be_anywhere(draft, option) or stands_with(draft, option)
        made.append(option if free else replace(option, preference=option.preference + _NO_ROOM))
    return sorted(made, key=lambda option: option.preference)


def _may_be_anywhere(draft: Draft, option: Arrangement) -> bool:
    """True where no rule names the logo's corners, and the field is the template's own."""
    setting = draft.setting
    fixed = option.layout.logo.fixed and not setting.named_place
    return fixed or not (_smaller(draft, option) or setting.limits.place)


def _smaller(draft: Draft, option: Arrangement) -> bool:
    """True of a field for the logo that is not as the template has it."""
    planned = draft.setting.brief.template.layout(draft.setting.canvas).photo
    return (option.closed or option.layout.photo != planned) and option.layout.logo.of == "ground"


def stands_with(draft: Draft, option: Arrangement) -> bool:
    """True where a corner that the logo may stand in is free; on a field that is not as the template has
    it one of its own, beside the words.
    """
    farthest = ELSEWHERE if _smaller(draft, option) else 2 * ELSEWHERE
    return any(at < farthest for _, at, _, _ in boxes(draft, option, []))
