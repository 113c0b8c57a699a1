"""What can be changed of a banner that was drawn: crop, logo, scrim, colours, alignment, button."""

from __future__ import annotations

from typing import Any

from .dialogs import Field, Form

KEEP = ("", "as it is")
_ROLES = ("primary", "secondary", "accent", "background", "surface", "text")


def _options(*values: str) -> tuple[tuple[str, str], ...]:
    return (KEEP, *((value, value) for value in values))


FIELDS = (
    Field("template", "Template", options=_options("overlay", "split", "panel")),
    Field("align", "Alignment", options=_options("start", "center", "end")),
    Field("button", "Button", options=_options("accent", "primary", "outline")),
    Field(
        "logo_place",
        "Logo place",
        options=_options("top-left", "top-right", "bottom-left", "bottom-right"),
    ),
    Field("logo_size", "Logo size", options=_options("0.6", "0.8", "1", "1.25", "1.5", "2")),
    Field("logo_variant", "Logo variant", options=_options("any", "light", "dark", "mono")),
    Field("scrim", "Scrim", options=_options("auto", "none", "linear", "even", "panel")),
    Field("strength", "Strength", options=_options("0.2", "0.4", "0.6", "0.8", "1")),
    Field(
        "crop",
        "Crop",
        options=(KEEP, ("0.9", "a little closer"), ("0.75", "closer"), ("0.6", "close")),
    ),
    Field("text", "Words' colour", options=_options(*_ROLES)),
    Field("ground", "Ground colour", options=_options(*_ROLES)),
    Field("seed", "Another try", options=(KEEP, *((str(n), f"number {n}") for n in range(1, 10)))),
)


class ChangeForm(Form):
    """A line for each thing; what is not turned stays as it is."""

    def __init__(self) -> None:
        super().__init__("Change the banner", FIELDS, button="Change")


def changes_from(values: dict[str, str]) -> dict[str, Any]:
    """The arguments of an edit; nothing where nothing was turned."""
    changes: dict[str, Any] = {
        name: values[name] for name in ("template", "align", "button") if values.get(name)
    }
    logo: dict[str, Any] = {}
    for field, name in (("logo_place", "place"), ("logo_variant", "variant")):
        if values.get(field):
            logo[name] = values[field]
    if values.get("logo_size"):
        logo["size"] = float(values["logo_size"])
    if logo:
        changes["logo"] = logo
    scrim: dict[str, Any] = {}
    if values.get("scrim"):
        scrim["kind"] = values["scrim"]
    if values.get("strength"):
        scrim["strength"] = float(values["strength"])
    if scrim:
        changes["scrim"] = scrim
    if values.get("crop"):
        part = float(values["crop"])
        rest = round((1 - part) / 2, 4)
        changes["crop"] = (rest, rest, part, part)
    colours = {name: values[name] for name in ("text", "ground") if values.get(name)}
    if colours:
        changes["colours"] = colours
    if values.get("seed"):
        changes["seed"] = int(values["seed"])
    return changes
