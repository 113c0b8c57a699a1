"""The face of a studio as people meet it: help, names, lists, files, folders, waiting."""

from __future__ import annotations

import inspect
import io
import pydoc
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy
import pytest
from PIL import Image

import brandstudio
from brandstudio import LocalStudio, Slots, errors
from brandstudio.domain.pricing import OPERATIONS as PRICES
from brandstudio.models.folders import Folder
from brandstudio.models.library import LibraryItem
from brandstudio.operations import ADMIN_OPERATIONS, OPERATIONS
from brandstudio.operations.fields import FIELDS
from brandstudio.studio.files import contents
from brandstudio.studio.studio import Face
from brandstudio.studio.verbs import Declared, Group, calls_of
from brandstudio.testing import picture


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[LocalStudio]:
    with brandstudio.open(tmp_path / "data") as made:
        made.folders.create(name="Acme")
        yield made


# -- help ------------------------------------------------------------------------------------------


def groups(studio: LocalStudio) -> list[Group[Any]]:
    names = [name for name, value in vars(Face).items() if isinstance(value, property)]
    admin = studio.admin
    inner = [name for name, value in vars(type(admin)).items() if isinstance(value, property)]
    return [
        *(getattr(studio, name) for name in names),
        admin,
        *(getattr(admin, name) for name in inner),
    ]


def test_every_call_says_what_it_takes_gives_costs_and_raises(studio: LocalStudio) -> None:
    for group in groups(studio):
        assert group.__doc__
        for name in calls_of(type(group)):
            said = inspect.getdoc(getattr(group, name)) or ""
            where = f"{group.attribute}.{name}"
            assert "Price: " in said, where
            assert "Raises: " in said, where
            call = inspect.getattr_static(group, name)
            if isinstance(call, Declared):
                assert "Gives: " in said, where
                for field in call.operation.model_fields:
                    assert f"    {field}: " in said, f"{where} does not say what {field} is"


def test_every_price_is_named_by_a_call_and_every_name_is_a_price() -> None:
    named = {price for operation in OPERATIONS for price in operation.charges}
    assert named == set(PRICES)


def test_every_field_has_its_sentence() -> None:
    fields = {
        name for operation in (*OPERATIONS, *ADMIN_OPERATIONS) for name in operation.model_fields
    }
    assert fields - set(FIELDS) - {"source"} == set()


def test_help_shows_groups_and_calls_with_their_signatures(studio: LocalStudio) -> None:
    said = pydoc.plain(pydoc.render_doc(studio.designs))
    # From 3.13 on, pydoc writes a long signature in several lines.
    assert "create(self, /, *, folder: str, slots: " in " ".join(
        said.replace("|", " ").split()
    ).replace("( ", "(")
    assert "quality: of JPEG and WebP, in percent; 1 to 100" in said
    assert "Raises: FolderNotFound" in said
    said = pydoc.plain(pydoc.render_doc(type(studio)))
    assert "Banners: words, a photo and a logo" in said
    assert {"folders", "designs", "admin"} <= set(dir(studio))
    assert {"create", "batch"} <= set(dir(studio.designs))


def test_slots_say_what_each_word_is_in_the_names_of_python() -> None:
    said = inspect.getdoc(Slots) or ""
    assert all(name in said for name in Slots.model_fields)
    assert "buttonText" not in said


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (lambda studio: studio.desings, "did you mean 'designs'"),
        (lambda studio: studio.designs.creat, "did you mean 'create'"),
        (lambda studio: studio.credits.balance(), "did you mean 'admin.credits.balance'"),
        (lambda studio: studio.pricing(), "did you mean 'credits.pricing'"),
        (
            lambda studio: LibraryItem.model_construct(title="Sea").id,
            "did you mean 'image_id'",
        ),
        (lambda studio: studio.folders.list()[0].pth, "did you mean 'path'"),
        (lambda studio: studio.folders.create(nme="x"), "did you mean 'name'"),
        (lambda studio: studio.library.add(foldr="acme"), "did you mean 'folder'"),
        (lambda studio: Slots(headlin="x"), "did you mean 'headline'"),
        (
            lambda studio: studio.designs.batch([], folder="acme", size="square", hedline="x"),
            "did you mean 'headline'",
        ),
        (lambda studio: studio.folders.create("Acme"), "keyword arguments only, like name"),
    ],
)
def test_a_wrong_name_is_told_with_the_right_one(
    studio: LocalStudio, wrong: Any, right: str
) -> None:
    with pytest.raises((AttributeError, TypeError), match=right):
        wrong(studio)


# -- values ----------------------------------------------------------------------------------------


def test_lists_are_sequences_of_what_they_list(studio: LocalStudio) -> None:
    studio.folders.create(name="Bolt")
    found = studio.folders.list()
    assert [folder.path for folder in found] == ["acme", "bolt"]
    assert isinstance(found, Sequence)
    assert (len(found), found[0].path, found[-1].path) == (2, "acme", "bolt")
    assert [folder.path for folder in found[1:]] == ["bolt"]
    assert found.items == found.level1_folders
    assert found[0] in found
    assert not studio.library.list()
    assert list(studio.jobs.list()) == studio.jobs.list().items == []


def test_a_repr_is_a_line(studio: LocalStudio) -> None:
    job = studio.designs.create(folder="acme", size="square", slots=Slots(headline="Hello" * 20))
    done = job.wait()
    for value in (job, done, done.variants[0], done.variants[0].spec, studio, studio.designs):
        assert len(repr(value)) < 700
        assert "\n" not in repr(value)
    assert repr(done).startswith(f"BannerJob(job_id={done.job_id!r}, status='completed'")
    assert "[3 x Variant]" in repr(done)


# -- waiting ---------------------------------------------------------------------------------------


def test_a_timeout_of_zero_looks_once_and_does_no_work(studio: LocalStudio) -> None:
    job = studio.designs.create(folder="acme", size="square", slots=Slots(headline="Hello"))
    with pytest.raises(TimeoutError, match=job.job_id):
        job.wait(timeout=0)
    assert studio.jobs.get(job_id=job.job_id).status == "queued"
    studio.run_until_idle()
    assert job.wait(timeout=0).status == "completed"


# -- files and folders -----------------------------------------------------------------------------


def noise(*shape: int) -> Any:
    return numpy.random.default_rng(7).integers(0, 255, shape, numpy.uint8)


def test_a_picture_comes_as_people_have_it(studio: LocalStudio, tmp_path: Path) -> None:
    path = tmp_path / "sea.png"
    path.write_bytes(picture(80, 60, mark=1))
    pillow = Image.fromarray(noise(60, 80, 3))
    wide = Image.fromarray(noise(40, 50, 3)).convert("CMYK")
    for mark, (file, size, name) in enumerate(
        [
            (path, (80, 60), "sea.png"),
            (str(path), (80, 60), "sea.png"),
            (io.BytesIO(picture(80, 60, mark=2)), (80, 60), "upload"),
            (memoryview(picture(80, 60, mark=3)), (80, 60), "upload"),
            (pillow, (80, 60), "upload.png"),
            (wide, (50, 40), "upload.png"),
            (noise(30, 40, 4), (40, 30), "upload.png"),
            (noise(30, 40) / 255.0, (40, 30), "upload.png"),
        ]
    ):
        item = studio.library.add(folder="acme", file=file, client_reference_id=str(mark))
        assert (item.width, item.height) == size
        assert item.filename == name
    kept = Image.open(io.BytesIO(studio.read(str(studio.library.list(limit=1)[0].url))))
    assert kept.size == (40, 30)


def test_an_array_keeps_its_pixels() -> None:
    pixels = noise(30, 40, 3)
    data, name = contents(pixels, None)
    assert name == "upload.png"
    assert (numpy.asarray(Image.open(io.BytesIO(data))) == pixels).all()


@pytest.mark.parametrize(
    ("file", "error", "said"),
    [
        (3, TypeError, "a Pillow image or a numpy array, not int"),
        (io.StringIO("x"), TypeError, "binary mode"),
        (numpy.zeros((4, 4, 3), numpy.int64), ValueError, "uint8"),
        (numpy.full((4, 4), 200.0), ValueError, "shares from 0 to 1"),
        (numpy.zeros((4, 4, 2), numpy.uint8), ValueError, "shape"),
        (numpy.zeros((0, 4, 3), numpy.uint8), ValueError, "shape"),
        ("https://example.com/a.png", ValueError, "url="),
        (Image.new("La", (4, 4)), ValueError, "has no colours to show"),
    ],
)
def test_what_is_no_picture_is_told(
    studio: LocalStudio, file: Any, error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        studio.library.add(folder="acme", file=file)


def test_a_file_that_was_written_to_its_end_is_told_how_it_goes_back(studio: LocalStudio) -> None:
    held = io.BytesIO()
    Image.new("RGB", (8, 8)).save(held, "PNG")
    with pytest.raises(ValueError, match=r"file.seek\(0\)"):
        studio.library.add(folder="acme", file=held)
    held.seek(0)
    assert studio.library.add(folder="acme", file=held).width == 8


def test_a_folder_stands_for_its_path(studio: LocalStudio) -> None:
    acme = studio.folders.list()[0]
    spring = studio.folders.create(name="Spring", parent=acme)
    assert spring.path == "acme/spring"
    assert studio.folders.children(folder=acme)[0].path == "acme/spring"
    item = studio.library.add(folder=spring, file=picture(64, 48))
    assert studio.library.move(folder=spring, image_id=item.image_id, to=acme).folder == "acme"


def test_ensure_makes_what_is_missing_and_finds_what_is_there(studio: LocalStudio) -> None:
    made = studio.folders.ensure("acme/spring-fair/launch", name="The launch")
    assert (made.path, made.name) == ("acme/spring-fair/launch", "The launch")
    assert studio.folders.children(folder="acme")[0].name == "Spring fair"
    again = studio.folders.ensure("acme/spring-fair/launch", name="Another name")
    assert again == made
    assert isinstance(studio.folders.ensure("bolt"), Folder)
    assert [folder.path for folder in studio.folders.list()] == ["acme", "bolt"]
    with pytest.raises(errors.ValidationError):
        studio.folders.ensure("Not a path")
    with pytest.raises(errors.FolderTooDeep):
        studio.folders.ensure("a/b/c/d/e/f/g")
    assert studio.folders.ensure(made) == made
    for name in ("", "x" * 81):
        with pytest.raises(errors.ValidationError, match="name"):
            studio.folders.ensure("acme/other", name=name)
    with pytest.raises(TypeError, match="takes a path"):
        studio.folders.ensure(None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("Acme/Spring Fair", "acme/spring-fair"), ("/acme/", "acme"), ("acme//x", "acme/x")],
)
def test_a_folders_names_are_answered_with_its_path(
    studio: LocalStudio, typed: str, meant: str
) -> None:
    with pytest.raises(errors.ValidationError, match=f"did you mean '{meant}'"):
        studio.library.list(folder=typed)
