"""Style: references, what was learned from them, rules, and where each part comes from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

import brandstudio
from brandstudio.models.style import PaletteColour, Voice

from ..views import JobView
from ..widgets.column import TextColumn
from ..widgets.rows import Column, Row, Rows
from ..widgets.swatches import learned_text
from .base import Area
from .dialogs import Field, Form
from .learning import Learned, RuleView, look

KINDS = tuple((name, name) for name in ("image", "copy", "logo", "layout"))
#: What ``style.update`` calls a part of the purpose, where it is held, and what a person calls it.
PURPOSE = (
    ("feel", "feel", "How it should feel"),
    ("essence", "essence", "What it is for"),
    ("voice_text", "voice", "How it speaks"),
    ("compliance", "compliance", "What must be said or never"),
)
CASES = (("", "either way"), ("sentence", "sentence case"), ("title", "title case"))


class StyleArea(Area):
    """What the brand looks like, measured, and the rules that keep it so."""

    AREA = "style"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "e",
            "extract",
            "Learn",
            id="style.extract",
            tooltip="Learn the style from the references",
        ),
        Binding("a", "adopt", "Adopt", id="style.adopt", tooltip="Adopt the proposed rule"),
        Binding("x", "reject", "Reject", id="style.reject", tooltip="Reject or remove the rule"),
        Binding("n", "new", "New rule", id="style.new"),
        Binding("i", "edit", "Edit rule", id="style.edit"),
        Binding(
            "g", "reference", "Reference", id="style.reference", tooltip="Add a golden reference"
        ),
        Binding("G", "unreference", "Remove reference", show=False, id="style.unreference"),
        Binding("c", "palette", "Palette", id="style.palette", tooltip="The folder's own colours"),
        Binding(
            "v", "voice", "Voice", show=False, id="style.voice", tooltip="How the brand speaks"
        ),
        Binding(
            "p",
            "purpose",
            "Purpose",
            show=False,
            id="style.purpose",
            tooltip="What the brand is for",
        ),
        Binding(
            "w",
            "wear",
            "Wear it",
            show=False,
            id="style.wear",
            tooltip="The brand's colours as the theme",
        ),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._learned: Learned | None = None
        self._shown_folder: str | None = None
        self._rejected: set[str] = set()

    def body(self) -> ComposeResult:
        with Horizontal(id="style"):
            with TextColumn(id="learned"):
                yield Static("", id="learned-words")
            with Vertical(id="ruling"):
                yield Rows(
                    (Column("", 2), Column("Kind", 7), Column("Rule", 0), Column("From", 14)),
                    id="rules",
                    empty="No rules yet. e learns from the references and proposes some.",
                )
                yield Static("", id="rule-words", markup=False)
                yield Rows(
                    (Column("Reference", 0), Column("Size", 12)),
                    id="references",
                    empty="No references of its own. g adds one.",
                )

    def begin(self) -> None:
        self.query_one("#rules", Rows).focus()

    def show_folder(self, folder: str) -> None:
        if folder == self._shown_folder:
            return
        self._shown_folder = folder
        self.reload()

    def reload(self) -> None:
        folder = self.studio_app.folder
        if not folder:
            self.query_one("#learned-words", Static).update("Choose a folder: ^g")
            return
        self.ask(lambda studio: look(studio, folder), self._show, group="style")

    def jobs_seen(self, jobs: tuple[JobView, ...], ended: tuple[JobView, ...]) -> None:
        live = [job for job in jobs if job.live and job.kind == "extraction"]
        if live and self.is_current:
            share = "" if live[0].percent is None else f" {live[0].percent:.0f} %"
            self.studio_app.say(f"Learning: {live[0].message}{share}", "second")
        if any(job.kind == "extraction" for job in ended) and self.is_current:
            self.studio_app.say("The style is learned")
            self.reload()

    # -- what is shown -----------------------------------------------------------------------------

    def _show(self, learned: Learned) -> None:
        self._learned = learned
        self._paint_learned()
        self._show_rules()
        self.query_one("#references", Rows).show(
            [
                Row(
                    f"{one.category}/{one.ref_id}",
                    (one.filename, f"{one.width}×{one.height}"),
                    ("", "quiet"),
                )
                for one in learned.references
            ]
        )

    @on(TextColumn.Reset)
    def _paint_learned(self) -> None:
        app = self.studio_app
        if self._learned is not None:
            # A cell for the padding on each side, and one for the scrollbar.
            width = self.query_one("#learned").size.width - 3
            text = learned_text(self._learned, app.pens, app.symbols, width)
            self.query_one("#learned-words", Static).update(text)

    def _rules(self) -> list[RuleView]:
        if self._learned is None:
            return []
        return [rule for rule in self._learned.rules if rule.key not in self._rejected]

    def _show_rules(self) -> None:
        symbols = self.studio_app.symbols
        rows = []
        for rule in self._rules():
            sign, pen = (symbols.queued, "warn") if rule.suggested else (symbols.done, "good")
            if rule.caught:
                sign, pen = symbols.warning, "accent"
            rows.append(
                Row(
                    rule.key,
                    (sign, rule.kind, rule.text, rule.origin),
                    (pen, "second", "", "quiet"),
                )
            )
        self.query_one("#rules", Rows).show(rows)
        self._describe()

    @on(Rows.Stood, "#rules")
    def _stood(self, event: Rows.Stood) -> None:
        event.stop()
        self._describe()

    def _describe(self) -> None:
        rule, pens, symbols = self._rule(), self.studio_app.pens, self.studio_app.symbols
        text = Text()
        if rule is not None:
            text.append(f"{rule.text}\n", pens.strong)
            if rule.suggested:
                text.append("Proposed: a adopts it, x rejects it.\n", pens.warn)
            if rule.evidence:
                text.append(f"{rule.evidence}\n", pens.quiet)
            if rule.caught:
                text.append(f"{symbols.warning} last caught: {rule.caught}\n", pens.accent)
        self.query_one("#rule-words", Static).update(text)

    def _rule(self) -> RuleView | None:
        key = self.query_one("#rules", Rows).key
        return next((rule for rule in self._rules() if rule.key == key), None)

    # -- learning and references -------------------------------------------------------------------

    def action_extract(self) -> None:
        folder = self.studio_app.folder
        if not folder:
            return
        fields = [Field("site", "Website, where there is one", "", "https://...")]
        note = self.studio_app.purse.line("extract")

        def learn(values: dict[str, str] | None) -> None:
            if values is None:
                return
            site = values["site"].strip()
            more: dict[str, Any] = {"website_url": site} if site else {}
            self.ask(
                lambda studio: studio.style.extract(folder=folder, **more),
                lambda accepted: self.studio_app.say("Learning", "second"),
            )

        form = Form(
            f"Learn the style of {folder}",
            fields,
            button="Learn",
            note=f"It {note}." if note else "",
        )
        self.app.push_screen(form, learn)

    def action_reference(self) -> None:
        from .picking import pick_image

        folder = self.studio_app.folder
        if not folder:
            return

        def add(image_id: str) -> None:
            def work(studio: brandstudio.Studio) -> str:
                made = studio.references.add(
                    folder=folder, domain="photos", library_image_ids=[image_id]
                )
                return made.added[0].ref_id

            def show(ref_id: str) -> None:
                self._done(
                    "Reference",
                    "A golden reference more: e learns from it",
                    lambda studio: studio.references.remove(
                        folder=folder, domain="photos", category="general", ref_id=ref_id
                    ),
                )
                self.reload()

            self.ask(work, show)

        pick_image(self.studio_app, folder, add, "Golden reference")

    def action_unreference(self) -> None:
        key, learned = self.query_one("#references", Rows).key, self._learned
        if key is None or learned is None:
            return
        found = next(one for one in learned.references if f"{one.category}/{one.ref_id}" == key)
        folder = self.studio_app.folder

        def show(_: object) -> None:
            self.studio_app.history.add(
                "Remove reference",
                lambda studio: studio.references.add(
                    folder=folder,
                    domain="photos",
                    category=found.category,
                    library_image_ids=[found.image_id],
                ),
            )
            self.reload()

        self.ask(
            lambda studio: studio.references.remove(
                folder=folder, domain="photos", category=found.category, ref_id=found.ref_id
            ),
            show,
        )

    # -- rules -------------------------------------------------------------------------------------

    def _add_rule(self, kind: Any, text: str, check: Any = None) -> None:
        folder = self.studio_app.folder
        more = {"check": check} if check is not None else {}

        def work(studio: brandstudio.Studio) -> str:
            return studio.rules.add(folder=folder, kind=kind, text=text, **more).rule_id

        def show(rule_id: str) -> None:
            self._done(
                "Adopt rule",
                f"Rule adopted: {text}",
                lambda studio: studio.rules.remove(folder=folder, rule_id=rule_id),
            )
            self.reload()

        self.ask(work, show)

    def _done(self, name: str, said: str, undo: Callable[[brandstudio.Studio], object]) -> None:
        self.studio_app.say(f"{said}  (u undoes)")
        self.studio_app.history.add(name, undo)

    def action_adopt(self) -> None:
        rule = self._rule()
        if rule is not None and rule.suggested:
            self._add_rule(rule.kind, rule.text, rule.check)

    def action_reject(self) -> None:
        rule = self._rule()
        if rule is None:
            return
        if rule.suggested:
            self._rejected.add(rule.key)
            self._show_rules()
            said, key = f"Rejected: {rule.text}", rule.key
            self._done("Reject rule", said, lambda studio: self._rejected.discard(key))
            return
        if not rule.own:
            self.studio_app.say(f"That rule is kept in {rule.origin}", "warn")
            return
        folder = self.studio_app.folder
        more = {"check": rule.check} if rule.check is not None else {}
        kind: Any = rule.kind

        def show(_: object) -> None:
            self._done(
                "Remove rule",
                f"Rule removed: {rule.text}",
                lambda studio: studio.rules.add(folder=folder, kind=kind, text=rule.text, **more),
            )
            self.reload()

        self.ask(lambda studio: studio.rules.remove(folder=folder, rule_id=rule.key), show)

    def action_new(self) -> None:
        fields = [
            Field("text", "The rule as a sentence", "", "Never more than two exclamation marks"),
            Field("kind", "Of", "copy", options=KINDS),
        ]

        def add(values: dict[str, str] | None) -> None:
            if values and values["text"].strip():
                self._add_rule(values["kind"], values["text"].strip())

        if self.studio_app.folder:
            self.app.push_screen(Form("New rule", fields, button="Add"), add)

    def action_edit(self) -> None:
        rule, folder = self._rule(), self.studio_app.folder
        if rule is None or rule.suggested or not rule.own:
            if rule is not None:
                kept = f"That rule is kept in {rule.origin}"
                self.studio_app.say("Adopt it first: a" if rule.suggested else kept, "warn")
            return

        def change(values: dict[str, str] | None) -> None:
            if not values or not values["text"].strip():
                return

            def show(_: object) -> None:
                self._done("Edit rule", f"Rule changed: {text}", back)
                self.reload()

            def back(studio: brandstudio.Studio) -> object:
                return studio.rules.update(folder=folder, rule_id=rule.key, text=rule.text)

            text = values["text"].strip()
            self.ask(
                lambda studio: studio.rules.update(folder=folder, rule_id=rule.key, text=text), show
            )

        field = Field("text", "The rule as a sentence", rule.text)
        self.app.push_screen(Form("Edit rule", [field], button="Keep"), change)

    # -- what the folder itself says ---------------------------------------------------------------

    def _update(self, words: str, back: dict[str, Any], changes: dict[str, Any]) -> None:
        folder = self.studio_app.folder

        def show(_: object) -> None:
            self._done(
                words, f"{words} kept", lambda studio: studio.style.update(folder=folder, **back)
            )
            self.reload()

        self.ask(lambda studio: studio.style.update(folder=folder, **changes), show)

    def action_palette(self) -> None:
        learned = self._learned
        if learned is None:
            return
        before = list(learned.style.palette)
        field = Field(
            "colours",
            "Colours, with spaces between them",
            " ".join(c.hex for c in before),
            "#0b3d5c #e8a23b",
        )

        def keep(values: dict[str, str] | None) -> None:
            if values is None:
                return
            roles = {colour.hex: colour for colour in before}
            colours = [
                roles.get(word) or PaletteColour(hex=word) for word in values["colours"].split()
            ]
            self._update("Palette", {"palette": before}, {"palette": colours})

        self.app.push_screen(
            Form("The folder's palette", [field], button="Keep"), self._trying(keep)
        )

    def action_voice(self) -> None:
        learned = self._learned
        if learned is None:
            return
        voice = learned.style.voice or Voice()
        fields = [
            Field("tone", "Tone, with commas", ", ".join(voice.tone), "warm, plain"),
            Field("banned", "Never say", ", ".join(voice.banned_words)),
            Field("names", "Product names", ", ".join(voice.product_names)),
            Field("case", "Headlines", voice.headline_case or "", options=CASES),
        ]

        def keep(values: dict[str, str] | None) -> None:
            if values is None:
                return
            changed = voice.model_copy(
                update={
                    "tone": _listed(values["tone"]),
                    "banned_words": _listed(values["banned"]),
                    "product_names": _listed(values["names"]),
                    "headline_case": values["case"] or None,
                }
            )
            self._update("Voice", {"voice": voice}, {"voice": changed})

        self.app.push_screen(
            Form("How the brand speaks", fields, button="Keep"), self._trying(keep)
        )

    def action_purpose(self) -> None:
        learned = self._learned
        if learned is None:
            return
        purpose = learned.style.purpose
        before = {
            name: (getattr(purpose, held) or "" if purpose else "") for name, held, _ in PURPOSE
        }
        fields = [Field(name, label, before[name]) for name, _, label in PURPOSE]

        def keep(values: dict[str, str] | None) -> None:
            if values is not None:
                self._update("Purpose", dict(before), dict(values))

        self.app.push_screen(Form("What the brand is for", fields, button="Keep"), keep)

    def _trying(self, act: Any) -> Any:
        """A value that does not fit is said, not raised."""

        def run(values: dict[str, str] | None) -> None:
            try:
                act(values)
            except brandstudio.errors.StudioError as error:
                self.fail(error)

        return run

    def action_wear(self) -> None:
        self.studio_app.action_wear_brand()


def _listed(words: str) -> list[str]:
    return [word.strip() for word in words.split(",") if word.strip()]
