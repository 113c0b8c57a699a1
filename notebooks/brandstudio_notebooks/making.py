"""A picture made from words: what it shows, what it costs, and what becomes of what can't be drawn."""

from __future__ import annotations

import html
from typing import Any, Final, get_args

import traitlets

from brandstudio.models.images import AspectRatio

from .base import StudioWidget, image_tag, module, picture

#: What is made of a subject that can't be drawn; chosen before it costs anything.
_STAGE: Final = "a background for it"
_FAIL: Final = "nothing, and refund the charge"


class PictureMaker(StudioWidget):
    """An image made from words; making it is charged as its button says, and ``value`` is then the
    image's id. What is made where the subject can't be drawn is chosen before: a background for it, or
    nothing, refunded (``strict``). ``warnings`` says what was not drawn.
    """

    _esm = module("maker")
    folder = traitlets.Unicode("").tag(sync=True)
    prompt = traitlets.Unicode("").tag(sync=True)
    ratio = traitlets.Unicode("1:1").tag(sync=True)
    resolution = traitlets.Unicode("1K").tag(sync=True)
    missing = traitlets.Unicode(_STAGE).tag(sync=True)
    ratios = traitlets.List(list(get_args(AspectRatio))).tag(sync=True)
    resolutions = traitlets.List(["1K", "2K", "4K"]).tag(sync=True)
    missings = traitlets.List([_STAGE, _FAIL]).tag(sync=True)
    made_of = traitlets.Unicode("").tag(sync=True)
    """The words that the picture was made of."""
    preview = traitlets.Unicode("").tag(sync=True)
    warnings: Any = traitlets.List().tag(sync=True)
    price = traitlets.Unicode("").tag(sync=True)
    make = traitlets.Int(0).tag(sync=True)

    def __init__(self, studio: Any, folder: str = "", prompt: str = "", **traits: Any) -> None:
        super().__init__(studio, folder=folder, prompt=prompt, **traits)
        self.observe(lambda _: self.refresh(), "resolution")
        self._when("make", "make", self._made)
        self.refresh()

    def refresh(self) -> None:
        """Read the price again."""
        self._start("price", self._priced)

    @traitlets.validate("missing")
    def _one_of_two(self, proposal: Any) -> str:
        if proposal["value"] not in (_STAGE, _FAIL):
            raise traitlets.TraitError(f"missing is {_STAGE!r} or {_FAIL!r}")
        return str(proposal["value"])

    def _priced(self) -> dict[str, Any]:
        found = self._studio.credits.pricing().prices.get(f"create_{self.resolution.lower()}")
        return {} if found is None else {"price": f"{found:g} credits"}

    def _made(self) -> dict[str, Any]:
        words = self.prompt
        nothing: dict[str, Any] = {"preview": "", "warnings": [], "value": "", "made_of": words}
        if not self.folder or not words.strip():
            return nothing | {"message": "Say what the picture shows, and in which folder."}
        with self.hold_sync():
            for name, value in nothing.items():
                setattr(self, name, value)
        accepted = self._studio.images.create(
            folder=self.folder,
            prompt=words,
            aspect_ratio=self.ratio,
            resolution=self.resolution,
            strict=self.missing == _FAIL,
        )
        image = self._studio.wait(accepted, progress=False)
        return {
            "value": image.id,
            "preview": picture(image.versions[-1], 640),
            "warnings": list(image.versions[-1].warnings or ()),
            "message": f"made: {image.id}",
        }

    def frozen(self) -> str:
        if not self.preview:
            return "no picture is made yet"
        said = "".join(f"<li>{html.escape(one)}</li>" for one in self.warnings)
        return f"{image_tag(self.preview, self.made_of, 320)}<ul>{said}</ul>"
