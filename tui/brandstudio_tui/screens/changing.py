"""What can be changed of a banner that was drawn, seen before it is charged."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Input, Label, Static

import brandstudio
from brandstudio.models.choices import SlotsEdit

from ..complaints import told
from ..sizes import SIZES
from ..slots import CONTRACT, ORDER, OWN, SCHEMELESS, SCHEMES, TEMPLATES, Said, blanks, own_slots
from ..widgets.bars import Below, TopBar
from ..widgets.blocks import decode
from ..widgets.choice import Choice
from ..widgets.figures import Figures
from ..widgets.picture import Picture
from .base import Asking, Guarded
from .composing import VISIONS, Draft, Drawn, Preview, preview_change
from .dialogs import Field

Changes = dict[str, Any]
KEEP = ("", "as it is")
AUTO = ("auto", "left to the layout")
COLOURS = ("text", "ground", "scrim", "button", "label")
HINT = "as it is; accent, #0b3d5c"
COLOUR = re.compile(r"#[0-9a-fA-F]{6}|background|surface|primary|secondary|accent|text|auto")
LABEL = 12


def _options(*values: str, auto: bool = False) -> tuple[tuple[str, str], ...]:
    return (KEEP, *((AUTO,) if auto else ()), *((value, value) for value in values))


_NINTHS = (("0", "far"), ("0.25", "rather"), ("0.5", "middle"), ("0.75", "rather"), ("1", "far"))


def _along(first: str, last: str) -> tuple[tuple[str, str], ...]:
    sides = (first, first, "", last, last)
    return (
        KEEP,
        *((v, f"{words} {side}".strip()) for (v, words), side in zip(_NINTHS, sides, strict=True)),
    )


GROUPS: tuple[tuple[str, tuple[Field, ...]], ...] = (
    (
        "Words",
        tuple(Field(name, name, hint="none") for name in ORDER),
    ),
    (
        "Layout",
        (
            Field("template", "Template", options=_options(*TEMPLATES)),
            Field("scheme", "Scheme", options=(KEEP, AUTO, *SCHEMES[1:])),
            Field("size", "Size", options=_options(*SIZES)),
            Field("align", "Alignment", options=_options("start", "center", "end", auto=True)),
            Field("button", "Button", options=_options("accent", "primary", "outline", auto=True)),
            Field(
                "seed",
                "Another try",
                options=(KEEP, *((str(n), f"number {n}") for n in range(10))),
            ),
        ),
    ),
    (
        "Photo",
        (
            Field("image_id", "Which", options=(KEEP, ("none", "no photo"))),
            Field(
                "crop",
                "Crop",
                options=(
                    KEEP,
                    AUTO,
                    ("1", "all of it"),
                    ("0.9", "a little closer"),
                    ("0.75", "closer"),
                    ("0.6", "close"),
                    ("0.45", "very close"),
                ),
            ),
            Field("across", "Across", options=_along("left", "right")),
            Field("down", "Down", options=_along("up", "down")),
        ),
    ),
    (
        "Logo",
        (
            Field("logo", "Which", options=(KEEP, ("none", "no logo"))),
            Field(
                "logo_place",
                "Place",
                options=_options("top-left", "top-right", "bottom-left", "bottom-right"),
            ),
            Field("logo_size", "Size", options=_options("0.6", "0.8", "1", "1.25", "1.5", "2")),
            Field("logo_variant", "Variant", options=_options("any", "light", "dark", "mono")),
        ),
    ),
    (
        "Behind the words",
        (
            Field("scrim", "Scrim", options=_options("auto", "none", "linear", "even", "panel")),
            Field("strength", "Strength", options=_options("0.2", "0.4", "0.6", "0.8", "1")),
        ),
    ),
    (
        "Colours",
        (
            Field("colour_text", "Words", hint=HINT),
            Field("colour_ground", "Ground", hint=HINT),
            Field("colour_scrim", "Scrim", hint=HINT),
            Field("colour_button", "Button", hint=HINT),
            Field("colour_label", "Its label", hint=HINT),
        ),
    ),
)
FIELDS: tuple[Field, ...] = tuple(field for _, fields in GROUPS for field in fields)


def changes_from(values: Mapping[str, str], before: Draft | None = None) -> Changes:
    """The arguments of an edit; nothing where nothing was turned. ``before`` has the words as they
    are; colours that are still being typed are left out.
    """
    before = before or Draft()
    slots = _slots(values, before)
    slots |= {name: values[name] for name in ("image_id", "logo") if values.get(name)}
    changes: Changes = {
        name: values[name]
        for name in ("template", "scheme", "size", "align", "button")
        if values.get(name)
    }
    if slots:
        changes["slots"] = SlotsEdit(**slots)
    changes |= _groups(values)
    changes |= _part(values)
    colours = {role: values.get(f"colour_{role}", "").strip() for role in COLOURS}
    if whole := {role: code for role, code in colours.items() if COLOUR.fullmatch(code)}:
        changes["colours"] = whole
    if values.get("seed"):
        changes["seed"] = int(values["seed"])
    return changes


def _slots(values: Mapping[str, str], before: Draft) -> Changes:
    """The words that are others now, of what the template has words for."""
    asked = blanks(values.get("template") or before.template)
    turned = {
        name: values[name].strip()
        for name in asked
        if name in values and values[name].strip() != before.said(name)
    }
    if not turned.get("headline", "-"):
        del turned["headline"]  # a banner is never without one
    own: dict[str, Said] = {}
    if OWN in turned:
        gone = dict.fromkeys(own_slots(before.said(OWN)), "")
        own |= {**gone, **own_slots(turned.pop(OWN))}
    kept = {blank.name for blank in CONTRACT}
    own |= {name: words for name, words in turned.items() if name not in kept}
    slots: Changes = {name: words for name, words in turned.items() if name in kept}
    return {**slots, "own": own} if own else slots


def _groups(values: Mapping[str, str]) -> Iterator[tuple[str, Any]]:
    """The logo's and the scrim's own choices."""
    logo: dict[str, Any] = {
        name: values[field]
        for field, name in (("logo_place", "place"), ("logo_variant", "variant"))
        if values.get(field)
    }
    if values.get("logo_size"):
        logo["size"] = float(values["logo_size"])
    if logo:
        yield "logo", logo
    scrim: dict[str, Any] = {"kind": values["scrim"]} if values.get("scrim") else {}
    if values.get("strength"):
        scrim["strength"] = float(values["strength"])
    if scrim:
        yield "scrim", scrim


def _part(values: Mapping[str, str]) -> Iterator[tuple[str, Any]]:
    """The part of the photo to show, or with no part chosen the point that must stay in sight."""
    closeness = values.get("crop", "")
    turned = values.get("across") or values.get("down")
    point = tuple(float(values.get(name) or 0.5) for name in ("across", "down"))
    if closeness == "auto":
        yield "crop", "auto"
    elif closeness:
        part = float(closeness)
        x, y = (round((1 - part) * share, 4) for share in point)
        yield "crop", (x, y, part, part)
    if turned and closeness in ("", "auto"):
        yield "focal_point", point


class ChangeScreen(Guarded, Asking, Screen[Changes | None]):
    """A line for each thing on the left, the banner as it would become on the right, free."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "send", "Change it", priority=True, id="change.send"),
        Binding("f7", "photo", "Photo", priority=True, id="change.photo"),
        Binding("f8", "eyes", "Eyes", priority=True, id="change.eyes"),
        Binding("ctrl+underscore,ctrl+slash", "forget", "As it was", id="change.forget"),
        Binding("escape", "leave", "Back", id="change.close"),
        Binding("down", "app.focus_next", "Below", show=False, id="change.below"),
        Binding("up", "app.focus_previous", "Above", show=False, id="change.above"),
    ]

    def __init__(self, one: Drawn) -> None:
        super().__init__()
        self._begin_asking()
        self._one = one
        self._shown: Changes | None = None

    def compose(self) -> ComposeResult:
        yield TopBar("banner")
        with Horizontal(id="banner"):
            with VerticalScroll(id="slots", can_focus=False):
                for title, fields in GROUPS:
                    yield Label(title, classes="head")
                    for field in fields:
                        yield from self._line(field)
            with Vertical(id="stage"):
                yield Choice("Eyes", VISIONS, id="change-eyes", label_width=LABEL)
                yield Picture(id="preview", waits=True)
                yield Figures(id="figures")
                yield Static("", id="change-cost", markup=False)
        yield Below()

    def _line(self, field: Field) -> ComposeResult:
        """A field; what the banner is already is not offered as a change."""
        one = self._one
        if field.options:
            name, now = f"turn-{field.name}", {"template": one.template, "size": one.draft.size}
            options = [pair for pair in field.options if pair[0] != now.get(field.name)]
            yield Choice(field.label, options, id=name, label_width=LABEL)
            return
        with Horizontal(classes="line", id=f"line-{field.name}"):
            yield Label(field.label, classes="quiet", markup=False)
            value = one.draft.said(field.name)
            yield Input(value, placeholder=field.hint, id=f"turn-{field.name}")

    def on_mount(self) -> None:
        self._suit(self._one.template)
        self.query_one("#turn-template", Choice).focus()
        folder = self._one.draft.folder

        def logos(studio: brandstudio.Studio) -> list[str]:
            return list(dict.fromkeys(one.name for one in studio.logos.list(folder=folder).logos))

        def show(names: list[str]) -> None:
            choice = self.query_one("#turn-logo", Choice)
            choice.set_options((*choice.options[:2], *((name, name) for name in names)))

        self.ask(logos, show, group="logos", otherwise=lambda error: None)
        self.call_after_refresh(self.redraw)

    def _suit(self, template: str) -> None:
        """Show the lines for the words that a template has."""
        asked = blanks(template)
        self.query_one("#turn-scheme").display = template not in SCHEMELESS
        for name in ORDER:
            line = self.query_one(f"#line-{name}")
            line.display = name in asked
            if blank := asked.get(name):
                line.query_one(Label).update(blank.label)
                line.query_one(Input).placeholder = "" if blank.needed else "none"

    @property
    def values(self) -> dict[str, str]:
        found = {}
        for field in FIELDS:
            widget = self.query_one(f"#turn-{field.name}")
            assert isinstance(widget, Input | Choice)
            found[field.name] = widget.value
        return found

    @property
    def changes(self) -> Changes:
        """What was turned so far."""
        return changes_from(self.values, self._one.draft)

    # -- the banner as it would become -------------------------------------------------------------

    @on(Choice.Changed, "#change-eyes")
    def _looked(self, event: Choice.Changed) -> None:
        event.stop()
        if self.changes:
            self.redraw()
        else:
            self.studio_app.say("Turn something first: what is changed is what is seen", "quiet")

    @on(Choice.Changed, "#turn-template")
    def _other_template(self, event: Choice.Changed) -> None:
        self._suit(event.value or self._one.template)

    @on(Choice.Changed)
    @on(Input.Changed)
    def _turned(self) -> None:
        if self.changes != self._shown:
            self.redraw()

    def on_resize(self) -> None:
        self.redraw()

    def reload(self) -> None:
        self.redraw()

    def redraw(self) -> None:
        """Preview what is turned; while one preview is made only the newest waits."""
        one, changes = self._one, self.changes
        self._shown = changes
        picture = self.query_one("#preview", Picture)
        cells, half = (picture.size.width, picture.size.height), self.studio_app.symbols.half
        if not all(cells):
            return
        if not changes:
            self.ask_latest("change", lambda studio: studio.read(one.url), self._show_before)
            return

        vision = self.query_one("#change-eyes", Choice).value

        def work(studio: brandstudio.Studio) -> Preview:
            return preview_change(studio, one, changes, vision, cells, half)

        self.ask_latest("change", work, self._show, self._not_drawn)

    def _show_before(self, file: bytes) -> None:
        if self.changes:
            return
        picture = self.query_one("#preview", Picture)
        picture.show(decode(file, 1200), name=(self._one.variant_id, 0), file=file)
        one = self._one
        self.query_one(Figures).show(one.total, one.figures, one.warnings, "as it was drawn")
        self._say_cost("Nothing changed yet. What is turned on the left is seen here, free.")

    def _show(self, made: Preview) -> None:
        picture = self.query_one("#preview", Picture)
        picture.show(
            made.picture,
            name=(f"change-{id(made.picture)}", 0),
            file=made.file,
            painted=made.painted,
        )
        self.query_one(Figures).show(made.total, made.figures, made.warnings, "preview, free")
        cost = self.studio_app.purse.quoted(made.quote)
        self._say_cost(f"^s changes it{f': {cost}' if cost else ''}")

    def _not_drawn(self, error: Exception) -> None:
        self.query_one("#preview", Picture).fail(error, "No preview: the reason stands below.")
        self.query_one(Figures).complain(told(error))
        self._say_cost("")

    def _say_cost(self, words: str) -> None:
        pens = self.studio_app.pens
        text = Text(words, pens.second)
        for role in COLOURS:
            code = self.query_one(f"#turn-colour_{role}", Input).value.strip()
            if code and not COLOUR.fullmatch(code):
                text.append(
                    f"\n{code}: a colour is #rrggbb, a role of the palette, or auto", pens.warn
                )
        self.query_one("#change-cost", Static).update(text)

    # -- going on ----------------------------------------------------------------------------------

    def action_send(self) -> None:
        changes = self.changes
        if changes:
            self.dismiss(changes)
        else:
            self.studio_app.say("Nothing is changed yet", "quiet")

    def action_leave(self) -> None:
        self.dismiss(None)

    def action_eyes(self) -> None:
        self.query_one("#change-eyes", Choice).action_turn(1)

    def action_forget(self) -> None:
        """Every line as it was."""
        for field in FIELDS:
            widget = self.query_one(f"#turn-{field.name}")
            assert isinstance(widget, Input | Choice)
            widget.value = "" if field.options else self._one.draft.said(field.name)

    def action_photo(self) -> None:
        from .picking import pick_image

        def take(image_id: str) -> None:
            choice = self.query_one("#turn-image_id", Choice)
            choice.set_options((*choice.options[:2], (image_id, "the one chosen")))
            choice.value = image_id

        pick_image(self.studio_app, self._one.draft.folder, take, "Photo")
