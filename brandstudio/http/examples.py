"""Example values for the OpenAPI document, made from its own schemas and one table of telling
values by field name.
"""

from __future__ import annotations

from typing import Any

_LINK = "https://studio.example.com/files/kR3vU0c9mF"
_SHA256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"

BY_NAME: dict[str, Any] = {
    "advisories": [],
    "altText": "The harbour opens on Saturday, over a photo of the harbour at dawn",
    "applied": [],
    "apiKey": "bsk_example",
    "aspectRatio": "16:9",
    "audience": "families in the region",
    "assessment": "Calm and readable; the subject stays free.",
    "balance": 9994,
    "basedOn": 1,
    "baseUrl": None,
    "box": [72, 96, 640, 180],
    "brand": "acme",
    "brief": "Announce that the harbour opens on Saturday.",
    "briefs": 5,
    "bytes": 482133,
    "campaign": "launch",
    "category": "hero",
    "clientReferenceId": "campaign-42/7",
    "code": "low-contrast",
    "colour": "#ffffff",
    "companyName": "Acme Ltd",
    "confidence": 0.83,
    "contentType": "photo",
    "context": "For a newsletter about summer trips",
    "contrastFailures": [],
    "corrected": "The harbour opens on Saturday.",
    "count": 6,
    "credits": 12.5,
    "cursor": "eyJhIjoxfQ",
    "currentVersion": 1,
    "day": "2026-11-21",
    "deducted": 2,
    "deleted": "primary",
    "description": "The harbour at dawn",
    "draft": "Our harbour will be open on Saturday.",
    "dropped": [],
    "email": "mara@acme.example",
    "error": None,
    "errors": [],
    "family": "Inter",
    "fileUrl": "uploads/2c6f1d",
    "filename": "harbour.jpg",
    "findings": [],
    "firstName": "Mara",
    "fontId": "fnt_7Q2xk",
    "fonts": [],
    "foreground": "#ffffff",
    "background": "#12324a",
    "headers": {"content-type": "image/jpeg"},
    "headline": "The harbour opens on Saturday",
    "height": 627,
    "hex": "#12324a",
    "id": "img_8fK2q",
    "imageId": "img_8fK2q",
    "imageUrl": _LINK,
    "imagesCopied": 14,
    "instruction": "Make it one sentence.",
    "instructions": "A little warmer, with a darker background",
    "intoImageId": "img_8fK2q",
    "inviteId": "inv_3Tz9",
    "itemId": "txt_5Lm2",
    "itemsSkipped": 0,
    "jobId": "job_4Hd8",
    "keyScope": "read",
    "keys": ["blobs/9f/86d081"],
    "layers": [],
    "level": 2,
    "level1": "acme",
    "level2": "summer",
    "level3": "launch",
    "libraryImageIds": ["img_8fK2q"],
    "limit": 50,
    "lintApplied": [],
    "locked": False,
    "logo": "primary",
    "markdown": "The harbour opens on **Saturday**.",
    "maxDepth": 6,
    "maxSide": 1600,
    "measure": "contrast",
    "message": "Learning the style",
    "method": "PUT",
    "mimeType": "image/jpeg",
    "name": "Summer",
    "net": 6,
    "nextCursor": None,
    "operation": "create_2k",
    "outputFormat": "png",
    "percent": 40,
    "photo": None,
    "preferredWords": {"purchase": "buy"},
    "prices": {"create_2k": 4, "revise": 4, "upload": 1},
    "productNames": ["Acme Go"],
    "progress": "drawing",
    "prompt": "A calm sea at dusk, space on the left",
    "purged": True,
    "q": "harbour",
    "quality": 82,
    "reason": "The contract ended",
    "recipe": None,
    "refId": "ref_9Vw1",
    "refsDropped": 0,
    "requestId": "req_01JD",
    "resolution": "2K",
    "ruleId": "rul_6Pn3",
    "rulesChecked": 12,
    "s3Key": "uploads/2c6f1d",
    "schema": 1,
    "score": 86.5,
    "sha256": _SHA256,
    "since": "2026-10-01",
    "size": "linkedin-feed",
    "slug": "summer",
    "sourceUrl": "https://assets.example.com/harbour.jpg",
    "step": "measuring",
    "style": "natural light, calm",
    "styleVersion": 3,
    "subBrand": "summer",
    "subFoldersCopied": 2,
    "subject": "a harbour",
    "systemTags": ["sea", "dusk"],
    "tags": ["harbour", "summer"],
    "target": "120 characters",
    "template": "overlay",
    "templates": ["overlay", "split", "panel"],
    "text": "The harbour opens on Saturday.",
    "thumbnailUrl": _LINK,
    "title": "Harbour at dawn",
    "to": "acme/archive",
    "token": "kR3vU0c9mF",
    "totalCount": 1,
    "totalVersions": 1,
    "txnId": "txn_2Bc7",
    "updatedAt": "2026-11-21T08:31:12.000Z",
    "uploadUrl": "https://studio.example.com/uploads/2c6f1d",
    "url": _LINK,
    "value": 4.5,
    "variantId": "var_1",
    "version": 1,
    "warnings": [],
    "websiteUrl": "https://acme.example",
    "width": 1200,
    "createdAt": "2026-11-21T08:30:00.000Z",
    "expiresAt": "2026-12-21T08:30:00.000Z",
    "trashedUntil": "2026-12-21T08:30:00.000Z",
    "usedAt": "2026-11-22T09:00:00.000Z",
    "lastActivityAt": "2026-11-21T08:30:00.000Z",
}

#: What a request of that operation needs beyond its required fields to be whole.
REQUESTS: dict[str, dict[str, Any]] = {
    "CreateFolder": {"name": "Summer", "level1": "acme"},
    "CreateImage": {
        "level1": "acme",
        "level2": "summer",
        "prompt": BY_NAME["prompt"],
        "aspectRatio": "16:9",
    },
    "BrandifyImage": {
        "level1": "acme",
        "sourceUrl": BY_NAME["sourceUrl"],
        "instructions": "Keep the people",
    },
    "ReviseImage": {"instructions": BY_NAME["instructions"], "fromVersion": 1},
    "AnalyseImage": {"imageUrl": "https://assets.example.com/harbour.jpg", "briefs": 3},
    "CheckImage": {"level1": "acme", "imageUrl": "https://assets.example.com/harbour.jpg"},
    "AddToLibrary": {
        "level1": "acme",
        "imageUrl": "https://assets.example.com/harbour.jpg",
        "filename": "harbour.jpg",
    },
    "UpdateLibraryItem": {"title": "Harbour at dawn", "focalPoint": {"x": 0.3, "y": 0.5}},
    "SaveSearch": {"name": "Harbours", "query": {"q": "harbour", "colour": "teal"}},
    "UpdateStyle": {"palette": [{"hex": "#12324a", "role": "primary", "name": "Harbour blue"}]},
    "UpdateRule": {"text": "Leave space around the subject."},
    "AddRule": {
        "kind": "image",
        "text": "Leave space around the subject.",
        "check": {"measure": "negative_space", "op": ">=", "value": 0.3},
    },
    "SetHero": {"brand": "acme", "level": "brand"},
    "GenerateText": {"level1": "acme", "mode": "write", "brief": BY_NAME["brief"]},
    "CreateDesign": {
        "level1": "acme",
        "size": "linkedin-feed",
        "slots": {
            "headline": BY_NAME["headline"],
            "buttonText": "Plan a visit",
            "imageId": "img_8fK2q",
        },
    },
    "QuoteDesign": {
        "level1": "acme",
        "sizes": ["square", "linkedin-feed"],
        "slots": {"headline": BY_NAME["headline"]},
    },
    "PreviewDesign": {
        "level1": "acme",
        "size": "square",
        "slots": {"headline": BY_NAME["headline"]},
    },
    "EditDesign": {"slots": {"headline": BY_NAME["headline"]}, "align": "center"},
    "PreviewEdit": {"size": "square", "seed": 2},
    "CreateInvite": {
        "email": "mara@acme.example",
        "firstName": "Mara",
        "brand": "acme",
        "subBrands": ["summer"],
    },
    "RevokeInvites": {"inviteId": "inv_3Tz9", "reason": "The contract ended"},
    "ExtractStyle": {"contentType": "photo", "autoApproveRules": False},
    "SampleColours": {"imageId": "img_8fK2q", "count": 6},
}


def example(
    schema: dict[str, Any], definitions: dict[str, Any], name: str = "", depth: int = 0
) -> Any:
    """A value that the schema admits; optional properties are left out."""
    if "$ref" in schema:
        return example(definitions[schema["$ref"].rpartition("/")[2]], definitions, name, depth + 1)
    if "const" in schema:
        return schema["const"]
    told = BY_NAME.get(name, _NOTHING)
    if "anyOf" in schema or "oneOf" in schema:
        arms = schema.get("anyOf") or schema["oneOf"]
        if told is None and {"type": "null"} in arms:
            return None
        made = [
            example(arm, definitions, name, depth + 1) for arm in arms if arm != {"type": "null"}
        ]
        return (
            told
            if told is not _NOTHING and any(type(told) is type(value) for value in made)
            else made[0]
        )
    if "enum" in schema:
        return told if told in schema["enum"] else schema["enum"][0]
    kind = schema.get("type")
    if isinstance(kind, list):
        kind = kind[0]
    if kind == "object" or "properties" in schema:
        return _object(schema, definitions, told, depth)
    if kind == "array":
        return _array(schema, definitions, name, told, depth)
    if kind == "string":
        return told if isinstance(told, str) else _text(schema)
    if kind == "boolean":
        return told if isinstance(told, bool) else False
    number = (
        told
        if isinstance(told, int | float) and not isinstance(told, bool)
        else schema.get("minimum", 1)
    )
    number = min(max(number, schema.get("minimum", number)), schema.get("maximum", number))
    return int(number) if kind == "integer" else number


_NOTHING = object()


def _text(schema: dict[str, object]) -> str:
    if schema.get("format") == "date-time":
        return str(BY_NAME["createdAt"])
    return "#12324a" if "pattern" in schema else "text"


def _object(schema: dict[str, Any], definitions: dict[str, Any], told: object, depth: int) -> Any:
    extra = schema.get("additionalProperties")
    if "properties" not in schema and isinstance(extra, dict):
        return (
            told
            if isinstance(told, dict)
            else {"palette": example(extra, definitions, "", depth + 1)}
        )
    wanted = schema.get("required", [])
    return {
        name: example(schema["properties"][name], definitions, name, depth + 1) for name in wanted
    }


def _array(
    schema: dict[str, Any], definitions: dict[str, Any], name: str, told: object, depth: int
) -> Any:
    if isinstance(told, list):
        return told
    if "prefixItems" in schema:
        return [example(item, definitions, name, depth + 1) for item in schema["prefixItems"]]
    return [example(schema["items"], definitions, "", depth + 1)] if depth < 8 else []
