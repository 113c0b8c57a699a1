"""Changing a banner: what is previewed comes out, what is left out stays, every version stays, and
a spec that is sent back draws the same bytes.
"""

from __future__ import annotations

import io
import json
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from PIL import Image as pillow

from brandstudio import errors
from brandstudio.models.choices import Choices, LogoChoice, ScrimChoice
from brandstudio.models.designs import BannerJob, DesignSpec, Variant
from brandstudio.pipelines import continuing
from brandstudio.pipelines import designs as pipeline
from brandstudio.pixels import encode
from brandstudio.pixels.facts import PictureFacts
from brandstudio.pixels.resize import fit
from brandstudio.studio.studio import Studio
from brandstudio.testing import Bench

pytestmark = pytest.mark.usefixtures("small_frames")
WORDS = {"headline": "Quiet mornings", "subhead": "Slow coffee", "button_text": "Visit us"}
LOGO = files("brandstudio.assets").joinpath("demo", "logo.svg").read_bytes()


@pytest.fixture
def folder(studio: Studio, shared_bench: Bench) -> str:
    shared_bench.run_until_idle()
    return studio.folders.create(name="Acme").path


def photo(studio: Studio, folder: str, name: str = "coffee") -> str:
    data = files("brandstudio.assets").joinpath("photos", f"{name}.jpg").read_bytes()
    return studio.library.add(folder=folder, file=data).image_id


def made(studio: Studio, bench: Bench, folder: str, **how: Any) -> tuple[BannerJob, Variant]:
    slots = how.pop("slots", WORDS)
    asked = {"folder": folder, "size": "email-header", "template": "overlay", "slots": slots}
    accepted = studio.designs.create(**(asked | how))
    bench.run_until_idle()
    job = studio.designs.get(job_id=accepted.job_id)
    return job, job.variants[0]


def edited(studio: Studio, bench: Bench, job: BannerJob, variant: Variant, **how: Any) -> Variant:
    accepted = studio.designs.edit(job_id=job.job_id, variant_id=variant.variant_id, **how)
    bench.run_until_idle()
    found = studio.designs.get(job_id=job.job_id)
    return next(v for v in found.variants if v.variant_id == accepted.variant_id)


def layers(variant: Variant, kind: str) -> list[Any]:
    return [layer for layer in variant.spec.layers if layer.kind == kind]


def spent(studio: Studio) -> float:
    return -sum(row.credits for row in studio.credits.transactions(limit=200).transactions)


def test_an_edit_is_a_new_variant_of_the_same_job_and_the_old_one_stays(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    job, first = made(studio, shared_bench, folder)
    before = first.read()
    accepted = studio.designs.edit(
        job_id=job.job_id, variant_id=first.variant_id, slots={"headline": "Loud evenings"}
    )
    assert (accepted.job_id, accepted.based_on) == (job.job_id, first.variant_id)
    assert accepted.credits.deducted == 2.0
    waiting = studio.designs.get(job_id=job.job_id)
    assert waiting.status == "completed"
    assert waiting.pending == [accepted.variant_id]
    shared_bench.run_until_idle()
    found = studio.designs.get(job_id=job.job_id)
    assert [v.variant_id for v in found.variants] == [first.variant_id, accepted.variant_id]
    assert found.pending is None
    assert found.variants[1].spec.recipe.slots.headline == "Loud evenings"
    assert found.variants[1].spec.recipe.slots.subhead == "Slow coffee"
    assert found.variants[0].read() == before
    assert found.variants[1].read() != before


def test_going_back_is_naming_an_earlier_variant(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    job, first = made(studio, shared_bench, folder)
    second = edited(studio, shared_bench, job, first, slots={"headline": "Two"}, align="center")
    third = edited(studio, shared_bench, job, first, slots={"headline": "Three"})
    assert second.spec.recipe.choices == Choices(align="center")
    assert third.spec.recipe.choices is None
    assert studio.designs.save(job_id=job.job_id, variant_id=first.variant_id).image_id


def test_a_choice_is_taken_back_with_auto(studio: Studio, shared_bench: Bench, folder: str) -> None:
    job, first = made(studio, shared_bench, folder)
    second = edited(studio, shared_bench, job, first, align="end", button="outline", seed=3)
    third = edited(studio, shared_bench, job, second, align="auto", button="auto", seed=0)
    assert third.spec.layers == first.spec.layers
    assert third.read() == first.read()


def test_every_choice_is_to_be_seen(studio: Studio, shared_bench: Bench, folder: str) -> None:
    studio.logos.add(folder=folder, file=LOGO, name="mark")
    image_id = photo(studio, folder)
    job, first = made(studio, shared_bench, folder, slots=WORDS | {"image_id": image_id},
                      size="linkedin-feed")  # fmt: skip

    crop = edited(studio, shared_bench, job, first, crop=(0.5, 0.5, 0.4, 0.3))
    asset = layers(crop, "photo")[0].asset
    x, y, width, height = layers(crop, "photo")[0].crop
    assert x <= 0.5 * asset.width + 1 <= 0.9 * asset.width <= x + width + 2
    assert y <= 0.5 * asset.height + 1
    assert y + height >= 0.8 * asset.height - 2

    x0, y0 = layers(first, "logo")[0].box[:2]
    stands = ("top" if y0 < 200 else "bottom") + ("-left" if x0 < 500 else "-right")
    for place in {"top-left", "top-right", "bottom-left", "bottom-right"} - {stands}:
        moved = edited(studio, shared_bench, job, first, logo={"place": place})
        box = layers(moved, "logo")[0].box
        assert (box[1] < 200, box[0] < 500) == (place.startswith("top"), place.endswith("left"))
    large = edited(studio, shared_bench, job, first, logo={"size": 1.5})
    assert layers(large, "logo")[0].box[2] > 1.2 * layers(first, "logo")[0].box[2]

    assert layers(edited(studio, shared_bench, job, first, scrim={"kind": "none"}), "scrim") == []
    whole = (0.0, 0.0, 1.0, 1.0)  # words stay on a part of the photo that somebody chose
    even = edited(
        studio, shared_bench, job, first, crop=whole, scrim={"kind": "even", "strength": 0.6}
    )
    assert layers(even, "scrim")[0].shape == "even"
    assert layers(even, "scrim")[0].opacity_start >= 0.53

    centred = edited(studio, shared_bench, job, first, align="center", template="split")
    assert {text.align for text in layers(centred, "text") if text.slot != "button_text"} == {
        "center"
    }
    green = edited(
        studio, shared_bench, job, first, template="split", colours={"ground": "#0b3d2e"}
    )
    assert layers(green, "panel")[0].colour == "#0b3d2e"
    outlined = edited(studio, shared_bench, job, first, template="split", button="outline")
    assert layers(outlined, "button")[0].border is not None
    small = edited(studio, shared_bench, job, first, size="medium-rectangle-300x250")
    assert (small.spec.width, small.spec.height) == (300, 250)
    own = edited(studio, shared_bench, job, first, canvas={"width": 900, "height": 300})
    assert (own.size, own.spec.width, own.spec.height) == ("canvas-900x300", 900, 300)
    seeded = edited(studio, shared_bench, job, first, seed=2)
    assert seeded.spec.layers != first.spec.layers
    for variant in (crop, large, even, centred, green, outlined, small, own, seeded):
        assert variant.contrast_failures == []


def test_a_preview_is_free_and_is_what_comes_out(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    job, first = made(studio, shared_bench, folder, slots=WORDS | {"extend": False})
    before = spent(studio)
    change: dict[str, Any] = {"template": "panel", "align": "center", "seed": 4}
    seen = studio.designs.preview_edit(
        job_id=job.job_id, variant_id=first.variant_id, max_side=500, **change
    )
    assert spent(studio) == before
    assert seen.credits is not None
    assert (seen.credits.deducted, seen.credits.may_add) == (2.0, 0.0)
    blind = studio.designs.preview_edit(
        job_id=job.job_id, variant_id=first.variant_id, max_side=500, vision="deutan", **change
    )
    assert (blind.vision, blind.contrast) == ("deutan", seen.contrast)
    assert blind.read() != seen.read()
    after = edited(studio, shared_bench, job, first, **change)
    drawn = pillow.open(io.BytesIO(after.read())).convert("RGB")
    assert seen.read() == encode.jpeg(fit(drawn, 500), 85)
    assert seen.scores == after.scores
    assert seen.contrast == after.contrast


def test_what_can_not_be_changed_is_refused_before_the_charge(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    job, first = made(studio, shared_bench, folder)
    before = spent(studio)
    for error, change in (
        (errors.ValidationError, {}),
        (errors.ValidationError, {"slots": {"headline": "x" * 141}}),
        (errors.ValidationError, {"slots": {"headline": " \u200b"}}),
        (errors.ValidationError, {"template": "no-such-template"}),
        (errors.ValidationError, {"template": "all"}),
        (errors.ValidationError, {"template": "article-cover-panel"}),
        (errors.ValidationError, {"size": "square", "canvas": {"width": 100, "height": 100}}),
        (errors.ValidationError, {"canvas": {"width": 49, "height": 100}}),
        (errors.ValidationError, {"crop": (0.5, 0.5, 0.4, 0.4)}),  # it has no photo
        (errors.ValidationError, {"colours": {"text": "blue"}}),
        (errors.ImageNotFound, {"slots": {"image_id": "img_none"}}),
        (errors.LogoNotFound, {"slots": {"logo": "none such"}}),
        (errors.GlyphMissing, {"slots": {"headline": "Egyptian 𓀀"}}),
    ):
        with pytest.raises(error):
            studio.designs.edit(job_id=job.job_id, variant_id=first.variant_id, **change)
    with pytest.raises(errors.NotFound):
        studio.designs.edit(job_id=job.job_id, variant_id="var_none", seed=1)
    assert spent(studio) == before
    assert len(studio.designs.get(job_id=job.job_id).variants) == 1


def test_a_size_that_is_too_small_names_one_that_is_not(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    long = WORDS | {"headline": "Everything that you need for a calm start into the day " * 2}
    job, first = made(studio, shared_bench, folder, slots=long)
    before = spent(studio)
    with pytest.raises(errors.ValidationError, match=r"too small for these words.*would carry"):
        studio.designs.edit(
            job_id=job.job_id, variant_id=first.variant_id, size="mobile-banner-320x50"
        )
    assert spent(studio) == before


def test_an_edit_that_can_not_be_drawn_is_dropped_and_refunded(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio = bench.workspace().studio()
    studio.folders.create(name="Acme")
    job, first = made(studio, bench, "acme")
    before = spent(studio)
    accepted = studio.designs.edit(job_id=job.job_id, variant_id=first.variant_id, seed=1)
    assert spent(studio) == before + 2

    def broken(*_: Any, **__: Any) -> Any:
        raise errors.UpstreamError("no")

    monkeypatch.setattr(pipeline, "compose", broken)
    bench.run_until_idle()
    found = studio.designs.get(job_id=job.job_id)
    assert found.status == "completed"
    assert [d.variant_id for d in found.dropped] == [accepted.variant_id]
    assert spent(studio) == before
    with pytest.raises(errors.JobError):
        accepted.wait(timeout=5)


def test_a_spec_that_is_sent_back_draws_the_same_bytes(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    studio.logos.add(folder=folder, file=LOGO, name="mark")
    image_id = photo(studio, folder)
    job, first = made(studio, shared_bench, folder, slots=WORDS | {"image_id": image_id})
    second = edited(studio, shared_bench, job, first, align="center", scrim={"kind": "even"})
    for variant in (first, second):
        sent = json.loads(variant.spec.model_dump_json(by_alias=True))
        accepted = studio.designs.render(folder=folder, spec=DesignSpec.model_validate(sent))
        shared_bench.run_until_idle()
        again = studio.designs.get(job_id=accepted.job_id).variants[0]
        assert again.read() == variant.read()
        assert again.spec == variant.spec
        assert again.scores == variant.scores
        assert again.contrast == variant.contrast
    third = edited(
        studio,
        shared_bench,
        studio.designs.get(job_id=accepted.job_id),
        again,
        slots={"headline": "Other words"},
    )
    assert third.spec.recipe.choices == Choices(align="center", scrim=ScrimChoice(kind="even"))


def test_a_spec_that_names_what_the_workspace_lacks_is_refused_uncharged(
    studio: Studio, shared_bench: Bench, folder: str, bench: Bench
) -> None:
    other = bench.workspace().studio()
    other.folders.create(name="Acme")
    image_id = photo(other, "acme")
    _, theirs = made(other, bench, "acme", slots=WORDS | {"image_id": image_id})
    _, own = made(studio, shared_bench, folder)
    before = spent(studio)
    specs = [theirs.spec, own.spec.model_copy(update={"template": "gone"})]
    text = next(layer for layer in own.spec.layers if layer.kind == "text")
    face = text.fonts[0].model_copy(update={"sha256": "0" * 64})
    strange = text.model_copy(update={"fonts": [face]})
    specs.append(own.spec.model_copy(update={"layers": [*own.spec.layers, strange]}))
    huge = text.model_copy(update={"box": (0.0, 0.0, 1e9, 1e9)})
    specs.append(own.spec.model_copy(update={"layers": [*own.spec.layers, huge]}))
    specs.append(own.spec.model_copy(update={"layers": []}))
    specs.append(own.spec.model_copy(update={"width": 100_000}))
    for spec in specs:
        with pytest.raises(errors.ValidationError):
            studio.designs.render(folder=folder, spec=spec)
    assert spent(studio) == before


def test_a_photo_is_not_continued_where_that_was_declined(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    slots = WORDS | {"image_id": photo(studio, folder), "extend": False}
    accepted = studio.designs.create(
        folder=folder, sizes=["square", "linkedin-feed"], template="all", slots=slots
    )
    assert accepted.credits.may_add is None
    shared_bench.run_until_idle()
    job = studio.designs.get(job_id=accepted.job_id)
    for variant in job.variants:
        assert all(layer.extended is None for layer in layers(variant, "photo"))


def test_a_logo_choice_keeps_what_it_does_not_name(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    studio.logos.add(folder=folder, file=LOGO, name="mark")
    job, first = made(studio, shared_bench, folder)
    second = edited(studio, shared_bench, job, first, logo={"place": "bottom-right"})
    third = edited(studio, shared_bench, job, second, logo={"size": 0.8})
    assert third.spec.recipe.choices == Choices(logo=LogoChoice(place="bottom-right", size=0.8))


def test_what_could_only_be_made_by_damage_is_left_out_beside_another(
    studio: Studio, shared_bench: Bench, folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compose = vars(pipeline)["compose"]

    def hurts(*names: str) -> None:
        def composed(brief: Any, **how: Any) -> Any:
            found = compose(brief, **how)
            hurt = ("it cuts a face",) if brief.template.name in names else ()
            return replace(found, damage=hurt)

        monkeypatch.setattr(pipeline, "compose", composed)

    before = spent(studio)
    hurts("overlay", "panel")
    job, _ = made(studio, shared_bench, folder, template="all")
    assert [v.template for v in job.variants] == ["split"]
    assert [d.template for d in job.dropped] == ["overlay", "panel"]
    assert job.warnings is not None
    assert "it cuts a face" in job.warnings[0]
    assert spent(studio) == before + 2
    hurts("overlay", "panel", "split")
    job, kept = made(studio, shared_bench, folder, template="all")
    assert len(job.variants) == 1
    assert "Kept though it cuts a face." in kept.warnings
    assert spent(studio) == before + 4


def test_sizes_of_a_job_share_what_they_decide_of_the_photo_and_an_edit_keeps_to_it(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    slots = WORDS | {"image_id": photo(studio, folder), "extend": False}
    sizes = ["medium-rectangle-300x250", "large-rectangle-336x280"]
    _, alone = made(studio, shared_bench, folder, slots=slots, size=sizes[0])
    accepted = studio.designs.create(folder=folder, sizes=sizes, template="overlay", slots=slots)
    shared_bench.run_until_idle()
    job = studio.designs.get(job_id=accepted.job_id)
    first, second = job.variants
    assert first.read() == alone.read()  # the first decides as it would alone
    assert first.spec.recipe.shared is None
    shared = second.spec.recipe.shared
    assert shared is not None
    assert len(shared.sides) == 1
    assert shared.part is not None
    assert 0 < shared.part[2] <= 1
    third = edited(studio, shared_bench, job, second, button="outline")
    assert third.spec.recipe.shared == shared
    assert layers(third, "photo") == layers(second, "photo")
    again = studio.designs.render(folder=folder, spec=second.spec)
    shared_bench.run_until_idle()
    assert studio.designs.get(job_id=again.job_id).variants[0].read() == second.read()
    other = edited(studio, shared_bench, job, second, template="split")
    assert other.spec.recipe.shared is None


def test_a_preview_for_a_job_of_several_sizes_is_what_that_job_makes(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    slots = WORDS | {"image_id": photo(studio, folder, "bee"), "extend": False}
    sizes = ["medium-rectangle-300x250", "email-header"]
    asked: dict[str, Any] = {"folder": folder, "template": "overlay", "slots": slots}
    small: dict[str, Any] = {**asked, "max_side": 480}
    seen = [studio.designs.preview(**small, size=size, sizes=sizes) for size in sizes]
    assert [one.credits.deducted for one in seen if one.credits is not None] == [2.0, 2.0]
    accepted = studio.designs.create(**asked, sizes=sizes)
    shared_bench.run_until_idle()
    made_of_it = [v.read() for v in studio.designs.get(job_id=accepted.job_id).variants]
    for preview, drawn in zip(seen, made_of_it, strict=True):
        picture = pillow.open(io.BytesIO(drawn)).convert("RGB")
        assert preview.read() == encode.jpeg(fit(picture, 480), 85)
    # A size that no job would be accepted with decides nothing.
    long = asked["slots"] | {"subhead": "Guided walks along the quay, every hour until dark " * 3}
    with_too_small = ["mobile-banner-320x50", "email-header"]
    with pytest.raises(errors.ValidationError, match="too small"):
        studio.designs.create(**asked | {"slots": long}, sizes=with_too_small)
    one = studio.designs.preview(**small | {"slots": long}, size=sizes[1], sizes=with_too_small)
    other = studio.designs.preview(**small | {"slots": long}, size=sizes[1])
    assert one.read() == other.read()
    with pytest.raises(errors.ValidationError, match="the size that is shown"):
        studio.designs.preview(**asked, size="square", sizes=sizes)


def test_a_preview_says_what_a_job_would_do_about_damage_and_names_that_are_left_out(
    studio: Studio, folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compose = vars(continuing)["compose"]

    def hurt(brief: Any, **how: Any) -> Any:
        return replace(compose(brief, **how), damage=("it cuts a face",))

    monkeypatch.setattr(continuing, "compose", hurt)
    asked: dict[str, Any] = {"folder": folder, "size": "email-header", "max_side": 128}
    slots = WORDS | {"author_name": "Ada Lind"}
    alone = studio.designs.preview(**asked, slots=slots)
    assert "Kept though it cuts a face." in alone.warnings
    assert any("has no byline" in said for said in alone.warnings)
    among = studio.designs.preview(**asked, slots=slots, template="all")
    assert any("leaves this version out and refunds it" in said for said in among.warnings)


def test_a_version_that_would_cut_a_face_is_left_out_said_and_refunded(
    studio: Studio, shared_bench: Bench, folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    image_id = photo(studio, folder)
    left, right = [0.0, 0.0, 0.2, 0.9, 0.9], [0.8, 0.0, 1.0, 0.9, 0.9]
    read = PictureFacts.from_json

    def two_people(said: dict[str, Any]) -> PictureFacts:
        return read(said | {"faces": [left, right]})

    monkeypatch.setattr(PictureFacts, "from_json", two_people)
    before = spent(studio)
    slots = WORDS | {"image_id": image_id, "extend": False}
    job, _ = made(studio, shared_bench, folder, template="all", slots=slots)
    # The panel stays or goes by what else is known of the photo, a subject among others.
    assert "split" in [dropped.template for dropped in job.dropped]
    assert job.variants[0].template == "overlay"
    assert len(job.variants) + len(job.dropped) == 3
    for dropped in job.dropped:
        assert (
            "left out and refunded: it could only be made by cutting into a face" in dropped.error
        )
    assert job.warnings is not None
    assert job.dropped[0].error in job.warnings[0]
    assert spent(studio) == before + 2 * len(job.variants)
    with pytest.raises(errors.NotFound):
        studio.designs.edit(
            job_id=job.job_id, variant_id=job.dropped[0].variant_id or "", align="center"
        )


def test_words_are_held_to_the_folders_rules_before_the_charge(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    rule = studio.rules.add(
        folder=folder,
        kind="copy",
        text="No exclamation marks.",
        check={"measure": "exclamation_marks", "op": "<=", "value": 0},
    )
    assert rule.enforce is None
    loud = WORDS | {"headline": "Quiet mornings!"}
    job, first = made(studio, shared_bench, folder, slots=loud)
    assert job.advisories is not None
    assert {(said.rule_id, said.slot) for said in job.advisories} == {(rule.rule_id, "headline")}
    assert first.spec.recipe.slots.headline == "Quiet mornings!"
    strict = studio.rules.update(folder=folder, rule_id=rule.rule_id, enforce=True)
    assert strict.enforce is True
    before = spent(studio)
    with pytest.raises(errors.ValidationError) as refused:
        made(studio, shared_bench, folder, slots=loud)
    assert refused.value.details["ruleId"] == rule.rule_id
    assert refused.value.details["fields"][0]["path"] == "slots.headline"
    with pytest.raises(errors.ValidationError):
        studio.designs.edit(
            job_id=job.job_id, variant_id=first.variant_id, slots={"subhead": "Hurry!"}
        )
    assert spent(studio) == before
    with pytest.raises(errors.ValidationError, match=strict.rule_id):
        studio.designs.preview(folder=folder, size="square", template="panel", slots=loud)
    with pytest.raises(errors.ValidationError):
        studio.rules.add(folder=folder, kind="image", text="Leave space.", enforce=True)


@pytest.mark.parametrize("enforced_first", [False, True])
@pytest.mark.parametrize(
    ("advice", "order", "headline"),
    [
        ("Headlines: at most 4 words", "Headlines have at most three words", "One two three four five"),
        ("Headlines have at most three words", "Headlines have at most three words", "One two three four"),
        ("Headlines: at most 2 words", "Headlines: at most 4 words", "One two three four five"),
        ("No exclamation marks", "At most 1 exclamation mark", "Hurry! Now!"),
        ("At most 3 exclamation marks", "No exclamation marks", "Hurry!"),
        ("Sentences: max 9 words", "Sentences: max 4 words", "One two three four five six"),
        ("Never say cheap", 'Never say "cheap" or "budget"', "A cheap fair"),
        ("It's fine to say \"cheap\"", "Never say cheap", "A cheap fair"),
        ("No superlatives", "No superlatives", "The best fair in the world"),
    ],
)  # fmt: skip
def test_an_enforced_rule_refuses_whatever_stands_beside_it(
    studio: Studio, folder: str, advice: str, order: str, headline: str, enforced_first: bool
) -> None:
    rules = {}
    for enforce in (enforced_first, not enforced_first):
        text = order if enforce else advice
        added = studio.rules.add(folder=folder, kind="copy", text=text, enforce=enforce)
        rules[enforce] = added.rule_id
        assert ("Refuses banners." in (added.checked_as or "")) is enforce
    with pytest.raises(errors.ValidationError) as refused:
        studio.designs.preview(
            folder=folder, size="square", template="panel", slots={"headline": headline}
        )
    assert refused.value.details["ruleId"] == rules[True]


@pytest.mark.parametrize(
    ("headline", "refuses"),
    [
        ("Pay with acmepay", True), ("Pay with Acme Pay", True), ("Pay with AcmePay", None),
        ("The acme-pay way", False), ("Take notes now", False),
    ],
)  # fmt: skip
def test_an_enforced_rule_on_names_refuses_what_is_sure_and_asks_of_the_rest(
    studio: Studio, folder: str, headline: str, refuses: bool | None
) -> None:
    rule = studio.rules.add(
        folder=folder, kind="copy", text="Product names: AcmePay, Notes", enforce=True
    )
    asked = {"folder": folder, "size": "square", "template": "panel"}
    if refuses:
        with pytest.raises(errors.ValidationError, match=rule.rule_id):
            studio.designs.preview(**asked, slots={"headline": headline})
        return
    shown = studio.designs.preview(**asked, slots={"headline": headline})
    told = [said.rule_id for said in shown.advisories or ()]
    assert told == ([] if refuses is None else [rule.rule_id])


def test_rules_of_one_subject_in_a_folder_are_each_told(studio: Studio, folder: str) -> None:
    ids = [
        studio.rules.add(folder=folder, kind="copy", text=text).rule_id
        for text in ("Headlines: at most 4 words", "Headlines: at most 3 words")
    ]
    slots = {"headline": "One two three four five"}
    shown = studio.designs.preview(folder=folder, size="square", template="panel", slots=slots)
    assert [said.rule_id for said in shown.advisories or ()] == ids


def test_a_folder_further_down_loosens_what_is_enforced_above_it(
    studio: Studio, folder: str
) -> None:
    below = studio.folders.create(name="Below", parent=folder).path
    studio.rules.add(folder=folder, kind="copy", text="Headlines: at most 2 words", enforce=True)
    studio.rules.add(folder=below, kind="copy", text="Headlines: at most 3 words")
    slots = {"headline": "One two three four"}
    shown = studio.designs.preview(folder=below, size="square", template="panel", slots=slots)
    assert [said.kind for said in shown.advisories or ()] == ["headline_words"]


def test_a_rule_that_is_there_already_is_told_by_its_id(studio: Studio, folder: str) -> None:
    first = studio.rules.add(folder=folder, kind="copy", text="Headlines: at most 3 words")
    assert "already" not in (first.checked_as or "")
    again = studio.rules.add(folder=folder, kind="copy", text="headlines: at most 3 words.")
    assert f"has the same rule already: {first.rule_id}." in (again.checked_as or "")


def test_words_are_checked_by_the_rules_before_anything_is_charged(
    studio: Studio, folder: str
) -> None:
    for text in (
        "Headlines: at most 3 words", 'Never say "cheap"', "At least 50 words", "At most 2 hashtags",
        "On banners, never say fair", "Between 3 and 5 emojis", "Exactly one exclamation mark",
    ):  # fmt: skip
        studio.rules.add(folder=folder, kind="copy", text=text)
    slots = WORDS | {"headline": "A cheap fair in town", "subhead": "Cheaper than ever"}
    shown = studio.designs.preview(folder=folder, size="square", template="panel", slots=slots)
    said = {(a.slot, a.kind, a.offset, a.length) for a in shown.advisories or ()}
    assert said == {
        ("headline", "headline_words", 0, 0),
        ("headline", "bannedWord", 2, 5),
        ("subhead", "bannedWord", 0, 7),
    }


def test_a_headlines_least_is_asked_of_the_headline_alone(studio: Studio, folder: str) -> None:
    rule = studio.rules.add(folder=folder, kind="copy", text="Headlines: between 3 and 5 words")
    assert "Checked on banners and texts" in (rule.checked_as or "")
    slots = WORDS | {"headline": "Open", "subhead": "From nine"}
    shown = studio.designs.preview(folder=folder, size="square", template="panel", slots=slots)
    assert [said.slot for said in shown.advisories or ()] == ["headline"]
    read = studio.text.proofread(folder=folder, text="A line without a heading.")
    assert [said for said in read.advisories if said.rule_id == rule.rule_id] == []


def test_an_edit_says_which_rule_overrules_its_choice_and_what_its_words_break(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    studio.logos.add(folder=folder, file=LOGO, name="mark")
    job, first = made(studio, shared_bench, folder)
    assert (job.advisories, first.advisories, first.based_on) == (None, None, None)
    ban = studio.rules.add(folder=folder, kind="copy", text="Never say cheap")
    studio.rules.add(folder=folder, kind="logo", text="Logo always top left")
    second = edited(
        studio, shared_bench, job, first, slots={"headline": "A cheap bridge"},
        logo={"place": "bottom-right"},
    )  # fmt: skip
    assert second.based_on == first.variant_id
    (overruled,) = [said for said in second.warnings if "as was chosen" in said]
    assert overruled == (
        "The logo stands top-left, not bottom-right as was chosen: a rule says top-left."
    )
    for found in (second, studio.designs.get(job_id=job.job_id)):
        assert [(said.rule_id, said.slot) for said in found.advisories or ()] == [
            (ban.rule_id, "headline")
        ]
    # A choice that the rule allows is no news.
    third = edited(studio, shared_bench, job, first, logo={"place": "top-left"})
    assert not [said for said in third.warnings if "as was chosen" in said]
    assert third.advisories is None


def test_the_language_of_the_words_may_be_said(studio: Studio, folder: str) -> None:
    studio.style.update(folder=folder, voice={"spelling": "en-GB"})
    studio.rules.add(folder=folder, kind="copy", text="British English")
    for language, found in (("en", True), ("fr", False)):
        slots = WORDS | {"headline": "Color center", "language": language}
        shown = studio.designs.preview(folder=folder, size="square", template="panel", slots=slots)
        assert any(a.slot == "headline" for a in shown.advisories or ()) is found


@pytest.mark.parametrize(
    ("how", "told"),
    [
        (
            {"slots": {"headlin": "Open"}},
            r"slots.headlin: .* no such slot; did you mean 'headline'",
        ),
        ({"logo": {"plac": "top-left"}}, r"logo=.* no 'plac'; did you mean 'place'"),
    ],
)
def test_a_misspelt_name_in_a_mapping_is_told_and_not_left_out(
    studio: Studio, shared_bench: Bench, folder: str, how: dict[str, Any], told: str
) -> None:
    job, variant = made(studio, shared_bench, folder)
    with pytest.raises((TypeError, errors.ValidationError), match=told):
        studio.designs.edit(job_id=job.job_id, variant_id=variant.variant_id, **how)


def test_an_edit_that_changes_nothing_is_refused_and_costs_nothing(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    job, variant = made(studio, shared_bench, folder)
    headline = variant.spec.recipe.slots.headline
    for same in ({"slots": {"headline": headline}}, {"size": variant.size}, {"crop": "auto"}):
        before = studio.credits.transactions(limit=1).transactions
        with pytest.raises(errors.ValidationError, match="this changes nothing"):
            studio.designs.edit(job_id=job.job_id, variant_id=variant.variant_id, **same)
        assert studio.credits.transactions(limit=1).transactions == before
        # Looking at it is free, and shows it as it is.
        studio.designs.preview_edit(job_id=job.job_id, variant_id=variant.variant_id, **same)


_TAKEN_ALREADY: tuple[tuple[dict[str, Any], str], ...] = (
    ({"align": "start"}, "align=start .*words are set start already"),
    ({"button": "accent"}, "button=accent .*its button looks no other so"),
    ({"scrim": {"kind": "linear"}}, "scrim.kind=linear .*need a scrim"),
    ({"logo": {"variant": "light"}}, "logo.variant=light .*one for any ground"),
    ({"logo": {"place": "top-left"}}, "logo.place=top-left .*a rule says bottom-right"),
    ({"slots": {"author_name": "Jo"}}, "split draws no author_name"),
    ({"colours": {"label": "LABEL"}}, "colours.label=.*has that colour already"),
    ({"align": "auto"}, "align=auto .*seed 1 gives another"),
)


def test_a_choice_that_draws_the_same_layers_is_refused_before_the_charge_and_says_why(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    rust = [{"role": "primary", "hex": "#1d3557"}, {"role": "accent", "hex": "#b23a10"}]
    studio.style.update(folder=folder, palette=rust)  # an accent that any field shows as it is
    studio.logos.add(folder=folder, file=LOGO, name="mark")
    studio.rules.add(folder=folder, kind="logo", text="Logo always bottom right")
    slots = WORDS | {"image_id": photo(studio, folder)}
    job, first = made(
        studio, shared_bench, folder, slots=slots, size="linkedin-feed", template="split"
    )
    label = next(t.colour for t in layers(first, "text") if t.slot == "button_text")
    before = spent(studio)
    for how, why in _TAKEN_ALREADY:
        asked = {"colours": {"label": label}} if "colours" in how else how
        seen = studio.designs.preview_edit(
            job_id=job.job_id, variant_id=first.variant_id, max_side=128, **asked
        )
        assert seen.unchanged is not None
        assert seen.warnings[0] == f"The edit would be refused: {seen.unchanged}."
        assert seen.credits is not None
        assert (seen.credits.deducted, seen.credits.may_add) == (0, 0)
        with pytest.raises(errors.ValidationError, match=f"this changes nothing: .*{why}") as told:
            studio.designs.edit(job_id=job.job_id, variant_id=first.variant_id, **asked)
        assert seen.unchanged in str(told.value)
    assert spent(studio) == before
    kept = studio.designs.get(job_id=job.job_id).variants
    # A link is signed anew at each reading.
    assert [one.model_dump(exclude={"png_url"}) for one in kept] == [
        one.model_dump(exclude={"png_url"}) for one in job.variants
    ]


HIDDEN = """
name = "hidden"
title = "Hidden"
sizes = ["any"]
order = ["headline"]
[slots.headline]
required = true
[slots.subhead]
[layouts.square]
ground = { frame = { of = "canvas" }, colour = "#ffffff" }
words = [{ frame = { rows = [6, 12], of = "ground" } }]
[[layouts.square.layers]]
kind = "shape"
shape = "rect"
colour = "#ffffff"
when = "slots.subhead"
frame = { columns = [2, 6], rows = [2, 4] }
"""


def test_a_layer_that_nobody_sees_is_no_change(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    kept = Path(shared_bench.data) / "templates"
    kept.mkdir(mode=0o700, exist_ok=True)
    (kept / "hidden.toml").write_text(HIDDEN, encoding="utf-8")
    (kept / "hidden.toml").chmod(0o600)  # others check the folder after us
    job, first = made(
        studio, shared_bench, folder, template="hidden", slots={"headline": "Quiet mornings"}
    )
    before = spent(studio)
    asked: dict[str, Any] = {"slots": {"subhead": "Slow coffee"}}
    seen = studio.designs.preview_edit(job_id=job.job_id, variant_id=first.variant_id, **asked)
    assert seen.unchanged is not None
    with pytest.raises(errors.ValidationError, match="this changes nothing"):
        studio.designs.edit(job_id=job.job_id, variant_id=first.variant_id, **asked)
    assert spent(studio) == before


def test_no_seed_is_advised_that_gives_the_same_picture(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    job, first = made(studio, shared_bench, folder, template="split")
    same, advised = 0, None
    for seed in range(1, 9):
        try:
            drawn = edited(studio, shared_bench, job, first, seed=seed)
        except errors.ValidationError as refused:
            same += 1
            _, _, said = str(refused).partition("; seed ")
            advised = int(said.split()[0]) if said else None
            if advised is not None:
                other = edited(studio, shared_bench, job, first, seed=advised)
                assert other.read() != first.read()
        else:
            assert drawn.read() != first.read()
    assert same


def test_an_edit_that_a_rule_made_idle_while_it_waited_is_dropped_and_refunded(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    studio.logos.add(folder=folder, file=LOGO, name="mark")
    rule = studio.rules.add(folder=folder, kind="logo", text="Logo always top left")
    job, first = made(studio, shared_bench, folder)
    studio.rules.remove(folder=folder, rule_id=rule.rule_id)
    before = spent(studio)
    accepted = studio.designs.edit(
        job_id=job.job_id, variant_id=first.variant_id, logo={"place": "bottom-right"}
    )
    assert spent(studio) == before + 2
    studio.rules.add(folder=folder, kind="logo", text="Logo always top left")
    shared_bench.run_until_idle()
    found = studio.designs.get(job_id=job.job_id)
    assert [entry.variant_id for entry in found.variants] == [first.variant_id]
    dropped = [entry for entry in found.dropped if entry.variant_id == accepted.variant_id]
    assert "this changes nothing" in dropped[0].error
    assert spent(studio) == before


def test_the_same_choice_is_a_change_where_a_rule_that_overruled_it_is_gone(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    studio.logos.add(folder=folder, file=LOGO, name="mark")
    job, first = made(studio, shared_bench, folder)
    rule = studio.rules.add(folder=folder, kind="logo", text="Logo always top left")
    wish: dict[str, Any] = {"logo": {"place": "bottom-right"}}
    second = edited(studio, shared_bench, job, first, **wish)
    kept = layers(second, "logo")[0].box
    with pytest.raises(errors.ValidationError, match="this changes nothing"):
        studio.designs.edit(job_id=job.job_id, variant_id=second.variant_id, **wish)
    studio.rules.remove(folder=folder, rule_id=rule.rule_id)
    before = spent(studio)
    third = edited(studio, shared_bench, job, second, **wish)
    assert spent(studio) == before + 2
    moved = layers(third, "logo")[0].box
    assert moved[0] > kept[0]
    assert moved[1] > kept[1]
    with pytest.raises(errors.ValidationError, match="this changes nothing"):
        studio.designs.edit(job_id=job.job_id, variant_id=third.variant_id, **wish)
    assert spent(studio) == before + 2


def test_the_id_of_an_edit_names_the_banner_job_that_it_adds_to(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    job, first = made(studio, shared_bench, folder)
    second = edited(studio, shared_bench, job, first, slots={"headline": "Two"})
    newest = next(iter(studio.jobs.list(kind="design"))).job_id
    assert newest != job.job_id
    assert studio.designs.get(job_id=newest).job_id == job.job_id
    accepted = studio.designs.edit(
        job_id=newest, variant_id=second.variant_id, slots={"headline": "Three"}
    )
    assert (accepted.job_id, accepted.based_on) == (job.job_id, second.variant_id)
    assert studio.designs.save(job_id=newest, variant_id=second.variant_id).image_id
    export = studio.designs.export(job_id=newest, variant_id=second.variant_id, format="spec")
    assert export.spec == second.spec
    other = shared_bench.workspace().owner
    with pytest.raises(errors.NotFound, match="No such banner job"):
        other.designs.get(job_id=newest)


def test_an_edit_that_names_nothing_is_refused(
    studio: Studio, shared_bench: Bench, folder: str
) -> None:
    job, variant = made(studio, shared_bench, folder)
    with pytest.raises(errors.ValidationError, match="say what to change"):
        studio.designs.edit(job_id=job.job_id, variant_id=variant.variant_id, slots={})
    assert studio.designs.get(job_id=job.job_id).variants == job.variants
