"""Values as a notebook shows them: whole without a script, small, and without a link or a secret."""

from __future__ import annotations

import base64
import io
import pickle
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import brandstudio
from brandstudio import errors
from brandstudio.display import pictures as small
from brandstudio.display.lately import MOST, SECONDS, Lately
from brandstudio.display.markup import clean
from brandstudio.display.pictures import CELL, EACH, SIDE
from brandstudio.studio.studio import LocalStudio
from brandstudio.testing import Bench, picture

PHOTOS = Path(brandstudio.__file__).parent / "assets" / "photos"
PICTURE = re.compile(r'src="data:image/(?:webp|jpeg);base64,([^"]+)"')
LEAK = re.compile(
    r"/files/|/uploads/|bsk_\w{8}|whsec_\w{8}|https?://(?!www\.w3\.org)|<script|javascript:|/(?:root|tmp|home)"
)


def forms(value: Any) -> dict[str, Any]:
    found: dict[str, Any] = value._repr_mimebundle_()
    assert {"text/plain", "text/html"} <= set(found)
    assert not LEAK.search(found["text/plain"]), found["text/plain"]
    assert not LEAK.search(found["text/html"])
    return found


def pictures(found: dict[str, Any]) -> list[bytes]:
    return [base64.b64decode(data) for data in PICTURE.findall(found["text/html"])]


@pytest.fixture(scope="module")
def furnished(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[LocalStudio, dict[str, Any]]]:
    with Bench(tmp_path_factory.mktemp("values") / "data") as bench:
        studio = bench.workspace().owner
        studio.folders.ensure("acme/spring/launch")
        photo = studio.library.add(folder="acme", file=PHOTOS / "coffee.jpg")
        bee = studio.library.add(folder="acme", file=PHOTOS / "bee.jpg")
        studio.references.add(
            folder="acme",
            domain="photos",
            category="general",
            library_image_ids=[photo.image_id, bee.image_id],
        )
        learned = studio.style.extract(folder="acme", auto_approve_rules=True).wait(progress=False)
        job = studio.designs.create(
            folder="acme",
            size="linkedin-feed",
            template="split",
            slots=brandstudio.Slots(
                headline="A <b>short</b> break & cake", image_id=photo.image_id
            ),
        ).wait(progress=False)
        yield studio, {"photo": photo, "learned": learned, "job": job}


def test_a_banner_shows_its_picture_its_contrast_and_its_blocks(furnished: Any) -> None:
    _, made = furnished
    found = forms(made["job"].variants[0])
    (shown,) = pictures(found)
    assert max(Image.open(io.BytesIO(shown)).size) == SIDE
    assert Image.open(io.BytesIO(found["image/png"])).format == "PNG"
    assert len(found["image/png"]) <= EACH
    worst = next(f for f in made["job"].variants[0].contrast if f.vision == "normal")
    assert f"{worst.worst:.2f}" in found["text/html"]
    assert "<title>headline</title>" in found["text/html"]


def test_words_of_people_never_become_markup(furnished: Any) -> None:
    studio, made = furnished
    assert "<b>short" not in forms(made["job"])["text/html"]
    assert "<b>short" not in forms(made["job"].variants[0])["text/html"]
    studio.folders.create(name="<img src=x onerror=alert(1)>", parent="acme")
    assert "<img src=x" not in forms(studio.folders.tree(folder="acme"))["text/html"]


def test_every_noun_has_a_form_of_its_own(furnished: Any) -> None:
    studio, made = furnished
    assert "spring" in forms(studio.folders.tree(folder="acme"))["text/html"]
    assert "Shadows".lower() in forms(made["learned"])["text/html"]
    style = studio.style.get(folder="acme")
    assert style.photos.photo_style.palette[0].hex in forms(style)["text/html"]
    assert "banner create" in forms(studio.credits.pricing())["text/html"]
    assert "role='progressbar'" in forms(studio.jobs.list()[0])["text/html"]
    charged = forms(studio.credits.transactions())["text/html"]
    assert "charge" in charged
    assert "image/png" not in forms(studio.library.list(folder="acme"))
    assert "image/png" in forms(made["photo"])
    for other in (studio.rules.list(folder="acme"), studio.usage.get(), studio.folders.list()):
        forms(other)
    forms(studio.text.proofread(folder="acme", text="Teh harbour  opens."))
    forms(studio.images.check(folder="acme", image_id=made["photo"].image_id))


def test_a_style_without_anything_says_so(bench: Bench) -> None:
    studio = bench.workspace().owner
    studio.folders.create(name="Acme")
    assert "nothing is set or learned yet" in forms(studio.style.get(folder="acme"))["text/html"]
    studio.style.update(folder="acme", palette=[{"hex": "#c01020", "role": "primary"}])
    assert "nothing is set" not in forms(studio.style.get(folder="acme"))["text/html"]


def test_an_image_shows_its_versions(furnished: Any) -> None:
    studio, _ = furnished
    image = studio.images.create(folder="acme", prompt="a calm sea", resolution="1K").wait(
        progress=False
    )
    studio.images.revise(folder="acme", image_id=image.id, instructions="make it warmer").wait(
        progress=False
    )
    found = forms(studio.images.get(folder="acme", image_id=image.id))
    assert len(pictures(found)) == 3  # the current one, and both in the strip
    assert "make it warmer" in found["text/html"]
    assert "2 (current)" in found["text/html"]


def test_a_long_list_says_how_many_are_shown_and_keeps_to_its_bytes(tmp_path: Path) -> None:
    with Bench(tmp_path / "data") as bench:
        studio = bench.workspace().owner
        studio.folders.create(name="Acme")
        noise = Image.effect_noise((400, 400), 90).convert("RGB")
        added = studio.library.add(folder="acme", file=noise, filename="noise.png")
        page = studio.library.list(folder="acme")
        long = page.model_copy(update={"items": [added] * 52, "total_count": 10_000})
        found = forms(long)
        assert "48 of 10,000 shown" in found["text/html"]
        shown = PICTURE.findall(found["text/html"])
        assert 10 < len(shown) <= 48
        assert sum(map(len, shown)) <= CELL
        assert all(len(one) <= EACH for one in pictures(found))


def test_a_value_without_its_studio_still_shows(furnished: Any) -> None:
    studio, _ = furnished
    found = forms(pickle.loads(pickle.dumps(studio.library.list(folder="acme"))))
    assert pictures(found) == []
    assert "coffee" in found["text/html"]


def test_a_link_that_is_over_is_words_not_an_error(bench: Bench) -> None:
    studio = bench.workspace().owner
    studio.folders.create(name="Acme")
    item = studio.library.add(folder="acme", file=picture(64, 48, mark=1), filename="harbour.png")
    bench.clock.advance(hours=3)
    found = forms(item)
    assert pictures(found) == []
    assert "harbour" in found["text/html"]


def test_an_error_says_its_code_and_the_field(furnished: Any) -> None:
    studio, _ = furnished
    with pytest.raises(errors.ValidationError) as caught:
        studio.designs.create(folder="acme", size="poster", slots=brandstudio.Slots(headline="x"))
    found = forms(caught.value)
    assert "VALIDATION_ERROR" in found["text/html"]
    assert "size" in found["text/html"]


def test_a_new_key_is_never_in_an_output(bench: Bench) -> None:
    owner = bench.workspace().owner
    made = owner.admin.keys.create(name="ci", level="read")
    found = forms(made)
    assert made.secret not in str(found)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("see /files/7fbc9aa6.eyJlIjoxNzk1MzA3NTE5 now", "see (link) now"),
        ("see https://a.example/files/7fbc9aa6.eyJlIjoxNzk1MzA3", "see (link)"),
        ("key bsk_0123456789abcdef", "key (secret)"),
        ("no file /home/someone/pictures/a.png there", "no file a.png there"),
        ("acme/spring and 1/2 and and/or stay", "acme/spring and 1/2 and and/or stay"),
    ],
)
def test_words_are_cleaned_of_what_opens_things_or_names_this_machine(text: str, left: str) -> None:
    assert clean(text) == left


def pixels(data: bytes) -> np.ndarray[Any, Any]:
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"), dtype=float)


def test_banners_just_drawn_show_what_their_files_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(small, "_LATELY", Lately())
    with Bench(tmp_path / "data") as bench:
        studio = bench.workspace().owner
        studio.folders.create(name="Acme")
        photo = studio.library.add(folder="acme", file=PHOTOS / "coffee.jpg")
        slots = brandstudio.Slots(headline="A short break", image_id=photo.image_id)
        job = studio.designs.create(
            folder="acme", sizes=["square", "portrait"], template="all", slots=slots
        ).wait(progress=False)
        small._made_once.cache_clear()
        with monkeypatch.context() as closed:
            closed.setattr(small, "_opened", None)  # no file may be unpacked
            at_hand = pictures(forms(job))
        small._made_once.cache_clear()
        monkeypatch.setattr(small, "_LATELY", Lately())
        from_files = pictures(forms(studio.designs.get(job_id=job.job_id)))
    assert len(at_hand) == len(from_files) == 6
    for one, other in zip(at_hand, from_files, strict=True):
        assert np.abs(pixels(one) - pixels(other)).mean() < 1


def test_a_banner_just_drawn_is_not_shown_where_its_link_is_over(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(small, "_LATELY", Lately())
    studio = bench.workspace().owner
    studio.folders.create(name="Acme")
    slots = brandstudio.Slots(headline="A short break")
    job = studio.designs.create(folder="acme", size="square", template="all", slots=slots).wait(
        progress=False
    )
    bench.clock.advance(hours=3)
    assert pictures(forms(job)) == []


def test_a_table_of_thousands_makes_no_more_tiles_than_a_list_shows() -> None:
    now = [0.0]
    lately = Lately(lambda: now[0])
    assert sum(lately.wanted() for _ in range(10_000)) == MOST
    now[0] = SECONDS + 1
    assert lately.wanted()
    for number in range(3 * MOST):
        lately.keep(bytes([number]), b"tile")
    kept = [number for number in range(3 * MOST) if lately.tile(bytes([number])) is not None]
    assert kept == list(range(2 * MOST, 3 * MOST))


@pytest.mark.parametrize("mode", ["L", "RGB", "RGBA"])
@pytest.mark.parametrize("size", [(3, 2), (257, 300)])
def test_a_plain_png_is_unpacked_to_the_pixels_that_it_holds(
    mode: str, size: tuple[int, int]
) -> None:
    noise = np.random.default_rng(5).integers(0, 256, (size[1], size[0], 4), np.uint8)
    noise[: size[1] // 2] //= 64  # so that Pillow takes one filter here and another there
    drawn = Image.fromarray(noise, "RGBA").convert(mode)
    out = io.BytesIO()
    drawn.save(out, "PNG")
    unpacked = small._unpacked(out.getvalue().ljust(64, b"\0"))
    assert unpacked is not None
    assert unpacked.mode == mode
    assert unpacked.tobytes() == drawn.tobytes()


def test_a_png_of_another_kind_is_left_to_pillow() -> None:
    drawn = Image.effect_noise((90, 60), 80)
    kinds: list[tuple[str, dict[str, Any]]] = [("P", {}), ("1", {}), ("I;16", {})]
    for mode, more in (*kinds, ("RGB", {"transparency": (1, 2, 3)})):
        out = io.BytesIO()
        drawn.convert(mode).save(out, "PNG", **more)
        assert small._unpacked(out.getvalue()) is None
        assert Image.open(io.BytesIO(small.small_picture(out.getvalue(), 64))).width == 64


def test_a_png_that_was_cut_off_is_words_not_an_error() -> None:
    out = io.BytesIO()
    Image.effect_noise((90, 60), 80).convert("RGB").save(out, "PNG")
    with pytest.raises(Exception, match=r"\w"):
        small.small_picture(out.getvalue()[:400], 64)
