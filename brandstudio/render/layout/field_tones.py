"""Which of the brand's colours a field of words beside a photo takes: by what suits the photo, and so
that the versions of one job differ.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np

from brandstudio.models.designs import PhotoLayer
from brandstudio.pixels import colour
from brandstudio.pixels.sampling import some_oklab
from brandstudio.render import contrast
from brandstudio.render.brief import Look
from brandstudio.render.geometry import Rect
from brandstudio.render.layout import colours, logos
from brandstudio.render.layout.buttons import chosen_colour
from brandstudio.render.layout.draft import Draft
from brandstudio.render.layout.template import SHIPPED

#: A brand none of whose colours has more chroma (OKLCH) is a black and white one.
_GREY: Final = 0.03
#: A photo darker than this in the mean (OKLab) wants a deep field, a brighter one than that a pale one.
_DARK, _BRIGHT = 0.46, 0.8
#: A photo with more chroma in the mean is vivid: another vivid field beside it would fight it.
_VIVID: Final = 0.085
#: A colour no lighter than this is a deep one, and one with so much chroma above it a vivid one.
_DEEP, _STRONG = 0.45, 0.12
#: What a tint of a brand's colour has: enough of its hue to be told from white.
_LIGHT, _HUE = 0.95, 0.03
#: And no more than this of what the colour itself has: the tint of a slate is no sky blue.
_TINT: Final = 0.36
#: A photo with less chroma bears any vivid colour; one with more bears those whose hue (degrees) is no
#: further than this from its own, or at least as far.
_TONED: Final = 0.04
_NEAR, _ACROSS = 40, 140
#: A colour lighter and of more chroma than this is a neon.
_LUMINOUS, _NEON = 0.8, 0.24
#: The ratio from which on a field can be told from the panel at its foot.
_TOLD: Final = 1.35
#: Two fields no further apart (OKLab) look like one colour.
_SAME: Final = 0.12
#: And two no further apart are one.
_ONE: Final = 0.03
#: From this chroma on a near-white background is a tint itself.
_TINTED: Final = 0.008
#: On fields no lighter than this one (OKLCH) a logo may have a tab, in these templates, and in banners whose
#: shorter side (px) is no less than this.
_BOLD: Final = 0.62
_TABS: Final = frozenset(("split", "overlay", "panel"))
_TABBED: Final = 250
#: And the room above the words that it takes, in the logo's heights.
_HEADROOM: Final = 1.85
#: And up to this lightness one that a brand names is no white, however grey.
_TONED_WHITE: Final = 0.985


def suited(draft: Draft, role: str) -> tuple[str, ...]:
    """The fills that a field of words whose own colour is a ``role`` may take, the one that suits the
    photo first; empty where it keeps its own: in a template of one's own, in a scheme that was asked
    for, without a photo, and in a brand that is black and white.
    """
    setting, arrangement = draft.setting, draft.place.arrangement
    brief, photo = setting.brief, next((x for x in draft.layers if isinstance(x, PhotoLayer)), None)
    kept = brief.template.name not in SHIPPED or brief.template.fixed
    if kept or brief.choices.scheme is not None or photo is None or _colourless(brief.look):
        return ()
    own = role != "surface" and not arrangement.aside
    light, chroma, _ = _mean(photo, draft)
    look = brief.look
    deep, vivid, pale = _deep(look), _vivid(look), pale_of(look)
    if own:  # a split has the brand's first colour, and a tint rather than white
        first = (look.role(role), deep if light < _DARK else None, _struck(look, chroma), pale)
        return _clear(look, tuple(c for c in first if c), named_first=True)
    order: tuple[str | None, ...]
    calm = chroma <= _VIVID
    if light < _DARK:
        order = (deep, vivid if calm else None, pale)
    elif light > _BRIGHT or not calm:
        # A brand that has no tint but its vivid colour has that on a pale photo: white is nobody's.
        order = (pale, vivid, deep) if calm else (pale, deep)
    else:
        order = (deep, vivid, pale)
    primary = look.role("primary")
    if is_panel(draft):
        # In the brand's first colour: in a tint it would be a blank box beside the photo.
        order = (primary, *order)
    # No accent but a black brand's: that is for what should strike, and a field of it outshouts the photo.
    found = tuple(dict.fromkeys(c for c in order if c))
    edged = not is_panel(draft) and arrangement.joint == "edge"
    if all(as_a_split(draft, c) or (edged and c == primary) for c in found):
        found = (*found, look.role("background"))  # a brand with a black and a neon has that
    if edged:
        found = tuple(sorted(found, key=lambda c: as_a_panel(draft, c)))
    return _clear(look, tuple(sorted(found, key=lambda c: as_a_split(draft, c))))


def may_have_tab(draft: Draft) -> bool:
    """True of a field of words as high as the banner whose colour nobody asked for, and in which a logo's tab
    has room above them: it hangs from the banner's edge, as within the banner it would float and at the foot be
    a second button.
    """
    setting, arrangement = draft.setting, draft.place.arrangement
    brief, canvas, field = setting.brief, setting.canvas, arrangement.ground
    asked = brief.choices.scheme is not None or chosen_colour(draft, "ground") is not None
    low = min(canvas.width, canvas.height) < _TABBED or canvas.orientation == "strip"
    low = low or arrangement.layout.flow == "row"
    if brief.template.name not in _TABS or asked or low or field is None:
        return False
    placed = setting.named_place or bool(setting.limits.place) or canvas.controls.top
    if field.height < canvas.height - 1 or placed or not brief.logos:
        return False
    share = arrangement.layout.logo.share
    mark = logos.logo_size(brief.logos[0], canvas, share, setting.limits, canvas.safe)[1]
    free = field.height - 2 * canvas.margin - arrangement.words.visible.height
    return free >= _HEADROOM * mark


def bold_field(draft: Draft, suiting: Sequence[str]) -> str | None:
    """The deep or vivid one of the fills that suit a dark or a bright photo, where the logo reads on none but
    the pale ones and can have a tab of its own there: a pale field puts a night out, and beside a bright
    photo nothing on it strikes. So have the words of a panel beside any photo: in a tint they would be a blank
    box. None in any other case.
    """
    setting = draft.setting
    brief, assets = setting.brief, setting.assets
    photo = next((x for x in draft.layers if isinstance(x, PhotoLayer)), None)
    if photo is None or not may_have_tab(draft):
        return None
    if not is_panel(draft) and _DARK <= _mean(photo, draft)[0] <= _BRIGHT:
        return None
    look, needed = brief.look, setting.limits.contrast
    strong = [c for c in suiting if colour.hex_to_oklch(c)[0] <= _BOLD]
    fills = [colours.readable_ground(c, look, needed)[0] for c in strong]
    if not fills or any(logos.reads_on(brief.logos, c, look, assets) for c in fills):
        return None
    tab = any(logos.reads_on(brief.logos, c, look, assets) for c in colours.plates(look))
    return fills[0] if tab else None


def _struck(look: Look, chroma: float) -> str | None:
    """The accent of a brand whose first colour is a black or a grey, beside a photo that is not vivid too."""
    grey = colour.hex_to_oklch(look.role("primary"))[1] <= _GREY
    return _vivid(look) if grey and chroma <= _VIVID else None


def is_panel(draft: Draft) -> bool:
    """True of the words of the shipped panel, wherever they stand."""
    return draft.setting.brief.template.name == "panel"


def as_a_split(draft: Draft, fill: str) -> bool:
    """Whether a field of words that left their photo, which stand as a split's do, would look like the
    split's: both would be one banner.
    """
    if draft.place.arrangement.joint != "edge" or not _at_its_side(draft):
        return False
    wanted = _of_a_split(draft)
    return math.dist(*map(colour.hex_to_oklab, (fill, wanted))) < _SAME


def as_a_panel(draft: Draft, fill: str) -> bool:
    """Whether a field of bare words that left their photo would have the colour that a panel's has, which
    is a split's.
    """
    if is_panel(draft) or draft.place.arrangement.joint != "edge":
        return False
    return math.dist(*map(colour.hex_to_oklab, (fill, _of_a_split(draft)))) < _ONE


def taken(draft: Draft, fill: str) -> int:
    """Whether another version of the job has a colour at the same side: 0 if none has, 1 if a split has
    one like it or a panel the same, or if it is the accent, 2 if that would fight the photo or a panel,
    which on a phone's screen stands where all do, has it, and 3 if a split has this.
    """
    arrangement = draft.place.arrangement
    if as_a_split(draft, fill):
        own = _of_a_split(draft)
        return 3 if math.dist(*map(colour.hex_to_oklab, (fill, own))) < _ONE else 1
    if as_a_panel(draft, fill):
        return 1
    phone = bool(draft.setting.canvas.controls.bottom) and arrangement.joint == "edge"
    look = draft.setting.brief.look
    if fill != look.role("accent") or fill == look.role("primary"):
        return 0
    # On a phone's screen a panel has it whatever the photo: a split and an overlay have the pale ones.
    taken_by_panel = phone and not is_panel(draft)
    if taken_by_panel or (not phone and _fights(draft, fill)):
        return 2
    return int(arrangement.joint == "edge" and not is_panel(draft))


def _fights(draft: Draft, fill: str) -> bool:
    """True of a vivid colour beside a photo whose hue is neither near to it nor across from it."""
    photo = next((x for x in draft.layers if isinstance(x, PhotoLayer)), None)
    if photo is None or not _bright(fill):
        return False
    _, chroma, hue = _mean(photo, draft)
    apart = abs((colour.hex_to_oklch(fill)[2] - hue + 180) % 360 - 180)
    return chroma > _TONED and _NEAR < apart < _ACROSS


def _of_a_split(draft: Draft) -> str:
    """The fill that a split of the same job has: the brand's first colour, or, where the logo does not
    read on that, what a split takes then.
    """
    brief, needed = draft.setting.brief, draft.setting.limits.contrast
    look, files, assets = brief.look, brief.logos, draft.setting.assets
    wanted = _clear(look, (look.role("primary"),), named_first=True)[0]
    first, _ = colours.readable_ground(wanted, look, needed)
    if not files or logos.reads_on(files, first, look, assets):
        return first
    photo = next((x for x in draft.layers if isinstance(x, PhotoLayer)), None)
    struck = _struck(look, _mean(photo, draft)[1]) if photo is not None else None
    others = (
        struck,
        pale_of(look),
        look.role("surface"),
        look.role("background"),
        look.role("accent"),
    )
    return next((c for c in others if c and logos.reads_on(files, c, look, assets)), first)


def _at_its_side(draft: Draft) -> bool:
    """True of a field where a split of the same size has its own: where words begin, or at the foot; on
    a phone's screen above the photo.
    """
    arrangement = draft.place.arrangement
    field, photo = arrangement.ground, arrangement.photo
    if field is None:
        return False
    if abs(field.height - photo.height) < 2:
        return (field.x < photo.x) is not arrangement.words.rtl
    return (field.y > photo.y) is not bool(draft.setting.canvas.controls.bottom)


def above(draft: Draft, panel: str) -> str | None:
    """The colour of a field at whose foot a template's own panel stands, which takes no other: the
    brand's first on which the logo reads, where that can be told from the panel. None where the field
    has the panel's.
    """
    brief, needed = draft.setting.brief, draft.setting.limits.contrast
    field = draft.place.arrangement.ground
    shipped = brief.template.name in SHIPPED and brief.choices.scheme is None
    if not shipped or field is None:
        return None
    asked = (brief.look.role("primary"), _deep(brief.look), brief.look.role("accent"))
    wanted = _clear(brief.look, tuple(c for c in asked if c), named_first=True)
    fills = (colours.readable_ground(c, brief.look, needed)[0] for c in wanted if c)
    named = [c for c in wanted if c not in asked]
    told = (f for f in fills if (_branded(f) or f in named) and _apart(f, panel))
    files, assets = brief.logos, draft.setting.assets
    return next(
        (f for f in told if not files or logos.reads_on(files, f, brief.look, assets)), None
    )


def card(draft: Draft) -> tuple[str, ...]:
    """What the brand's own colours have for a card on the photo before white: the first one, unless it and
    the photo are vivid, and a tint.
    """
    setting = draft.setting
    brief, photo = setting.brief, next((x for x in draft.layers if isinstance(x, PhotoLayer)), None)
    kept = brief.template.name not in SHIPPED or brief.choices.scheme is not None
    if kept or photo is None or _colourless(brief.look):
        return ()
    chroma = _mean(photo, draft)[1]
    first = brief.look.role("primary")
    fights = _bright(first) and chroma > _VIVID
    found = (None if fights else first, pale_of(brief.look))
    return _clear(brief.look, tuple(c for c in found if c))


def _clear(look: Look, fills: tuple[str, ...], *, named_first: bool = False) -> tuple[str, ...]:
    """Fills with the muddy ones last, and before them what the brand names of other pale colours, for a split
    before any tint: on a muted colour of middling light black words and a dark logo sink, and no light ones
    read.
    """
    muddy = [c for c in fills if colours.muddy(c)]
    if not muddy:
        return fills
    light = {c: colour.hex_to_oklch(c)[0] for c in look.all_colours if not colours.muddy(c)}
    named = sorted(
        (c for c, own in light.items() if own > colours.MIDDLING[1]), key=lambda c: -light[c]
    )
    clear = [c for c in fills if c not in muddy]
    order = (*named, *clear) if named_first else (*clear, *named)
    return tuple(dict.fromkeys((*order, *muddy)))


def _branded(fill: str) -> bool:
    """True of a colour that is told for a brand's: one with a hue, or the dark of a black and white one."""
    light, chroma, _ = colour.hex_to_oklch(fill)
    return chroma > _GREY or light <= _DEEP


def _apart(one: str, other: str) -> bool:
    return contrast.pair_ratio(one, other) >= _TOLD


def _mean(layer: PhotoLayer, draft: Draft) -> tuple[float, float, float]:
    """What is seen of the photo in the mean: lightness, chroma and hue (degrees; OKLCH)."""
    box = Rect(*layer.box)
    # What is painted already, which the next steps measure too: to decode the photo again costs more.
    lab = some_oklab(draft.ground, box.pixels(*draft.ground.size))
    light, a, b = (float(v) for v in lab.mean(axis=0))
    return light, float(np.hypot(lab[:, 1], lab[:, 2]).mean()), float(np.degrees(np.arctan2(b, a)))


@lru_cache(maxsize=256)
def _colourless(look: Look) -> bool:
    roles = ("primary", "accent", "background", "surface")
    return all(colour.hex_to_oklch(look.role(role))[1] <= _GREY for role in roles)


@lru_cache(maxsize=256)
def _deep(look: Look) -> str | None:
    """The brand's own dark, one with a hue before a black."""
    dark = [
        look.role(r)
        for r in ("primary", "text")
        if look.has(r) and colour.hex_to_oklch(look.role(r))[0] <= _DEEP
    ]
    return max(dark, key=lambda c: colour.hex_to_oklch(c)[1] > _GREY, default=None)


@lru_cache(maxsize=256)
def _vivid(look: Look) -> str | None:
    """The brand's first colour where that is a strong one and not deep; the accent of a brand whose first is a
    black or a grey, which else has no colour.
    """
    first, accent = look.role("primary"), look.role("accent")
    if colour.hex_to_oklch(first)[1] <= _GREY:
        return accent if _bright(accent) and not _neon(accent) else None
    return first if _bright(first) else None


def _neon(fill: str) -> bool:
    light, chroma, _ = colour.hex_to_oklch(fill)
    return light > _LUMINOUS and chroma > _NEON


def _bright(fill: str) -> bool:
    """True of a vivid colour that is not deep."""
    light, chroma, _ = colour.hex_to_oklch(fill)
    return light > _DEEP and chroma >= _STRONG


@lru_cache(maxsize=256)
def pale_of(look: Look) -> str | None:
    """The brand's background where that is tinted, else a tint of its first colour; the white that a brand
    names whose first colour is a black or vivid. None of its accent: a tint of that is nobody's.
    """
    named = [look.role(role) for role in ("background", "surface") if look.has(role)]
    light = [c for c in named if colour.hex_to_oklch(c)[0] > 0.9]
    for fill in light:
        lightness, chroma, _ = colour.hex_to_oklch(fill)
        if chroma >= _TINTED or lightness <= _TONED_WHITE:
            return fill
    first = look.role("primary")
    _, chroma, hue = colour.hex_to_oklch(first)
    if light and (chroma <= _GREY or _vivid(look)):
        return light[0]
    if chroma <= colours.HUELESS or _neon(first):
        return None
    return colours.tone(_LIGHT, round(min(_HUE, _TINT * chroma), 3), round(hue))
