"""Style: references, what was learned from them, rules, and where each part comes from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

import brandstudio

from ..views import JobView
from ..widgets.column import TextColumn
from ..widgets.rows import Column, Row, Rows
from ..widgets.swatches import learned_text
from .base import Area
from .carrying import Carrying
from .dialogs import Field, Form
from .learning import Learned, RuleView, look
from .telling import Telling

KINDS = tuple((name, name) for name in ("image", "copy", "logo", "layout"))


class StyleArea(Telling, Carrying, Area):
    """What the brand looks like, measured, and the rules that keep it so."""

    AREA = "style"
    FOOTERS: ClassVar[Mapping[str, Sequence[str]]] = {
        "references": ("reference", "unreference"),
        "learned": ("logo", "unlogo", "font", "unfont", "palette", "voice", "purpose", "wear"),
    }
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
        Binding(
            "P",
            "propose",
            "Rejected too",
            show=False,
            id="style.propose",
            tooltip="Propose again the rules that were rejected",
        ),
        Binding("n", "new", "New rule", id="style.new"),
        Binding("i", "edit", "Edit rule", id="style.edit"),
        Binding(
            "g", "reference", "Reference", id="style.reference", tooltip="Add a golden reference"
        ),
        Binding("G", "unreference", "Remove reference", show=False, id="style.unreference"),
        Binding("l", "logo", "Logo", id="style.logo", tooltip="Add a logo"),
        Binding("L", "unlogo", "Remove logo", show=False, id="style.logo.remove"),
        Binding("f", "font", "Font", show=False, id="style.font", tooltip="Add a font"),
        Binding("F", "unfont", "Remove font", show=False, id="style.font.remove"),
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
        rejected = self.studio_app.rejected
        self.ask(
            lambda studio: look(studio, folder, rejected.of(folder)), self._show, group="style"
        )

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
        return [] if self._learned is None else list(self._learned.rules)

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
        self.query_one("#rule-words").display = rule is not None
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
            self._reject(rule.text)
            return
        if not rule.own:
            self.studio_app.say(f"That rule is kept in {rule.origin}", "warn")
            return
        folder = self.studio_app.folder
        kind: Any = rule.kind

        def show(_: object) -> None:
            self._done(
                "Remove rule",
                f"Rule removed: {rule.text}",
                lambda studio: studio.rules.add(
                    folder=folder, kind=kind, text=rule.text, check=rule.check
                ),
            )
            self.reload()

        self.ask(lambda studio: studio.rules.remove(folder=folder, rule_id=rule.key), show)

    def _reject(self, text: str) -> None:
        """Propose a rule no more, also after the next extraction and the next start."""
        folder, rejected = self.studio_app.folder, self.studio_app.rejected

        def show(_: object) -> None:
            back = partial(rejected.remove, folder, text)
            self._done("Reject rule", f"Rejected: {text}", lambda studio: back())
            self.reload()

        self.ask(lambda studio: rejected.add(folder, text), show)

    def action_propose(self) -> None:
        """Propose again what was rejected."""
        folder, rejected = self.studio_app.folder, self.studio_app.rejected

        def show(_: object) -> None:
            self.studio_app.say("What was rejected is proposed again")
            self.reload()

        if folder:
            self.ask(lambda studio: rejected.remove(folder), show)

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

    def action_wear(self) -> None:
        self.studio_app.action_wear_brand()
