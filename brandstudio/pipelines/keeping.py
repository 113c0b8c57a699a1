"""Pictures as versions: published files, facts, and the rows that name them. Used by everything
that makes a picture.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from typing import TypedDict, Unpack

from ..catalogue.scoring import check_against
from ..context import Context
from ..domain.inheritance import Resolved
from ..engines import credentials
from ..errors import StudioError
from ..models.designs import DesignSpec, ImageLayer, LogoLayer, PhotoLayer
from ..pixels import similarity
from ..pixels.facts import PictureFacts
from ..pixels.intake import Intake
from ..pixels.metadata import DigitalSource
from ..pixels.resize import fit
from ..store import Blob, Transaction
from ..store.library import ItemRow
from ..store.versions import VersionRow

NEAR_LOOK_BACK = 20_000
"""How many of the newest pictures are compared for near-duplicates: about 10 ms."""


@dataclass(frozen=True)
class Kept:
    """A picture whose files are published but named by no row yet."""

    stored: Blob
    thumbnail: Blob
    working: Blob | None
    width: int
    height: int
    facts: PictureFacts
    """As they are read back from ``facts_json``."""
    facts_json: str
    system_tags: tuple[str, ...]
    phash: int


def publish(ctx: Context, intake: Intake) -> Kept:
    """Write the files; a crash from here on leaves orphans that are swept, never a row without its
    file.
    """
    ctx.store.assert_idle()
    stored = ctx.store.blobs.publish(intake.stored, intake.mime)
    thumbnail = ctx.store.blobs.publish(intake.thumbnail, intake.thumbnail_mime)
    working = (
        None
        if intake.working is None
        else ctx.store.blobs.publish(intake.working, intake.working_mime)
    )
    told = intake.facts.to_json()
    return Kept(
        stored,
        thumbnail,
        working,
        intake.width,
        intake.height,
        PictureFacts.from_json(told),
        json.dumps(told, separators=(",", ":")),
        tuple(intake.facts.system_tags()),
        signed64(intake.phash),
    )


def signer(ctx: Context) -> credentials.Signer:
    """This studio as a signer of content credentials."""
    return credentials.Signer(ctx.master_key().subkey(credentials.PURPOSE))


def signed(
    ctx: Context,
    intake: Intake,
    title: str,
    action: credentials.Action,
    source: DigitalSource | None,
    ingredient: credentials.Ingredient | None = None,
) -> Intake:
    """A picture of ours with content credentials, where the extra is installed; the last thing that
    happens to it.
    """
    if not credentials.available():
        return intake
    data = signer(ctx).sign(
        intake.stored, intake.mime, title=title, action=action, source=source, ingredient=ingredient
    )
    return replace(intake, stored=data, sha256=hashlib.sha256(data).hexdigest())


def kept_again(ctx: Context, version: VersionRow) -> Kept:
    """A finished version's own files once more, byte for byte."""
    names = (version.sha256, version.thumbnail_sha, version.working_sha)
    with ctx.store.read() as tx:
        stored, thumbnail, working = (
            None if row is None else Blob(row.sha256, row.bytes, row.mime_type)
            for row in (None if name is None else tx.blobs.get(name) for name in names)
        )
    if stored is None or thumbnail is None or version.facts is None:
        raise StudioError("The version to start from is gone.")
    facts = PictureFacts.from_json(json.loads(version.facts))
    phash = similarity.phash(fit(ctx.store.blobs.read(thumbnail.sha256), 512))
    return Kept(
        stored,
        thumbnail,
        working,
        version.width or 1,
        version.height or 1,
        facts,
        version.facts,
        tuple(facts.system_tags()),
        signed64(phash),
    )


def signed64(value: int) -> int:
    """A 64-bit hash as SQLite holds it."""
    return value - (1 << 64) if value >= 1 << 63 else value


class Details(TypedDict, total=False):
    """What a version keeps besides its files, where it has it."""

    prompt_sent: str
    engine: str
    recipe: str
    body: str
    variant_id: str


def finish_version(
    ctx: Context,
    tx: Transaction,
    item_id: int,
    number: int,
    kept: Kept,
    *,
    score: float | None = None,
    warnings: list[str] | None = None,
    **more: Unpack[Details],
) -> None:
    """Name the files in the version's row and count it on them."""
    owner = f"version:{item_id}:{number}"
    for blob in (kept.stored, kept.thumbnail, kept.working):
        if blob is not None:
            ctx.keep(tx, blob, owner)
    tx.versions.finish(
        item_id,
        number,
        ctx.now(),
        sha256=kept.stored.sha256,
        mime_type=kept.stored.mime_type,
        width=kept.width,
        height=kept.height,
        bytes=kept.stored.bytes,
        thumbnail_sha=kept.thumbnail.sha256,
        working_sha=None if kept.working is None else kept.working.sha256,
        facts=kept.facts_json,
        score=score,
        warnings=warnings or [],
        **more,
    )


def kept_score(found: Resolved, kept: Kept) -> float:
    """A number always (spec: Version object); where the folder says nothing there is nothing to
    miss, and it is 100.
    """
    return check_against(found, kept.facts, kept.width, kept.height).score


def keep_upload(
    ctx: Context, tx: Transaction, item_id: int, kept: Kept, score: float | None
) -> ItemRow:
    """A picture that came in as it is: the item's next version, finished and shown."""
    number = tx.items.take_number(item_id, ctx.now())
    tx.versions.add(item_id, number, "upload", ctx.now(), prompt="")
    finish_version(ctx, tx, item_id, number, kept, score=score)
    return show(ctx, tx, item_id, number, kept, score)


def show(
    ctx: Context, tx: Transaction, item_id: int, number: int, kept: Kept, score: float | None
) -> ItemRow:
    """Make the version the current one, with its tags and hashes on the item."""
    tx.items.show_version(item_id, number, score, ctx.now())
    row = tx.items.by_id(item_id)
    assert row is not None
    tx.items.set_picture_facts(row, kept.system_tags, kept.phash, kept.stored.sha256)
    shown = tx.items.by_id(item_id)
    assert shown is not None
    return shown


def duplicate_of(tx: Transaction, workspace_id: str, kept: Kept) -> str | None:
    """A live picture that this one repeats, exactly or nearly (told at upload, never refused)."""
    exact = tx.items.with_content(workspace_id, kept.stored.sha256)
    if exact is not None:
        return exact
    for name in tx.items.perceptual_hashes(workspace_id, NEAR_LOOK_BACK):
        if similarity.near_duplicate(name.phash & (1 << 64) - 1, kept.phash & (1 << 64) - 1):
            return name.public_id
    return None


def hold_assets(tx: Transaction, spec: DesignSpec, owner: str) -> None:
    """What the spec draws stays for as long as the spec does."""
    template = spec.recipe.template_sha256
    for sha256 in (*asset_names(spec), *([template] if template is not None else [])):
        if tx.blobs.exists(sha256):
            tx.blobs.hold(sha256, owner)


def asset_names(spec: DesignSpec) -> list[str]:
    """The hashes of every photo and logo that the layers draw."""
    found = [
        layer.asset
        for layer in spec.layers
        if isinstance(layer, PhotoLayer | ImageLayer | LogoLayer)
    ]
    return list(dict.fromkeys(asset.sha256 for asset in found))


def passing_owner(ctx: Context) -> str:
    """An owner that the sweep forgets after an hour."""
    return f"passing:{ctx.now():015d}:{ctx.ids('p')}"
