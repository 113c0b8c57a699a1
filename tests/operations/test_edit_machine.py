"""Banners changed at random, from any earlier variant, over every transport: a state machine whose
model is the list of variants with the bytes that each must keep, and the sum that they cost.

Fifty banners and five hundred edits run with ``-m nightly``; a few of them in every run. A part of
them are of templates with slots of their own, rich words, pictures and colour schemes.
"""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest

from brandstudio import errors
from brandstudio.models.choices import Choices
from brandstudio.models.designs import DesignSpec, Variant
from brandstudio.pipelines import designs as pipeline
from brandstudio.studio.studio import Studio
from brandstudio.testing import Bench, Place

pytestmark = pytest.mark.usefixtures("small_frames")
LOGO = files("brandstudio.assets").joinpath("demo", "logo.svg").read_bytes()
PHOTOS = ("coffee", "astronaut", "dandelion")
TEMPLATES = ("overlay", "split", "panel")
SMALL = ("medium-rectangle-300x250", "large-rectangle-336x280", "half-page-300x600")
WORDS = (
    "Open late",
    "Quiet mornings by the sea",
    "صيف جديد",
    "Slow coffee, fast trains",
    "夏、開幕",
)
RICH = ("", "Only **today**", "[accent]Half[/] the *price*", "**خصم** اليوم", "5 * 3 is ten")
POSTING = """
name = "posting"
title = "Posting"
sizes = ["any"]
order = ["date", "headline", "note", "button"]
[slots.headline]
required = true
[slots.date]
required = true
max_length = 20
type = { uppercase = true, tracking = 0.1, weight = 600 }
[slots.note]
rich = true
max_length = 40
[slots.points]
kind = "list"
max_entries = 3
max_length = 20
[slots.second]
kind = "image"
[schemes.dark]
surface = "#14161a"
background = "#14161a"
[schemes.accent]
surface = "accent"
[layouts.square]
photo = { columns = [7, 12], of = "canvas" }
ground = { frame = { columns = [1, 6], of = "canvas" }, colour = "surface" }
words = [{ frame = { rows = [1, 8], of = "ground" }, anchor = "middle" }]
headline = { smallest = 1.0, largest = 2.2, lines = 4 }
logo = { corner = "bottom-end", of = "photo" }
[[layouts.square.layers]]
kind = "group"
each = "points"
gap = 0.3
frame = { rows = [9, 12], of = "ground" }
layers = [{ kind = "text", slot = "item", lines = 1 }]
[[layouts.square.layers]]
kind = "image"
slot = "second"
shape = "circle"
frame = { columns = [10, 12], rows = [1, 4] }
"""
FIGURE = """
name = "figure"
title = "Figure"
sizes = ["any"]
order = ["number", "headline"]
[slots.headline]
required = false
rich = true
[slots.number]
required = true
max_length = 6
type = { font = "heading", size = 2.4, figures = "tabular", colour = "accent" }
[slots.label]
default = "New"
max_length = 12
type = { uppercase = true }
[schemes.dark]
surface = "#101010"
background = "#101010"
primary = "#101010"
[layouts.square]
ground = { frame = { of = "canvas" }, colour = "surface" }
words = [{ frame = { columns = [1, 8] }, anchor = "middle" }]
[[layouts.square.layers]]
kind = "badge"
slot = "label"
shape = "pill"
lines = 1
frame = { columns = [9, 12], rows = [1, 3] }
align = "end"
"""
#: What may be said in the slots of a template's own; what is needed never by "" or [].
OWN: dict[str, dict[str, tuple[Any, ...]]] = {
    "posting": {
        "date": ("12 May", "From June", "الجمعة"),
        "note": RICH,
        "points": ([], ["No dogs"], ["Bring a coat", "Free entry", "犬も可"]),
        "second": ("", "PHOTO"),
    },
    "figure": {"number": ("87%", "1,024", "٤٢"), "label": ("", "Now", "新着")},
}
NEEDED = {"posting": {"date"}, "figure": {"number"}}
OWN_NAMES = {name for slots in OWN.values() for name in slots}
SCHEMES = {"posting": ("dark", "accent", "auto"), "figure": ("dark", "auto")}


class Machine:
    """One banner job and what must hold of it."""

    def __init__(self, studio: Studio, bench: Bench, chance: Random, photos: list[str]) -> None:
        self.studio, self.bench, self.chance, self.photos = studio, bench, chance, photos
        slots: dict[str, Any] = {"headline": chance.choice(WORDS), "button_text": "Visit us"}
        if chance.random() < 0.7:
            slots |= {"image_id": chance.choice(photos), "extend": False}
        template = chance.choice((*TEMPLATES, *OWN))
        accepted = studio.designs.create(
            folder="acme",
            size=chance.choice(SMALL),
            template=template,
            slots=slots | self.own(template),
            scheme=chance.choice((*(n for n in SCHEMES.get(template, ()) if n != "auto"), None)),
        )
        bench.run_until_idle()
        self.job_id = accepted.job_id
        self.known: dict[str, bytes] = {}
        self.cost = 2.0
        self.dropped = 0
        for variant in studio.designs.get(job_id=self.job_id).variants:
            self.known[variant.variant_id] = variant.read()

    def own(self, template: str) -> dict[str, Any]:
        """Words and pictures for every slot of a template's own."""
        return {name: self._own(template, name) for name in OWN.get(template, {})}

    def _own(self, template: str, name: str) -> Any:
        said = self.chance.choice(OWN[template][name])
        return self.chance.choice(self.photos) if said == "PHOTO" else said

    def change(self, before: Variant) -> dict[str, Any]:
        """One to three things to change, all of them in order."""
        chance = self.chance
        template = chance.choice((before.template,) * 3 + (*TEMPLATES, *OWN))
        own = [{"slots": {name: self._own(template, name)}} for name in OWN.get(template, {})]
        schemes = [{"scheme": chance.choice(SCHEMES[template])}] if template in SCHEMES else []
        ways: list[dict[str, Any]] = [
            *own,
            *own,
            *schemes,
            {"slots": {"headline": chance.choice(WORDS)}},
            {"slots": {"subhead": chance.choice(("", "A little more"))}},
            {"slots": {"image_id": chance.choice([*self.photos, "none"]), "extend": False}},
            {"slots": {"logo": chance.choice(("mark", "none"))}},
            {"size": chance.choice(SMALL)},
            {"canvas": {"width": chance.randint(260, 420), "height": chance.randint(220, 420)}},
            {"logo": {"place": chance.choice(("top-left", "bottom-right", "top-right"))}},
            {"logo": chance.choice(("auto", {"size": 1.3}))},
            {"scrim": {"kind": chance.choice(("auto", "none", "even", "linear", "panel"))}},
            {"colours": {"text": chance.choice(("#ffffff", "#102030", "auto"))}},
            {"colours": {"ground": chance.choice(("primary", "#7a1f3d", "auto"))}},
            {"align": chance.choice(("auto", "start", "center", "end"))},
            {"button": chance.choice(("auto", "accent", "primary", "outline"))},
            {"seed": chance.randint(0, 5)},
        ]
        asked: dict[str, Any] = {}
        for way in chance.sample(ways, chance.randint(1, 3)):
            for name, value in way.items():
                held = asked.get(name)
                both = isinstance(held, dict) and isinstance(value, dict)
                asked[name] = {**held, **value} if both else value
        asked.get("slots", {}).pop("extend", None)
        if "size" in asked and "canvas" in asked:
            del asked["canvas"]
        if template != before.template:
            self._moved(before, template, asked)
        return asked

    def _moved(self, before: Variant, template: str, asked: dict[str, Any]) -> None:
        """What goes with another template: slots that it lacks go, those that it needs come."""
        asked["template"] = template
        had = set(before.spec.recipe.slots.own)
        needed = {name: self._own(template, name) for name in NEEDED.get(template, ())}
        gone = dict.fromkeys(sorted(had - set(OWN.get(template, {}))), "")
        if gone or needed:
            asked["slots"] = {**gone, **needed, **asked.get("slots", {})}
        choices = before.spec.recipe.choices
        if choices is not None and choices.scheme not in (None, *SCHEMES.get(template, ())):
            asked["scheme"] = "auto"

    def edit(self, fail: pytest.MonkeyPatch) -> None:
        """Change an earlier variant; sometimes drawing it breaks, and it is refunded."""
        source = self.chance.choice(list(self.known))
        before = self._variant(source)
        change = self.change(before)
        breaks = self.chance.random() < 0.1
        seen = self.studio.designs.preview_edit(
            job_id=self.job_id, variant_id=source, max_side=200, **change
        )
        try:
            accepted = self.studio.designs.edit(job_id=self.job_id, variant_id=source, **change)
        except errors.ValidationError as refused:
            if "changes nothing" not in str(refused):
                raise
            assert seen.unchanged is not None
            return  # chance chose what the banner is already: nothing is drawn and nothing charged
        assert seen.unchanged is None
        assert accepted.credits.may_add is None
        assert seen.credits is not None
        assert accepted.credits.deducted == seen.credits.deducted
        if breaks:
            with fail.context() as broken:
                broken.setattr(pipeline, "compose", _broken)
                self.bench.run_until_idle()
            self.dropped += 1
            return
        self.bench.run_until_idle()
        after = self._variant(accepted.variant_id)
        self.known[after.variant_id] = after.read()
        same = self.known[after.variant_id] == self.known[source]
        assert not same, (change, before.template, before.size)
        self.cost += accepted.credits.deducted
        assert after.scores == seen.scores
        assert after.contrast_failures == []
        self._holds(before, after, change)

    def _holds(self, before: Variant, after: Variant, change: dict[str, Any]) -> None:
        """What was left out stayed; what was named is there."""
        slots, was = after.spec.recipe.slots, before.spec.recipe.slots
        edit = change.get("slots", {})
        for name in ("headline", "subhead", "button_text", "logo"):
            wanted = edit.get(name, getattr(was, name)) or None
            assert getattr(slots, name) == wanted, name
        own = {**was.own, **{n: v for n, v in edit.items() if n in set(was.own) | OWN_NAMES}}
        assert slots.own == {name: said for name, said in own.items() if said}
        assert after.template == change.get("template", before.template)
        if "canvas" not in change:
            assert after.size == change.get("size", before.size)
        mine = after.spec.recipe.choices or Choices()
        theirs = before.spec.recipe.choices or Choices()
        for name in ("align", "button", "seed", "scheme"):
            wanted = change.get(name, getattr(theirs, name))
            assert getattr(mine, name) == (None if wanted == "auto" else wanted), name

    def send_back(self) -> None:
        """The exported spec of a variant draws its very bytes again."""
        variant = self._variant(self.chance.choice(list(self.known)))
        exported = self.studio.designs.export(
            job_id=self.job_id, variant_id=variant.variant_id, format="spec"
        )
        spec = DesignSpec.model_validate(json.loads(exported.read()))
        accepted = self.studio.designs.render(folder="acme", spec=spec)
        self.bench.run_until_idle()
        again = self.studio.designs.get(job_id=accepted.job_id).variants[0]
        assert again.read() == self.known[variant.variant_id]
        self.cost += accepted.credits.deducted

    def export(self) -> None:
        """A variant's PNG is its file, but for the content credentials that an export is given."""
        id = self.chance.choice(list(self.known))
        made = self.studio.designs.export(job_id=self.job_id, variant_id=id, format="png")
        assert _without_credentials(made.read()) == self.known[id]

    def refuse(self) -> None:
        """What can't be is refused and leaves no trace."""
        id = self.chance.choice(list(self.known))
        wrong = self.chance.choice(
            ({"size": "mobile-banner-320x50", "slots": {"headline": "Word " * 28}},
             {"template": "article-cover-panel"}, {"slots": {"image_id": "img_none"}},
             {"slots": {"venue": "Quay 7"}}, {"scheme": "no-such"},
             {"template": "posting", "slots": {"date": ""}},
             {"template": "posting", "slots": {"date": "12 May", "note": "[gold]x[/]"}}, {})
        )  # fmt: skip
        with pytest.raises(errors.StudioError):
            self.studio.designs.edit(job_id=self.job_id, variant_id=id, **wrong)

    def check(self) -> None:
        """Every variant that stood stands, byte for byte, in order; the dropped ones are said."""
        job = self.studio.designs.get(job_id=self.job_id)
        assert job.status == "completed"
        assert [v.variant_id for v in job.variants] == list(self.known)
        assert len(job.dropped) == self.dropped
        assert job.pending is None
        for variant in job.variants:
            assert variant.read() == self.known[variant.variant_id]

    def _variant(self, id: str) -> Variant:
        job = self.studio.designs.get(job_id=self.job_id)
        return next(v for v in job.variants if v.variant_id == id)


def _without_credentials(png: bytes) -> bytes:
    """A PNG without its C2PA chunk."""
    out, at = png[:8], 8
    while at < len(png):
        length = int.from_bytes(png[at : at + 4], "big") + 12
        if png[at + 4 : at + 8] != b"caBX":
            out += png[at : at + length]
        at += length
    return out


def _broken(*_: Any, **__: Any) -> Any:
    raise errors.UpstreamError("no")


def _run(studio: Studio, bench: Bench, fail: pytest.MonkeyPatch, seed: int, size: int) -> None:
    bench.run_until_idle()
    folder = Path(bench.data) / "templates"
    folder.mkdir(mode=0o700, exist_ok=True)
    for text, name in ((POSTING, "posting"), (FIGURE, "figure")):
        (folder / f"{name}.toml").write_text(text, encoding="utf-8")
        (folder / f"{name}.toml").chmod(0o600)  # others check the folder after us
    studio.folders.create(name="Acme")
    studio.logos.add(folder="acme", file=LOGO, name="mark")
    photos = [
        studio.library.add(
            folder="acme",
            file=files("brandstudio.assets").joinpath("photos", f"{name}.jpg").read_bytes(),
        ).image_id
        for name in PHOTOS
    ]
    before = _spent(studio)
    machines = [Machine(studio, bench, Random(seed * 1000 + n), photos) for n in range(size)]
    for machine in machines:
        for _ in range(10 if size > 5 else 5):
            machine.edit(fail)
            machine.chance.choice((machine.send_back, machine.export, machine.refuse))()
        machine.check()
    assert round(_spent(studio) - before, 2) == sum(machine.cost for machine in machines)


def _spent(studio: Studio) -> float:
    """What all banners cost so far, refunds taken off."""
    total, cursor = 0.0, None
    while True:
        page = studio.credits.transactions(limit=200, cursor=cursor)
        total -= sum(
            row.credits
            for row in page.transactions
            if (row.metadata.operation or "").startswith("banner")
        )
        cursor = page.next_cursor
        if cursor is None:
            return total


def test_random_edits_keep_every_variant_and_cost_what_they_say(
    studio: Studio, shared_bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    _run(studio, shared_bench, monkeypatch, 1, 3)


@pytest.mark.nightly
def test_five_hundred_random_edits_of_fifty_banners(
    studio: Studio, place: Place, shared_bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    place.owner.admin.credits.add(credits=5000)
    _run(studio, shared_bench, monkeypatch, 2, 50)
