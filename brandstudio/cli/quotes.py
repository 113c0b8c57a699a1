"""What a command would cost: ``--dry-run`` asks here, and the helps name the prices.

Every figure is the service's own price list at this moment; what has to exist for the work (folder,
image, job) is looked up on the way, so that a dry run finds a wrong id as the work itself would.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .. import operations as ops
from ..domain import pricing
from ..errors import NotFound, ValidationError
from ..operations import Operation
from ..operations.designs import Banners
from ..operations.edits import BannerEdit

if TYPE_CHECKING:
    from ..models.designs import DesignAccepted
    from ..studio import Studio

Parts = list[tuple[str, int]]
"""Names of the price list, and how often each is charged."""


@dataclass(frozen=True)
class _Tried:
    """Parts of what the service has tried already, and what it says of it."""

    parts: Parts
    warnings: tuple[str, ...] = ()


_EXTENDS = "banner_extend"
"""Never charged for certain, only where a photo is continued while the work goes on."""


@dataclass(frozen=True)
class Quote:
    """What would be charged at once, and what might be added while the work goes on."""

    parts: Parts
    prices: Mapping[str, float]
    perhaps: tuple[str, int] | None = None
    why: str = ""
    warnings: tuple[str, ...] = ()
    """What a person should know before paying, as of photos that would look soft."""

    @property
    def credits(self) -> float:
        return sum(self.prices[name] * count for name, count in self.parts)

    @property
    def may_add(self) -> float:
        return 0.0 if self.perhaps is None else self.prices[self.perhaps[0]] * self.perhaps[1]

    def as_json(self) -> dict[str, Any]:
        charges = [
            {"operation": name, "count": count, "credits": self.prices[name] * count}
            for name, count in self.parts
        ]
        return {
            "dryRun": True,
            "credits": self.credits,
            "mayAdd": self.may_add,
            "charges": charges,
            **({"warnings": list(self.warnings)} if self.warnings else {}),
        }


def quote(studio: Studio, operation: Operation[Any]) -> Quote:
    """The price of that very call. Raises what the call itself would raise for what is missing."""
    found = _PARTS[type(operation)](studio, operation)
    tried = found if isinstance(found, _Tried) else _Tried(found)
    parts = [part for part in tried.parts if part[0] != _EXTENDS]
    perhaps = next((part for part in tried.parts if part[0] == _EXTENDS), None)
    prices = studio.credits.pricing().prices
    why = "where a photo has to be continued beyond its edge" if perhaps else ""
    return Quote(parts, prices, perhaps, why, tried.warnings)


def balance_after(studio: Studio, accepted: DesignAccepted) -> float:
    """The balance as the ledger has it: what was left when the job was accepted, and all that was
    charged and given back since, which a photo continued while the job ran is part of.
    """
    since, cursor = 0.0, None
    while True:
        page = studio.credits.transactions(limit=200, cursor=cursor)
        for entry in page.transactions:
            told = entry.metadata
            accepting = told.operation in ("banner_create", "banner_cover")
            if entry.type == "charge" and accepting and told.job_id == accepted.job_id:
                return round(accepted.credits.balance + since, 2)
            since += entry.credits
        cursor = page.next_cursor
        if cursor is None:
            return accepted.credits.balance


def charges(operation: type[Operation[Any]]) -> bool:
    """Whether the operation costs credits."""
    return operation in _PARTS


def price_line(operation: type[Operation[Any]]) -> str:
    """For a help: the default prices."""
    said = [f"{name} {pricing.DEFAULT_PRICES[name] / 100:g}" for name in _NAMED[operation]]
    return f"Price: {', '.join(said)} credits (brandstudio prices show)."


def _folder(studio: Studio, operation: Any) -> None:
    studio.folders.children(folder=operation.folder)


def _image(studio: Studio, operation: Any) -> Any:
    return studio.images.get(image_id=operation.image_id, folder=operation.folder)


def _plain(name: str, look: Callable[[Studio, Any], Any]) -> Callable[[Studio, Any], Parts]:
    def parts(studio: Studio, operation: object) -> Parts:
        look(studio, operation)
        return [(name, 1)]

    return parts


def _create(studio: Studio, operation: ops.CreateImage) -> Parts:
    _folder(studio, operation)
    return [(pricing.create_operation(operation.resolution), 1)]


def _brandify(studio: Studio, operation: ops.BrandifyImage) -> Parts:
    _folder(studio, operation)
    return [(pricing.brandify_operation(operation.resolution or "2K"), 1)]


def _recreate(studio: Studio, operation: ops.RecreateImage) -> Parts:
    first = _image(studio, operation).versions[:1]
    resolution = first[0].resolution if first else None
    return [(pricing.create_operation(resolution or "2K"), 1)]


def _retry(studio: Studio, operation: ops.RetryImage) -> Parts:
    """A failed job costs again what it cost, which the ledger knows."""
    _image(studio, operation)
    cursor: str | None = None
    for _ in range(20):
        page = studio.credits.transactions(limit=200, cursor=cursor)
        for entry in page.transactions:
            told = entry.metadata
            if entry.type == "charge" and told.image_id == operation.image_id and told.operation:
                return [(told.operation, 1)]
        cursor = page.next_cursor
        if cursor is None:
            break
    raise NotFound("The ledger does not tell what that image's last job cost.")


def _extract(studio: Studio, operation: ops.ExtractStyle) -> Parts:
    _folder(studio, operation)
    website = [("brand_intake", 1)] if operation.website_url is not None else []
    return [("extract", 1), *website]


def _analyse(studio: Studio, operation: ops.AnalyseImage) -> Parts:
    if operation.image_id is not None:
        _image(studio, operation)
    return [("image_analyse", 1)]


def _edited(studio: Studio, operation: ops.EditDesign) -> Parts:
    """The banner is laid out as it would be drawn, so that what is wrong with it is told now."""
    given = {name: getattr(operation, name) for name in BannerEdit.model_fields}
    made = studio.designs.preview_edit(
        job_id=operation.job_id,
        variant_id=operation.variant_id,
        max_side=128,
        **{name: value for name, value in given.items() if value is not None},
    )
    if made.unchanged is not None:
        raise ValidationError.of("body", made.unchanged, code="unchanged")
    extends = made.credits is not None and made.credits.may_add > 0
    return [(pricing.banner_operation(made.template), 1), *([(_EXTENDS, 1)] if extends else [])]


def _rendered(studio: Studio, operation: ops.RenderDesign) -> Parts:
    studio.folders.children(folder=operation.folder)
    return [(pricing.banner_operation(operation.spec.template), 1)]


def _banners(studio: Studio, operation: ops.CreateDesign) -> _Tried:
    """The words are tried in every version, so that what is wrong with one is told now."""
    asked = {name: getattr(operation, name) for name in Banners.model_fields}
    found = studio.designs.quote(**{name: v for name, v in asked.items() if v is not None})
    if found.problems:
        first = found.problems[0]
        raise ValidationError.of(first.path, first.message, code=first.code)
    extends = [(_EXTENDS, found.extensions)] if found.extensions else []
    sure = (pricing.banner_operation(operation.all_templates()[0]), found.banners)
    return _Tried([sure, *extends], tuple(found.warnings or ()))


def _save(studio: Studio, operation: ops.SaveDesign) -> Parts:
    job = studio.designs.get(job_id=operation.job_id)
    if operation.variant_id not in [entry.variant_id for entry in job.variants]:
        raise NotFound("That job has no variant of that id.")
    return [("upload", 1)]


_PARTS: dict[type[Operation[Any]], Callable[[Studio, Any], Parts | _Tried]] = {
    ops.CreateImage: _create,
    ops.BrandifyImage: _brandify,
    ops.ReviseImage: _plain("revise", _image),
    ops.ResizeImage: _plain("resize", _image),
    ops.ImproveImage: _plain("improve", _image),
    ops.RetryImage: _retry,
    ops.RecreateImage: _recreate,
    ops.AnalyseImage: _analyse,
    ops.AddToLibrary: _plain("upload", _folder),
    ops.ExtractStyle: _extract,
    ops.GenerateText: _plain("text_create", _folder),
    ops.CreateDesign: _banners,
    ops.EditDesign: _edited,
    ops.RenderDesign: _rendered,
    ops.SaveDesign: _save,
}

_CREATES: tuple[pricing.PricedOperation, ...] = ("create_1k", "create_2k", "create_4k")
_NAMED: dict[type[Operation[Any]], tuple[pricing.PricedOperation, ...]] = {
    ops.CreateImage: _CREATES,
    ops.BrandifyImage: ("brandify_1k", "brandify_2k", "brandify_4k"),
    ops.ReviseImage: ("revise",),
    ops.ResizeImage: ("resize",),
    ops.ImproveImage: ("improve",),
    ops.RetryImage: ("revise", "resize", "improve", *_CREATES),
    ops.RecreateImage: _CREATES,
    ops.AnalyseImage: ("image_analyse",),
    ops.AddToLibrary: ("upload",),
    ops.ExtractStyle: ("extract", "brand_intake"),
    ops.GenerateText: ("text_create",),
    ops.CreateDesign: ("banner_create", "banner_cover", "banner_extend"),
    ops.EditDesign: ("banner_create", "banner_cover", "banner_extend"),
    ops.RenderDesign: ("banner_create", "banner_cover"),
    ops.SaveDesign: ("upload",),
}
