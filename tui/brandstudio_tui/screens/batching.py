"""What is done to one item or to all that are marked: move, tag, download, resize, trash, check."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

import brandstudio
from brandstudio.errors import StudioError

from ..calls import together
from ..views import Tile
from .dialogs import Field, Form, Sure
from .picking import free_name, pick_folder

if TYPE_CHECKING:
    from ..app import StudioApp

OTHER_SIZES = "Images alone: a banner's size is changed by b and F11, a text in Words (5)"
RATIOS = ("1:1", "4:5", "9:16", "16:9", "2:3", "5:4")


@dataclass(frozen=True)
class Outcome:
    """What became of each item: how many went well, and the first thing that did not."""

    done: tuple[Tile, ...]
    error: Exception | None


def each(tiles: Sequence[Tile], do: Callable[[Tile], object]) -> Outcome:
    """Do something to every item; one that fails does not keep the others from it."""
    done: list[Tile] = []
    problem: Exception | None = None
    for tile in tiles:
        try:
            do(tile)
        except (StudioError, OSError, ValueError) as error:
            problem = problem or error
        else:
            done.append(tile)
    return Outcome(tuple(done), problem)


class Batching:
    """Actions on the chosen items of a screen that has ``chosen``, ``changed`` and ``ask``."""

    if TYPE_CHECKING:
        app: Any

        @property
        def chosen(self) -> list[Tile]: ...

        studio_app: StudioApp
        ask: Any
        fail: Any

        @property
        def is_current(self) -> bool: ...

        def changed(self) -> None: ...

    def _for_each(
        self,
        words: str,
        do: Callable[[brandstudio.Studio, Tile], object],
        back: Callable[[brandstudio.Studio, Tile], object] | None = None,
        tiles: Sequence[Tile] | None = None,
    ) -> None:
        chosen = list(self.chosen if tiles is None else tiles)
        if not chosen:
            self.studio_app.say("Nothing is chosen", "quiet")
            return

        def work(studio: brandstudio.Studio) -> Outcome:
            return each(chosen, lambda tile: do(studio, tile))

        def show(outcome: Outcome) -> None:
            count = len(outcome.done)
            if count > 1:
                app = self.studio_app
                ids = {tile.image_id for tile in outcome.done}
                app.last_call = together(app.calls.copy(), ids) or app.last_call
            if outcome.error is not None:
                self.fail(outcome.error)
            if count:
                what = outcome.done[0].title if count == 1 else f"{count} items"
                self.studio_app.say(f"{words}: {what}" + ("  (u undoes)" if back else ""))
            if back is not None and count:
                done = outcome.done
                self.studio_app.history.add(
                    f"{words}: {count} items" if count > 1 else f"{words}: {done[0].title}",
                    lambda studio: _all(studio, done, back),
                )
            self.changed()

        self.ask(work, show)

    # -- trash -------------------------------------------------------------------------------------

    def action_trash(self) -> None:
        self._for_each(
            "Moved to the trash",
            lambda studio, tile: studio.library.delete(image_id=tile.image_id, folder=tile.folder),
            lambda studio, tile: studio.library.restore(image_id=tile.image_id, folder=tile.folder),
        )

    def action_restore(self) -> None:
        self._for_each(
            "Out of the trash",
            lambda studio, tile: studio.library.restore(image_id=tile.image_id, folder=tile.folder),
            lambda studio, tile: studio.library.delete(image_id=tile.image_id, folder=tile.folder),
        )

    def action_purge(self) -> None:
        chosen = list(self.chosen)
        if not chosen:
            return
        what = chosen[0].title if len(chosen) == 1 else f"{len(chosen)} items"

        def sure(yes: bool | None) -> None:
            if yes:
                self._for_each(
                    "Removed for good",
                    lambda studio, tile: studio.library.delete(
                        image_id=tile.image_id, folder=tile.folder, purge=True
                    ),
                    tiles=chosen,
                )

        self.app.push_screen(Sure(f"Remove {what} for good, with all versions?", "Remove"), sure)

    # -- moving, tagging, titles -------------------------------------------------------------------

    def action_move(self) -> None:
        chosen = list(self.chosen)
        if not chosen:
            return

        def to(path: str) -> None:
            self._for_each(
                f"Moved to {path}",
                lambda studio, tile: studio.library.move(
                    image_id=tile.image_id, folder=tile.folder, to=path
                ),
                lambda studio, tile: studio.library.move(
                    image_id=tile.image_id, folder=path, to=tile.folder
                ),
                tiles=[tile for tile in chosen if tile.folder != path],
            )

        pick_folder(self.studio_app, to, "Move to")

    def action_tag(self) -> None:
        chosen = list(self.chosen)
        if not chosen:
            return
        shared = set(chosen[0].tags).intersection(*(tile.tags for tile in chosen))
        before = ", ".join(sorted(shared))

        def set_tags(values: dict[str, str] | None) -> None:
            if values is None:
                return
            wanted = [tag.strip() for tag in values["tags"].split(",") if tag.strip()]

            def tags_of(tile: Tile) -> list[str]:
                kept = [tag for tag in tile.tags if tag not in shared]
                return list(dict.fromkeys([*kept, *wanted]))

            self._for_each(
                "Tagged",
                lambda studio, tile: studio.library.update(
                    image_id=tile.image_id, folder=tile.folder, tags=tags_of(tile)
                ),
                lambda studio, tile: studio.library.update(
                    image_id=tile.image_id, folder=tile.folder, tags=list(tile.tags)
                ),
                tiles=chosen,
            )

        field = Field("tags", "Tags, with commas between them", before, "harbour, spring")
        self.app.push_screen(Form(f"Tags of {_name(chosen)}", [field], button="Tag"), set_tags)

    def action_title(self) -> None:
        chosen = list(self.chosen)[:1]
        if not chosen:
            return
        tile = chosen[0]

        def set_title(values: dict[str, str] | None) -> None:
            if values is None:
                return
            given = {name: value for name, value in values.items() if value}
            self._for_each(
                "Titled",
                lambda studio, one: studio.library.update(
                    image_id=one.image_id, folder=one.folder, **cast(Any, given)
                ),
                lambda studio, one: studio.library.update(
                    image_id=one.image_id, folder=one.folder, title=one.title
                ),
                tiles=[tile],
            )

        fields = [
            Field("title", "Title", tile.title),
            Field("description", "Description", "", "left out, it stays as it is"),
        ]
        self.app.push_screen(Form("Title", fields, button="Keep"), set_title)

    # -- files -------------------------------------------------------------------------------------

    def action_download(self) -> None:
        chosen = list(self.chosen)
        if not chosen:
            return
        fields = [
            Field("to", "Folder on this machine", str(Path.cwd())),
            Field(
                "format",
                "Format",
                "",
                options=(("", "as it is"), ("jpeg", "JPEG"), ("webp", "WebP")),
            ),
            Field(
                "side",
                "Longest side",
                "0",
                options=tuple(
                    (n, "original" if n == "0" else f"{n} px")
                    for n in ("0", "512", "1024", "1600", "2048", "4096")
                ),
            ),
            Field(
                "quality",
                "Quality",
                "82",
                options=tuple((n, n) for n in ("60", "70", "82", "90", "100")),
            ),
        ]

        def save(values: dict[str, str] | None) -> None:
            if values is not None:
                self._download(chosen, values)

        self.app.push_screen(Form(f"Save {_name(chosen)}", fields, button="Save"), save)

    def _download(self, chosen: Sequence[Tile], values: dict[str, str]) -> None:
        target = Path(values["to"]).expanduser()

        def one(studio: brandstudio.Studio, tile: Tile) -> None:
            chosen_format = cast(Literal["jpeg", "webp"] | None, values["format"] or None)
            link = studio.library.download(
                image_id=tile.image_id,
                folder=tile.folder,
                max_side=int(values["side"]),
                quality=int(values["quality"]),
                **({"format": chosen_format} if chosen_format else {}),
            )
            target.mkdir(parents=True, exist_ok=True)
            link.save(free_name(target / Path(link.filename).name))

        self._for_each(f"Saved in {target}", one, tiles=chosen)

    # -- pictures ----------------------------------------------------------------------------------

    def _of_kind(self, *kinds: str, otherwise: str) -> list[Tile]:
        """The chosen items that something can be done to; of others it is said what helps there."""
        chosen = [tile for tile in self.chosen if tile.kind in kinds]
        if self.chosen and not chosen:
            self.studio_app.say(otherwise, "warn")
        return chosen

    def action_resize(self) -> None:
        chosen = self._of_kind("image", otherwise=OTHER_SIZES)
        if not chosen:
            return
        fields = [
            Field("ratio", "Format", "16:9", options=tuple((name, name) for name in RATIOS)),
            Field(
                "resolution", "Resolution", "2K", options=tuple((n, n) for n in ("1K", "2K", "4K"))
            ),
        ]

        def resize(values: dict[str, str] | None) -> None:
            if values is None:
                return
            self._for_each(
                f"Resizing to {values['ratio']}",
                lambda studio, tile: studio.images.resize(
                    image_id=tile.image_id,
                    folder=tile.folder,
                    aspect_ratio=cast(Any, values["ratio"]),
                    resolution=cast(Any, values["resolution"]),
                ),
                tiles=chosen,
            )

        note = self.studio_app.purse.line("resize", len(chosen))
        self.app.push_screen(
            Form(f"Resize {_name(chosen)}", fields, button="Resize", note=note), resize
        )

    def action_check(self) -> None:
        from .checking import Checked, CheckResult, check_all

        chosen = self._of_kind("image", "design", otherwise="A text is proofread in Words: 5")

        def show(checks: list[Checked]) -> None:
            if self.is_current:
                self.studio_app.say("")
                self.app.push_screen(CheckResult(checks))
            else:  # whoever went on meanwhile is not called back
                scores = ", ".join(f"{one.title} {one.score:.0f}" for one in checks)
                self.studio_app.say(f"Checked: {scores}")

        if chosen:
            self.studio_app.say(f"Checking {_name(chosen)}", "second")
            self.ask(lambda studio: check_all(studio, chosen), show)

    def action_hero(self) -> None:
        def turn(studio: brandstudio.Studio, tile: Tile, on: bool) -> None:
            if on:
                studio.library.set_hero(image_id=tile.image_id, folder=tile.folder)
            else:
                studio.library.clear_hero(image_id=tile.image_id, folder=tile.folder)

        self._for_each(
            "Hero changed",
            lambda studio, tile: turn(studio, tile, not tile.is_hero),
            lambda studio, tile: turn(studio, tile, tile.is_hero),
            tiles=list(self.chosen)[:1],
        )

    def action_reference(self) -> None:
        chosen = self._of_kind("image", otherwise="Only images are golden references")
        by_folder: dict[str, list[str]] = {}
        for tile in chosen:
            by_folder.setdefault(tile.folder, []).append(tile.image_id)

        def work(studio: brandstudio.Studio) -> int:
            for folder, ids in by_folder.items():
                studio.references.add(folder=folder, domain="photos", library_image_ids=ids)
            return len(chosen)

        if chosen:
            self.ask(work, lambda count: self.studio_app.say(f"Golden references: {count} added"))

    def action_banner(self) -> None:
        chosen = [tile for tile in self.chosen if tile.kind in ("image", "design")]
        self.studio_app.hand_over("banner", chosen[0] if chosen else None)

    def action_make(self) -> None:
        chosen = [tile for tile in self.chosen if tile.kind == "image"]
        self.studio_app.hand_over("make", chosen[0] if chosen else None)

    # -- folders -----------------------------------------------------------------------------------

    def action_new_folder(self) -> None:
        parent = self.studio_app.folder
        fields = [Field("name", "Name", "", "Spring")]
        if parent:
            fields.append(
                Field(
                    "where",
                    "Where",
                    "in",
                    options=(("in", f"inside {parent}"), ("top", "a new brand")),
                )
            )

        def make(values: dict[str, str] | None) -> None:
            if not values or not values["name"].strip():
                return
            above = parent if values.get("where") == "in" else None

            def work(studio: brandstudio.Studio) -> str:
                return studio.folders.create(name=values["name"].strip(), parent=above).path

            def show(path: str) -> None:
                self.studio_app.history.add(
                    f"New folder {path}", lambda studio: studio.folders.delete(folder=path)
                )
                self.studio_app.set_folder(path)
                self.changed()

            self.ask(work, show)

        self.app.push_screen(Form("New folder", fields, button="Make"), make)

    def action_rename_folder(self) -> None:
        folder = self.studio_app.folder
        if not folder:
            return

        def rename(values: dict[str, str] | None) -> None:
            if not values or not values["name"].strip():
                return

            def work(studio: brandstudio.Studio) -> str:
                before = studio.folders.children(folder=folder).folder.name
                studio.folders.rename(folder=folder, name=values["name"].strip())
                return before

            def show(before: str) -> None:
                self.studio_app.history.add(
                    f"Rename {folder}",
                    lambda studio: studio.folders.rename(folder=folder, name=before),
                )
                self.changed()

            self.ask(work, show)

        self.app.push_screen(
            Form(f"Rename {folder}", [Field("name", "New name")], button="Rename"), rename
        )

    def action_delete_folder(self) -> None:
        folder = self.studio_app.folder
        if not folder:
            return

        def show(_: object) -> None:
            self.studio_app.history.add(
                f"Archive {folder}", lambda studio: studio.folders.restore(folder=folder)
            )
            self.studio_app.say(f"Archived {folder} for 30 days  (u undoes)")
            self.studio_app.set_folder(folder.rpartition("/")[0])
            self.changed()

        self.ask(lambda studio: studio.folders.delete(folder=folder), show)


def _all(
    studio: brandstudio.Studio,
    tiles: Sequence[Tile],
    do: Callable[[brandstudio.Studio, Tile], object],
) -> None:
    outcome = each(tiles, lambda tile: do(studio, tile))
    if outcome.error is not None:
        raise outcome.error


def _name(tiles: Sequence[Tile]) -> str:
    return tiles[0].title if len(tiles) == 1 else f"{len(tiles)} items"
