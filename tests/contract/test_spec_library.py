"""The contract: "Library item", "Library" and the library rows of "States and transitions"."""

from __future__ import annotations

import io
from typing import Any

import pytest
from furnished import uploaded
from PIL import Image
from speaking import Room, good, invalid, open_link, refused, shaped

from brandstudio.network.fetch import FetchRefused
from brandstudio.testing import picture


def test_an_added_picture_is_answered_as_image(acme: Room) -> None:
    """POST library: 201 { image: { imageId, url, thumbnailUrl, ... } }; one upload is charged."""
    before = acme.balance
    answer = good(
        acme.client.post(
            "/v1/library", {"level1": "acme", "imageUrl": acme.link(), "filename": "sea.png"}
        ),
        201,
    )
    assert answer.keys() == {"image"}
    shaped(answer["image"], imageId=str, url=str, thumbnailUrl=str)
    assert answer["image"]["filename"] == "sea.png"
    for link in ("url", "thumbnailUrl"):
        assert open_link(answer["image"][link]).headers["content-type"].startswith("image/")
    assert acme.balance == before - good(acme.client.get("/v1/pricing"))["prices"]["upload"]


def test_the_list_has_items_a_cursor_and_a_count(acme: Room) -> None:
    """GET library: 200 { items[], nextCursor (string or null), totalCount }."""
    for mark in range(1, 6):
        acme.photo(mark=mark)
    seen, cursor, pages = [], None, 0
    while True:
        answer = good(acme.client.get("/v1/library", level1="acme", limit=2, cursor=cursor))
        assert answer.keys() == {"items", "nextCursor", "totalCount"}
        assert answer["totalCount"] == 5
        assert len(answer["items"]) <= 2
        seen += [item["imageId"] for item in answer["items"]]
        cursor, pages = answer["nextCursor"], pages + 1
        if cursor is None:
            break
        assert isinstance(cursor, str)
    assert (len(seen), len(set(seen)), pages) == (5, 5, 3)


def test_the_order_is_newest_first_unless_asked_otherwise(acme: Room) -> None:
    """List query: sort latest (default), oldest, score, hero."""
    made = [acme.photo(mark=mark) for mark in (1, 2, 3)]
    good(acme.client.post(f"/v1/library/{made[1]}/hero", {"brand": "acme", "level": "brand"}))

    def order(**query: Any) -> list[str]:
        return [
            item["imageId"]
            for item in good(acme.client.get("/v1/library", level1="acme", **query))["items"]
        ]

    assert order() == order(sort="latest") == made[::-1]
    assert order(sort="oldest") == made
    assert order(sort="hero")[0] == made[1]
    assert sorted(order(sort="score")) == sorted(made)
    invalid(acme.client.get("/v1/library", sort="newest"), "sort")


def test_the_limit_is_1_to_500_and_50_by_default(acme: Room) -> None:
    """Limits: library list limit."""
    for fits in (1, 500):
        good(acme.client.get("/v1/library", limit=fits))
    for limit in (0, 501, -1, "x", "", "1.5", "1e2", 10**30):
        invalid(acme.client.get("/v1/library", limit=limit), "limit")


def test_without_a_limit_there_are_fifty(acme: Room) -> None:
    """Limits: library list limit, default 50."""
    reference = acme.photo()
    for _ in range(50):
        acme.place.owner.library.add(folder="acme", file=picture(8, 8), filename="a.png")
    answer = good(acme.client.get("/v1/library", level1="acme"))
    assert (len(answer["items"]), answer["totalCount"]) == (50, 51)
    assert reference not in {item["imageId"] for item in answer["items"]}


def test_without_a_folder_the_whole_workspace_is_listed(acme: Room) -> None:
    """List query: level1 optional; omitted lists the whole workspace; level3 needs level2."""
    made = {
        acme.photo("acme", 1),
        acme.photo("acme/summer", 2),
        acme.photo("acme/summer/launch", 3),
    }
    assert {item["imageId"] for item in good(acme.client.get("/v1/library"))["items"]} == made
    assert good(acme.client.get("/v1/library", level1="acme", level2="summer"))["totalCount"] == 1
    refused(acme.client.get("/v1/library", level1="acme", level3="launch"), 400, "VALIDATION_ERROR")


@pytest.mark.parametrize("cursor", ["x", "null", "WzFd", "W10", "eyJhIjoxfQ", "%00", "A" * 500])
def test_a_cursor_that_was_not_given_out_is_invalid(acme: Room, cursor: str) -> None:
    """List query: cursor is a string from nextCursor."""
    invalid(acme.client.get("/v1/library", cursor=cursor), "cursor")


@pytest.mark.parametrize("format", ["WEBP", "AVIF", "GIF", "SVG", "BMP", "TIFF"])
def test_other_formats_become_png_or_jpeg(acme: Room, format: str) -> None:
    """Add: WebP, AVIF, GIF, HEIC and SVG are converted to PNG or JPEG."""
    data = b"<svg xmlns='http://www.w3.org/2000/svg' width='60' height='40'><rect width='60' height='40' fill='red'/></svg>"
    if format != "SVG":
        out = io.BytesIO()
        Image.new("RGB", (60, 40), "red").save(out, format)
        data = out.getvalue()
    url = acme.link(f"a.{format.lower()}", data)
    made = good(acme.client.post("/v1/library", {"level1": "acme", "imageUrl": url}), 201)["image"]
    assert open_link(made["url"]).headers["content-type"] in ("image/png", "image/jpeg")


def test_a_picture_comes_by_presigned_upload_too(acme: Room) -> None:
    """Add body: imageUrl may be the s3Key from a presigned upload."""
    key = uploaded(acme.client, "sea.png", "image/png", picture(50, 50, mark=7))
    good(acme.client.post("/v1/library", {"level1": "acme", "imageUrl": key}), 201)
    refused(
        acme.client.post("/v1/library", {"level1": "acme", "imageUrl": key}),
        400,
        "INVALID_IMAGE_URL",
    )


def test_a_refused_link_costs_nothing(acme: Room) -> None:
    """Add: private addresses 400 INVALID_IMAGE_URL; non-images 415; nothing is charged when a link
    is refused.
    """
    before = acme.balance
    private = "https://10.0.0.1/a.png"
    acme.bench.engines.fetcher.answers[private] = FetchRefused("address")
    for url in (
        private,
        "http://pictures.example.com/a.png",
        "https://nowhere.example.com/a.png",
        "uploads/unknown",
        "a.png",
        "data:,x",
    ):
        refused(
            acme.client.post("/v1/library", {"level1": "acme", "imageUrl": url}),
            400,
            "INVALID_IMAGE_URL",
        )
    for data in (b"plain words", b"", b"%PDF-1.7", picture()[:60]):
        url = acme.link("no.png", data)
        refused(
            acme.client.post("/v1/library", {"level1": "acme", "imageUrl": url}),
            415,
            "UNSUPPORTED_MEDIA_TYPE",
        )
    assert (acme.balance, good(acme.client.get("/v1/library"))["totalCount"]) == (before, 0)


def test_a_file_over_50_mb_is_too_large(acme: Room) -> None:
    """Limits: library add file 50 MB; Errors: PAYLOAD_TOO_LARGE."""
    before = acme.balance
    url = acme.link("big.png", picture() + b"\0" * (50 * 1024 * 1024))
    refused(
        acme.client.post("/v1/library", {"level1": "acme", "imageUrl": url}),
        413,
        "PAYLOAD_TOO_LARGE",
    )
    for size in (0, -1, 50 * 1024 * 1024 + 1):
        ticket = {"filename": "a.png", "mimeType": "image/png", "bytes": size}
        assert acme.client.post("/v1/library/uploads", ticket).status_code in (400, 413)
    assert acme.balance == before


# ---- download ---------------------------------------------------------------------------------------------------------


def opened(room: Room, image: str, **query: Any) -> tuple[str, Image.Image]:
    answer = good(room.client.get(f"/v1/library/{image}/download", **{"level1": "acme", **query}))
    assert answer.keys() == {"url", "filename"}
    file = open_link(answer["url"])
    assert file.status_code == 200
    return file.headers["content-type"], Image.open(io.BytesIO(file.content))


def test_a_download_is_a_link_and_a_file_name_and_free(acme: Room) -> None:
    """GET download: 200 { url, filename }; free; older brandSlug; id from create works as well."""
    image, generated = acme.photo(data=picture(2000, 1000)), acme.image()
    before = acme.balance
    assert opened(acme, image)[1].size == (1600, 800), "maxSide is 1600 by default"
    assert opened(acme, image, maxSide=0)[1].size == (2000, 1000), "0 for original size"
    assert opened(acme, image, maxSide=256)[1].size == (256, 128)
    assert opened(acme, image, maxSide=4096)[1].size == (2000, 1000), "never enlarges"
    assert opened(acme, image, level1=None, brandSlug="acme")[0] == "image/png", (
        "omitted gives the original"
    )
    assert opened(acme, generated)[1].size == (1024, 1024)
    assert acme.balance == before


def test_a_jpeg_has_a_white_background_and_a_webp_keeps_transparency(acme: Room) -> None:
    """Download query, format."""
    out = io.BytesIO()
    Image.new("RGBA", (300, 300), (255, 0, 0, 0)).save(out, "PNG")
    image = acme.photo(data=out.getvalue())
    mime, jpeg = opened(acme, image, format="jpeg")
    assert (mime, jpeg.mode) == ("image/jpeg", "RGB")
    assert min(jpeg.getpixel((150, 150))) >= 250  # type: ignore[arg-type]
    mime, webp = opened(acme, image, format="webp", quality=100)
    assert (mime, webp.convert("RGBA").getpixel((150, 150))[3]) == ("image/webp", 0)  # type: ignore[index]


@pytest.mark.parametrize(
    ("name", "bad"),
    [
        ("format", "png"),
        ("format", "gif"),
        ("maxSide", 1),
        ("maxSide", 255),
        ("maxSide", 4097),
        ("maxSide", -1),
        ("maxSide", "x"),
        ("quality", 0),
        ("quality", 101),
        ("quality", ""),
    ],
)
def test_download_options_are_checked(acme: Room, name: str, bad: Any) -> None:
    """Download query: jpeg or webp, 0 or 256 to 4096, 1 to 100."""
    invalid(
        acme.client.get(f"/v1/library/{acme.photo()}/download", level1="acme", **{name: bad}), name
    )


def test_a_download_link_lasts_five_minutes(alone: Room) -> None:
    """Limits: download link 5 minutes."""
    alone.folders("Acme")
    answer = good(alone.client.get(f"/v1/library/{alone.photo()}/download", level1="acme"))
    alone.bench.manual_clock.advance(minutes=4, seconds=50)
    assert open_link(answer["url"]).status_code == 200
    alone.bench.manual_clock.advance(seconds=20)
    refused(open_link(answer["url"]), 404, "NOT_FOUND")


# ---- trash and purge ----------------------------------------------------------------------------------------------


def test_a_deleted_image_is_in_the_trash_for_30_days(alone: Room) -> None:
    """States: live, DELETE without purge: trash for 30 days."""
    alone.folders("Acme")
    first, second = alone.photo(mark=1), alone.photo(mark=2)
    answer = good(alone.client.delete(f"/v1/library/{first}", brand="acme"))
    assert "purged" not in answer
    refused(alone.client.get(f"/v1/images/{first}", level1="acme"), 404, "NOT_FOUND")
    assert [item["imageId"] for item in good(alone.client.get("/v1/library"))["items"]] == [second]
    good(alone.client.post(f"/v1/library/{first}/restore", level1="acme"))
    good(alone.client.delete(f"/v1/library/{first}", brand="acme"))
    alone.bench.manual_clock.advance(days=29)
    alone.bench.sweep()
    assert good(alone.client.get("/v1/library", trashed="true"))["totalCount"] == 1
    alone.bench.manual_clock.advance(days=2)
    alone.bench.sweep()
    assert good(alone.client.get("/v1/library", trashed="true"))["totalCount"] == 0
    refused(alone.client.post(f"/v1/library/{first}/restore", level1="acme"), 404, "NOT_FOUND")


@pytest.mark.parametrize("trashed", [False, True])
def test_a_purge_removes_for_good_with_reference_copies_and_links(
    acme: Room, trashed: bool
) -> None:
    """States: purge=true: removed permanently, golden-reference copies too; { purged, keys,
    versionsRemoved, refsDropped }.
    """
    image = acme.photo()
    good(
        acme.client.post(
            "/v1/folders/acme/golden-refs/photos/from-library", {"libraryImageIds": [image]}
        ),
        201,
    )
    good(
        acme.client.post(f"/v1/images/{image}/revise", {"instructions": "Warmer"}, level1="acme"),
        202,
    )
    acme.work()
    links = [
        version["url"]
        for version in good(acme.client.get(f"/v1/images/{image}", level1="acme"))["versions"]
    ]
    if trashed:
        good(acme.client.delete(f"/v1/library/{image}", brand="acme"))
        assert len(good(acme.client.get("/v1/folders/acme/golden-refs/photos"))["refs"]) == 1
    answer = good(acme.client.delete(f"/v1/library/{image}", brand="acme", purge="true"))
    assert {"purged", "keys", "versionsRemoved", "refsDropped"} <= answer.keys()
    assert (answer["purged"], answer["versionsRemoved"], answer["refsDropped"]) == (True, 2, 1)
    assert answer["keys"]
    assert good(acme.client.get("/v1/folders/acme/golden-refs/photos"))["refs"] == []
    assert [open_link(link).status_code for link in links] == [404, 404]
    refused(
        acme.client.delete(f"/v1/library/{image}", brand="acme", purge="true"), 404, "NOT_FOUND"
    )


# ---- hero -----------------------------------------------------------------------------------------------------------


def test_a_new_hero_clears_the_old_for_nothing(acme: Room) -> None:
    """POST hero: 200 { isHero: true, level }; one hero per level; free."""
    first, second = acme.photo(mark=1), acme.photo(mark=2)
    before = acme.balance
    for image in (first, second):
        answer = good(
            acme.client.post(f"/v1/library/{image}/hero", {"brand": "acme", "level": "brand"})
        )
        assert answer.keys() >= {"isHero", "level"}
        assert answer["isHero"] is True
    heroes = [
        item["imageId"]
        for item in good(acme.client.get("/v1/library", level1="acme"))["items"]
        if item["isHero"]
    ]
    assert heroes == [second]
    cleared = good(acme.client.delete(f"/v1/library/{second}/hero", level1="acme"))
    assert cleared["isHero"] is False
    assert not any(
        item["isHero"] for item in good(acme.client.get("/v1/library", level1="acme"))["items"]
    )
    assert acme.balance == before


@pytest.mark.parametrize(
    ("folder", "names", "level"),
    [
        ("acme", {"brand": "acme"}, "brand"),
        ("acme/summer", {"brand": "acme", "subBrand": "summer"}, "sub-brand"),
        (
            "acme/summer/launch",
            {"brand": "acme", "subBrand": "summer", "campaign": "launch"},
            "campaign",
        ),
    ],
)
def test_a_hero_belongs_to_a_level(
    acme: Room, folder: str, names: dict[str, str], level: str
) -> None:
    """Hero body: brand, level (brand, sub-brand, campaign), subBrand, campaign for deeper
    levels.
    """
    image = acme.photo(folder)
    answer = good(acme.client.post(f"/v1/library/{image}/hero", {**names, "level": level}))
    assert answer["isHero"] is True
    levels = ("brand", "sub-brand", "campaign")
    for other in levels[levels.index(level) + 1 :]:
        refused(
            acme.client.post(f"/v1/library/{image}/hero", {**names, "level": other}),
            400,
            "VALIDATION_ERROR",
        )
    invalid(acme.client.post(f"/v1/library/{image}/hero", {**names, "level": "world"}), "level")


def test_an_image_that_is_not_in_the_folder_is_no_hero(acme: Room) -> None:
    """Hero: 404 when the image is not in that folder."""
    image = acme.photo("acme/summer")
    refused(
        acme.client.post(f"/v1/library/{image}/hero", {"brand": "acme", "level": "brand"}),
        404,
        "NOT_FOUND",
    )
