"""Slots that a template declares itself travel as far as the contract's own."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image as pillow

import brandstudio
from brandstudio import errors
from brandstudio.models.designs import Slots
from brandstudio.studio.studio import Studio
from brandstudio.testing import Bench, picture

pytestmark = pytest.mark.usefixtures("small_frames")

EVENT = """
name = "event"
title = "Event"
sizes = ["email-header", "square"]
order = ["date", "headline", "legal"]

[slots.headline]
required = false
[slots.date]
title = "When"
required = true
max_length = 20
type = { uppercase = true, tracking = 0.1 }
[slots.legal]
max_length = 60
type = { figures = "oldstyle", features = ["-liga"] }
[slots.guests]
kind = "list"
max_entries = 3
[slots.product]
kind = "image"

[layouts.strip]
words = [{ frame = { columns = [1, 7] } }]
[[layouts.strip.layers]]
kind = "group"
each = "guests"
frame = { columns = [8, 12] }
layers = [{ kind = "text", slot = "item" }]
[layouts.square]
words = [{ frame = { rows = [7, 12] }, anchor = "bottom" }]
[[layouts.square.layers]]
kind = "image"
slot = "product"
frame = { columns = [2, 11], rows = [1, 6] }
"""


@pytest.fixture
def folder(studio: Studio, shared_bench: Bench) -> str:
    shared_bench.run_until_idle()
    kept = Path(shared_bench.data) / "templates"
    kept.mkdir(mode=0o700, exist_ok=True)
    (kept / "event.toml").write_text(EVENT, encoding="utf-8")
    (kept / "event.toml").chmod(0o600)  # others check the folder after us
    return studio.folders.create(name="Acme").path


def spent(studio: Studio) -> float:
    return -sum(row.credits for row in studio.credits.transactions(limit=200).transactions)


def ask(studio: Studio, folder: str, slots: Any, **how: Any) -> Any:
    given = {"folder": folder, "size": "email-header", "template": "event", "slots": slots, **how}
    return studio.designs.create(**given)


def drawn(studio: Studio, bench: Bench, folder: str, slots: Any, **how: Any) -> Any:
    job = ask(studio, folder, slots, **how)
    bench.run_until_idle()
    done = studio.designs.get(job_id=job.job_id)
    assert done.status == "completed", (done.error, done.dropped)
    return done


def words(variant: Any) -> dict[str, str]:
    return {layer.slot: layer.text for layer in variant.spec.layers if layer.kind == "text"}


def test_words_of_a_templates_own_are_drawn_previewed_and_kept_in_the_recipe(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    said = {"date": "12 May", "guests": ["Ada", "Grace"]}
    shown = studio.designs.preview(
        folder=folder, size="email-header", template="event", slots=said, max_side=256
    )
    assert shown.contrast_failures == []
    (variant,) = drawn(studio, shared_bench, folder, said).variants
    assert words(variant)["date"] == "12 MAY"
    assert [x.text for x in variant.spec.layers if x.kind == "text" and x.slot == "item"] == ["Ada", "Grace"]  # fmt: skip
    assert variant.spec.recipe.slots.own == {"date": "12 May", "guests": ["Ada", "Grace"]}


def test_a_python_program_names_them_in_own(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    slots = Slots(headline="A walk", own={"date": "12 May"})
    (variant,) = drawn(studio, shared_bench, folder, slots).variants
    assert words(variant) == {"date": "12 MAY", "headline": "A walk"}


@pytest.mark.parametrize(
    ("slots", "path"),
    [
        ({"headline": "x", "date": "y", "place": "z"}, "slots.place"),
        ({"headline": "x"}, "slots.date"),
        ({"date": "x" * 21}, "slots.date"),
        ({"date": ["x"]}, "slots.date"),
        ({"date": "x", "guests": ["a", "b", "c", "d"]}, "slots.guests"),
        ({"date": "x", "product": "a cup"}, "slots.product"),
    ],
)
def test_what_a_slot_does_not_take_is_refused_by_name_and_costs_nothing(
    studio: Studio, folder: str, slots: dict[str, Any], path: str
) -> None:
    before = spent(studio)
    with pytest.raises(errors.ValidationError) as caught:
        ask(studio, folder, slots)
    fields = caught.value.details.get("fields", [])
    assert path in {field["path"] for field in fields} or path in str(caught.value)
    assert spent(studio) == before


def test_a_template_of_the_contract_has_no_slots_of_its_own_and_keeps_its_headline(
    studio: Studio, folder: str
) -> None:
    with pytest.raises(errors.ValidationError, match="date"):
        ask(studio, folder, {"headline": "x", "date": "y"}, template="overlay")
    with pytest.raises(errors.ValidationError, match="headline"):
        ask(studio, folder, {"subhead": "y"}, template="overlay")


def test_an_edit_changes_one_and_takes_another_away(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    job = drawn(studio, shared_bench, folder, {"date": "12 May", "legal": "No dogs"})
    changed = studio.designs.edit(
        job_id=job.job_id, variant_id=job.variants[0].variant_id, slots={"date": "13 May", "legal": ""}
    )  # fmt: skip
    shared_bench.run_until_idle()
    made = studio.designs.get(job_id=job.job_id).variants[-1]
    assert made.variant_id == changed.variant_id
    assert words(made) == {"date": "13 MAY"}


def test_a_rule_on_copy_holds_on_them(studio: Studio, folder: str) -> None:
    studio.rules.add(
        folder=folder,
        text="No exclamation marks.",
        kind="copy",
        check={"measure": "exclamation_marks", "op": "<=", "value": 0},
        enforce=True,
    )
    with pytest.raises(errors.ValidationError, match="legal"):
        ask(studio, folder, {"date": "12 May", "legal": "Entry is free!"})


def test_a_spec_with_them_is_sent_back_and_draws_the_same_bytes(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    job = drawn(studio, shared_bench, folder, {"date": "12 May", "guests": ["Ada"]})
    again = studio.designs.render(folder=folder, spec=job.variants[0].spec)
    shared_bench.run_until_idle()
    (made,) = studio.designs.get(job_id=again.job_id).variants
    assert made.read() == job.variants[0].read()


def test_a_second_picture_is_one_of_the_library(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    image = studio.library.add(folder=folder, file=picture(300, 200, (200, 30, 30), mark=77))
    said = {"date": "12 May", "product": image.image_id}
    (variant,) = drawn(studio, shared_bench, folder, said, size="square").variants
    (shown,) = (layer for layer in variant.spec.layers if layer.kind == "image")
    assert shown.asset.image_id == image.image_id
    (without,) = drawn(studio, shared_bench, folder, {"date": "12 May"}, size="square").variants
    box = tuple(round(v) for v in (*shown.box[:2], shown.box[0] + shown.box[2], shown.box[1] + 9))
    seen, plain = (
        pillow.open(io.BytesIO(one.read())).convert("RGB").crop(box) for one in (variant, without)
    )
    assert seen.tobytes() != plain.tobytes()
    with pytest.raises(errors.ImageNotFound):
        ask(studio, folder, {"date": "x", "product": "img_00000000-nowhere"}, size="square")


def test_a_row_of_a_table_fills_them(studio: Studio, folder: str) -> None:
    rows = [{"When": "12 May", "headline": "A walk"}, {"When": "x" * 40, "headline": "Long"}]
    result = list(
        studio.designs.batch(
            rows, folder=folder, size="email-header", template="event", dry_run=True, date="When"
        )
    )
    assert [row.status for row in result] == ["valid", "invalid"]
    assert result[1].problems[0].slot == "date"
    with pytest.raises(TypeError):
        studio.designs.batch(rows, folder=folder, size="email-header", dry_run=True, date="When")
    assert brandstudio.Slots is Slots


def test_a_cell_that_holds_a_list_fills_a_list(studio: Studio, folder: str) -> None:
    few = {"date": "12 May", "headline": "A walk", "Who": ["Ada", "Grace"]}
    rows = [few, {**few, "headline": "A crowd", "Who": [f"Guest {n}" for n in range(13)]}]
    asked = {"folder": folder, "size": "email-header", "template": "event"}
    valid, invalid = studio.designs.batch(rows, dry_run=True, **asked, date="date", guests="Who")
    assert (valid.status, invalid.status) == ("valid", "invalid")
    assert "guests" in (invalid.problems[0].slot or "")


def test_a_scheme_is_chosen_for_a_banner_changed_and_taken_back_by_an_edit(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    kept = Path(shared_bench.data) / "templates" / "event.toml"
    ground = 'ground = { frame = { of = "canvas" }, colour = "surface" }\n[[layouts.strip.layers]]'
    schemes = '[schemes.dark]\nsurface = "#14161a"\n[schemes.red]\nsurface = "#7a0010"\n'
    text = EVENT.replace("[[layouts.strip.layers]]", ground, 1)
    kept.write_text(text.replace("[layouts.strip]", f"{schemes}[layouts.strip]", 1))

    def ground_of(variant: Any) -> str:
        return next(layer.colour for layer in variant.spec.layers if layer.kind == "panel")

    said = {"date": "12 May"}
    plain = drawn(studio, shared_bench, folder, said).variants[0]
    job = drawn(studio, shared_bench, folder, said, scheme="dark")
    assert ground_of(job.variants[0]) == "#14161a" != ground_of(plain)
    assert job.variants[0].spec.recipe.choices.scheme == "dark"
    for scheme, colour in (("red", "#7a0010"), ("auto", ground_of(plain))):
        latest = studio.designs.get(job_id=job.job_id).variants[-1].variant_id
        studio.designs.edit(job_id=job.job_id, variant_id=latest, scheme=scheme)
        shared_bench.run_until_idle()
        assert ground_of(studio.designs.get(job_id=job.job_id).variants[-1]) == colour
    with pytest.raises(errors.ValidationError, match="scheme"):
        ask(studio, folder, said, scheme="blue")


def test_a_banner_keeps_the_template_that_it_was_accepted_with(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    file = Path(shared_bench.data) / "templates" / "event.toml"
    accepted = ask(studio, folder, {"headline": "A quay", "date": "May"})
    file.write_text(EVENT.replace('["date", "headline", "legal"]', '["headline"]'))
    shared_bench.run_until_idle()
    job_id = accepted.job_id
    first = studio.designs.get(job_id=job_id).variants[0]
    assert "date" in _slots_of(first)
    words = {"headline": "The quay"}
    studio.designs.edit(job_id=job_id, variant_id=first.variant_id, slots=words)
    file.unlink()
    shared_bench.run_until_idle()
    second = studio.designs.get(job_id=job_id).variants[1]
    assert "date" in _slots_of(second)
    again = studio.designs.render(folder=folder, spec=second.spec)
    shared_bench.run_until_idle()
    assert studio.designs.get(job_id=again.job_id).variants[0].read() == second.read()
    recipe = second.spec.recipe.model_copy(update={"template_sha256": "0" * 64})
    with pytest.raises(errors.ValidationError, match="no template of that name"):
        studio.designs.render(folder=folder, spec=second.spec.model_copy(update={"recipe": recipe}))


def _slots_of(variant: Any) -> set[str]:
    return {layer.slot for layer in variant.spec.layers if layer.kind == "text"}


def test_a_spec_with_open_type_features_is_sent_back(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    slots = {"date": "12 May", "legal": "From 1.200 to 1.900 first offices"}
    first = drawn(studio, shared_bench, folder, slots).variants[0]
    legal = next(layer for layer in first.spec.layers if getattr(layer, "slot", "") == "legal")
    assert ("onum", 1) in legal.features
    accepted = studio.designs.render(folder=folder, spec=first.spec)
    shared_bench.run_until_idle()
    assert studio.designs.get(job_id=accepted.job_id).variants[0].read() == first.read()
