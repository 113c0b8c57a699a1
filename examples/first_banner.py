"""From a photograph to three finished banners, on a studio in a folder of its own.

python examples/first_banner.py harbour.jpg logo.svg
"""

from __future__ import annotations

import sys
from pathlib import Path

import brandstudio


def main(photo_file: str, logo_file: str, data: str = "acme-studio", out: str = ".") -> None:
    """Make the banners and print where they are, how well their words can be read, and what is
    left.
    """
    with brandstudio.open(data, worker=True) as studio:
        acme = studio.folders.create(name="Acme")
        spring = studio.folders.create(name="Spring", parent=acme.path)
        photo = studio.library.add(folder=acme.path, file=photo_file)
        studio.logos.add(folder=acme.path, file=logo_file, name="primary")
        studio.references.add(
            folder=acme.path, domain="photos", category="hero", library_image_ids=[photo.image_id]
        )
        studio.style.extract(folder=acme.path).wait()

        job = studio.designs.create(
            folder=spring.path,
            size="linkedin-feed",
            slots=brandstudio.Slots(
                headline="The harbour opens on Saturday",
                subhead="Boats, music and fish from the grill, all day long.",
                button_text="Plan your visit",
                image_id=photo.image_id,
            ),
        ).wait()
        for variant in job.variants:
            worst = min(variant.contrast, key=lambda figure: figure.worst / figure.required)
            print(
                f"{variant.template}: contrast {worst.worst:.1f} : 1 at worst "
                f"({worst.layer}, needs {worst.required:g}),",
                variant.save(Path(out) / f"{variant.template}.png"),
            )
        best = max(job.variants, key=lambda variant: variant.scores.total)
        saved = studio.designs.save(job_id=job.job_id, variant_id=best.variant_id)
        print(f"saved {saved.image_id}, {studio.admin.credits.balance().balance:g} credits left")


if __name__ == "__main__":
    main(*sys.argv[1:])
