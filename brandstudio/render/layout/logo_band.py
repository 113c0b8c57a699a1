"""A band above everything that the logo stands in, where a photo gives it no place."""

from __future__ import annotations

from typing import Final

from brandstudio.models.designs import PanelLayer
from brandstudio.render import contrast
from brandstudio.render.layout import colours, logos
from brandstudio.render.layout.draft import Draft

#: The height of a band for the logo, in heights of the logo, and the ratio from which on it can be
#: told from the field below it.
_BAND: Final = 1.8
_TOLD: Final = 1.35


def scale_of(draft: Draft) -> float:
    """How much larger in area than the template's a person wants the logo."""
    logo = draft.setting.brief.choices.logo
    return 1.0 if logo is None or logo.size is None else logo.size**2


def band_height(draft: Draft) -> float:
    """How high a band for the logo above everything is (px); 0 where the logo may not stand there.

    It may where words and photo have fields of their own: above a photo that fills the banner such a
    band looks like a part of the page that failed to load.
    """
    setting, brief = draft.setting, draft.setting.brief
    layout, choices = brief.template.layout(setting.canvas), brief.choices
    asked = choices.scrim is not None or choices.crop is not None or setting.named_place
    asked = asked or not brief.template.ground_for_logo
    ground = layout.ground
    if ground is None or ground.hug or not brief.logos or asked or setting.limits.place:
        return 0.0
    low = setting.canvas.orientation not in ("landscape", "square", "portrait")
    if low or setting.canvas.controls.top:
        return 0.0
    share = layout.logo.share * scale_of(draft)
    size = logos.logo_size(
        brief.logos[0], setting.canvas, share, setting.limits, setting.canvas.safe
    )
    return _BAND * size[1]


def band_colour(draft: Draft) -> str | None:
    """The colour of such a band: the first of the brand's that can be told from the field and on
    which the logo reads; None where there is none.
    """
    brief, assets = draft.setting.brief, draft.setting.assets
    ground = next((x for x in draft.layers if isinstance(x, PanelLayer)), None)
    if ground is None:
        return None
    look = brief.look
    own = [colours.WHITE, *look.all_colours, look.role("text")]
    fills = [fill for fill in own if contrast.pair_ratio(fill, ground.colour) >= _TOLD]
    fills.sort(key=lambda fill: fill not in (look.role("background"), look.role("surface")))
    reads = (fill for fill in fills if logos.reads_on(brief.logos, fill, look, assets))
    return next(reads, None)


def may_stand_above(draft: Draft) -> bool:
    """True where a band above everything could carry the logo."""
    return bool(band_height(draft)) and band_colour(draft) is not None
