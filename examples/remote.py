"""The same calls over a network: a whole session of a client with a server that ``brandstudio
serve`` runs.

brandstudio keys create --level full        # prints the key python examples/remote.py
http://127.0.0.1:8000 bsk_... harbour.jpg
"""

from __future__ import annotations

import sys
from pathlib import Path

import brandstudio
from brandstudio import errors


def main(url: str, api_key: str, photo_file: str, out: str = ".") -> None:
    """Add a picture, make a banner of it, fetch it, and look at what it cost."""
    with brandstudio.connect(url, api_key=api_key) as studio:
        folder = studio.folders.create(name="Acme")
        photo = studio.library.add(folder=folder.path, file=photo_file)
        print(f"added {photo.image_id}, {photo.width} x {photo.height}")

        job = studio.designs.create(
            folder=folder.path,
            size="square",
            template="overlay",
            client_reference_id="order-17",
            slots=brandstudio.Slots(
                headline="The harbour opens on Saturday", image_id=photo.image_id
            ),
        ).wait()
        [variant] = job.variants
        print(f"drawn {variant.save(Path(out) / 'remote.png')}, score {variant.scores.total:.2f}")

        saved = studio.designs.save(job_id=job.job_id, variant_id=variant.variant_id)
        again = studio.designs.save(job_id=job.job_id, variant_id=variant.variant_id)
        print(f"saved {saved.image_id}, again for nothing: {again.already_saved}")

        small = studio.library.download(
            image_id=saved.image_id, folder=folder.path, format="jpeg", max_side=512
        )
        print(f"downloaded {small.filename}, {len(studio.read(small.url))} bytes")

        try:
            studio.designs.create(
                folder=folder.path,
                size="square",
                slots=brandstudio.Slots(headline="Hi", image_id="no"),
            )
        except errors.ImageNotFound as error:
            print(f"refused {error.code}, request {error.request_id}")

        totals = studio.credits.transactions(folder=folder.path).totals
        print(f"cost {totals.net if totals else 0:g} credits")


if __name__ == "__main__":
    main(*sys.argv[1:])
