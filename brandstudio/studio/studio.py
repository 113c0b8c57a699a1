"""Studio: one typed face over any transport, one line for each operation."""

from __future__ import annotations

import functools
import hashlib
import inspect
import io
import operator
import sys
import time
from collections.abc import Callable, Iterator
from os import PathLike
from pathlib import Path
from types import UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    BinaryIO,
    ClassVar,
    Generic,
    Literal,
    ParamSpec,
    Protocol,
    Self,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
)

import pydantic

from .. import errors
from .. import operations as ops
from ..models import Model
from ..models.base import validation_error
from ..models.designs import BannerJob, BannerSize, DesignAccepted
from ..models.images import Check, ImageAccepted
from ..models.library import Font, LibraryItem, Logo, UploadTicket
from ..models.style import ExtractionAccepted
from ..operations import Operation

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from .batch import Batch, Table

P = ParamSpec("P")
R = TypeVar("R")

Source = bytes | str | PathLike[str] | BinaryIO
"""A file: its bytes, its path, or an open binary file."""


class Transport(Protocol):
    """The seam: how operations reach the service, in this process or over a network."""

    def send(self, operation: Operation[R], /) -> R:
        """Carry out one operation. Raises a class of brandstudio.errors."""
        ...

    def upload(self, ticket: UploadTicket, data: bytes, /) -> None:
        """Put the bytes where the ticket says."""
        ...

    def read(self, url: str, /) -> bytes:
        """The file behind one of the service's own links."""
        ...

    def assist(self) -> bool:
        """Carry out one waiting piece of work on this thread; False when there is none or it is not
        ours to do.
        """
        ...

    def close(self) -> None:
        """Let go of files, threads and sockets."""
        ...


class Verb(Generic[P, R]):
    """An operation as a method of a group, with the operation's own signature."""

    def __init__(self, operation: Callable[P, Operation[R]]) -> None:
        self._operation = cast("type[Operation[R]]", operation)
        self._group: type[Group] | None = None
        self._name = self._operation.__name__
        self.__doc__ = self._operation.__doc__

    def __set_name__(self, owner: type[Group], name: str) -> None:
        # The group learns its own attribute after its verbs were named; they are put together in a
        # call.
        self._group, self._name = owner, name

    def __get__(self, group: Group | None, owner: type | None = None) -> Callable[P, R]:
        operation = self._operation
        called = self._name if self._group is None else f"{self._group.attribute}.{self._name}"

        def call(*unnamed: Any, **fields: Any) -> R:
            assert group is not None
            if unnamed:
                raise TypeError(
                    f"{called}() takes keyword arguments only, like {_first_field(operation)}=..."
                )
            return group.studio.send(build(operation, fields, called))

        call.__doc__ = self.__doc__
        call.__name__ = call.__qualname__ = operation.__name__
        call.__signature__ = signature(operation)  # type: ignore[attr-defined]
        return cast("Callable[P, R]", call)


def signature(operation: type[Operation[Any]]) -> inspect.Signature:
    """The call as an editor or a notebook shows it: snake_case names, plain types, defaults."""
    parameters = []
    for name, info in sorted(
        operation.model_fields.items(), key=lambda field: field[0] == "idempotency_key"
    ):
        default = (
            inspect.Parameter.empty
            if info.is_required()
            else info.get_default(call_default_factory=True)
        )
        parameters.append(
            inspect.Parameter(
                name,
                inspect.Parameter.KEYWORD_ONLY,
                default=default,
                annotation=plain(info.annotation),
            )
        )
    parameters.sort(key=lambda parameter: parameter.default is not inspect.Parameter.empty)
    return inspect.Signature(parameters, return_annotation=operation.result)


def plain(annotation: Any) -> Any:
    """A type without the limits that pydantic keeps beside it; they are checked, but nobody can
    read them.
    """
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return plain(inner[0])
    if origin in (Union, UnionType):
        return functools.reduce(operator.or_, [plain(part) for part in inner])
    if origin is None or origin is Literal:
        return annotation
    return origin[tuple(plain(part) for part in inner)]


def build(
    operation: type[Operation[R]], fields: dict[str, Any], called: str | None = None
) -> Operation[R]:
    """The operation as a value. A wrong name is a TypeError; a wrong value is VALIDATION_ERROR, as
    over HTTP.

    ``called`` is what the caller wrote (``designs.create``), for the TypeError.
    """
    called = called or operation.__name__
    known = operation.model_fields
    for name in fields:
        if name not in known:
            raise TypeError(f"{called}() got an unexpected keyword argument {name!r}")
    absent = [name for name, info in known.items() if info.is_required() and name not in fields]
    if absent:
        raise TypeError(f"{called}() is missing the required keyword argument {absent[0]!r}")
    try:
        return operation(**fields)
    except pydantic.ValidationError as error:
        raise validation_error(error) from None


def _first_field(operation: type[Operation[Any]]) -> str:
    return next(
        (name for name, info in operation.model_fields.items() if info.is_required()), "name"
    )


class Group:
    """Operations of one area; ``attribute`` is its name on a studio."""

    attribute: ClassVar[str] = ""

    def __init_subclass__(cls, attribute: str = "") -> None:
        cls.attribute = attribute

    def __init__(self, studio: Studio) -> None:
        self.studio = studio


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
            url = self.studio.library.upload(file)
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
        data, name = contents(file, filename)
        if not data:
            raise errors.UnsupportedMediaType(f"{name} is empty.")
        fields: dict[str, Any] = {
            "filename": name,
            "mime_type": media_type(name),
            "bytes": len(data),
        }
        if idempotency_key is not None:
            same = hashlib.sha256(f"{idempotency_key}\n{name}\n".encode() + data).hexdigest()
            fields["idempotency_key"] = f"upload-{same}"
        ticket = self.studio.send(build(ops.CreateUpload, fields, "library.upload"))
        try:
            self.studio.transport.upload(ticket, data)
        except errors.NotFound:
            if idempotency_key is None:
                raise
            # The same call came this far before: the bytes are there, or whoever uses the s3Key is
            # told that they aren't.
        return ticket.s3_key

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
        link = self.studio.library.upload(file) if file is not None else url
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
            url = self.studio.library.upload(file, filename)
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
        opener: Callable[[], Studio] | None = None,
        progress: bool = True,
        **columns: str,
    ) -> Batch:
        """A table in (CSV, Parquet, a data frame, mappings), a banner a row out; each row gets a
        result.

        ``columns`` name the column of each slot: ``headline="title", image_id="photo"``.
        ``dry_run`` lays every row out and says what is wrong with it, free of charge.
        ``brandstudio.batch`` says more, and streams.
        """
        from .batch import batch

        bar = _Bar(progress)
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


class Studio:
    """A studio: the same calls and the same errors, in this process or over HTTP. Safe to use from
    several threads.
    """

    def __init__(self, transport: Transport) -> None:
        self.transport = transport
        self.folders = Folders(self)
        self.images = Images(self)
        self.library = Library(self)
        self.logos = Logos(self)
        self.fonts = Fonts(self)
        self.references = References(self)
        self.style = Styles(self)
        self.rules = Rules(self)
        self.text = Text(self)
        self.designs = Designs(self)
        self.credits = Credits(self)
        self.usage = UsageReports(self)
        self.invites = Invites(self)
        self.jobs = Jobs(self)

    def send(self, operation: Operation[R]) -> R:
        """Carry out one operation; all other calls end here."""
        result = self.transport.send(operation)
        _remember(result, self, operation)
        return result

    def read(self, url: str) -> bytes:
        """The file behind one of the service's own links."""
        return self.transport.read(url)

    def wait_for(
        self, accepted: Any, origin: Any, timeout: float | None = None, progress: bool = True
    ) -> Any:
        """Wait for accepted work; the values' own ``wait`` methods come here."""
        return wait_for(self, accepted, origin, timeout, progress)

    def close(self) -> None:
        """Let go of files, threads and sockets."""
        self.transport.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


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

    def __init__(self, studio: Studio) -> None:
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


class LocalStudio(Studio):
    """A studio embedded in this process, with the owner's operations under ``admin``."""

    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
        self.admin = Admin(self)

    def run_until_idle(self) -> int:
        """Carry out all waiting work on this thread and return how many pieces there were."""
        done = 0
        while self.transport.assist():
            done += 1
        return done


def _given(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def _remember(value: object, studio: Studio, origin: object) -> None:
    if isinstance(value, Model):
        value.remember(studio, origin)
        for name in type(value).model_fields:
            _remember(getattr(value, name), studio, origin)
    elif isinstance(value, list):
        for element in value:
            _remember(element, studio, origin)


def contents_name(file: Source) -> str:
    """A file's name without its folders; ``upload`` when it has none."""
    if isinstance(file, str | PathLike):
        return Path(file).name
    name = getattr(file, "name", None)
    return Path(name).name if isinstance(name, str) and name else "upload"


def contents(file: Source, filename: str | None) -> tuple[bytes, str]:
    """The bytes of a file and its name."""
    name = filename or contents_name(file)
    if isinstance(file, bytes | bytearray | memoryview):
        return bytes(file), name
    if isinstance(file, str | PathLike):
        return Path(file).read_bytes(), name
    if isinstance(file, io.TextIOBase):
        raise TypeError("open the file in binary mode: open(path, 'rb')")
    return file.read(), name


def media_type(filename: str) -> str:
    """The media type that the name suggests; what counts is the content, which the service
    checks.
    """
    import mimetypes

    return mimetypes.guess_type(filename)[0] or "application/octet-stream"


def wait_for(
    studio: Studio, accepted: Any, origin: Any, timeout: float | None, progress: bool
) -> Any:
    """Poll until accepted work has ended; give a hand where this process can. Raises the job's
    error.
    """
    started = time.monotonic()
    pause = 0.02
    bar = _Bar(progress)
    try:
        while True:
            # Without a worker elsewhere, whoever waits does the work.
            studio.transport.assist()
            finished, value = _look(studio, accepted, origin, bar)
            if finished:
                return value
            if timeout is not None and time.monotonic() - started > timeout:
                raise TimeoutError(
                    f"job {accepted.job_id} has not finished after {timeout:g} s; it goes on"
                )
            time.sleep(pause)
            pause = min(pause * 1.5, 2.0)
    finally:
        bar.close()


def _look(studio: Studio, accepted: Any, origin: Any, bar: _Bar) -> tuple[bool, Any]:
    if isinstance(accepted, ImageAccepted):
        job = studio.jobs.get(job_id=accepted.job_id)
        bar.show(job.progress.message, job.progress.percent)
        if job.status == "failed" and job.error is not None:
            raise _error(job.error.code, job.error.message)
        if job.status != "completed":
            return False, None
        return True, studio.images.get(image_id=accepted.id, folder=origin.folder)
    if isinstance(accepted, DesignAccepted):
        banner: BannerJob = studio.designs.get(job_id=accepted.job_id)
        total = max(1, len(accepted.templates))
        bar.show(banner.progress, 100.0 * (len(banner.variants) + len(banner.dropped)) / total)
        if banner.status == "failed":
            raise errors.JobError(banner.error or None)
        return banner.status == "completed", banner
    if isinstance(accepted, ExtractionAccepted):
        extraction = studio.style.extraction(folder=origin.folder, job_id=accepted.job_id)
        bar.show(extraction.progress.message, extraction.progress.percent)
        if extraction.status == "failed":
            raise errors.JobError(extraction.error or None)
        return extraction.status == "completed", extraction.result
    raise TypeError(f"nothing to wait for in a {type(accepted).__name__}")


def _error(code: str, message: str) -> errors.StudioError:
    return errors.BY_CODE.get(code, errors.StudioError)(message)


class _Bar:
    """A progress bar where a person looks on: in a terminal or a notebook."""

    def __init__(self, wanted: bool) -> None:
        self._bar: Any = None
        if wanted and (sys.stderr.isatty() or "ipykernel" in sys.modules):
            from tqdm.auto import tqdm

            self._bar = tqdm(
                total=100, bar_format="{desc} {bar} {percentage:3.0f} % {elapsed}", leave=False
            )

    def show(self, message: str, percent: float | None) -> None:
        if self._bar is not None:
            self._bar.set_description_str(message)
            if percent is not None:
                self._bar.n = min(100.0, percent)
            self._bar.refresh()

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
