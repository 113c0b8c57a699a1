"""A workspace with one of everything, and for every endpoint a request that is right in it.

``ENDPOINTS`` is written from the contract (tables of "Endpoints", key levels of "Authentication") and,
for the routes that are ours, from what it leaves open; tests hold it against the code's own table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import httpx
from speaking import Client, Room, good, open_link

import brandstudio
from brandstudio.render.type.bundled import bundled_stack
from brandstudio.testing import picture

Where = Literal["path", "query", "body", ""]
FONT = next(Path(brandstudio.__file__).parent.glob("assets/fonts/**/*.ttf"))


@dataclass
class Furnished:
    """A room and the ids of what stands in it; all of it lies in the folder acme/summer/launch or
    above.
    """

    room: Room
    ids: dict[str, str] = field(default_factory=dict)


def furnish(room: Room) -> Furnished:
    """Make one of everything over HTTP."""
    client, found = room.client, Furnished(room)
    room.place.owner.admin.permissions.grant(permission="trialInvites")
    room.folders("Acme", "Summer", "Launch", "Four", "Five", "Six")
    ids = found.ids
    ids["image"] = room.photo("acme", 11)
    ids["reference"] = room.photo("acme", 12)
    ids["second"] = room.photo("acme", 13)
    ids["generated"] = room.image("acme")
    good(
        client.post(
            "/v1/folders/acme/golden-refs/photos/from-library",
            {"libraryImageIds": [ids["reference"]]},
        ),
        201,
    )
    ids["ref"] = good(client.get("/v1/folders/acme/golden-refs/photos"))["refs"][0]["refId"]
    ids["extraction"] = good(client.post("/v1/folders/acme/extract-jobs", {}), 202)["jobId"]
    design = {
        "level1": "acme",
        "size": "email-header",
        "template": "panel",
        "slots": {"headline": "Calm seas"},
    }
    ids["design"] = good(client.post("/v1/designs", design), 202)["jobId"]
    room.work()
    ids["variant"] = good(client.get(f"/v1/designs/{ids['design']}"))["variants"][0]["variantId"]
    saved = good(client.post(f"/v1/designs/{ids['design']}", {"variantId": ids["variant"]}), 201)
    ids["saved"] = saved["imageId"]
    rule = {"kind": "copy", "text": "Never write cheap"}
    ids["rule"] = good(client.post("/v1/folders/acme/rules", rule), 201)["rule"]["ruleId"]
    logo = {
        "name": "mark",
        "imageUrl": room.link("logo.png", picture(64, 64, (10, 20, 30), mark=5)),
    }
    good(client.post("/v1/folders/acme/logos", logo), 201)
    ids["logo"] = "mark"
    ids["fontKey"] = uploaded(client, FONT.name, "font/ttf", FONT.read_bytes())
    ids["font"] = good(client.post("/v1/folders/acme/fonts", {"fileUrl": ids["fontKey"]}), 201)[
        "font"
    ]["fontId"]
    written = good(
        client.post(
            "/v1/text/generate", {"level1": "acme", "mode": "write", "brief": "A short post on tea"}
        )
    )
    ids["text"] = written["itemId"]
    good(client.post("/v1/searches", {"name": "kept", "query": {"q": "tea"}}), 201)
    ids["search"] = "kept"
    ids["s3Key"] = uploaded(client, "waiting.png", "image/png", picture(90, 60, mark=3))
    invite = good(client.post("/v1/trial-invites", {"email": "ada@example.org"}), 201)
    ids["invite"], ids["inviteUrl"] = invite["inviteId"], invite["url"]
    ids["cursor"] = good(client.get("/v1/library", limit=1))["nextCursor"]
    return found


def uploaded(client: Client, filename: str, mime: str, data: bytes) -> str:
    """The s3Key of a file put through a presigned upload."""
    ticket = good(
        client.post(
            "/v1/library/uploads", {"filename": filename, "mimeType": mime, "bytes": len(data)}
        ),
        201,
    )
    put = open_link(ticket["uploadUrl"], ticket["method"], headers=ticket["headers"], content=data)
    assert put.status_code == 204, put.text
    return str(ticket["s3Key"])


@dataclass(frozen=True)
class Endpoint:
    """One row of the contract: where it is, who may call it, how it names its folder, and a right
    request.

    ``depth`` is the deepest folder level that it takes; ``missing`` is how a missing folder is
    told; ``body`` and ``query`` are a right request in a furnished workspace apart from its folder,
    ``{name}`` standing for ids.
    """

    name: str
    method: str
    path: str
    level: Literal["read", "create", "full"]
    folder: Where = ""
    body: dict[str, Any] | None = None
    query: dict[str, str] = field(default_factory=dict)
    status: int = 200
    depth: int = 6
    missing: Literal["folders", "images", "invites", "legacy"] = "folders"
    ours: bool = False
    optional: bool = False
    body_optional: bool = False

    def address(self, ids: dict[str, str], level1: str = "acme") -> str:
        return self.path.format(level1=level1, **ids)

    def content(self, ids: dict[str, str]) -> dict[str, Any] | None:
        return None if self.body is None else filled(self.body, ids)

    def ask(
        self,
        client: Client,
        ids: dict[str, str],
        names: dict[str, Any] | None = None,
        level1: str = "acme",
        change: Callable[[dict[str, Any]], dict[str, Any]] | None = None,
        mirrored: bool = False,
    ) -> httpx.Response:
        """Send it with the folder named by ``names``, which travel where this endpoint takes
        them.
        """
        names = dict(
            names if names is not None else {} if self.folder == "path" else {"level1": level1}
        )
        body, query = self.content(ids), filled(self.query, ids)
        if self.folder == "body":
            body = {**(body or {}), **names}
        else:
            query |= names
        if change is not None and body is not None:
            body = change(body)
        address = self.address(ids, level1)
        if mirrored:
            address = address.replace("/v1/folders/", "/v1/brands/")
        return client.ask(self.method, address, body, **query)


def filled(value: Any, ids: dict[str, str]) -> Any:
    if isinstance(value, str) and value.startswith("{"):
        return ids[value[1:-1]]
    if isinstance(value, dict):
        return {name: filled(part, ids) for name, part in value.items()}
    return [filled(part, ids) for part in value] if isinstance(value, list) else value


_SLOTS = {"headline": "Calm seas ahead"}
_SPEC = {
    "schema": 1,
    "template": "overlay",
    "size": "canvas-300x150",
    "width": 300,
    "height": 150,
    "layers": [
        {"kind": "background", "box": [0, 0, 300, 150], "colours": ["#14213d"], "seed": 7},
        {
            "kind": "text",
            "slot": "headline",
            "text": "Calm seas",
            "lines": [],
            "fonts": [{"family": "Inter", "sha256": bundled_stack().faces[0].sha256}],
            "family": "Inter",
            "size": 32,
            "weight": 700,
            "leading": 40,
            "tracking": 0,
            "colour": "#ffffff",
            "align": "start",
            "direction": "ltr",
            "box": [20, 50, 260, 40],
            "maxWidth": 260,
        },
    ],
    "recipe": {"slots": {"headline": "Calm seas"}, "photo": None, "logo": None, "fonts": []},
    "altText": "Calm seas.",
}
_FOLDER, _IMAGE, _ITEM = "/v1/folders/{level1}", "/v1/images/{image}", "/v1/library/{image}"
_LINK = "https://pictures.example.com/any.png"

ENDPOINTS: tuple[Endpoint, ...] = (
    # Folders
    Endpoint("list folders", "GET", "/v1/folders", "read"),
    Endpoint("tree", "GET", _FOLDER + "/tree", "read", "path", depth=1),
    Endpoint(
        "create folder",
        "POST",
        "/v1/folders",
        "create",
        "body",
        {"name": "New"},
        status=201,
        optional=True,
    ),
    Endpoint("rename folder", "PATCH", _FOLDER, "full", "path", {"name": "Renamed"}),
    Endpoint("delete folder", "DELETE", _FOLDER, "full", "path"),
    Endpoint("children", "GET", _FOLDER + "/children", "read", "path"),
    Endpoint(
        "duplicate", "POST", _FOLDER + "/duplicate", "full", "path", status=201, body_optional=True
    ),
    Endpoint(
        "sub-brands",
        "GET",
        "/v1/brands/{level1}/sub-brands",
        "read",
        "path",
        depth=1,
        missing="legacy",
    ),
    Endpoint(
        "restore folder",
        "POST",
        _FOLDER + "/restore",
        "full",
        "path",
        ours=True,
        body_optional=True,
    ),
    # Images
    Endpoint(
        "create image",
        "POST",
        "/v1/images",
        "create",
        "body",
        {"prompt": "A calm sea"},
        status=202,
        missing="images",
    ),
    Endpoint("get image", "GET", _IMAGE, "read", "query", missing="images"),
    Endpoint(
        "brandify",
        "POST",
        "/v1/images/brandify",
        "create",
        "body",
        {"sourceUrl": _LINK},
        status=202,
        missing="images",
    ),
    Endpoint(
        "revise",
        "POST",
        _IMAGE + "/revise",
        "create",
        "query",
        {"instructions": "Warmer"},
        status=202,
        missing="images",
    ),
    Endpoint(
        "resize",
        "POST",
        _IMAGE + "/resize",
        "create",
        "query",
        {"aspectRatio": "16:9", "resolution": "1K"},
        status=202,
        missing="images",
    ),
    Endpoint(
        "improve", "POST", _IMAGE + "/improve", "create", "body", {}, status=202, missing="images"
    ),
    Endpoint(
        "set current version",
        "POST",
        _IMAGE + "/set-current-version",
        "create",
        "body",
        {"version": 1},
        missing="images",
    ),
    Endpoint(
        "analyse",
        "POST",
        "/v1/images/analyse",
        "create",
        "body",
        {"imageId": "{image}"},
        missing="images",
    ),
    Endpoint(
        "check image",
        "POST",
        "/v1/images/check",
        "create",
        "body",
        {"imageId": "{image}"},
        missing="images",
        ours=True,
    ),
    Endpoint(
        "retry",
        "POST",
        _IMAGE + "/retry",
        "create",
        "query",
        status=202,
        missing="images",
        ours=True,
        body_optional=True,
    ),
    Endpoint(
        "recreate",
        "POST",
        "/v1/images/{generated}/recreate",
        "create",
        "query",
        status=202,
        missing="images",
        ours=True,
        body_optional=True,
    ),
    # Library
    Endpoint("list library", "GET", "/v1/library", "read", "query", optional=True),
    Endpoint(
        "add to library", "POST", "/v1/library", "create", "body", {"imageUrl": _LINK}, status=201
    ),
    Endpoint("download", "GET", _ITEM + "/download", "read", "query"),
    Endpoint("delete item", "DELETE", _ITEM, "full", "query"),
    Endpoint("set hero", "POST", _ITEM + "/hero", "create", "body", {"level": "brand"}, depth=3),
    Endpoint("clear hero", "DELETE", _ITEM + "/hero", "full", "query", depth=3),
    Endpoint(
        "presign",
        "POST",
        "/v1/library/uploads",
        "create",
        body={"filename": "a.png", "mimeType": "image/png", "bytes": 10},
        status=201,
        ours=True,
    ),
    Endpoint(
        "search library",
        "GET",
        "/v1/library/search",
        "read",
        "query",
        query={"q": "tea"},
        ours=True,
        optional=True,
    ),
    Endpoint("similar", "GET", _ITEM + "/similar", "read", "query", ours=True, optional=True),
    Endpoint(
        "duplicates",
        "GET",
        "/v1/library/duplicates",
        "read",
        "query",
        ours=True,
        optional=True,
    ),
    Endpoint("list searches", "GET", "/v1/searches", "read", ours=True),
    Endpoint(
        "save search",
        "POST",
        "/v1/searches",
        "create",
        body={"name": "Tea", "query": {"q": "tea"}},
        status=201,
        ours=True,
    ),
    Endpoint("remove search", "DELETE", "/v1/searches/{search}", "create", ours=True),
    Endpoint("get item", "GET", _ITEM, "read", "query", ours=True),
    Endpoint("update item", "PATCH", _ITEM, "create", "query", {"title": "Sea"}, ours=True),
    Endpoint(
        "restore item", "POST", _ITEM + "/restore", "full", "query", ours=True, body_optional=True
    ),
    Endpoint(
        "move item", "POST", _ITEM + "/move", "full", "query", {"to": "acme/summer"}, ours=True
    ),
    # Style
    Endpoint("references", "GET", _FOLDER + "/golden-refs/photos", "read", "path"),
    Endpoint(
        "add references",
        "POST",
        _FOLDER + "/golden-refs/photos/from-library",
        "full",
        "path",
        {"libraryImageIds": ["{second}"]},
        status=201,
    ),
    Endpoint(
        "remove reference", "DELETE", _FOLDER + "/golden-refs/photos/general/{ref}", "full", "path"
    ),
    Endpoint(
        "extract",
        "POST",
        _FOLDER + "/extract-jobs",
        "create",
        "path",
        {},
        status=202,
        body_optional=True,
    ),
    Endpoint("get extraction", "GET", _FOLDER + "/extract-jobs/{extraction}", "read", "path"),
    Endpoint("brand", "GET", "/v1/brands/{level1}", "read", "path", depth=3),
    Endpoint("style", "GET", _FOLDER + "/style", "read", "path", ours=True),
    Endpoint(
        "edit style", "PATCH", _FOLDER + "/style", "full", "path", {"feel": "calm"}, ours=True
    ),
    Endpoint("rules", "GET", _FOLDER + "/rules", "read", "path", ours=True),
    Endpoint(
        "add rule",
        "POST",
        _FOLDER + "/rules",
        "full",
        "path",
        {"kind": "copy", "text": "Be kind"},
        status=201,
        ours=True,
    ),
    Endpoint(
        "change rule",
        "PATCH",
        _FOLDER + "/rules/{rule}",
        "full",
        "path",
        {"text": "Be brief"},
        ours=True,
    ),
    Endpoint("remove rule", "DELETE", _FOLDER + "/rules/{rule}", "full", "path", ours=True),
    Endpoint(
        "sample colours",
        "POST",
        _FOLDER + "/sample-colours",
        "create",
        "path",
        {"imageId": "{image}"},
        ours=True,
        body_optional=True,
    ),
    Endpoint("logos", "GET", _FOLDER + "/logos", "read", "path", ours=True),
    Endpoint(
        "add logo",
        "POST",
        _FOLDER + "/logos",
        "full",
        "path",
        {"name": "other", "imageUrl": _LINK},
        status=201,
        ours=True,
    ),
    Endpoint(
        "change logo",
        "PATCH",
        _FOLDER + "/logos/{logo}",
        "full",
        "path",
        {"primary": True},
        ours=True,
    ),
    Endpoint("remove logo", "DELETE", _FOLDER + "/logos/{logo}", "full", "path", ours=True),
    Endpoint("fonts", "GET", _FOLDER + "/fonts", "read", "path", ours=True),
    Endpoint(
        "add font",
        "POST",
        _FOLDER + "/fonts",
        "full",
        "path",
        {"fileUrl": "{fontKey}"},
        status=201,
        ours=True,
    ),
    Endpoint(
        "change font",
        "PATCH",
        _FOLDER + "/fonts/{font}",
        "full",
        "path",
        {"role": "body"},
        ours=True,
    ),
    Endpoint("remove font", "DELETE", _FOLDER + "/fonts/{font}", "full", "path", ours=True),
    # Text
    Endpoint(
        "generate text",
        "POST",
        "/v1/text/generate",
        "create",
        "body",
        {"mode": "write", "brief": "A post on tea"},
    ),
    Endpoint("proofread", "POST", "/v1/text/proofread", "create", "body", {"text": "A cheap tea"}),
    # Designs
    Endpoint(
        "create design",
        "POST",
        "/v1/designs",
        "create",
        "body",
        {"size": "email-header", "template": "panel", "slots": _SLOTS},
        status=202,
    ),
    Endpoint("get design", "GET", "/v1/designs/{design}", "read"),
    Endpoint(
        "save design",
        "POST",
        "/v1/designs/{design}",
        "create",
        body={"variantId": "{variant}"},
        status=200,
    ),
    Endpoint(
        "preview design",
        "POST",
        "/v1/designs/preview",
        "create",
        "body",
        {"size": "email-header", "template": "panel", "slots": _SLOTS},
        ours=True,
    ),
    Endpoint(
        "quote design",
        "POST",
        "/v1/designs/quote",
        "create",
        "body",
        {"size": "email-header", "template": "panel", "slots": _SLOTS},
        ours=True,
    ),
    Endpoint(
        "export design",
        "POST",
        "/v1/designs/{design}/export",
        "create",
        body={"variantId": "{variant}"},
        ours=True,
    ),
    Endpoint(
        "edit design",
        "POST",
        "/v1/designs/{design}/variants/{variant}/edit",
        "create",
        body={"slots": {"headline": "Calm seas"}, "seed": 1},
        status=202,
        ours=True,
    ),
    Endpoint(
        "preview edit",
        "POST",
        "/v1/designs/{design}/variants/{variant}/edit/preview",
        "create",
        body={"align": "center"},
        ours=True,
    ),
    Endpoint(
        "render design",
        "POST",
        "/v1/designs/render",
        "create",
        "body",
        {"spec": _SPEC},
        status=202,
        ours=True,
    ),
    # Credits and jobs
    Endpoint("pricing", "GET", "/v1/pricing", "read"),
    Endpoint("transactions", "GET", "/v1/credits/transactions", "read", "query", optional=True),
    Endpoint("usage", "GET", "/v1/usage", "read", "query", optional=True, ours=True),
    Endpoint("jobs", "GET", "/v1/jobs", "read", ours=True),
    Endpoint("job", "GET", "/v1/jobs/{extraction}", "read", ours=True),
    Endpoint(
        "cancel job",
        "POST",
        "/v1/jobs/{extraction}/cancel",
        "create",
        ours=True,
        body_optional=True,
    ),
    # Trial invitations
    Endpoint(
        "invite",
        "POST",
        "/v1/trial-invites",
        "full",
        "body",
        {"email": "bo@example.org"},
        status=201,
        depth=1,
        missing="invites",
        optional=True,
    ),
    Endpoint(
        "revoke invites", "POST", "/v1/trial-invites/revoke", "full", body={"inviteId": "{invite}"}
    ),
)
