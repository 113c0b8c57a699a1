"""Why a choice leaves a banner as it is: what it is about is not drawn, or stands so already."""

from __future__ import annotations

from collections.abc import Iterator

from brandstudio.models.choices import ChoicesEdit, LogoChoice, SlotsEdit
from brandstudio.models.design_layers import (
    BackgroundLayer,
    ButtonLayer,
    LogoLayer,
    PanelLayer,
    PhotoLayer,
    ScrimLayer,
    TextLayer,
)
from brandstudio.models.designs import DesignSpec


def why_unmoved(asked: ChoicesEdit, slots: SlotsEdit | None, spec: DesignSpec) -> Iterator[str]:
    """A clause for each part of an edit that the layout gives a reason for."""
    if isinstance(asked.colours, dict):
        for role, colour in asked.colours.items():
            yield from _of_colour(role, colour, spec)
    yield from _of_logo(asked, spec)
    if asked.scrim not in (None, "auto"):
        yield from _of_scrim(spec)
    if asked.align not in (None, "auto"):
        words = [x for x in spec.layers if isinstance(x, TextLayer) and x.slot != "button_text"]
        if all(layer.align == asked.align for layer in words):
            yield f"its words are set {asked.align} already"
        else:
            yield f"the template {spec.template} sets its words itself here"
    if asked.button not in (None, "auto"):
        yield "its button looks no other so" if _has(spec, ButtonLayer) else "no button is drawn"
    if asked.crop not in (None, "auto") or asked.focal_point not in (None, "auto"):
        shown = "the same part of the photo is shown"
        yield shown if _has(spec, PhotoLayer) else "no photo is drawn"
    if asked.seed:
        yield f"seed {asked.seed} arranges these words as they stand"
    yield from _of_slots(slots, spec)


def _has(spec: DesignSpec, kind: type[object]) -> bool:
    return any(isinstance(layer, kind) for layer in spec.layers)


def _of_colour(role: str, colour: str, spec: DesignSpec) -> Iterator[str]:
    grounds = [x for x in spec.layers if isinstance(x, PanelLayer) and x.purpose != "plate"]
    drawn = {
        "ground": bool(grounds) or _has(spec, BackgroundLayer),
        "scrim": any(isinstance(x, ScrimLayer) and x.purpose == "words" for x in spec.layers),
        "button": _has(spec, ButtonLayer),
        "label": _has(spec, ButtonLayer),
    }
    if not drawn.get(role, True):
        yield f"no {'button' if role == 'label' else role} is drawn"
    elif colour != "auto":
        yield f"the {role} has that colour already, or the layout gives it none to choose"


def _of_logo(asked: ChoicesEdit, spec: DesignSpec) -> Iterator[str]:
    logo = next((layer for layer in spec.layers if isinstance(layer, LogoLayer)), None)
    if not isinstance(asked.logo, LogoChoice):
        return
    if logo is None:
        yield "no logo is drawn"
        return
    if asked.logo.place is not None:
        yield "the logo stands where it can"
    if asked.logo.variant is not None:
        own = "one for any ground" if logo.variant == "any" else f"its {logo.variant} one"
        yield f"the logo's file that fits there is drawn already, {own}"


def _of_scrim(spec: DesignSpec) -> Iterator[str]:
    shapes = [x.shape for x in spec.layers if isinstance(x, ScrimLayer) and x.purpose == "words"]
    panel = any(isinstance(x, PanelLayer) and x.purpose == "backing" for x in spec.layers)
    if shapes:
        yield f"the scrim behind the words is {shapes[0]}"
    elif panel:
        yield "a panel stands behind the words"
    else:
        yield "no words stand on the photo where they need a scrim"


def _of_slots(slots: SlotsEdit | None, spec: DesignSpec) -> Iterator[str]:
    drawn = {layer.slot for layer in spec.layers if isinstance(layer, TextLayer)}
    for slot in ("author_role", "author_name"):
        if slots is not None and getattr(slots, slot) and not drawn & {slot, "byline"}:
            yield f"the template {spec.template} draws no {slot}"
