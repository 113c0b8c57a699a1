"""Content credentials: signed where the extra is installed, whole after every change of form, and
told in plain words.
"""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image as pillow

from brandstudio.engines import credentials
from brandstudio.engines.credentials import Ingredient, Signer
from brandstudio.pixels import encode
from brandstudio.pixels.metadata import Metadata
from brandstudio.studio.studio import Studio
from brandstudio.testing import Bench, picture

pytestmark = pytest.mark.usefixtures("small_frames")
SIGNER = Signer(b"k" * 32)


@pytest.fixture
def c2pa() -> None:
    pytest.importorskip("c2pa", reason="content credentials need the extra c2pa")


def drawing(mime: str = "image/png") -> bytes:
    image = pillow.fromarray(np.random.default_rng(1).integers(0, 255, (64, 64, 3), dtype=np.uint8))
    said = Metadata(source="algorithmicMedia", prompt="A lake")
    if mime == "image/png":
        return encode.png(image, metadata=said)
    return (
        encode.jpeg(image, 95, metadata=said)
        if mime == "image/jpeg"
        else encode.webp(image, metadata=said)
    )


def test_without_the_extra_a_picture_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(credentials, "available", lambda: False)
    data = drawing()
    assert SIGNER.sign(data, "image/png", title="A", action="c2pa.created", source=None) == data
    assert credentials.read(data, "image/png") is None


@pytest.mark.parametrize("mime", ["image/png", "image/jpeg", "image/webp"])
@pytest.mark.usefixtures("c2pa")
def test_a_signed_picture_is_valid_and_names_its_source(mime: str) -> None:
    first = SIGNER.sign(
        drawing(mime), mime, title="First", action="c2pa.created", source="algorithmicMedia"
    )
    second = SIGNER.sign(
        drawing(mime),
        mime,
        title="Second",
        action="c2pa.edited",
        source="compositeSynthetic",
        ingredient=Ingredient(first, mime, "First"),
    )
    found = credentials.read(second, mime)
    assert found is not None
    assert found.intact
    assert found.problems == ()
    assert found.actions == ("c2pa.opened", "c2pa.edited")
    assert found.sources == ("compositeSynthetic",)
    assert found.ingredients == ("First",)
    assert len(second) - len(drawing(mime)) < 40_000


@pytest.mark.parametrize("mime", ["image/png", "image/jpeg", "image/webp"])
@pytest.mark.usefixtures("c2pa")
def test_one_changed_byte_breaks_the_seal(mime: str) -> None:
    data = SIGNER.sign(
        drawing(mime), mime, title="A", action="c2pa.created", source="algorithmicMedia"
    )
    changed = bytearray(data)
    # PNG keeps the record before its pixels, JPEG too, WebP after them.
    changed[-1000 if mime != "image/webp" else 1000] ^= 1
    found = credentials.read(bytes(changed), mime)
    assert found is not None
    assert not found.intact
    assert found.problems


@pytest.mark.usefixtures("c2pa")
def test_every_process_with_the_same_master_key_is_the_same_signer() -> None:
    assert Signer(b"k" * 32).authority == SIGNER.authority
    assert Signer(b"l" * 32).authority != SIGNER.authority
    assert "k" * 8 not in repr(SIGNER)


@pytest.mark.parametrize(
    "data", [b"", b"jumb c2pa", b"RIFF\x10\0\0\0WEBPjumbc2pa", b"\x89PNG\r\n\x1a\njumbc2pa" * 50]
)
def test_what_is_no_picture_is_read_without_a_crash(data: bytes) -> None:
    for mime in credentials.SIGNED_TYPES:
        found = credentials.read(data, mime)
        assert found is None or not found.intact


@pytest.mark.usefixtures("c2pa")
def test_pictures_are_signed_through_every_edit_and_download(bench: Bench) -> None:
    studio: Studio = bench.workspace().studio()
    studio.folders.create(name="Acme")
    upload = studio.library.add(folder="acme", file=picture(300, 200, mark=5))
    studio.images.revise(image_id=upload.image_id, folder="acme", instructions="brighter")
    bench.run_until_idle()
    studio.images.resize(
        image_id=upload.image_id, folder="acme", aspect_ratio="1:1", resolution="4K"
    )
    bench.run_until_idle()
    image = studio.images.get(image_id=upload.image_id, folder="acme")
    files = [studio.read(version.url) for version in image.versions]
    assert not credentials.has_credentials(files[0]), "an upload is not ours to vouch for"
    said = [credentials.read(data, "image/png") for data in files[1:]]
    assert [found.intact if found else None for found in said] == [True, True]
    assert [found.actions[-1] if found else None for found in said] == [
        "c2pa.edited",
        "c2pa.resized",
    ]
    for format, mime in (("jpeg", "image/jpeg"), ("webp", "image/webp")):
        link = studio.library.download(image_id=upload.image_id, folder="acme", format=format)  # type: ignore[arg-type]
        found = credentials.read(studio.read(link.url), mime)
        assert found is not None
        assert found.intact
        assert found.actions == ("c2pa.opened", "c2pa.transcoded")


@pytest.mark.usefixtures("c2pa")
def test_saved_and_exported_banners_are_signed_with_their_photo_as_a_part(bench: Bench) -> None:
    studio: Studio = bench.workspace().studio()
    studio.folders.create(name="Acme")
    photo = studio.library.add(folder="acme", file=picture(300, 200, mark=5)).image_id
    job = studio.designs.create(
        folder="acme",
        size="email-header",
        template="overlay",
        slots={"headline": "Hello", "image_id": photo},  # type: ignore[arg-type]
    )
    bench.run_until_idle()
    (variant,) = studio.designs.get(job_id=job.job_id).variants
    saved = studio.designs.save(job_id=job.job_id, variant_id=variant.variant_id)
    item = studio.library.get(image_id=saved.image_id, folder="acme")
    exported = studio.designs.export(job_id=job.job_id, variant_id=variant.variant_id, format="jpg")
    for data, mime in (
        (studio.read(item.url or ""), "image/png"),
        (studio.read(exported.url), "image/jpeg"),
    ):
        found = credentials.read(data, mime)
        assert found is not None
        assert found.intact
        assert (found.title, found.actions, found.ingredients) == (
            "Hello",
            ("c2pa.created", "c2pa.placed"),
            ("Photo",),
        )
