"""The groups of a studio: one line for each operation, and the few calls that take more steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import errors
from .. import operations as ops
from ..models.folders import MAX_NAME, Folder
from ..models.images import AspectRatio, Check, ImageAccepted, OutputFormat, Resolution
from ..models.sizes import BannerSize
from . import uploading
from .bars import Bar
from .batch import Canvas, Languages, batch
from .core import BlockingCore, M, build
from .file_groups import given
from .files import Source, contents, media_type
from .finished import Batch
from .steps import Steps, ask, blocking
from .tables import Table
from .verbs import Group, Pages, Verb, recipe

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Executor
    from os import PathLike


class Folders(Group[M], attribute="folders"):
    """Folders: up to six levels, each inheriting style, rules, references, logos and fonts."""

    list = Verb(ops.ListFolders)
    tree = Verb(ops.GetFolderTree)
    create = Verb(ops.CreateFolder)
    rename = Verb(ops.RenameFolder)
    delete = Verb(ops.DeleteFolder)
    restore = Verb(ops.RestoreFolder)
    children = Verb(ops.ListFolderChildren)
    duplicate = Verb(ops.DuplicateFolder)
    sub_brands = Verb(ops.ListSubBrands)

    @recipe(ops.CreateFolder)
    def ensure(self, path: str | Folder, *, name: str | None = None) -> Steps[Folder]:
        """The folder of that path, which is made with all that is missing above it.

        ``name`` is what a new folder is called; without it, and for those above, the slug is read
        as words (``spring-launch`` is Spring launch). A folder that is there stays as it is, so
        that the same call again finds it.
        """
        path = path.path if isinstance(path, Folder) else path
        if not isinstance(path, str):
            raise TypeError(f"folders.ensure() takes a path like 'acme/spring', not {path!r:.80}")
        slugs = path.strip("/").split("/")
        found: Folder | None = None
        depth = len(slugs)
        while depth and found is None:
            try:
                here = yield from ask(
                    build(ops.ListFolderChildren, {"folder": "/".join(slugs[:depth])})
                )
                found = here.folder
            except errors.FolderNotFound:
                depth -= 1
        for level in range(depth, len(slugs)):
            last = level == len(slugs) - 1
            called = (
                name
                if last and name is not None
                else slugs[level].replace("-", " ").capitalize()[:MAX_NAME].rstrip()
            )
            found = yield from self._made("/".join(slugs[: level + 1]), called)
        if found is None:
            raise errors.ValidationError.of("path", "names no folder", value=path)
        return found

    def _made(self, path: str, name: str) -> Steps[Folder]:
        """A new folder, or the one that another call made in the meantime."""
        parent, _, slug = path.rpartition("/")
        fields = {"name": name, "slug": slug, "parent": parent or None}
        made = yield from ask(build(ops.CreateFolder, fields, "folders.ensure"))
        if made.path == path:
            return made
        # Somebody was quicker, so ours was given another slug: theirs stands.
        yield from ask(ops.DeleteFolder(folder=made.path))
        return (yield from ask(ops.ListFolderChildren(folder=path))).folder


class Images(Group[M], attribute="images"):
    """Pictures made and edited in the folder's look, version by version."""

    create = Verb(ops.CreateImage)
    get = Verb(ops.GetImage)
    revise = Verb(ops.ReviseImage)
    resize = Verb(ops.ResizeImage)
    improve = Verb(ops.ImproveImage)
    retry = Verb(ops.RetryImage)
    recreate = Verb(ops.RecreateImage)
    set_current_version = Verb(ops.SetCurrentVersion)
    analyse = Verb(ops.AnalyseImage)

    @recipe(ops.BrandifyImage)
    def brandify(
        self,
        *,
        folder: str | Folder,
        file: Source | None = None,
        filename: str | None = None,
        source_url: str | None = None,
        instructions: str | None = None,
        aspect_ratio: AspectRatio | None = None,
        resolution: Resolution | None = None,
        output_format: OutputFormat | None = None,
        client_reference_id: str | None = None,
        idempotency_key: str | None = None,
    ) -> Steps[ImageAccepted]:
        """Move a picture into the look of ``folder``: the original is version 1, the result
        version 2.

        ``file`` is a path, bytes, an open file, a Pillow image or a numpy array, ``source_url`` a
        public https link; one of the two. ``aspect_ratio`` and ``resolution`` are the picture's own
        unless they are given.
        """
        source = None
        if file is not None:
            data, name = yield from blocking(lambda _: contents(file, filename))
            source = ops.SourceFile(filename=name, content_type=media_type(name), data=data)
        fields = given(
            folder=folder,
            source=source,
            source_url=source_url,
            instructions=instructions,
            aspect_ratio=aspect_ratio,
            resolution=resolution,
            output_format=output_format,
            client_reference_id=client_reference_id,
            idempotency_key=idempotency_key,
        )
        return (yield from ask(build(ops.BrandifyImage, fields, "images.brandify")))

    @recipe(ops.CheckImage)
    def check(
        self,
        *,
        folder: str | Folder,
        file: Source | None = None,
        image_id: str | None = None,
        url: str | None = None,
    ) -> Steps[Check]:
        """How well a picture keeps to the folder's look and rules, 0 to 100, with reasons; nothing
        is stored.

        The picture is a ``file`` (a path, bytes, an open file, a Pillow image, a numpy array), an
        ``image_id`` of the library, or a public https ``url``.
        """
        if file is not None:
            url = yield from uploading.uploaded(file)
        fields = given(folder=folder, image_url=url, image_id=image_id)
        return (yield from ask(build(ops.CheckImage, fields, "images.check")))


class Searches(Group[M], attribute="searches"):
    """Searches that are kept under a name, for everybody of the workspace."""

    list = Verb(ops.ListSearches)
    save = Verb(ops.SaveSearch)
    remove = Verb(ops.RemoveSearch)


class References(Group[M], attribute="references"):
    """The golden references that a style is learned from."""

    list = Verb(ops.ListReferences)
    add = Verb(ops.AddReferences)
    remove = Verb(ops.RemoveReference)


class Styles(Group[M], attribute="style"):
    """What a folder looks like: learned, resolved through the levels, and set by hand."""

    get = Verb(ops.GetStyle)
    update = Verb(ops.UpdateStyle)
    brand = Verb(ops.GetBrand)
    extract = Verb(ops.ExtractStyle)
    extraction = Verb(ops.GetExtraction)
    sample_colours = Verb(ops.SampleColours)


class Rules(Group[M], attribute="rules"):
    """The rules of a folder, in words and as checks that a machine can run."""

    list = Verb(ops.ListRules)
    add = Verb(ops.AddRule)
    update = Verb(ops.UpdateRule)
    remove = Verb(ops.RemoveRule)


class Text(Group[M], attribute="text"):
    """Copy: written, changed and proofread by the folder's rules."""

    generate = Verb(ops.GenerateText)
    proofread = Verb(ops.ProofreadText)


class Designs(Group[M], attribute="designs"):
    """Banners: words, a photo and a logo in templates, with contrast proven on the pixels."""

    create = Verb(ops.CreateDesign)
    get = Verb(ops.GetDesign)
    save = Verb(ops.SaveDesign)
    quote = Verb(ops.QuoteDesign)
    preview = Verb(ops.PreviewDesign)
    edit = Verb(ops.EditDesign)
    preview_edit = Verb(ops.PreviewEdit)
    render = Verb(ops.RenderDesign)
    export = Verb(ops.ExportDesign)

    @recipe(ops.CreateDesign, free=True)
    def batch(
        self,
        /,
        table: Table | None = None,
        *,
        folder: str | Folder | None = None,
        folder_column: str | None = None,
        size: BannerSize | None = None,
        sizes: Sequence[BannerSize] | None = None,
        canvas: Canvas | Sequence[Canvas] | None = None,
        template: str | Sequence[str] = "overlay",
        languages: Languages | None = None,
        dry_run: bool = False,
        fresh: bool = False,
        batch_id: str | None = None,
        save_to: str | PathLike[str] | None = None,
        executor: Executor | None = None,
        opener: Callable[[], BlockingCore] | None = None,
        cancel: Callable[[], bool] | None = None,
        progress: bool = True,
        **columns: str,
    ) -> Steps[Batch]:
        """A table in (CSV, Parquet, a data frame, mappings), the banners of each row out; each row
        gets a result.

        ``columns`` name the column of each slot: ``headline="title", image_id="photo"``;
        ``folder_column`` that of the folder (an empty cell means ``folder``). Every row is made in
        each of the ``sizes`` (and of the sizes of your own, ``canvas={"width": 1200, "height":
        300}``) with each ``template``. ``languages`` are those of the words: ``["de", "ja"]`` for
        columns that end in ``_de`` and ``_ja``, or the words themselves, ``{"de": {"headline":
        "Neu"}}``, with no table where they are all there is; then every language and size is
        checked first, and where words do not fit anywhere nothing is made or charged.

        ``dry_run`` lays every row out and says what is wrong with it and what it costs, free of
        charge. ``save_to`` is a folder for the PNG files, or a ``.zip`` file, with a manifest.

        The same call again never pays again, however long ago the first one was: a row is known by
        its folder and its words, so that a batch that was broken off goes on where it stood, rows
        may move about in the table, and only what is new or changed (a row, a size, a template) is
        charged. ``batch_id`` names a run of its own, ``fresh=True`` makes and charges all anew.

        ``cancel`` is asked before each row (``event.is_set``): when it says True, rows that are not
        drawn yet are refunded. ``executor`` is any of ``concurrent.futures``; threads share this
        studio, processes and machines open one with ``opener``.
        """
        bar = Bar(progress)
        done = 0

        def show(result: object) -> None:
            nonlocal done
            done += 1
            bar.show(f"{done} rows", None)

        asked = given(
            folder=folder.path if isinstance(folder, Folder) else folder,
            folder_column=folder_column,
            size=size,
            sizes=sizes,
            canvas=canvas,
            template=template,
            languages=languages,
            dry_run=dry_run,
            fresh=fresh,
            batch_id=batch_id,
            save_to=save_to,
            executor=executor,
            opener=opener,
            cancel=cancel,
        )
        try:
            return (
                yield from blocking(
                    lambda transport: batch(
                        BlockingCore(transport), table, progress=show, **asked, **columns
                    )
                )
            )
        finally:
            bar.close()


class Credits(Group[M], attribute="credits"):
    """Prices and the ledger; credits are numbers with at most two decimals."""

    pricing = Verb(ops.GetPricing)
    transactions = Verb(ops.ListTransactions)
    pages = Pages(ops.ListTransactions)


class UsageReports(Group[M], attribute="usage"):
    """What was used: operations and credits by day (UTC) and folder."""

    get = Verb(ops.GetUsage)


class Invites(Group[M], attribute="invites"):
    """Trial invitations."""

    create = Verb(ops.CreateInvite)
    revoke = Verb(ops.RevokeInvites)


class Jobs(Group[M], attribute="jobs"):
    """Work that was accepted and is carried out later."""

    list = Verb(ops.ListJobs)
    pages = Pages(ops.ListJobs)
    get = Verb(ops.GetJob)
    cancel = Verb(ops.CancelJob)
