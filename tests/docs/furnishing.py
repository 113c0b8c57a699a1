"""A studio with a bit of everything, for the examples of the reference: once in this process, once
behind a server, with the same things in both.
"""

from __future__ import annotations

import atexit
import shutil
import tempfile
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import pytest

import brandstudio
from brandstudio import errors
from brandstudio.pipelines import library
from brandstudio.pixels.intake import take_in
from brandstudio.render.type.bundled import bundled_stack
from brandstudio.studio.studio import LocalStudio
from brandstudio.testing import Bench, Place, picture

LINK = "https://pictures.example.com/harbour.jpg"


@dataclass
class There:
    """The studio behind a server: its address, a full key, and the ids of what is in it."""

    address: str
    key: str
    ids: dict[str, Any]


@cache
def house() -> tuple[Path, dict[str, dict[str, str]]]:
    """A data folder with two furnished workspaces, and the ids in each; made once, then copied."""
    folder = Path(tempfile.mkdtemp(prefix="furnished-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    with pytest.MonkeyPatch.context() as patch, Bench(folder / "data") as bench:
        patch.setattr(library, "take_in", lru_cache(maxsize=64)(take_in))
        places = [bench.workspace(), bench.workspace()]
        found = {place.workspace_id: furnish(place) for place in places}
        for place in places:  # last, so that nobody who waits for another job carries it out
            queued = place.owner.images.create(folder="acme/spring", prompt="a calm sea")
            found[place.workspace_id]["queued_id"] = queued.job_id
    return folder / "data", found


def furnished() -> dict[str, Any]:
    """The names that an example may use, and the server that its request goes to (``there``)."""
    made, found = house()
    shutil.copytree(made, data := Path(tempfile.mkdtemp(prefix="desk-")) / "data")
    bench = Bench(data)
    atexit.register(shutil.rmtree, data.parent, ignore_errors=True)
    atexit.register(bench.close)
    Path("brand.ttf").write_bytes(font())
    bench.engines.fetcher.answers[LINK] = picture(640, 480, mark=1)
    here, far = (Place(bench, workspace) for workspace in found)
    there = There(bench.url, far.key("full"), found[far.workspace_id])
    names = {"brandstudio": brandstudio, "studio": here.owner, "there": there}
    return {**names, **found[here.workspace_id]}


def font() -> bytes:
    """A font file that any folder may take."""
    from brandstudio.assets import fonts

    folder = Path(fonts.__file__).parent
    packaged = sorted(folder.glob("*.ttf"))
    return packaged[0].read_bytes()


def furnish(place: Place) -> dict[str, str]:
    """Make one of everything, and give the ids."""
    studio: LocalStudio = place.owner
    studio.admin.permissions.grant(permission="trialInvites")
    for name in ("Spring", "Empty", "Archived"):
        if name == "Spring":
            studio.folders.create(name="Acme")
        studio.folders.create(name=name, parent="acme")
    studio.folders.delete(folder="acme/archived")
    ids = _pictures(studio, place)
    ids |= _style(studio, ids)
    ids |= _designs(studio, ids)
    ids |= _owned(studio)
    return ids


def _pictures(studio: LocalStudio, place: Place) -> dict[str, str]:
    ids = {
        name: studio.library.add(
            folder="acme", file=picture(640, 480, mark=mark), filename=f"{name}.png"
        ).image_id
        for mark, name in enumerate(("photo_id", "other_id", "spare_id", "trashed_id", "ref"), 1)
    }
    studio.library.set_hero(image_id=ids["photo_id"], folder="acme")
    studio.library.delete(image_id=ids["trashed_id"], folder="acme")
    for name in ("image_id", "made_id"):
        made = studio.images.create(folder="acme", prompt="a calm sea", resolution="1K")
        ids[name] = made.wait().id
    place.bench.engines.image.failures.append(errors.ContentRefused())  # type: ignore[attr-defined]
    failed = studio.images.create(folder="acme", prompt="what can't be", resolution="1K")
    studio.run_until_idle()
    ids["failed_id"] = failed.id
    return ids


def _style(studio: LocalStudio, ids: dict[str, str]) -> dict[str, str]:
    refs = studio.references.add(
        folder="acme", domain="photos", category="hero", library_image_ids=[ids["ref"]]
    )
    extraction = studio.style.extract(folder="acme")
    extraction.wait()
    rule = studio.rules.add(folder="acme", kind="copy", text="Never write cheap")
    for name in ("primary", "second"):
        studio.logos.add(folder="acme", file=picture(64, 64, mark=9), name=name)
    return {
        "ref_id": refs.added[0].ref_id,
        "extraction_id": extraction.job_id,
        "rule_id": rule.rule_id,
        "font_id": studio.fonts.add(folder="acme", file=font(), filename="brand.ttf").font_id,
        "font_key": studio.library.upload(font(), "brand.ttf"),
        "s3_key": studio.library.upload(picture(320, 200, mark=8), "harbour.png"),
        "logo_key": studio.library.upload(picture(80, 80, mark=6), "mark.png"),
    }


def _designs(studio: LocalStudio, ids: dict[str, str]) -> dict[str, str]:
    job = studio.designs.create(
        folder="acme",
        size="email-header",
        template="panel",
        slots=brandstudio.Slots(headline="Calm seas", image_id=ids["photo_id"]),
    )
    done = job.wait()
    return {
        "job_id": job.job_id,
        "variant_id": done.variants[0].variant_id,
        "face": bundled_stack().faces[0].sha256,
    }


def _owned(studio: LocalStudio) -> dict[str, str]:
    invite = studio.invites.create(email="ada@example.org")
    key = studio.admin.keys.create(level="read", name="old")
    studio.admin.webhooks.set(url="https://example.com/hooks")
    studio.admin.webhooks.test()
    event = studio.admin.webhooks.events().events[0]
    return {"invite_id": invite.invite_id, "key_id": key.key_id, "event_id": event.event_id}
