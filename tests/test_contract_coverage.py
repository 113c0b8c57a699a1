"""Counts what the contract names against the code: endpoints, key levels, error codes, fields,
limits, enumerations.

The tables are written out here from the specification, so that neither can drift without a test
that says so.
"""

from __future__ import annotations

import importlib
from typing import Any, get_args

import pydantic
import pytest

from brandstudio import errors, operations
from brandstudio.domain.pricing import OPERATIONS as PRICED
from brandstudio.models import designs, images, library, sizes
from brandstudio.operations import OPERATIONS

# method, path, operation, status, key level (spec: Endpoints; Authentication, point 4)
ENDPOINTS = """
GET    /v1/folders                                                       ListFolders        200 READ
GET    /v1/folders/{level1}/tree                                         GetFolderTree      200 READ
POST   /v1/folders                                                       CreateFolder       201 CREATE
PATCH  /v1/folders/{level1}                                              RenameFolder       200 FULL
DELETE /v1/folders/{level1}                                              DeleteFolder       200 FULL
GET    /v1/folders/{level1}/children                                     ListFolderChildren 200 READ
POST   /v1/folders/{level1}/duplicate                                    DuplicateFolder    201 FULL
GET    /v1/brands/{level1}/sub-brands                                    ListSubBrands      200 READ
POST   /v1/images                                                        CreateImage        202 CREATE
GET    /v1/images/{image_id}                                             GetImage           200 READ
POST   /v1/images/brandify                                               BrandifyImage      202 CREATE
POST   /v1/images/{image_id}/revise                                      ReviseImage        202 CREATE
POST   /v1/images/{image_id}/resize                                      ResizeImage        202 CREATE
POST   /v1/images/{image_id}/improve                                     ImproveImage       202 CREATE
POST   /v1/images/{image_id}/set-current-version                         SetCurrentVersion  200 CREATE
POST   /v1/images/analyse                                                AnalyseImage       200 CREATE
GET    /v1/library                                                       ListLibrary        200 READ
POST   /v1/library                                                       AddToLibrary       201 CREATE
GET    /v1/library/{image_id}/download                                   DownloadItem       200 READ
DELETE /v1/library/{image_id}                                            DeleteItem         200 FULL
POST   /v1/library/{image_id}/hero                                       SetHero            200 CREATE
DELETE /v1/library/{image_id}/hero                                       ClearHero          200 FULL
GET    /v1/folders/{level1}/golden-refs/{domain}                         ListReferences     200 READ
POST   /v1/folders/{level1}/golden-refs/{domain}/from-library            AddReferences      201 FULL
DELETE /v1/folders/{level1}/golden-refs/{domain}/{category}/{ref_id}     RemoveReference    200 FULL
POST   /v1/folders/{level1}/extract-jobs                                 ExtractStyle       202 CREATE
GET    /v1/folders/{level1}/extract-jobs/{job_id}                        GetExtraction      200 READ
GET    /v1/brands/{level1}                                               GetBrand           200 READ
POST   /v1/text/generate                                                 GenerateText       200 CREATE
POST   /v1/text/proofread                                                ProofreadText      200 CREATE
POST   /v1/designs                                                       CreateDesign       202 CREATE
GET    /v1/designs/{job_id}                                              GetDesign          200 READ
POST   /v1/designs/{job_id}                                              SaveDesign         201 CREATE
GET    /v1/pricing                                                       GetPricing         200 READ
GET    /v1/credits/transactions                                          ListTransactions   200 READ
POST   /v1/trial-invites                                                 CreateInvite       201 FULL
POST   /v1/trial-invites/revoke                                          RevokeInvites      200 FULL
"""

# (spec: Errors)
CODES = """
400 MISSING_BODY VALIDATION_ERROR UNSUPPORTED_BRAND UNSUPPORTED_HIERARCHY INVALID_SOURCE_URL INVALID_IMAGE_URL
400 FOLDER_TOO_DEEP FOLDER_DEPTH_UNSUPPORTED FOLDER_ALIAS_CONFLICT BLOCKED_EMAIL_DOMAIN
401 UNAUTHENTICATED
402 INSUFFICIENT_CREDITS
403 INVALID_API_KEY INSUFFICIENT_SCOPE CLIENT_PAUSED FORBIDDEN
404 NOT_FOUND FOLDER_NOT_FOUND BRAND_NOT_FOUND SUB_BRAND_NOT_FOUND CAMPAIGN_NOT_FOUND IMAGE_NOT_FOUND LOGO_NOT_FOUND
404 DESIGN_NOT_FOUND INVITE_NOT_FOUND
409 ALREADY_PROCESSING HAS_CHILDREN EXTRACTION_IN_PROGRESS DESIGN_BUSY
413 PAYLOAD_TOO_LARGE
415 UNSUPPORTED_MEDIA_TYPE
423 LEVEL_LOCKED
429 RATE_LIMITED
500 INTERNAL_ERROR
502 UPSTREAM_ERROR
503 SERVICE_BUSY
504 UPSTREAM_TIMEOUT
"""

# Folder keys travel as one field here (``folder``) and are spread on the wire alone.
FIELDS = """
folders.Folder               level slug name createdAt hero stats
folders.Hero                 url width height imageId
folders.FolderChild          slug name level childFolderCount
folders.FolderChildren       folder children maxDepth
folders.FolderTree           level1Folder level2Folders
folders.Level2Folder         level3Folders
folders.FolderList           level1Folders
folders.FolderDeleted        folder deleted
folders.FolderDuplicated     folder imagesCopied itemsSkipped subFoldersCopied errors
folders.SubBrands            brand subBrands
folders.SubBrand             slug name hero campaigns
images.Image                 id status imageUrl currentVersion clientReferenceId versions error
images.Version               version url createdAt prompt aspectRatio resolution outputFormat score
images.ImageAccepted         id jobId status
images.VersionAccepted       id jobId version basedOn status
images.CurrentVersion        ok currentVersion totalVersions url title description tags systemTags
images.Analysis              format subject setting industry audience medium style briefs
images.AnalysisBrief         title brief why
library.LibraryPage          items nextCursor totalCount
library.LibraryItem          imageId url thumbnailUrl design
library.DownloadLink         url filename
library.Purged               purged keys versionsRemoved refsDropped
library.HeroSet              isHero level
style.GoldenReference        refId category filename thumbnailUrl
style.ReferenceSet           currentVersion refs
style.ReferencesAdded        added totalCount
style.ExtractionJob          jobId status progress result error createdAt updatedAt
style.ExtractionResult       photoStyle visualWorld suggestedRules adoptedRules
jobs.Progress                step message percent
texts.TextResult             text markdown lintApplied advisories itemId version credits
texts.Proofread              corrected markdown applied advisories rulesChecked
credits.Deduction            deducted balance
credits.Pricing              prices updatedAt
credits.Transactions         transactions totals
credits.Transaction          txnId type credits description createdAt metadata
credits.Totals               charged refunded net
designs.DesignAccepted       jobId status templates credits
designs.BannerJob            jobId status progress error size width height variants dropped
designs.Variant              variantId template pngUrl spec scores assessment fixPasses contrastFailures warnings savedImageId
designs.Dropped              template error
designs.DesignRecipe         template size recipe
designs.DesignSaved          imageId version credits alreadySaved
invites.InviteCreated        url expiresAt inviteId
invites.RevokedInvite        inviteId email status usedAt
invites.InvitesRevoked       invites
"""

# what each call takes (spec: Endpoints); folder keys left out
REQUESTS = """
ListFolders       withHero includeStats
GetFolderTree     withHero includeStats
CreateFolder      name slug clientReferenceId
RenameFolder      name
ListSubBrands     withHero
CreateImage       prompt aspectRatio resolution outputFormat clientReferenceId
BrandifyImage     sourceUrl source instructions aspectRatio resolution outputFormat clientReferenceId
ReviseImage       instructions fromVersion clientReferenceId
ResizeImage       aspectRatio resolution outputFormat fromVersion clientReferenceId
ImproveImage      instructions fromVersion clientReferenceId
SetCurrentVersion version
AnalyseImage      imageUrl imageId context briefs
ListLibrary       sort limit cursor kind
AddToLibrary      imageUrl filename mimeType
DownloadItem      format maxSide quality filename
DeleteItem        purge
SetHero           level
AddReferences     libraryImageIds category replace
ExtractStyle      contentType websiteUrl autoApproveRules keepColours
GenerateText      mode brief draft instruction target format
ProofreadText     text
CreateDesign      size template slots
SaveDesign        variantId intoImageId
ListTransactions  since limit
CreateInvite      email companyName firstName subBrands
RevokeInvites     inviteId url email reason
"""


def rows(table: str) -> list[list[str]]:
    return [line.split() for line in table.strip().splitlines()]


def wire_names(model: Any) -> set[str]:
    return {info.alias or name for name, info in model.model_fields.items()}


def test_every_endpoint_of_the_contract_is_answered_at_its_place() -> None:
    known = {
        (kind.route.method, kind.route.path): (
            kind.__name__,
            str(kind.route.status),
            kind.route.scope.name,
        )
        for kind in OPERATIONS
        if kind.route is not None
    }
    wanted = {
        (method, path): (name, status, level)
        for method, path, name, status, level in rows(ENDPOINTS)
    }
    assert len(wanted) == 37
    assert {place: known.get(place) for place in wanted} == wanted  # type: ignore[arg-type]


def test_what_the_contract_does_not_name_is_marked_as_ours() -> None:
    named = {(method, path) for method, path, *_ in rows(ENDPOINTS)}
    for kind in OPERATIONS:
        if kind.route is not None:
            assert kind.route.extension is ((kind.route.method, kind.route.path) not in named), (
                kind.__name__
            )


def test_every_operation_has_a_handler() -> None:
    from brandstudio.handlers import HANDLERS

    assert set(OPERATIONS) <= set(HANDLERS)
    admin = {
        kind
        for kind in vars(operations).values()
        if isinstance(kind, type)
        and issubclass(kind, operations.AdminOperation)
        and kind is not operations.AdminOperation
        and "[" not in kind.__name__
    }
    assert admin | set(OPERATIONS) == set(HANDLERS)


def test_every_error_code_has_its_class_and_its_status() -> None:
    count = 0
    for status, *codes in rows(CODES):
        for code in codes:
            kind = errors.BY_CODE[code]
            assert (kind.code, kind.status) == (code, int(status))
            if code != "INTERNAL_ERROR":
                assert kind.__name__ == "".join(word.title() for word in code.split("_"))
            count += 1
    assert count == 37


@pytest.mark.parametrize("row", rows(FIELDS), ids=lambda row: row[0])
def test_every_field_of_the_contract_is_there(row: list[str]) -> None:
    area, _, name = row[0].partition(".")
    model = getattr(importlib.import_module(f"brandstudio.models.{area}"), name)
    assert set(row[1:]) - wire_names(model) == set()


@pytest.mark.parametrize("row", rows(REQUESTS), ids=lambda row: row[0])
def test_every_call_takes_what_the_contract_says(row: list[str]) -> None:
    assert set(row[1:]) - wire_names(getattr(operations, row[0])) == set()


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (images.AspectRatio, "1:1 4:5 9:16 16:9 2:3 5:4"),
        (images.Resolution, "1K 2K 4K"),
        (images.OutputFormat, "png jpg"),
        (images.ImageStatus, "processing completed failed"),
        (library.Sort, "latest oldest score hero"),
    ],
)
def test_enumerations(kind: Any, values: str) -> None:
    assert get_args(kind) == tuple(values.split())


def test_banner_sizes() -> None:
    assert {name: tuple(size) for name, size in sizes.CONTRACT_SIZES.items()} == {
        "linkedin-cover": (1920, 1080),
        "linkedin-feed": (1200, 627),
        "square": (1080, 1080),
        "portrait": (1080, 1350),
        "email-header": (1200, 400),
    }


def test_defaults() -> None:
    made = operations.CreateImage(folder="a", prompt="x")
    assert (made.aspect_ratio, made.resolution, made.output_format) == ("1:1", "2K", "png")
    download = operations.DownloadItem(folder="a", image_id="i")
    assert (download.max_side, download.quality, download.format) == (1600, 82, None)
    assert (operations.ListLibrary().limit, operations.ListTransactions().limit) == (50, 50)
    assert operations.AnalyseImage(folder="a", image_id="i").briefs == 5


LIMITS: list[tuple[str, dict[str, Any], str, int]] = [
    ("CreateImage", {"folder": "a"}, "prompt", 4000),
    ("CreateImage", {"folder": "a", "prompt": "x"}, "client_reference_id", 200),
    ("ReviseImage", {"folder": "a", "image_id": "i"}, "instructions", 4000),
    ("ImproveImage", {"folder": "a", "image_id": "i"}, "instructions", 4000),
    ("CreateFolder", {}, "name", 80),
    ("AnalyseImage", {"folder": "a", "image_id": "i"}, "context", 1500),
    ("GenerateText", {"folder": "a", "mode": "write"}, "brief", 4000),
    ("GenerateText", {"folder": "a", "mode": "rebrand"}, "draft", 20000),
    ("ProofreadText", {"folder": "a"}, "text", 50000),
    ("RevokeInvites", {"invite_id": "i"}, "reason", 200),
]


@pytest.mark.parametrize(
    ("name", "rest", "field", "most"), LIMITS, ids=lambda value: str(value)[:24]
)
def test_limits_of_text(name: str, rest: dict[str, Any], field: str, most: int) -> None:
    kind = getattr(operations, name)
    kind(**rest, **{field: "x" * most})
    with pytest.raises(pydantic.ValidationError):
        kind(**rest, **{field: "x" * (most + 1)})


@pytest.mark.parametrize(
    ("field", "most"),
    [
        ("headline", 140),
        ("subhead", 200),
        ("button_text", 40),
        ("author_role", 60),
        ("author_name", 60),
    ],
)
def test_limits_of_slots(field: str, most: int) -> None:
    designs.Slots(**{"headline": "x", field: "x" * most})
    with pytest.raises(errors.ValidationError):
        designs.Slots(**{"headline": "x", field: "x" * (most + 1)})


def test_priced_operations_of_the_contract() -> None:
    named = "create_2k create_4k brandify_2k revise resize upload image_analyse extract brand_intake text_create"
    assert set(named.split()) | {"banner_create", "banner_cover", "banner_extend"} <= set(PRICED)
