"""The groups of a studio: one line for each operation."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Literal

from .. import errors
from .. import operations as ops
from ..models.images import Check, ImageAccepted
from ..models.library import Font, LibraryItem, Logo
from ..models.sizes import BannerSize
from .batch import Batch, batch
from .core import Core, build
from .files import Source, contents, contents_name, media_type
from .tables import Table
from .verbs import Group, Verb
from .waiting import Bar

if TYPE_CHECKING:
    from concurrent.futures import Executor
    from os import PathLike


class Folders(Group, attribute="folders"):
    list = Verb(ops.ListFolders)
    tree = Verb(ops.GetFolderTree)
    create = Verb(ops.CreateFolder)
    rename = Verb(ops.RenameFolder)
    delete = Verb(ops.DeleteFolder)
    restore = Verb(ops.RestoreFolder)
    children = Verb(ops.ListFolderChildren)
    duplicate = Verb(ops.DuplicateFolder)
    sub_brands = Verb(ops.ListSubBrands)


class Images(Group, attribute="images"):
    create = Verb(ops.CreateImage)
    get = Verb(ops.GetImage)
    revise = Verb(ops.ReviseImage)
    resize = Verb(ops.ResizeImage)
    improve = Verb(ops.ImproveImage)
    retry = Verb(ops.RetryImage)
    recreate = Verb(ops.RecreateImage)
    set_current_version = Verb(ops.SetCurrentVersion)
    analyse = Verb(ops.AnalyseImage)

    def brandify(
        self, *, file: Source | None = None, filename: str | None = None, **fields: Any
    ) -> ImageAccepted:
        """Move a picture (``file=`` or ``source_url=``) into the look of ``folder``.

        Further arguments are those of BrandifyImage: instructions, aspect_ratio, resolution,
        output_format, client_reference_id, idempotency_key.
        """
        if file is not None:
            data, name = contents(file, filename)
            fields["source"] = ops.SourceFile(
                filename=name, content_type=media_type(name), data=data
            )
        return self.studio.send(build(ops.BrandifyImage, fields, "images.brandify"))

    def check(
        self,
        *,
        folder: str,
        file: Source | None = None,
        image_id: str | None = None,
        url: str | None = None,
    ) -> Check:
        """How well a picture keeps to the folder's look and rules, 0 to 100, with reasons; nothing
        is stored.
        """
        if file is not None:
            url = uploaded(self.studio, file)
        return self.studio.send(
            build(
                ops.CheckImage,
                _given(folder=folder, image_url=url, image_id=image_id),
                "images.check",
            )
        )


class Library(Group, attribute="library"):
    list = Verb(ops.ListLibrary)
    get = Verb(ops.GetLibraryItem)
    update = Verb(ops.UpdateLibraryItem)
    download = Verb(ops.DownloadItem)
    delete = Verb(ops.DeleteItem)
    restore = Verb(ops.RestoreItem)
    move = Verb(ops.MoveItem)
    set_hero = Verb(ops.SetHero)
    clear_hero = Verb(ops.ClearHero)
    create_upload = Verb(ops.CreateUpload)

    def add(
        self,
        *,
        folder: str,
        file: Source | None = None,
        url: str | None = None,
        filename: str | None = None,
        mime_type: str | None = None,
        client_reference_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> LibraryItem:
        """Add a picture: from a path, bytes or an open file, or from a public https ``url``."""
        if (file is None) == (url is None):
            raise TypeError("library.add takes either file or url")
        if file is not None:
            data, filename = contents(file, filename)
            url = self.upload(data, filename, idempotency_key=idempotency_key)
        fields = _given(
            folder=folder,
            image_url=url,
            filename=filename,
            mime_type=mime_type,
            client_reference_id=client_reference_id,
            idempotency_key=idempotency_key,
        )
        try:
            return self.studio.send(build(ops.AddToLibrary, fields, "library.add"))
        except errors.InvalidImageUrl:
            if file is None or idempotency_key is None:
                raise
            # An earlier call with this key broke off between its upload and the add, too long ago
            # to go on from there.
            fields["image_url"] = self.upload(data, filename)
            return self.studio.send(build(ops.AddToLibrary, fields, "library.add"))

    def upload(
        self, file: Source, filename: str | None = None, *, idempotency_key: str | None = None
    ) -> str:
        """Put a file into the service's waiting room and return its s3Key, good for one use.

        With ``idempotency_key`` the same file under the same key lands in the same place, for 24
        hours.
        """
        return uploaded(self.studio, file, filename, idempotency_key)

    def pages(self, **query: Any) -> Iterator[LibraryItem]:
        """Every item of a listing, page after page; arguments are those of ``list``."""
        cursor: str | None = None
        while True:
            page = self.list(**{**query, "cursor": cursor})
            yield from page.items
            cursor = page.next_cursor
            if cursor is None:
                return


class Logos(Group, attribute="logos"):
    list = Verb(ops.ListLogos)
    update = Verb(ops.UpdateLogo)
    remove = Verb(ops.RemoveLogo)

    def add(
        self,
        *,
        folder: str,
        name: str,
        file: Source | None = None,
        url: str | None = None,
        variant: Literal["any", "light", "dark", "mono"] = "any",
        primary: bool | None = None,
    ) -> Logo:
        """Add a logo (SVG, PNG, WebP, JPEG) under a name; the first one of a folder is its primary
        logo.
        """
        link = uploaded(self.studio, file) if file is not None else url
        fields = _given(folder=folder, name=name, image_url=link, variant=variant, primary=primary)
        return self.studio.send(build(ops.AddLogo, fields, "logos.add"))


class Fonts(Group, attribute="fonts"):
    list = Verb(ops.ListFonts)
    update = Verb(ops.UpdateFont)
    remove = Verb(ops.RemoveFont)

    def add(
        self,
        *,
        folder: str,
        file: Source | None = None,
        url: str | None = None,
        filename: str | None = None,
        role: Literal["headline", "body", "any"] = "any",
    ) -> Font:
        """Add a font file (TTF, OTF, WOFF2 or a collection); the folders below use it too."""
        if file is not None:
            filename = filename or contents_name(file)
            url = uploaded(self.studio, file, filename)
        fields = _given(folder=folder, file_url=url, filename=filename, role=role)
        return self.studio.send(build(ops.AddFont, fields, "fonts.add"))


class References(Group, attribute="references"):
    list = Verb(ops.ListReferences)
    add = Verb(ops.AddReferences)
    remove = Verb(ops.RemoveReference)


class Styles(Group, attribute="style"):
    get = Verb(ops.GetStyle)
    update = Verb(ops.UpdateStyle)
    brand = Verb(ops.GetBrand)
    extract = Verb(ops.ExtractStyle)
    extraction = Verb(ops.GetExtraction)
    sample_colours = Verb(ops.SampleColours)


class Rules(Group, attribute="rules"):
    list = Verb(ops.ListRules)
    add = Verb(ops.AddRule)
    update = Verb(ops.UpdateRule)
    remove = Verb(ops.RemoveRule)


class Text(Group, attribute="text"):
    generate = Verb(ops.GenerateText)
    proofread = Verb(ops.ProofreadText)


class Designs(Group, attribute="designs"):
    create = Verb(ops.CreateDesign)
    get = Verb(ops.GetDesign)
    save = Verb(ops.SaveDesign)
    preview = Verb(ops.PreviewDesign)
    export = Verb(ops.ExportDesign)

    def batch(
        self,
        table: Table,
        *,
        folder: str,
        size: BannerSize,
        template: str = "overlay",
        dry_run: bool = False,
        batch_id: str | None = None,
        save_to: str | PathLike[str] | None = None,
        executor: Executor | None = None,
        opener: Callable[[], Core] | None = None,
        progress: bool = True,
        **columns: str,
    ) -> Batch:
        """A table in (CSV, Parquet, a data frame, mappings), a banner a row out; each row gets a
        result.

        ``columns`` name the column of each slot: ``headline="title", image_id="photo"``.
        ``dry_run`` lays every row out and says what is wrong with it, free of charge.
        """
        bar = Bar(progress)
        done = 0

        def show(result: Any) -> None:
            nonlocal done
            done += 1
            bar.show(f"{done} rows", None)

        try:
            return batch(
                self.studio,
                table,
                folder=folder,
                size=size,
                template=template,
                dry_run=dry_run,
                batch_id=batch_id,
                save_to=save_to,
                executor=executor,
                opener=opener,
                progress=show,
                **columns,
            )
        finally:
            bar.close()


class Credits(Group, attribute="credits"):
    pricing = Verb(ops.GetPricing)
    transactions = Verb(ops.ListTransactions)


class UsageReports(Group, attribute="usage"):
    get = Verb(ops.GetUsage)


class Invites(Group, attribute="invites"):
    create = Verb(ops.CreateInvite)
    revoke = Verb(ops.RevokeInvites)


class Jobs(Group, attribute="jobs"):
    list = Verb(ops.ListJobs)
    get = Verb(ops.GetJob)
    cancel = Verb(ops.CancelJob)


class Workspaces(Group, attribute="admin.workspaces"):
    create = Verb(ops.CreateWorkspace)
    list = Verb(ops.ListWorkspaces)
    pause = Verb(ops.PauseWorkspace)
    resume = Verb(ops.ResumeWorkspace)


class Keys(Group, attribute="admin.keys"):
    create = Verb(ops.CreateKey)
    list = Verb(ops.ListKeys)
    revoke = Verb(ops.RevokeKey)


class Permissions(Group, attribute="admin.permissions"):
    grant = Verb(ops.GrantPermission)
    revoke = Verb(ops.RevokePermission)


class Account(Group, attribute="admin.credits"):
    add = Verb(ops.AddCredits)
    balance = Verb(ops.GetBalance)
    set_price = Verb(ops.SetPrice)


class Webhook(Group, attribute="admin.webhooks"):
    set = Verb(ops.SetWebhook)
    remove = Verb(ops.RemoveWebhook)
    test = Verb(ops.TestWebhook)
    rotate = Verb(ops.RotateWebhookSecret)
    events = Verb(ops.ListWebhookEvents)
    redeliver = Verb(ops.RedeliverEvent)


class Locks(Group, attribute="admin.locks"):
    lock = Verb(ops.LockFolder)
    unlock = Verb(ops.UnlockFolder)


class Admin(Group, attribute="admin"):
    """What the contract gives to the dashboard; only an embedded studio has it."""

    def __init__(self, studio: Core) -> None:
        super().__init__(studio)
        self.workspaces = Workspaces(studio)
        self.keys = Keys(studio)
        self.permissions = Permissions(studio)
        self.credits = Account(studio)
        self.webhooks = Webhook(studio)
        self.locks = Locks(studio)

    invites = Verb(ops.ListInvites)
    engines = Verb(ops.ListEngines)
    rotate_secrets = Verb(ops.RotateSecrets)
    doctor = Verb(ops.CheckStore)


def _given(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def uploaded(
    studio: Core, file: Source, filename: str | None = None, idempotency_key: str | None = None
) -> str:
    """The s3Key of a file that was put into the service's waiting room."""
    data, name = contents(file, filename)
    if not data:
        raise errors.UnsupportedMediaType(f"{name} is empty.")
    fields: dict[str, Any] = {"filename": name, "mime_type": media_type(name), "bytes": len(data)}
    if idempotency_key is not None:
        same = hashlib.sha256(f"{idempotency_key}\n{name}\n".encode() + data).hexdigest()
        fields["idempotency_key"] = f"upload-{same}"
    ticket = studio.send(build(ops.CreateUpload, fields, "library.upload"))
    try:
        studio.transport.upload(ticket, data)
    except errors.NotFound:
        if idempotency_key is None:
            raise
        # The same call came this far before: the bytes are there, or whoever uses the s3Key is
        # told that they aren't.
    return ticket.s3_key
