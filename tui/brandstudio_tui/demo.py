"""The demo laid out through the face: a brand, its photographs and logo, a learned style, banners."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import as_file, files

import brandstudio
from brandstudio.errors import FolderNotFound, ReferenceExists

BRAND, SEASON = "northwind", "northwind/spring"
PHOTOS = ("dandelion.jpg", "bee.jpg", "bridge.jpg", "citrus.jpg", "coffee.jpg")
LOGOS = (("logo.svg", "dark"), ("logo-light.svg", "light"))


def lay_out(studio: brandstudio.Studio, say: Callable[[str], object]) -> str:
    """Lay the demo out, saying each step, and give the folder to begin in; run in a thread."""
    say("Folders Northwind and Spring")
    for name, parent, path in (("Northwind", None, BRAND), ("Spring", BRAND, SEASON)):
        try:
            studio.folders.children(folder=path)
        except FolderNotFound:
            studio.folders.create(name=name, parent=parent)
    assets = files("brandstudio") / "assets"
    images = []
    for number, photo in enumerate(PHOTOS, 1):
        say(f"Photograph {number} of {len(PHOTOS)}")
        with as_file(assets / "photos" / photo) as file:
            images.append(studio.library.add(folder=BRAND, file=file).image_id)
    say("The logo, for dark and for light grounds")
    there = {logo.variant for logo in studio.logos.list(folder=BRAND).logos}
    for drawing, ground in LOGOS:
        if ground not in there:
            with as_file(assets / "demo" / drawing) as file:
                studio.logos.add(
                    folder=BRAND,
                    file=file,
                    name="Northwind",
                    variant="dark" if ground == "dark" else "light",
                    primary=True,
                )
    say("Learning the style from the photographs")
    try:
        studio.references.add(folder=BRAND, domain="photos", library_image_ids=images)
        studio.style.extract(folder=BRAND).wait(timeout=180, progress=False)
    except ReferenceExists:
        pass  # laid out before
    say("Three banners")
    job = studio.designs.create(
        folder=SEASON,
        size="linkedin-feed",
        template="all",
        slots=brandstudio.Slots(
            headline="The evenings are long again",
            subhead="Guided walks from the first of May, every evening until the sun is down.",
            button_text="Choose a walk",
            image_id=images[0],
        ),
    ).wait(timeout=180, progress=False)
    for variant in job.variants:
        studio.designs.save(job_id=job.job_id, variant_id=variant.variant_id)
    return SEASON
