"""One picture: the card of an image with its versions, and the composer of a banner."""

from __future__ import annotations

import html
from typing import Any

import traitlets

from brandstudio.models.sizes import SIZES

from .base import StudioWidget, image_tag, image_tags, module, picture

SIDE = 560


class ImageCard(StudioWidget):
    """An image with its versions, side by side or before and after; ``value`` is its id and
    ``version`` the number that is shown.
    """

    _esm = module("card")
    folder = traitlets.Unicode("").tag(sync=True)
    title = traitlets.Unicode("").tag(sync=True)
    versions: Any = traitlets.List().tag(sync=True)
    version = traitlets.Int(0).tag(sync=True)

    def __init__(self, studio: Any, folder: str = "", value: str = "", **traits: Any) -> None:
        super().__init__(studio, folder=folder, value=value, **traits)
        self.observe(lambda _: self.refresh(), "value")
        self.refresh()

    def refresh(self) -> None:
        """Read the image again."""
        if self.value and self.folder:
            self._start("read", self._read)

    def _read(self) -> dict[str, Any]:
        item = self._studio.library.get(image_id=self.value, folder=self.folder)
        title = item.title or item.filename or item.kind
        if item.kind != "image":
            one = {"number": item.current_version or 1, "said": item.kind}
            shown = [one | {"src": picture(item)}]
            return {"title": title, "versions": shown, "version": one["number"]}
        image = self._studio.images.get(image_id=self.value, folder=self.folder)
        shown = [
            {
                "number": one.version,
                "said": one.operation,
                "src": picture(one, 320),
            }
            for one in image.versions
        ]
        return {"title": title, "versions": shown, "version": image.current_version or 0}

    def frozen(self) -> str:
        if not self.versions:
            return "no picture is picked yet"
        # The newest come last, and are what is to be seen where not all find room.
        named = [(one["src"], f"version {one['number']}") for one in reversed(self.versions)]
        shown = image_tags(named, 240)
        return f"<strong>{html.escape(self.title)}</strong><div>{shown}</div>"


class BannerComposer(StudioWidget):
    """A banner while it is put together: words, size, template, and the photo's focal point by a
    click or the arrow keys. What is seen is drawn by the studio itself; making it is charged, and
    ``value`` is then the banner's job.
    """

    _esm = module("composer")
    folder = traitlets.Unicode("").tag(sync=True)
    image_id = traitlets.Unicode("").tag(sync=True)
    headline = traitlets.Unicode("").tag(sync=True)
    subhead = traitlets.Unicode("").tag(sync=True)
    button_text = traitlets.Unicode("").tag(sync=True)
    size = traitlets.Unicode("square").tag(sync=True)
    template = traitlets.Unicode("overlay").tag(sync=True)
    focal: Any = traitlets.List().tag(sync=True)
    """Where the photo's subject is: x and y, from 0 to 1."""
    sizes = traitlets.List(list(SIZES)).tag(sync=True)
    templates = traitlets.List(["overlay", "split", "panel"]).tag(sync=True)
    photo = traitlets.Unicode("").tag(sync=True)
    preview = traitlets.Unicode("").tag(sync=True)
    verdict = traitlets.Unicode("").tag(sync=True)
    price = traitlets.Unicode("").tag(sync=True)
    make = traitlets.Int(0).tag(sync=True)

    def __init__(self, studio: Any, folder: str = "", **traits: Any) -> None:
        self._own_focal: list[float] = []
        super().__init__(studio, folder=folder, **traits)
        seen = ["folder", "headline", "subhead", "button_text", "size", "template"]
        self.observe(lambda _: self.refresh(), seen)
        self.observe(lambda _: self._start("photo", self._read_photo), ["image_id"])
        self.observe(self._moved, "focal")
        self._when("make", "make", self._made)
        if self.image_id:
            self._start("photo", self._read_photo)
        self.refresh()

    def refresh(self) -> None:
        """Draw the preview again."""
        if self.folder and self.headline.strip():
            self._start("preview", self._drawn)

    def _read_photo(self) -> dict[str, Any]:
        if not self.image_id:
            return {"photo": "", "focal": [], **self._drawn()}
        item = self._studio.library.get(image_id=self.image_id, folder=self.folder)
        point = item.focal_point
        self._own_focal = [] if point is None else [point.x, point.y]
        return {"photo": picture(item), "focal": self._own_focal, **self._drawn()}

    def _moved(self, change: Any) -> None:
        if change["new"] and change["new"] != self._own_focal and self.image_id:
            self._own_focal = list(change["new"])
            self._start("preview", self._focused)

    def _focused(self) -> dict[str, Any]:
        x, y = self._own_focal
        self._studio.library.update(
            image_id=self.image_id, folder=self.folder, focal_point={"x": x, "y": y}
        )
        return self._drawn()

    def _asked_for(self) -> dict[str, Any]:
        words = {name: getattr(self, name) for name in ("headline", "subhead", "button_text")}
        slots = {name: said for name, said in words.items() if said.strip()}
        if self.image_id:
            slots["image_id"] = self.image_id
        return {
            "folder": self.folder,
            "size": self.size,
            "template": self.template,
            "slots": slots,
        }

    def _drawn(self) -> dict[str, Any]:
        if not self.headline.strip():
            return {}
        seen = self._studio.designs.preview(**self._asked_for(), max_side=SIDE)
        failing = len(seen.contrast_failures or ())
        found = {
            "preview": picture(seen, 320),
            "verdict": f"{failing} blocks miss their contrast"
            if failing
            else "every word is readable",
        }
        if seen.credits is not None:
            more = f", at most {seen.credits.may_add:g} more" if seen.credits.may_add else ""
            found["price"] = f"{seen.credits.deducted:g} credits{more}"
        return found

    def _made(self) -> dict[str, Any]:
        accepted = self._studio.designs.create(**self._asked_for())
        job = self._studio.wait(accepted, progress=False)
        return {"value": job.job_id, "message": f"made: {job.job_id}"}

    def frozen(self) -> str:
        said = self.verdict or ("" if self.headline.strip() else "no headline yet")
        return f"{image_tag(self.preview, self.headline, 320)}<div>{html.escape(said)}</div>"
