"""Banners changed at random, from any earlier variant, in both transports: a state machine whose
model is the list of variants with the bytes that each must keep, and the sum that they cost.

Fifty banners and five hundred edits run with ``-m slow``; a few of them in every run.
"""

from __future__ import annotations

import json
from importlib.resources import files
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


class Machine:
    """One banner job and what must hold of it."""

    def __init__(self, studio: Studio, bench: Bench, chance: Random, photos: list[str]) -> None:
        self.studio, self.bench, self.chance, self.photos = studio, bench, chance, photos
        slots: dict[str, Any] = {"headline": chance.choice(WORDS), "button_text": "Visit us"}
        if chance.random() < 0.7:
            slots |= {"image_id": chance.choice(photos), "extend": False}
        accepted = studio.designs.create(
            folder="acme", size=chance.choice(SMALL), template=chance.choice(TEMPLATES), slots=slots
        )
        bench.run_until_idle()
        self.job_id = accepted.job_id
        self.known: dict[str, bytes] = {}
        self.cost = 2.0
        self.dropped = 0
        for variant in studio.designs.get(job_id=self.job_id).variants:
            self.known[variant.variant_id] = variant.read()

    def change(self) -> dict[str, Any]:
        """One to three things to change, all of them in order."""
        chance = self.chance
        ways: list[dict[str, Any]] = [
            {"slots": {"headline": chance.choice(WORDS)}},
            {"slots": {"subhead": chance.choice(("", "A little more"))}},
            {"slots": {"image_id": chance.choice([*self.photos, "none"]), "extend": False}},
            {"slots": {"logo": chance.choice(("mark", "none"))}},
            {"size": chance.choice(SMALL)},
            {"canvas": {"width": chance.randint(260, 420), "height": chance.randint(220, 420)}},
            {"template": chance.choice(TEMPLATES)},
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
        return asked

    def edit(self, fail: pytest.MonkeyPatch) -> None:
        """Change an earlier variant; sometimes drawing it breaks, and it is refunded."""
        source, change = self.chance.choice(list(self.known)), self.change()
        before = self._variant(source)
        breaks = self.chance.random() < 0.1
        seen = self.studio.designs.preview_edit(
            job_id=self.job_id, variant_id=source, max_side=200, **change
        )
        try:
            accepted = self.studio.designs.edit(job_id=self.job_id, variant_id=source, **change)
        except errors.ValidationError as refused:
            if "changes nothing" not in str(refused):
                raise
            return  # chance chose what the banner is already: nothing is drawn and nothing charged
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
        assert after.template == change.get("template", before.template)
        if "canvas" not in change:
            assert after.size == change.get("size", before.size)
        mine = after.spec.recipe.choices or Choices()
        theirs = before.spec.recipe.choices or Choices()
        for name in ("align", "button", "seed"):
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
             {"template": "article-cover-panel"}, {"slots": {"image_id": "img_none"}}, {})
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
