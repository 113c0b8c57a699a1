"""What a designer would question in a template: places that are too small, and words that don't fit.

The longest words that a template allows are set in every size that it comes in, as real words of a
usual length; what they do to the layout is said here, before anybody's banner shows it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import prod
from typing import Final, cast

import pydantic

from brandstudio import errors
from brandstudio.models.designs import TEXT_SLOTS, Slots
from brandstudio.models.sizes import CONTRACT_SIZES, SIZES, BannerSize
from brandstudio.render.brief import Brief, Look, Photo
from brandstudio.render.geometry import Canvas, Rect
from brandstudio.render.layout.arrangement import Arrangement
from brandstudio.render.layout.carrying import LEGIBLE, carries, shortfall, smallest_type
from brandstudio.render.layout.draft import Draft, Setting
from brandstudio.render.layout.layer_rules import BadgeRule, ShapeRule
from brandstudio.render.layout.nearness import named, too_near
from brandstudio.render.layout.pieces import Form
from brandstudio.render.layout.place_rules import Zone
from brandstudio.render.layout.steps import fit_text
from brandstudio.render.layout.template import ANY, Layout, Template, load, named_sizes, parsed
from brandstudio.render.layout.template_faults import faults
from brandstudio.render.type.bundled import bundled_stack

_LONG: Final = (
    "Every Wednesday evening from half past six until the last guests have gone home, everyone in the "
    "neighbourhood is welcome to bring instruments, questions and something for the kitchen table. "
)
#: The same room with long words: it breaks into more lines.
_LONG_WORDS: Final = (
    "Neighbourhood photographers introduce extraordinary sourdough techniques: comfortable beginners, "
    "experienced professionals, unforgettable conversations throughout Wednesday afternoon. "
)
#: The longest words, and parts of them.
_SHARES: Final = (1.0, 0.7, 0.45, 0.25)
#: From so many letters on a slot holds a sentence; a figure or a date has no long words.
_SENTENCE: Final = 40
_LENGTHS: Final = {"headline": 140, "subhead": 200, "button_text": 40, "author_role": 60, "author_name": 60}  # fmt: skip
#: Families of sizes that carry few words: a banner of a template that comes in any size is refused
#: there, before it is charged, and told which size would do.
_FEW: Final = ("button", "leaderboard", "skyscraper")
#: Of a slot that names no limit of its own.
_USUAL: Final = 120


def lint(data: bytes | str) -> list[str]:
    """What is wrong with a template file or what a designer would question in it, in plain words;
    empty if nothing.
    """
    try:
        template = load(data)
    except errors.ValidationError as broken:
        fields = broken.details.get("fields", [])
        return [f"{f['path']}: {f['message']}" for f in fields] or [str(broken)]
    found = _of_another_kind(data)
    if template.backing and template.backing[-1] != "panel":
        found.append(
            "backing: without 'panel' at the end, words on a busy photo fall back to a panel anyway"
        )
    if "byline" in template.order and not {"author_name", "author_role"} & template.slots.keys():
        found.append("order: a byline is drawn, but no author slot is declared")
    for name, most in _LENGTHS.items():
        rule = template.slots.get(name)
        if rule is not None and (rule.max_length or 0) > most:
            found.append(
                f"slots.{name}.max_length: {rule.max_length} is more than the {most} characters that "
                f"a {name} ever has"
            )
    kinds = [template.with_photo()]
    if any(layout.bare is not None for layout in template.layouts.values()):
        kinds.append(template.without_photo())
    for kind in kinds:
        found += [*_cramped(kind), *_too_long(kind), *_meetings(kind)]
    return list(dict.fromkeys(found))


def _cramped(template: Template) -> Iterator[str]:
    """Zones of words that have too little room for any."""
    for name, layout in template.layouts.items():
        for number, zone in enumerate(layout.words):
            used = (
                Canvas.of(size, *SIZES[cast(BannerSize, size)]) for size in named_sizes(template)
            )
            canvas = next((c for c in used if c.orientation == name), None)
            if canvas is None:
                continue
            area = _area(layout, zone, canvas)
            if area.width < 9 * canvas.body:
                yield (
                    f"layouts.{name}.words.{number}: only {area.width:.0f} px wide; long headlines get tiny"
                )
            # A leaderboard has one line's height in all; what counts there is its share.
            if area.height < min(5 * canvas.body, 0.6 * canvas.height):
                yield (
                    f"layouts.{name}.words.{number}: only {area.height:.0f} px high; words get tiny"
                )


def _of_another_kind(data: bytes | str) -> list[str]:
    """Values that are read as what they mean, though the schema asks for another kind: ``"60"`` for
    60. An editor marks them.
    """
    try:
        Template.model_validate_json(json.dumps(parsed(data), default=str), strict=True)
    except pydantic.ValidationError as broken:
        return [f"{fault['path']}: {fault['message']}" for fault in faults(broken, Template)]
    return []


def longest(template: Template, text: str = _LONG, share: float = 1.0) -> Slots:
    """Words as long as a template allows in every slot that it draws, the beginning of a ``text``;
    or a share of that.
    """
    own: dict[str, str | list[str]] = {}
    said: dict[str, str] = {}
    for name in sorted(template.drawn):
        rule = template.slots.get(name)
        if (rule is not None and rule.kind == "image") or name in ("photo", "item"):
            continue
        most = rule.max_length if rule is not None else None
        limit = _LENGTHS.get(name)
        words = _part(min(most or limit or _USUAL, limit or 1000), text, share)
        if rule is not None and rule.rich:
            words = _bold(words, _LENGTHS.get(name, 1000))
        if name in TEXT_SLOTS:
            said[name] = words
        elif rule is not None and rule.kind == "list":
            own[name] = [_part(min(most or 60, 200), text, share)] * (rule.max_entries or 4)
        else:
            own[name] = words
    return Slots.of({**said, **own})


def _bold(words: str, most: int) -> str:
    """Rich words at their widest: as much of them bold as may be sent."""
    return f"**{words[: most - 4].rstrip()}**"


def _part(length: int, text: str, share: float) -> str:
    """Words of a share of so many letters; a figure or a date stays as long as it may be."""
    return _cut(length if length < _SENTENCE else max(round(share * length), _SENTENCE // 2), text)


def _cut(length: int, text: str = _LONG) -> str:
    """Words of so many letters at most, none of them cut, if there is room for one."""
    long = ((text if length >= _SENTENCE else _LONG) * 6)[: length + 1]
    whole = long[: length + 1].rpartition(" ")[0] if " " in long[:length] else long[:length]
    return whole.strip(" ,") or long[:length]


def _too_long(template: Template) -> Iterator[str]:
    """What the longest words do in the sizes that the template comes in: in the first of each
    family, and in the smallest that it names.
    """
    words, seen = longest(template), set[str]()
    for least in _smallest(template):
        width, height = SIZES[least]
        brief = Brief(template, least, width, height, words, Look(), bundled_stack())
        if not carries(brief):
            shape = Canvas(width, height).orientation
            yield f"layouts.{shape}: {least} is too small for the longest words: {shortfall(brief)}"
    for size in named_sizes(template):
        width, height = SIZES[cast(BannerSize, size)]
        shape = Canvas(width, height).orientation
        few = template.comes_in(ANY) and shape in _FEW
        if shape in seen or few or shape not in template.layouts:
            continue
        seen.add(shape)
        brief = Brief(template, size, width, height, words, Look(), bundled_stack())
        smallest = smallest_type(brief)
        if not smallest:
            yield (
                f"layouts.{shape}: the longest words that the slots allow do not fit in {size}; allow "
                f"fewer, or give them more room"
            )
        elif smallest < LEGIBLE:
            yield (
                f"layouts.{shape}: the longest words that the slots allow come out at {smallest:.0f} px in "
                f"{size}; allow fewer, or give them more room"
            )


def _meetings(template: Template) -> Iterator[str]:
    """What words do to each other and to layers, in every size by name: at their longest, and
    shorter, since fewer words are set larger. Each is told once for a family, of the first size.
    """
    said = set[tuple[str, str]]()
    for size in named_sizes(template):
        width, height = SIZES[cast(BannerSize, size)]
        shape = Canvas(width, height).orientation
        if shape not in template.layouts:
            continue
        for share, text in product(_SHARES, (_LONG, _LONG_WORDS)):
            words = longest(template, text, share)
            brief = Brief(template, size, width, height, words, Look(), bundled_stack())
            if not smallest_type(brief):
                continue  # told already, or fewer words will do
            for asked in _furnished(brief):
                option = fit_text(Draft(Setting.of(asked, None))).options[0]
                crowded = [(met, "") for met in _crowded(option)]
                for met, more in (*crowded, *_close(option, Canvas(width, height))):
                    if (shape, met) not in said:
                        said.add((shape, met))
                        yield f"layouts.{shape}.layers: {met} in {size}{more}"


def _smallest(template: Template) -> list[BannerSize]:
    """The smallest size of each family that a template names, where a banner of it is refused for
    words that it can't carry; of one in any size none, as another is told there.
    """
    found: dict[str, BannerSize] = {}
    for name in () if template.comes_in(ANY) else named_sizes(template):
        size = cast(BannerSize, name)
        shape = Canvas(*SIZES[size]).orientation
        if shape not in found or prod(SIZES[size]) < prod(SIZES[found[shape]]):
            found[shape] = size
    return [size for size in found.values() if size not in CONTRACT_SIZES]


def _furnished(brief: Brief) -> Iterator[Brief]:
    """The brief, and where a template has slots for pictures one with a picture in each: what stands
    on its edge is to be told.
    """
    yield brief
    slots = [name for name, rule in brief.template.own_slots.items() if rule.kind == "image"]
    if slots:
        grey = Photo(b"", "", "image/png", 600, 400)
        own = {**brief.slots.own, **dict.fromkeys(slots, "a picture")}
        said = brief.slots.model_copy(update={"own": own})
        yield replace(brief, slots=said, pictures=tuple((name, grey) for name in slots))


def _crowded(option: Arrangement) -> Iterator[str]:
    """What words do in their layers: stand out of their frames, stand on the edge of a picture or a
    shape, or have a line run through them.
    """
    others = [(block.slot, block.rect) for block in option.words.blocks]
    bare = list(others)
    others += [("button", option.words.button)] if option.words.button is not None else []
    said = set[str]()
    for fixture in option.fixtures:
        bare += [(w.block.slot, w.block.rect) for w in fixture.letters if w.ground is None]
        own = [(letters.block.slot, letters.block.rect) for letters in fixture.letters]
        if fixture.crowded:
            said |= {f"the longest {slot} does not fit its frame" for slot, _ in own}
        others += own
    said |= {
        f"the longest {slot} stands on the edge of the {named(form)}; leave part of a row or column "
        f"between them, or let it lie behind all of the words"
        for fixture in option.fixtures
        for form in fixture.forms
        if not isinstance(form.rule, BadgeRule) and _is_ground(form)
        for slot, rect in bare
        if form.box.meets(rect.inset(-1.0)) and not form.box.holds(rect, 1.0)
    }
    said |= {
        f"a line runs through the longest {slot}; leave part of a row or column between them"
        for slot, rect in others
        if any(line.meets(rect) for line in option.lines)
    }
    yield from sorted(said)


def _close(option: Arrangement, canvas: Canvas) -> Iterator[tuple[str, str]]:
    """What stands too near to what, touches it or lies over it; and by how much, to be added behind
    the size.
    """
    keep = "leave part of a row or column between them"
    for near in sorted(too_near(option, canvas), key=lambda near: (near.one, near.other)):
        if near.gap < 1:
            yield f"the longest {near.one} touches the {near.other}; {keep}", ""
        else:
            yield (
                f"the longest {near.one} stands too near to the {near.other}",
                f": {near.gap:.1f} px, at least {canvas.least_gap:.1f} keep them apart; {keep}",
            )


def _is_ground(form: Form) -> bool:
    """True of what hides enough behind it for words to need another colour on it."""
    rule = form.rule
    return not isinstance(rule, ShapeRule) or (
        rule.shape not in ("line", "path") and rule.opacity >= 0.4
    )


def _area(layout: Layout, zone: Zone, canvas: Canvas) -> Rect:
    if zone.frame.of == "ground" and layout.ground is not None:
        ground = layout.ground
        base = ground.frame.within(canvas.gridded if ground.frame.of == "canvas" else canvas.safe)
        return zone.frame.within(base.inset(ground.padding * canvas.margin))
    return zone.frame.within(canvas.gridded if zone.frame.of == "canvas" else canvas.safe)
