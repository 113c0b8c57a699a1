"""Every spelling of a folder means the same folder; two that differ are never guessed at."""

from __future__ import annotations

import json
from urllib.parse import urlencode

import pytest
from fake_service import MOMENT
from hypothesis import given
from hypothesis import strategies as st

from brandstudio import errors
from brandstudio.http import dialect
from brandstudio.http.wire import codec, codecs
from brandstudio.models.credits import (
    Transaction,
    TransactionMetadata,
    Transactions,
    Usage,
    UsageRow,
)
from brandstudio.models.folders import Folder, FolderList
from brandstudio.operations import (
    AddRule,
    CreateFolder,
    CreateImage,
    CreateInvite,
    DeleteFolder,
    GenerateText,
    GetBrand,
    GetFolderTree,
    GetImage,
    GetUsage,
    ListFolders,
    ListLibrary,
    ListSubBrands,
    ListTransactions,
    RenameFolder,
    ReviseImage,
    SetHero,
    UpdateStyle,
)

SLUG = st.from_regex(r"[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?", fullmatch=True)
PATHS = st.lists(SLUG, min_size=1, max_size=6)
NAMES_OF = {
    n: [name for name, level in dialect.LEVEL_OF.items() if level == n] for n in range(1, 7)
}


@st.composite
def spelt(draw, first: int = 1):
    """Slugs from Level 1 on, and some of the many ways to say them: pairs for the query, a mapping
    for the body.
    """
    slugs = draw(PATHS)
    said: list[tuple[str, str, object]] = []
    for level in range(first, len(slugs) + 1):
        names = draw(
            st.lists(st.sampled_from(NAMES_OF[level]), min_size=1, max_size=3, unique=True)
        )
        said += [(draw(st.sampled_from("qb")), name, slugs[level - 1]) for name in names]
    if draw(st.booleans()):
        whole = draw(st.sampled_from(["path", "folderPath"]))
        kept = draw(st.booleans())
        said = (said if kept else []) + [("q", whole, "/".join(slugs))]
    if draw(st.booleans()):
        kept = draw(st.booleans())
        said = (said if kept else []) + [
            ("b", "folderPath", draw(st.sampled_from(["/".join(slugs), slugs])))
        ]
    empty = draw(st.lists(st.sampled_from(sorted(dialect.LEVEL_OF)), max_size=3))
    query = [(name, value) for where, name, value in said if where == "q"] + [
        (name, "") for name in empty
    ]
    body = {name: value for where, name, value in said if where == "b"}
    return (
        slugs,
        urlencode(draw(st.permutations(query))).encode(),
        {name: "" for name in empty if name not in body} | body,
    )


@given(spelt())
def test_any_spelling_in_query_and_body_names_the_same_folder(said):
    slugs, query, body = said
    decoded = codec(CreateImage).decode({}, query, {"prompt": "x", **body})
    assert decoded == (CreateImage(folder="/".join(slugs), prompt="x"), None)


@given(spelt(first=2))
def test_any_spelling_beside_a_level_1_in_the_path_names_the_same_folder(said):
    slugs, query, body = said
    decoded = codec(RenameFolder).decode({"level1": slugs[0]}, query, {"name": "N", **body})
    assert decoded == (RenameFolder(folder="/".join(slugs), name="N"), None)


@given(spelt(), st.sampled_from(sorted(dialect.LEVEL_OF)), SLUG)
def test_another_name_with_another_value_is_a_conflict(said, name, other):
    slugs, query, _ = said
    level = dialect.LEVEL_OF[name]
    if level > len(slugs) or other == slugs[level - 1]:
        return
    # The same slug under every name, so that whichever name is added contradicts something.
    everything = {f"level{n}": slug for n, slug in enumerate(slugs, start=1)}
    with pytest.raises(errors.FolderAliasConflict):
        codec(CreateImage).decode(
            {}, query + f"&{name}={other}".encode(), {"prompt": "x", **everything}
        )


@given(PATHS)
def test_what_our_client_sends_is_what_our_server_reads(slugs):
    folder = "/".join(slugs)
    for operation in (
        CreateImage(folder=folder, prompt="x"),
        GetImage(image_id="i", folder=folder),
        DeleteFolder(folder=folder),
        ReviseImage(image_id="i", folder=folder, instructions="x"),
        RenameFolder(folder=folder, name="N"),
        AddRule(folder=folder, kind="image", text="x"),
        ListLibrary(folder=folder, limit=5, subtree=True),
    ):
        kind = codec(type(operation))
        request = kind.encode(operation)
        places = dict(
            zip(
                kind.path_names,
                [part for part in request.path.split("/") if part in ("i", slugs[0])],
                strict=False,
            )
        )
        query, body = (
            urlencode(request.query).encode(),
            json.loads(request.json) if request.json else None,
        )
        assert kind.decode(places, query, body) == (operation, None)


@given(st.one_of(st.none(), PATHS.map("/".join)))
def test_response_keys_come_back_as_the_folder(folder):
    rows = [UsageRow(day="2026-11-21", operation="revise", folder=folder, calls=1, credits=4.0)]
    usage = Usage(rows=rows, credits=4.0, calls=1)
    kind = codec(GetUsage)
    assert kind.decode_result(kind.encode_result(usage)) == usage


def test_response_keys_are_new_and_old_and_path_from_level_4_on():
    assert dict(dialect.response_keys("acme")) == {"level1": "acme", "brand": "acme"}
    assert dict(dialect.response_keys("a/b/c")) == {
        "level1": "a",
        "level2": "b",
        "level3": "c",
        "brand": "a",
        "subBrand": "b",
        "campaign": "c",
    }
    assert dict(dialect.response_keys("a/b/c/d"))["path"] == "a/b/c/d"
    assert "level5" not in dict(dialect.response_keys("a/b/c/d"))


def test_a_folder_carries_its_own_slug_under_its_own_level():
    folder = Folder(level=2, slug="summer", name="Summer", path="acme/summer", created_at=MOMENT)
    body = json.loads(codec(ListFolders).encode_result(FolderList(level1_folders=[folder])))
    assert body["level1Folders"][0] == {
        "level": 2,
        "slug": "summer",
        "name": "Summer",
        "createdAt": "2026-11-21T08:30:00.000Z",
        "level1": "acme",
        "level2": "summer",
        "brand": "acme",
        "subBrand": "summer",
    }


def test_text_that_says_folder_is_left_alone():
    kind = codec(UpdateStyle)
    asked = kind.encode(
        UpdateStyle(folder="acme", voice={"preferredWords": {"folder": "binder", "level1": "x"}})
    )
    assert json.loads(asked.json)["voice"]["preferredWords"] == {"folder": "binder", "level1": "x"}
    value = {"folder": "acme", "voice": {"preferredWords": {"folder": "binder"}}}
    kind._places.spread(value)
    assert value == {
        "level1": "acme",
        "brand": "acme",
        "voice": {"preferredWords": {"folder": "binder"}},
    }


def test_metadata_without_a_folder_shows_no_folder():
    def entry(metadata):
        return Transaction(
            txn_id="t",
            type="charge",
            credits=-1,
            description="d",
            created_at=MOMENT,
            metadata=metadata,
        )

    body = json.loads(
        codec(ListTransactions).encode_result(
            Transactions(
                transactions=[
                    entry(TransactionMetadata(operation="revise", folder="a/b")),
                    entry(TransactionMetadata(operation="upload")),
                ],
                next_cursor=None,
            )
        )
    )
    assert [list(row["metadata"]) for row in body["transactions"]] == [
        ["operation", "level1", "level2", "brand", "subBrand"],
        ["operation"],
    ]


@pytest.mark.parametrize(
    "query",
    [
        b"level1=a&level2=b&level3=c&level4=d&level5=e&level6=f&level7=g",
        b"path=a/b/c/d/e/f/g",
        b"level1=a&level99=x",
    ],
)
def test_seven_levels_are_too_deep(query):
    with pytest.raises(errors.FolderTooDeep):
        codec(GetImage).decode({"image_id": "i"}, query)


def test_a_parent_at_level_6_has_no_room_below():
    with pytest.raises(errors.FolderTooDeep):
        codec(CreateFolder).decode({}, b"", {"name": "N", "folderPath": "a/b/c/d/e/f"})
    made = codec(CreateFolder).decode(
        {}, b"", {"name": "N", "folderPath": ["a", "b", "c", "d", "e"], "parent": "x"}
    )
    assert made.operation == CreateFolder(name="N", parent="a/b/c/d/e")


@pytest.mark.parametrize(
    ("operation", "query", "body"),
    [
        (GetFolderTree, b"level2=b", None),
        (GetFolderTree, b"path=a/b", None),
        (ListSubBrands, b"subBrand=b", None),
        (GetBrand, b"path=a/b/c/d", None),
        (SetHero, b"", {"brand": "a", "subBrand": "b", "campaign": "c", "level4": "d"}),
        (CreateInvite, b"", {"email": "a@b.example", "brand": "a", "subBrand": "b"}),
    ],
)
def test_a_shape_of_few_levels_never_acts_on_the_folder_above(operation, query, body):
    with pytest.raises(errors.FolderDepthUnsupported):
        codec(operation).decode({"level1": "a", "image_id": "i"}, query, body)


@pytest.mark.parametrize(
    ("query", "field"),
    [
        (b"level1=a&level3=c", "level2"),
        (b"level2=b", "level1"),
        (b"campaign=c", "level1"),
        (b"path=a//c", "path"),
        (b"path=/a", "path"),
        (b"path=a/", "path"),
    ],
)
def test_a_missing_middle_level_is_named(query, field):
    with pytest.raises(errors.ValidationError) as caught:
        codec(GetImage).decode({"image_id": "i"}, query)
    assert field in [found["path"] for found in caught.value.details["fields"]]


@pytest.mark.parametrize("value", [1, True, ["a"], {"a": 1}, 1.5])
def test_a_slug_is_a_string(value):
    with pytest.raises(errors.ValidationError) as caught:
        codec(CreateImage).decode({}, b"", {"level1": value, "prompt": "x"})
    assert [found["path"] for found in caught.value.details["fields"]] == ["level1"]


@pytest.mark.parametrize("value", [1, {"a": 1}, ["a", 1], ["a", ""], ["a", None], [["a"]]])
def test_a_folder_path_is_a_string_or_an_array_of_slugs(value):
    with pytest.raises(errors.ValidationError) as caught:
        codec(CreateImage).decode({}, b"", {"folderPath": value, "prompt": "x"})
    assert [found["path"] for found in caught.value.details["fields"]] == ["folderPath"]


@pytest.mark.parametrize("left_out", [None, "", []])
def test_an_empty_name_is_the_same_as_none(left_out):
    made = codec(CreateImage).decode(
        {},
        b"level2=&campaign=",
        {"level1": "a", "prompt": "x", "folderPath": left_out, "brand": None},
    )
    assert made.operation.folder == "a"


@pytest.mark.parametrize("path", [b"path=acme", b"path=acme/summer", b"folderPath=acme/other"])
def test_a_path_and_a_level_below_its_end_or_beside_it_contradict_each_other(path):
    with pytest.raises(errors.FolderAliasConflict):
        codec(GetImage).decode({"image_id": "i"}, path + b"&level2=summer&level3=x")


@pytest.mark.parametrize(
    "bad", ["No Such!", "../..", "a%2Fb", "ACME", "a" * 101, "-a", "é", "a b", "'; DROP TABLE"]
)
@pytest.mark.parametrize(
    ("method", "url", "code"),
    [
        ("GET", "/v1/images/i?level1={}", "UNSUPPORTED_BRAND"),
        ("GET", "/v1/images/i?brand=acme&subBrandSlug={}", "UNSUPPORTED_HIERARCHY"),
        ("GET", "/v1/images/i?path=acme/summer/{}", "UNSUPPORTED_HIERARCHY"),
        ("GET", "/v1/images/i?path=nowhere/{}", "UNSUPPORTED_BRAND"),
        ("GET", "/v1/library?level1={}", "FOLDER_NOT_FOUND"),
        ("GET", "/v1/folders/acme/children?level2={}", "FOLDER_NOT_FOUND"),
        ("GET", "/v1/credits/transactions?level1={}", "FOLDER_NOT_FOUND"),
        ("GET", "/v1/brands/acme?level3={}&level2=summer", "FOLDER_NOT_FOUND"),
    ],
)
def test_a_name_that_is_no_slug_is_a_folder_that_is_not_there(
    http, service, method, url, code, bad
):
    from urllib.parse import quote

    answer = http.request(method, url.format(quote(bad)))
    if "path=" in url and "/" in bad:
        assert answer.json()["error"]["code"] in (code, "VALIDATION_ERROR")
    else:
        assert answer.json()["error"]["code"] == code
    assert all(type(sent).__name__ == "ListFolderChildren" for sent in service.sent)


def test_a_name_that_is_no_slug_is_told_with_its_level_and_older_code(http):
    error = http.get("/v1/library?level1=acme&level2=No+Such").json()["error"]
    assert error["details"] == {
        "level": 2,
        "level1": "acme",
        "level2": "No Such",
        "legacyCode": "SUB_BRAND_NOT_FOUND",
    }
    error = http.get("/v1/library?path=acme/summer/launch/No").json()["error"]
    assert error["details"] == {
        "level": 4,
        "level1": "acme",
        "level2": "summer",
        "level3": "launch",
        "level4": "No",
    }


@pytest.mark.parametrize(
    "path",
    sorted({c.route.path for c in codecs() if c.route.path.startswith("/v1/folders/{level1}")}),
)
def test_every_folder_route_answers_under_its_older_path(http, path):
    older = dialect.mirror(path).replace("{level1}", "acme").replace("{", "").replace("}", "")
    for kind in (c for c in codecs() if c.route.path == path):
        answer = http.request(kind.route.method, older)
        assert answer.json() is None or answer.json()["error"]["code"] not in (
            "METHOD_NOT_ALLOWED",
        )
        assert "nothing at this path" not in answer.text


def test_a_folder_under_its_name_in_python_is_told_the_names_of_the_wire():
    with pytest.raises(errors.ValidationError, match="level1, level2") as told:
        codec(GenerateText).decode({}, body={"folder": "acme", "mode": "write", "brief": "x"})
    assert [entry["path"] for entry in told.value.details["fields"]] == ["level1"]
    with pytest.raises(errors.ValidationError, match=r"^level1: is required$"):
        codec(GenerateText).decode({}, body={"mode": "write", "brief": "x"})
