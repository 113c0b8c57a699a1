"""Files behind signed links: ranges, validators, names in any script, and nothing that runs."""

from __future__ import annotations

import re
from email.message import Message
from pathlib import Path
from urllib.parse import unquote

import httpx
import pytest
from fake_service import Opened
from hypothesis import given
from hypothesis import strategies as st
from starlette.responses import FileResponse

from brandstudio.http.files import content_disposition, wanted_range

DATA = bytes(range(256)) * 40
CHUNK_BYTES = FileResponse.chunk_size


@pytest.fixture(params=["disk", "memory"])
def link(request, service, tmp_path):
    path = tmp_path / "a.png"
    path.write_bytes(DATA)
    on_disk = request.param == "disk"
    service.links["tok"] = Opened(
        "image/png",
        size=len(DATA),
        path=path if on_disk else None,
        data=None if on_disk else DATA,
        filename=None,
    )
    return "/files/tok"


def test_a_link_opens_its_file_without_a_key_and_with_the_right_headers(http, link):
    del http.headers["x-api-key"]
    answer = http.get(link)
    assert (answer.status_code, answer.content) == (200, DATA)
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-disposition"] == "inline"
    assert answer.headers["cache-control"] == "private, max-age=300"
    assert answer.headers["accept-ranges"] == "bytes"
    assert answer.headers["etag"] == '"abc123"'
    policy = answer.headers["content-security-policy"]
    assert "sandbox" in policy
    # What an SVG carries in itself, its photo and its letters, is shown.
    assert "img-src data:" in policy
    assert "font-src data:" in policy
    head = http.head(link)
    assert (head.content, head.headers["content-length"]) == (b"", str(len(DATA)))


@pytest.mark.parametrize(
    ("header", "start", "stop"),
    [
        ("bytes=0-0", 0, 1),
        ("bytes=0-99", 0, 100),
        ("bytes=100-", 100, len(DATA)),
        ("bytes=-10", len(DATA) - 10, len(DATA)),
        ("bytes=5-99999999", 5, len(DATA)),
        ("bytes=-99999999", 0, len(DATA)),
        (f"bytes={len(DATA) - 1}-", len(DATA) - 1, len(DATA)),
        ("bytes= 7-9 ", 7, 10),
    ],
)
def test_a_range_is_answered_with_just_that_part(http, link, header, start, stop):
    answer = http.get(link, headers={"range": header})
    assert (answer.status_code, answer.content) == (206, DATA[start:stop])
    assert answer.headers["content-range"] == f"bytes {start}-{stop - 1}/{len(DATA)}"
    assert answer.headers["content-length"] == str(stop - start)


@pytest.mark.parametrize("header", [f"bytes={len(DATA)}-", "bytes=999999-1000000", "bytes=-0"])
def test_a_range_beyond_the_end_is_416(http, link, header):
    answer = http.get(link, headers={"range": header})
    assert (answer.status_code, answer.content) == (416, b"")
    assert answer.headers["content-range"] == f"bytes */{len(DATA)}"


@pytest.mark.parametrize(
    "header",
    [
        "bytes=-",
        "bytes=a-b",
        "bytes=5-2",
        "bytes=0-1,4-5",
        "lines=0-1",
        "bytes",
        "bytes=" + "9" * 40 + "-",
        "bytes=1--2",
        "bytes=0x1-2",
        "",
    ],
)
def test_what_is_no_single_range_gets_the_whole_file(http, link, header):
    assert http.get(link, headers={"range": header}).status_code == 200


def test_if_range_takes_the_part_only_of_the_same_file(http, link):
    same = http.get(link, headers={"range": "bytes=0-9", "if-range": '"abc123"'})
    other = http.get(link, headers={"range": "bytes=0-9", "if-range": '"other"'})
    dated = http.get(
        link, headers={"range": "bytes=0-9", "if-range": "Sat, 21 Nov 2026 08:30:00 GMT"}
    )
    assert [answer.status_code for answer in (same, other, dated)] == [206, 200, 200]


@pytest.mark.parametrize("header", ['"abc123"', 'W/"abc123"', '"x", "abc123"', "*"])
def test_an_unchanged_file_is_not_sent_again(http, link, header):
    answer = http.get(link, headers={"if-none-match": header})
    assert (answer.status_code, answer.content, answer.headers["etag"]) == (304, b"", '"abc123"')


def test_a_large_file_comes_in_pieces_and_whole(http, service, tmp_path):
    path = tmp_path / "large"
    data = bytes(CHUNK_BYTES) + b"x" * (CHUNK_BYTES + 17)
    path.write_bytes(data)
    service.links["tok"] = Opened("image/png", size=len(data), path=path)
    assert http.get("/files/tok").content == data
    assert (
        http.get("/files/tok", headers={"range": f"bytes={CHUNK_BYTES - 1}-{CHUNK_BYTES}"}).content
        == b"\0x"
    )


@pytest.mark.parametrize(
    "token",
    ["none", "..%2F..%2Fetc%2Fpasswd", "%2e%2e", "tok/", "tok/x", "tok%00", "", "%ff"],
)
def test_another_token_opens_nothing(http, link, token):
    assert http.get(f"/files/{token}").status_code == 404


def test_a_file_that_is_gone_is_404(http, service, tmp_path):
    service.links["tok"] = Opened("image/png", size=5, path=tmp_path / "gone")
    assert http.get("/files/tok").json()["error"]["code"] == "NOT_FOUND"


@given(st.integers(0, 50), st.integers(0, 60), st.integers(0, 60))
def test_ranges_are_within_the_file(size, first, last):
    for header in (f"bytes={first}-{last}", f"bytes={first}-", f"bytes=-{last}"):
        try:
            part = wanted_range(header, size)
        except ValueError:
            continue
        assert part is None or 0 <= part.start < part.stop <= size


# ---- names ----------------------------------------------------------------------------------------------------------


def read_name(header: str) -> str:
    """The name as a browser reads it: the starred form first."""
    starred = re.search(r"filename\*=UTF-8''([^;]+)", header)
    if starred:
        return unquote(starred[1], errors="strict")
    return re.search(r'filename="([^"]*)"', header)[1]


@pytest.mark.parametrize(
    "name",
    [
        "photo.png",
        "日の出 2026.png",
        "Größe & Maß.jpg",
        "файл.webp",
        "صورة.png",
        "תמונה.png",
        "चित्र.png",
        "ภาพ.png",
        "emoji 🌅.png",
        "a b.png",
        "50% off.png",
        "semi;colon.png",
        "it's.png",
        "comma,name.png",
        "%41.png",
        "a+b=c.png",
    ],
)
def test_a_name_in_any_script_arrives_whole(http, service, name):
    service.links["tok"] = Opened("image/png", data=b"x", size=1, filename=name)
    header = http.get("/files/tok").headers["content-disposition"]
    assert header.startswith("attachment; ")
    assert header.isascii()
    assert read_name(header) == name


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("../../etc/passwd", "_.._etc_passwd"),
        ("a\\b.png", "a_b.png"),
        ("a\r\nSet-Cookie: x=1.png", "aSet-Cookie: x=1.png"),
        ("\u202egnp.exe", "gnp.exe"),
        ("", "file"),
        ("...", "file"),
        (" a.png ", "a.png"),
        ("\x00", "file"),
        ("a\ud800b.png", "ab.png"),
        ('quo"te.png', 'quo"te.png'),
    ],
)
def test_a_hostile_name_loses_what_could_hurt(name, shown):
    header = content_disposition(name)
    assert read_name(header) == shown
    assert "\r" not in header
    assert "\n" not in header


@given(st.text(max_size=400))
def test_no_name_breaks_the_header(name):
    header = content_disposition(name)
    assert header.isascii()
    assert header.isprintable()
    read = read_name(header)
    assert 0 < len(read.encode()) <= 255
    assert not set(read) & set("/\\\r\n\0")
    parsed = Message()
    parsed["content-disposition"] = header
    assert parsed.get_content_disposition() == "attachment"


def test_a_long_name_keeps_its_extension():
    assert read_name(content_disposition("日" * 300 + ".png")).endswith("日.png")


# ---- uploads --------------------------------------------------------------------------------------------------------


def test_a_file_is_put_once_where_the_ticket_says(http, service):
    del http.headers["x-api-key"]
    answer = http.put(
        "/uploads/waiting", content=b"x" * 3_000_000, headers={"content-type": "image/png"}
    )
    assert (answer.status_code, answer.content) == (204, b"")
    assert service.uploads == [("waiting", "image/png", b"x" * 3_000_000)]
    assert http.put("/uploads/other", content=b"x").json()["error"]["code"] == "NOT_FOUND"


def test_an_upload_over_50_mb_is_refused_while_it_is_read(http, service):
    def pieces():
        for _ in range(51):
            yield b"x" * 1024 * 1024

    assert (
        http.put("/uploads/waiting", content=pieces()).json()["error"]["code"]
        == "PAYLOAD_TOO_LARGE"
    )
    assert (
        http.put(
            "/uploads/waiting", content=b"x", headers={"content-length": "99999999999"}
        ).status_code
        == 413
    )
    assert service.uploads == []


def test_a_validator_of_the_real_service_is_quoted(tmp_path: Path) -> None:
    from brandstudio.testing import Bench, picture

    with Bench(tmp_path / "data") as bench:
        studio = bench.workspace().studio("http")
        studio.folders.create(name="Acme")
        item = studio.library.add(folder="acme", file=picture(40, 30))
        answer = httpx.get(bench.url + str(item.url))
        assert re.fullmatch(r'"[0-9a-f]{32}"', answer.headers["etag"])
        again = httpx.get(
            bench.url + str(item.url), headers={"if-none-match": answer.headers["etag"]}
        )
        assert again.status_code == 304
