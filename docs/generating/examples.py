"""One example of each operation, as its fields: written out in Python and as it travels.

An example follows from the declaration: the fields that must be given, each with its sample. Where
another says more, it stands in ``EXAMPLES``. ``{name}`` stands for an id of the furnished studio
(tests/docs/furnishing.py). ``python`` is given where the call is more than its operation,
``over_http`` where it travels in another way.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, get_args, get_origin

from brandstudio.operations import Operation

_LINK = "https://pictures.example.com/harbour.jpg"


@dataclass(frozen=True)
class Example:
    fields: dict[str, Any] = field(default_factory=dict)
    python: str = ""
    over_http: dict[str, Any] = field(default_factory=dict)


def _of(**fields: Any) -> Example:
    return Example(fields)


_ACME: dict[str, Any] = {"folder": "acme"}
_WORDS = {"headline": "The harbour opens on Saturday", "button_text": "Plan your visit"}
_SLOTS = 'slots=brandstudio.Slots(\n        headline="The harbour opens on Saturday",\n        button_text="Plan your visit",\n        image_id=photo_id,\n    ),'

_SPEC: dict[str, Any] = {
    "schema": 1,
    "template": "overlay",
    "size": "canvas-600x300",
    "width": 600,
    "height": 300,
    "layers": [
        {
            "kind": "background",
            "box": [0, 0, 600, 300],
            "colours": ["#14213d"],
            "seed": 7,
        },
        {
            "kind": "text",
            "slot": "headline",
            "text": "Calm seas",
            "lines": [],
            "fonts": [{"family": "Inter", "sha256": "{face}"}],
            "family": "Inter",
            "size": 48,
            "weight": 700,
            "leading": 58,
            "tracking": 0,
            "colour": "#ffffff",
            "align": "start",
            "direction": "ltr",
            "box": [40, 110, 520, 58],
            "maxWidth": 520,
        },
    ],
    "recipe": {"slots": {"headline": "Calm seas"}, "photo": None, "logo": None, "fonts": []},
    "altText": "Calm seas.",
}

SAMPLES: dict[str, Any] = {
    **_ACME,
    "image_id": "{photo_id}",
    "job_id": "{job_id}",
    "variant_id": "{variant_id}",
    "rule_id": "{rule_id}",
    "ref_id": "{ref_id}",
    "font_id": "{font_id}",
    "event_id": "{event_id}",
    "key": "{key_id}",
    "name": "second",
    "text": "The harbour open on  Saturday.",
    "credits": 100,
    "permission": "trialInvites",
    "url": "https://example.com/hooks",
    "reason": "The invoice is open",
    "version": 1,
}
"""By field name, a value that it may hold."""


def example_of(operation: type[Operation[Any]]) -> Example:
    """The example of an operation: the one that is written out, otherwise its required fields."""
    if operation.__name__ in EXAMPLES:
        return EXAMPLES[operation.__name__]
    needed = [name for name, info in operation.model_fields.items() if info.is_required()]
    return Example({name: _sample(operation, name) for name in needed})


def _sample(operation: type[Operation[Any]], name: str) -> Any:
    """The sample of a field, the first of its choices, or an example from its declaration."""
    info = operation.model_fields[name]
    if name in SAMPLES:
        return SAMPLES[name]
    if info.examples:
        return info.examples[0]
    if get_origin(info.annotation) is Literal:
        return get_args(info.annotation)[0]
    simple = {str: name.replace("_", " "), int: 1, float: 1.0, bool: True}
    if info.annotation not in simple:
        raise SystemExit(
            f"{operation.__name__}.{name} has no sample: give Field(examples=[...]) in its class, "
            "or the operation an example in docs/generating/examples.py"
        )
    return simple[info.annotation]


EXAMPLES: dict[str, Example] = {
    # folders
    "ListFolders": _of(include_stats=True),
    "GetFolderTree": _of(**_ACME, with_hero=True),
    "CreateFolder": _of(name="Summer", parent="acme"),
    "RenameFolder": _of(folder="acme/spring", name="Spring and Easter"),
    "DeleteFolder": _of(folder="acme/empty"),
    "DuplicateFolder": _of(folder="acme/spring"),
    "ListSubBrands": _of(**_ACME, with_hero=True),
    "RestoreFolder": _of(folder="acme/archived"),
    # images
    "CreateImage": Example(
        {**_ACME, "prompt": "calm sea at dusk, space on the left", "aspect_ratio": "16:9"},
    ),
    "BrandifyImage": Example(
        python='studio.images.brandify(folder="acme", file="harbour.jpg", resolution="1K")',
        over_http={**_ACME, "source_url": _LINK, "resolution": "1K"},
    ),
    "AnalyseImage": _of(**_ACME, image_id="{photo_id}", briefs=3),
    "CheckImage": _of(**_ACME, image_id="{photo_id}"),
    "GetImage": _of(image_id="{image_id}", **_ACME),
    "ReviseImage": _of(image_id="{photo_id}", **_ACME, instructions="a little warmer"),
    "ResizeImage": _of(image_id="{other_id}", **_ACME, aspect_ratio="4:5", resolution="1K"),
    "ImproveImage": _of(image_id="{image_id}", **_ACME),
    "SetCurrentVersion": _of(image_id="{image_id}", **_ACME, version=1),
    "RetryImage": _of(image_id="{failed_id}", **_ACME),
    "RecreateImage": _of(image_id="{made_id}", **_ACME),
    # library
    "ListLibrary": _of(**_ACME, subtree=True, q="harbour", limit=20),
    "AddToLibrary": Example(
        python='studio.library.add(folder="acme", file="harbour.jpg")',
        over_http={**_ACME, "image_url": "{s3_key}", "filename": "harbour.jpg"},
    ),
    "CreateUpload": _of(filename="harbour.jpg", mime_type="image/jpeg", bytes=482133),
    "UpdateLibraryItem": _of(
        image_id="{photo_id}", **_ACME, title="Harbour at dawn", focal_point={"x": 0.3, "y": 0.5}
    ),
    "DownloadItem": _of(image_id="{photo_id}", **_ACME, format="webp", max_side=1200),
    "DeleteItem": _of(image_id="{spare_id}", **_ACME),
    "RestoreItem": _of(image_id="{trashed_id}", **_ACME),
    "SearchLibrary": _of(q="harbour", orientation="landscape", limit=10),
    "ListSimilar": _of(image_id="{photo_id}", limit=5),
    "ListDuplicates": _of(**_ACME),
    "SaveSearch": _of(name="Harbours", query={"q": "harbour", "colour": "teal"}),
    "RemoveSearch": _of(name="Harbours"),
    "MoveItem": _of(image_id="{other_id}", **_ACME, to="acme/spring"),
    # style
    "AddReferences": _of(
        **_ACME, domain="photos", library_image_ids=["{other_id}"], category="product"
    ),
    "ExtractStyle": _of(**_ACME, keep_colours=True),
    "GetExtraction": _of(**_ACME, job_id="{extraction_id}"),
    "GetStyle": _of(folder="acme/spring"),
    "UpdateStyle": _of(
        **_ACME, palette=[{"hex": "#12324a", "role": "primary"}], feel="calm and clear"
    ),
    "ListRules": _of(folder="acme/spring", kind="copy"),
    "AddRule": _of(
        **_ACME,
        kind="image",
        text="Leave space around the subject.",
        check={"measure": "negative_space", "op": ">=", "value": 0.3},
    ),
    "UpdateRule": _of(**_ACME, rule_id="{rule_id}", text="Never write cheap or bargain"),
    "SampleColours": _of(**_ACME, image_id="{photo_id}", count=5),
    # logos and fonts
    "ListLogos": _of(folder="acme/spring"),
    "AddLogo": Example(
        python='studio.logos.add(folder="acme", name="mark", file="logo.svg", variant="dark")',
        over_http={**_ACME, "name": "mark", "image_url": "{logo_key}", "variant": "dark"},
    ),
    "ListFonts": _of(folder="acme/spring"),
    "AddFont": Example(
        python='studio.fonts.add(folder="acme", file="brand.ttf", role="headline")',
        over_http={**_ACME, "file_url": "{font_key}", "filename": "brand.ttf", "role": "headline"},
    ),
    "UpdateFont": _of(**_ACME, font_id="{font_id}", role="body"),
    # text
    "GenerateText": _of(
        **_ACME,
        mode="write",
        brief="Announce that the harbour opens on Saturday.",
        format="LinkedIn post",
    ),
    # designs
    "CreateDesign": Example(
        python=f'studio.designs.create(\n    folder="acme",\n    size="linkedin-feed",\n    {_SLOTS}\n)',
        over_http={
            **_ACME,
            "size": "linkedin-feed",
            "slots": {**_WORDS, "image_id": "{photo_id}"},
        },
    ),
    "QuoteDesign": Example(
        python='studio.designs.quote(\n    folder="acme",\n    sizes=["square", "linkedin-feed"],\n    slots=brandstudio.Slots(headline="The harbour opens on Saturday"),\n)',
        over_http={
            **_ACME,
            "sizes": ["square", "linkedin-feed"],
            "slots": {"headline": "The harbour opens on Saturday"},
        },
    ),
    "PreviewDesign": Example(
        python='studio.designs.preview(\n    folder="acme",\n    size="square",\n    slots=brandstudio.Slots(headline="The harbour opens on Saturday"),\n)',
        over_http={
            **_ACME,
            "size": "square",
            "slots": {"headline": "The harbour opens on Saturday"},
        },
    ),
    "RenderDesign": Example(
        python='exported = studio.designs.export(job_id=job_id, variant_id=variant_id, format="spec")\nstudio.designs.render(folder="acme", spec=exported.spec)',
        over_http={**_ACME, "spec": _SPEC},
    ),
    "EditDesign": Example(
        {
            "job_id": "{job_id}",
            "variant_id": "{variant_id}",
            "slots": {"headline": "Calm seas until Sunday"},
            "align": "center",
        },
    ),
    "PreviewEdit": _of(job_id="{job_id}", variant_id="{variant_id}", size="square", seed=2),
    "ExportDesign": _of(job_id="{job_id}", variant_id="{variant_id}", format="pdf"),
    # credits and jobs
    "ListTransactions": _of(**_ACME, limit=20),
    "GetUsage": _of(**_ACME, since="2026-01-01"),
    "ListJobs": _of(status="completed", limit=20),
    "CancelJob": _of(job_id="{queued_id}"),
    # trial invitations
    "CreateInvite": _of(
        email="mara@example.org", first_name="Mara", **_ACME, sub_brands=["spring"]
    ),
    "RevokeInvites": _of(invite_id="{invite_id}", reason="The contract ended"),
    # the owner's
    "CreateWorkspace": _of(name="Northwind", credits=500),
    "CreateKey": _of(level="create", name="newsletter"),
    "AddCredits": _of(credits=100, reason="Invoice 7"),
    "SetPrice": _of(operation="revise", credits=3.5),
    "ListWebhookEvents": _of(dead=True),
    "CheckStore": _of(mend=False),
}
