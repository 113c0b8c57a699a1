"""Folders, jobs, the ledger, prices, copy, errors and batches."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING

from .charts import bars, progress
from .markup import EDGE, Html, box, chip, clean, facts, heading, joined, show, shown_of, table, tag
from .pictures import Album

if TYPE_CHECKING:
    from brandstudio.errors import StudioError
    from brandstudio.models.credits import Pricing, Transactions, Usage
    from brandstudio.models.designs import DesignAccepted, EditAccepted
    from brandstudio.models.folders import Folder, FolderChildren, FolderList, FolderTree
    from brandstudio.models.images import ImageAccepted
    from brandstudio.models.jobs import Job, JobPage
    from brandstudio.models.style import ExtractionAccepted, ExtractionJob
    from brandstudio.models.texts import Proofread
    from brandstudio.studio.finished import Batch
    from brandstudio.studio.results import RowResult

MOST = 100
SHOWN, SHOWN_SIDE = 12, 128
"""The banners that stand for a batch, and the side (px) that they are shown at."""
GOOD = {"completed": True, "failed": False, "done": True, "valid": True, "invalid": False}


def folder(value: Folder, album: Album) -> Html:
    """A folder with what lies in it."""
    stats = value.stats
    held: list[tuple[str, object]] = []
    if stats is not None:
        held = [
            ("images", stats.images),
            ("designs", stats.designs),
            ("texts", stats.texts),
            ("folders", stats.sub_folders),
            ("credits", stats.credits),
            ("last active", stats.last_activity_at),
        ]
    return box(
        value.name,
        facts([("path", value.path), ("level", value.level), ("made", value.created_at), *held]),
        album.picture(value.hero, f"hero of {value.name}", 220) if value.hero else "",
        note=value.path,
    )


def folders(value: FolderList, album: Album) -> Html:
    """The brands."""
    entries = list(value)
    return box("Brands", _leaves(entries), note=f"{len(entries)} in all")


def folder_tree(value: FolderTree, album: Album) -> Html:
    """Three levels, as a tree that folds without a script."""
    return box(value.level1_folder.name, _branch(value), note=value.level1_folder.path)


def _branch(value: FolderTree) -> Html:
    branches = []
    for second in value.level2_folders:
        if second.level3_folders:
            inside = tag("summary", _line(second), "cursor:pointer") + _leaves(
                second.level3_folders
            )
            branches.append(tag("li", Html(f"<details open='open'>{inside}</details>")))
        else:
            branches.append(tag("li", _line(second)))
    return tag("ul", joined(branches), "margin:.2em 0;padding-left:1.3em")


def folder_children(value: FolderChildren, album: Album) -> Html:
    """A folder and those right below it."""
    return box(value.folder.name, _leaves(value.children), note=value.folder.path)


def _leaves(entries: Sequence[Folder]) -> Html:
    lines = [tag("li", _line(entry)) for entry in entries[:MOST]]
    listed = tag("ul", joined(lines), "margin:.2em 0;padding-left:1.3em")
    return Html(listed + shown_of(min(MOST, len(entries)), len(entries)))


def _line(entry: Folder) -> Html:
    counts = []
    if entry.stats is not None:
        counts = [f"{entry.stats.images} images", f"{entry.stats.designs} designs"]
    below = getattr(entry, "child_folder_count", None)
    if below:
        counts.append(f"{below} below")
    more = tag("span", ", ".join(counts), "opacity:.65;margin-left:.7em") if counts else ""
    path = tag(
        "span", entry.path, "font-family:monospace;font-size:.9em;opacity:.65;margin-left:.7em"
    )
    return joined([tag("span", entry.name, "font-weight:600"), path, more])


def job(value: Job | ExtractionJob, album: Album) -> Html:
    """Work, how far it is and what went wrong."""
    error = value.error
    failed = error if isinstance(error, str) or error is None else f"{error.code}: {error.message}"
    return box(
        f"Job: {getattr(value, 'kind', 'extraction')}",
        progress(value.progress.percent, value.progress.message),
        facts(
            [
                ("error", failed),
                ("updated", value.updated_at),
                ("reference", value.client_reference_id),
            ]
        ),
        note=joined([value.job_id, chip(value.status, GOOD.get(value.status))], " "),
    )


def jobs(value: JobPage, album: Album) -> Html:
    """A page of jobs."""
    entries = list(value)
    rows = [
        [
            one.job_id,
            one.kind,
            chip(one.status, GOOD.get(one.status)),
            one.error.message if one.error else one.progress.message,
            one.updated_at,
        ]
        for one in entries[:MOST]
    ]
    listed = table(["job", "kind", "state", "how far", "updated (UTC)"], rows)
    return box("Jobs", listed if rows else "no jobs", shown_of(len(rows), len(entries)))


def accepted(
    value: DesignAccepted | ImageAccepted | EditAccepted | ExtractionAccepted, album: Album
) -> Html:
    """Work on its way, and how to get what comes of it."""
    credits = getattr(value, "credits", None)
    cost = None if credits is None else f"{credits.deducted:g}, {credits.balance:g} left"
    return box(
        "Accepted",
        facts(
            [
                ("image", getattr(value, "id", None)),
                ("templates", getattr(value, "templates", None)),
                ("credits", cost),
                ("the result", Html("<code>.wait()</code>")),
            ]
        ),
        note=joined([value.job_id, chip(getattr(value, "status", "queued"))], " "),
    )


def transactions(value: Transactions, album: Album) -> Html:
    """A page of the ledger."""
    entries = list(value)
    rows = [
        [
            one.created_at,
            one.type,
            f"{one.credits:+,g}",
            one.description,
            one.metadata.folder,
        ]
        for one in entries[:MOST]
    ]
    totals = value.totals
    summed = (
        facts([("charged", totals.charged), ("refunded", totals.refunded), ("net", totals.net)])
        if totals is not None
        else ""
    )
    listed = table(["when (UTC)", "kind", "credits", "for", "folder"], rows, right=[2])
    return box("Transactions", listed, shown_of(len(rows), len(entries)), summed)


def usage(value: Usage, album: Album) -> Html:
    """What was used, by operation, with the rows below."""
    entries = list(value)
    sums: dict[str, float] = {}
    for one in entries:
        sums[one.operation] = sums.get(one.operation, 0) + one.credits
    ordered = sorted(sums.items(), key=lambda pair: -pair[1])
    rows = [[one.day, one.operation, one.folder, one.calls, one.credits] for one in entries[:MOST]]
    return box(
        "Usage",
        bars(ordered[:12], " credits"),
        heading("By day") if rows else "",
        table(["day", "operation", "folder", "calls", "credits"], rows, right=[3, 4])
        if rows
        else "",
        shown_of(len(rows), len(entries)),
        note=f"{value.calls:,} calls, {value.credits:,g} credits",
    )


def prices(value: Pricing, album: Album) -> Html:
    """What each operation costs."""
    rows = [[name.replace("_", " "), cost] for name, cost in value.prices.items()]
    return box("Prices", table(["operation", "credits"], rows, right=[1]), note="credits each")


def proofread(value: Proofread, album: Album) -> Html:
    """The corrected text, what was changed and what a person should decide."""
    listed = [
        [one.severity, one.original, one.replacement, one.message]
        for one in [*value.applied, *value.advisories][:MOST]
    ]
    text = tag(
        "div",
        value.corrected,
        f"border-left:3px solid {EDGE};padding-left:.8em;white-space:pre-wrap",
    )
    return box(
        "Proofread",
        text,
        table(["", "was", "is", "why"], listed) if listed else "nothing to correct",
        *(tag("div", note) for note in value.notes or ()),
        note=f"{len(value.applied)} corrected, {len(value.advisories)} to decide",
    )


def error(value: StudioError, album: Album) -> Html:
    """An error: its sentence, its code and the fields at fault."""
    fields = value.details.get("fields") or []
    rows = [[entry.get("path"), entry.get("message"), entry.get("input")] for entry in fields[:20]]
    others = [
        (name, clean(str(held)))
        for name, held in value.details.items()
        if name != "fields" and isinstance(held, str | int | float)
    ]
    return box(
        type(value).__name__,
        tag("div", value.message),
        table(["field", "problem", "was"], rows) if rows else "",
        facts([*others, ("request", value.request_id)]),
        note=chip(value.code, False),
    )


def batch(value: Batch, album: Album) -> Html:
    """A table's results, those that need a person first, then their pictures."""
    bad = value.failed
    fine = islice((row for row in value if row.ok), max(0, MOST - len(bad)))
    ordered = [*bad[:MOST], *fine]
    several = any(one.language for one in ordered)
    rows = [
        [
            one.row,
            *([one.language] if several else []),
            chip(one.status, GOOD.get(one.status)),
            one.headline,
            one.credits - one.credits_before,
            one.credits_before or "",
            _to_see_to(one),
        ]
        for one in ordered
    ]
    head = [
        "row",
        *(["language"] if several else []),
        "state",
        "headline",
        "credits",
        "paid before",
    ]
    album.gather([picture for _, picture in value.shown], SHOWN_SIDE)
    cards = [album.picture(picture, f"row {row}", SHOWN_SIDE) for row, picture in value.shown]
    made = "would be made" if value.dry_run else "made"
    told = [
        words
        for words, so in (
            ("dry run", value.dry_run),
            (f"nothing {made}, since rows have problems", value.held),
            ("stopped before its end", value.stopped),
        )
        if so
    ]
    return box(
        ", ".join([f"Batch of {len(value):,} rows", *told]),
        table([*head, "what to see to"], rows, right=[0, len(head) - 2, len(head) - 1]),
        shown_of(len(rows), len(value)),
        tag("div", joined(cards), "display:flex;flex-wrap:wrap;gap:.5em;margin-top:.6em")
        if cards
        else "",
        note=_sum_of(value),
    )


def _to_see_to(row: RowResult) -> Html:
    """Each problem with the cell that it is in, so that somebody can mend it."""
    lines = [
        joined(
            [
                tag("strong", problem.slot.replace("_", " ")) if problem.slot else "",
                problem.sentence,
            ],
            " ",
        )
        for problem in row.problems
    ]
    return joined(tag("div", line) for line in lines) if lines else show("; ".join(row.warnings))


def _sum_of(value: Batch) -> str:
    verb = "would charge" if value.dry_run or value.held else "charged"
    more = f" and at most {value.may_add:,g} more" if value.may_add else ""
    before = f", {value.credits_before:,g} paid before" if value.credits_before else ""
    return f"{value.problems:,} with problems, {verb} {value.credits:,g} credits{more}{before}"
