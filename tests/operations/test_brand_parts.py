"""What a folder looks like and says: references, rules, logos, fonts, style, and jobs, on both
transports.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import brandstudio
from brandstudio import errors
from brandstudio.models.library import LibraryItem
from brandstudio.studio.studio import Studio
from brandstudio.testing import Bench, Place, Transport, picture

Add = Callable[..., LibraryItem]
FONTS = sorted(Path(brandstudio.__file__).parent.glob("assets/fonts/**/*.ttf"))


@pytest.fixture(autouse=True)
def folders(studio: Studio) -> None:
    studio.folders.create(name="Acme")
    studio.folders.create(name="Summer", parent="acme")


# -- golden references -----------------------------------------------------------------------------


def test_references_come_from_the_folders_own_library(studio: Studio, add: Add) -> None:
    own, above = add(studio, "acme/summer", 1), add(studio, "acme", 2)
    added = studio.references.add(
        folder="acme/summer", domain="photos", library_image_ids=[own.image_id]
    )
    assert added.total_count == 1
    assert added.added[0].category == "general"
    assert added.added[0].filename == "1.png"
    assert studio.read(added.added[0].thumbnail_url)
    with pytest.raises(errors.NotFound):
        studio.references.add(
            folder="acme/summer", domain="photos", library_image_ids=[above.image_id]
        )
    assert studio.references.list(folder="acme", domain="photos").refs == []


def test_five_at_most_all_or_none(studio: Studio, add: Add) -> None:
    ids = [add(studio, "acme", mark).image_id for mark in range(1, 8)]
    send = {"folder": "acme", "domain": "photos"}
    studio.references.add(**send, library_image_ids=ids[:4], category="hero")
    for wanted, error in (
        (ids[4:6], errors.ReferenceLimit),
        ([ids[0], ids[5]], errors.ReferenceExists),
        ([ids[5], ids[5]], errors.ReferenceExists),
        ([ids[5], "img_" + "0" * 32], errors.NotFound),
    ):
        with pytest.raises(error):
            studio.references.add(**send, library_image_ids=wanted)
        assert len(studio.references.list(**send).refs) == 4
    with pytest.raises(errors.ReferenceLimit):
        studio.references.add(**send, library_image_ids=ids[:6], replace=True)
    replaced = studio.references.add(**send, library_image_ids=ids[2:7], replace=True)
    assert (replaced.total_count, len(replaced.added)) == (5, 5)
    assert studio.references.list(folder="acme", domain="designs").refs == []


def test_a_removed_reference_leaves_its_image(studio: Studio, add: Add) -> None:
    item = add(studio)
    ref = studio.references.add(
        folder="acme", domain="photos", library_image_ids=[item.image_id]
    ).added[0]
    with pytest.raises(errors.NotFound):
        studio.references.remove(folder="acme", domain="photos", category="hero", ref_id=ref.ref_id)
    removed = studio.references.remove(
        folder="acme", domain="photos", category="general", ref_id=ref.ref_id
    )
    assert (removed.deleted.ref_id, removed.total_count) == (ref.ref_id, 0)
    assert studio.library.get(folder="acme", image_id=item.image_id)


def test_references_stay_when_their_picture_moves_or_is_trashed(
    studio: Studio, add: Add, shared_bench: Bench
) -> None:
    moved, trashed = add(studio, "acme", 1), add(studio, "acme", 2)
    ids = [moved.image_id, trashed.image_id]
    studio.references.add(folder="acme", domain="photos", library_image_ids=ids)
    studio.library.move(folder="acme", image_id=moved.image_id, to="acme/summer")
    studio.library.delete(folder="acme", image_id=trashed.image_id)
    assert len(studio.references.list(folder="acme", domain="photos").refs) == 2
    studio.folders.duplicate(folder="acme")
    assert len(studio.references.list(folder="acme-copy", domain="photos").refs) == 2
    studio.library.delete(folder="acme", image_id=trashed.image_id, purge=True)
    assert len(studio.references.list(folder="acme", domain="photos").refs) == 1
    assert shared_bench.doctor().problems == []


def test_who_may_touch_references(
    place: Place, transport: Transport, studio: Studio, add: Add
) -> None:
    item = add(studio)
    create = place.studio(transport, "create")
    with pytest.raises(errors.InsufficientScope):
        create.references.add(folder="acme", domain="photos", library_image_ids=[item.image_id])
    with pytest.raises(errors.InsufficientScope):
        create.style.extract(folder="acme", auto_approve_rules=True)
    with pytest.raises(errors.ValidationError):
        create.style.extract(folder="acme")  # nothing to learn from: uncharged
    assert place.balance == 999


# -- rules -----------------------------------------------------------------------------------------


def test_rules_are_inherited_and_name_their_level(studio: Studio) -> None:
    rule = studio.rules.add(folder="acme", kind="copy", text="Say we, not I")
    (seen,) = studio.rules.list(folder="acme/summer").rules
    assert (seen.rule_id, seen.level, seen.folder) == (rule.rule_id, 1, "acme")
    with pytest.raises(errors.NotFound):
        studio.rules.update(folder="acme/summer", rule_id=rule.rule_id, text="x")
    with pytest.raises(errors.NotFound):
        studio.rules.remove(folder="acme/summer", rule_id=rule.rule_id)
    assert (
        studio.rules.update(folder="acme", rule_id=rule.rule_id, text=" Be brief ").text
        == "Be brief"
    )
    assert studio.rules.list(folder="acme", kind="image").rules == []
    assert studio.rules.remove(folder="acme", rule_id=rule.rule_id).deleted == rule.rule_id
    assert studio.rules.list(folder="acme").rules == []


@pytest.mark.parametrize("text", ["", " ", "x" * 501])
def test_a_rule_has_words(studio: Studio, text: str) -> None:
    with pytest.raises(errors.ValidationError):
        studio.rules.add(folder="acme", kind="copy", text=text)
    rule = studio.rules.add(folder="acme", kind="copy", text="Be brief")
    with pytest.raises(errors.ValidationError):
        studio.rules.update(folder="acme", rule_id=rule.rule_id, text=text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Headlines: at most 6 words", "Headlines: at most 6 words. Checked on banners and texts."),
        ("Be brief", "Kept for people, not checked."),
    ],
)
def test_the_answer_says_what_of_a_rule_is_checked(studio: Studio, text: str, said: str) -> None:
    assert studio.rules.add(folder="acme", kind="copy", text=text).checked_as == said
    assert [r.checked_as for r in studio.rules.list(folder="acme").rules] == [said]


def test_a_check_that_was_read_out_of_the_words_goes_with_them(studio: Studio) -> None:
    rule = studio.rules.add(folder="acme", kind="copy", text="Never use the word cheap")
    assert rule.check is not None
    assert studio.rules.update(folder="acme", rule_id=rule.rule_id, text="Be kind").check is None


# -- logos and fonts -------------------------------------------------------------------------------


def logo(mark: int) -> bytes:
    return picture(120, 60, mark=mark)


def test_adding_a_logo_says_whether_it_replaces_a_file(studio: Studio) -> None:
    studio.folders.create(name="Acme")
    first = studio.logos.add(folder="acme", name="main", file=logo(1))
    again = studio.logos.add(folder="acme", name="main", file=logo(1))
    dark = studio.logos.add(folder="acme", name="main", variant="dark", file=logo(2))
    other = studio.logos.add(folder="acme", name="main", file=logo(3))
    assert [one.replaced for one in (first, again, dark, other)] == [None, None, None, True]
    assert all(one.replaced is None for one in studio.logos.list(folder="acme").logos)


def test_the_first_logo_is_primary_and_only_one_is(studio: Studio, place: Place) -> None:
    before = place.balance
    assert studio.logos.add(folder="acme", name="main", file=logo(1)).primary
    assert not studio.logos.add(folder="acme", name="mark", file=logo(2)).primary
    assert studio.logos.add(folder="acme", name="main", variant="dark", file=logo(3)).primary
    studio.logos.update(folder="acme", name="mark", primary=True)
    shown = studio.logos.list(folder="acme").logos
    assert [(one.name, one.primary) for one in shown] == [
        ("mark", True),
        ("main", False),
        ("main", False),
    ]
    assert place.balance == before
    assert studio.read(shown[0].url)
    studio.logos.remove(folder="acme", name="mark")
    assert all(one.primary for one in studio.logos.list(folder="acme").logos)
    with pytest.raises(errors.LogoNotFound):
        studio.logos.remove(folder="acme", name="mark")
    assert not studio.logos.add(folder="acme", name="third", file=logo(4), primary=False).primary
    assert studio.logos.add(folder="acme", name="third", file=logo(4), primary=True).primary
    assert [one.primary for one in studio.logos.list(folder="acme").logos] == [True, False, False]
    studio.logos.add(folder="acme", name="third", file=logo(5), primary=False)
    assert (
        sum(one.primary for one in studio.logos.list(folder="acme").logos) == 2
    )  # both variants of main


def test_logos_are_inherited_and_the_nearest_primary_counts(
    studio: Studio, shared_bench: Bench
) -> None:
    studio.logos.add(folder="acme", name="main", file=logo(1))
    studio.logos.add(folder="acme/summer", name="sun", file=logo(2))
    shown = studio.logos.list(folder="acme/summer").logos
    assert [(one.name, one.primary, one.folder) for one in shown] == [
        ("sun", True, "acme/summer"),
        ("main", False, "acme"),
    ]
    with pytest.raises(errors.LogoNotFound):
        studio.logos.remove(folder="acme/summer", name="main")
    assert shared_bench.doctor().problems == []


def test_an_svg_logo_stays_a_drawing_and_a_hostile_one_is_refused(studio: Studio) -> None:
    drawing = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" height="20" fill="red"/></svg>'
    made = studio.logos.add(folder="acme", name="svg", file=drawing)
    assert (made.mime_type, made.width, made.height) == ("image/svg+xml", 40, 20)
    for hostile in (
        b"GIF89a",
        b"<svg",
        b"%PDF-1.4",
        b'<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="x">&a;</svg>',
    ):
        with pytest.raises(errors.UnsupportedMediaType):
            studio.logos.add(folder="acme", name="bad", file=hostile)
    assert [one.name for one in studio.logos.list(folder="acme").logos] == ["svg"]


def test_a_logo_with_nothing_visible_in_it_is_refused(studio: Studio) -> None:
    clear = io.BytesIO()
    Image.new("RGBA", (60, 30), (255, 0, 0, 0)).save(clear, "PNG")
    empty = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"></svg>'
    unpainted = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="9" height="9" fill="none"/></svg>'
    for unseen in (clear.getvalue(), empty, unpainted):
        with pytest.raises(errors.ValidationError, match="nothing visible"):
            studio.logos.add(folder="acme", name="main", file=unseen)
    assert studio.logos.list(folder="acme").logos == []
    white = io.BytesIO()
    Image.new("RGBA", (60, 30), (255, 255, 255, 255)).save(white, "PNG")
    assert studio.logos.add(folder="acme", name="main", file=white.getvalue()).primary


def test_fonts_are_checked_and_inherited(studio: Studio, shared_bench: Bench) -> None:
    data = FONTS[0].read_bytes()
    font = studio.fonts.add(folder="acme", file=data, filename="brand/../face.ttf", role="headline")
    assert (font.role, font.folder) == ("headline", "acme")
    assert "/" not in font.filename
    assert [one.font_id for one in studio.fonts.list(folder="acme/summer").fonts] == [font.font_id]
    with pytest.raises(errors.StudioError) as caught:
        studio.fonts.add(folder="acme", file=data[:200])
    assert caught.value.status in (400, 415)
    assert studio.fonts.update(folder="acme", font_id=font.font_id, role="body").role == "body"
    with pytest.raises(errors.NotFound):
        studio.fonts.remove(folder="acme/summer", font_id=font.font_id)
    studio.fonts.remove(folder="acme", font_id=font.font_id)
    assert studio.fonts.list(folder="acme").fonts == []
    assert shared_bench.doctor().problems == []


# -- style -----------------------------------------------------------------------------------------


def test_style_is_resolved_part_by_part_with_the_level_of_each(studio: Studio) -> None:
    studio.style.update(
        folder="acme", essence="Bold", feel="Warm", palette=[{"hex": "#ff0000", "role": "primary"}]
    )
    studio.style.update(folder="acme/summer", essence="Light")
    style = studio.style.get(folder="acme/summer")
    assert style.purpose is not None
    assert (style.purpose.essence, style.purpose.feel) == ("Light", "Warm")
    assert style.inherited_from["purpose.essence"].folder == "acme/summer"
    assert style.inherited_from["purpose.feel"].level == 1
    assert style.palette[0].hex == "#ff0000"
    cleared = studio.style.update(folder="acme", palette=[])
    assert cleared.palette == []
    brand = studio.style.brand(folder="acme")
    assert brand.brand.slug == "acme"
    with pytest.raises(errors.NotFound):
        studio.style.get(folder="acme", style_version=7)


def test_colours_are_sampled_from_a_picture_or_the_references(
    studio: Studio, add: Add, place: Place
) -> None:
    with pytest.raises(errors.ValidationError):
        studio.style.sample_colours(folder="acme")
    item = add(studio, mark=5)
    before = place.balance
    by_image = studio.style.sample_colours(folder="acme", image_id=item.image_id, count=3)
    assert 1 <= len(by_image.palette) <= 3
    studio.references.add(folder="acme", domain="photos", library_image_ids=[item.image_id])
    assert studio.style.sample_colours(folder="acme/summer", count=3).palette == by_image.palette
    assert place.balance == before


# -- jobs ------------------------------------------------------------------------------------------


def test_jobs_are_listed_cancelled_and_refunded_once(
    studio: Studio, place: Place, add: Add
) -> None:
    item = add(studio)
    send: dict[str, Any] = {
        "folder": "acme",
        "image_id": item.image_id,
        "aspect_ratio": "1:1",
        "resolution": "1K",
    }
    accepted = studio.images.resize(**send, client_reference_id="r")
    assert place.balance == 997
    with pytest.raises(errors.AlreadyProcessing):
        studio.images.resize(**send)
    (job,) = studio.jobs.list(status="queued").jobs
    assert (job.job_id, job.kind, job.attempts, job.client_reference_id) == (
        accepted.job_id,
        "image",
        0,
        "r",
    )
    cancelled = studio.jobs.cancel(job_id=job.job_id)
    assert cancelled.status == "failed"
    assert cancelled.error is not None
    assert cancelled.error.code == "JOB_CANCELLED"
    assert place.balance == 999
    with pytest.raises(errors.JobFinished):
        studio.jobs.cancel(job_id=job.job_id)
    assert place.balance == 999
    image = studio.images.get(folder="acme", image_id=item.image_id)
    assert (image.status, image.current_version, len(image.versions)) == ("failed", 1, 1)
    again = studio.images.resize(**send)
    assert again.version == 3  # a number once accepted is never used again
    studio.jobs.cancel(job_id=again.job_id)


def test_another_workspaces_job_is_unknown(
    studio: Studio, shared_bench: Bench, transport: Transport, add: Add
) -> None:
    item = add(studio)
    accepted = studio.images.resize(
        folder="acme", image_id=item.image_id, aspect_ratio="1:1", resolution="1K"
    )
    stranger = shared_bench.workspace().studio(transport)
    for call in (stranger.jobs.get, stranger.jobs.cancel):
        with pytest.raises(errors.NotFound):
            call(job_id=accepted.job_id)
    assert stranger.jobs.list().jobs == []
    studio.jobs.cancel(job_id=accepted.job_id)


def test_pages_of_jobs_hold_together(studio: Studio, add: Add) -> None:
    made = []
    for mark in range(1, 6):
        item = add(studio, mark=mark)
        made.append(
            studio.images.resize(
                folder="acme", image_id=item.image_id, aspect_ratio="1:1", resolution="1K"
            ).job_id
        )
        studio.jobs.cancel(job_id=made[-1])
    first = studio.jobs.list(limit=2)
    second = studio.jobs.list(limit=3, cursor=first.next_cursor)
    assert [job.job_id for job in (*first.jobs, *second.jobs)] == made[::-1]
    assert second.next_cursor is None


def test_a_picture_in_memory_round_trips(studio: Studio) -> None:
    image = Image.new("RGB", (30, 20), (1, 2, 3))
    out = io.BytesIO()
    image.save(out, "PNG")
    out.seek(0)
    item = studio.library.add(folder="acme", file=out, filename="mem.png")
    assert Image.open(io.BytesIO(studio.read(item.url or ""))).getpixel((0, 0)) == (1, 2, 3)
