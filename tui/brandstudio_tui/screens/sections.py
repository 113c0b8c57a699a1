"""The desk's sections as a literal table: what each lists, and what can be done to a row."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, cast

import brandstudio
from brandstudio.models.admin import KeyLevel

from ..views import amount, moment
from ..widgets.rows import Column, Row
from .dialogs import Field

Values = dict[str, str]


@dataclass(frozen=True)
class Deed:
    """Something that can be done: to the row under the cursor, or with what a form asks."""

    key: str
    label: str
    do: Callable[[brandstudio.LocalStudio, str, Values], object]
    fields: tuple[Field, ...] = ()
    needs_row: bool = True
    final: str = ""
    """The question before it, where it can't be undone."""
    shows: Callable[[Any], str] = field(default=lambda value: "")
    """What is shown of its answer, once, where that matters (a new key)."""


@dataclass(frozen=True)
class Section:
    """A list of the desk."""

    name: str
    title: str
    columns: tuple[Column, ...]
    load: Callable[[brandstudio.LocalStudio], list[Row]]
    deeds: tuple[Deed, ...] = ()
    admin: bool = True
    empty: str = "Nothing here."


def transactions(studio: brandstudio.Studio) -> list[Row]:
    rows: list[Row] = []
    cursor: str | None = None
    while len(rows) < 1000:
        page = studio.credits.transactions(limit=200, cursor=cursor)
        for entry in page.transactions:
            about = entry.metadata
            rows.append(
                Row(
                    entry.txn_id,
                    (
                        moment(entry.created_at),
                        entry.type,
                        f"{entry.credits:+g}",
                        about.operation or "",
                        about.folder or "",
                        entry.description,
                    ),
                    ("quiet", "second", "good" if entry.credits > 0 else "", "", "quiet", "quiet"),
                )
            )
        cursor = page.next_cursor
        if cursor is None:
            break
    return rows


def jobs(studio: brandstudio.Studio) -> list[Row]:
    return [
        Row(
            job.job_id,
            (
                job.status,
                job.kind,
                job.progress.message or job.progress.step,
                str(job.attempts),
                moment(job.created_at),
                "" if job.error is None else f"{job.error.code}: {job.error.message}",
            ),
            ("bad" if job.status == "failed" else "good", "second", "", "quiet", "quiet", "bad"),
        )
        for job in studio.jobs.list(limit=200).jobs
    ]


def prices(studio: brandstudio.Studio) -> list[Row]:
    found = studio.credits.pricing().prices
    return [Row(name, (name, amount(price)), ("", "accent")) for name, price in found.items()]


def keys(studio: brandstudio.LocalStudio) -> list[Row]:
    return [
        Row(
            key.key_id,
            (
                key.prefix,
                key.level,
                key.name,
                moment(key.created_at),
                "never" if key.last_used_at is None else moment(key.last_used_at),
                "live" if key.revoked_at is None else "revoked",
            ),
            ("second", "", "", "quiet", "quiet", "good" if key.revoked_at is None else "bad"),
        )
        for key in studio.admin.keys.list().keys
    ]


def events(dead: bool) -> Callable[[brandstudio.LocalStudio], list[Row]]:
    def load(studio: brandstudio.LocalStudio) -> list[Row]:
        return [
            Row(
                one.event_id,
                (
                    one.status,
                    one.event,
                    str(one.receives),
                    moment(one.created_at),
                    one.last_error or "",
                ),
                ("bad" if one.status == "dead" else "good", "", "quiet", "quiet", "bad"),
            )
            for one in studio.admin.webhooks.events(dead=dead, limit=500).events
        ]

    return load


def invitations(studio: brandstudio.LocalStudio) -> list[Row]:
    return [
        Row(
            one.invite_id,
            (one.email, one.status, moment(one.expires_at)),
            ("", "good" if one.status == "issued" else "quiet", "quiet"),
        )
        for one in studio.admin.invites().invites
    ]


def locks(studio: brandstudio.LocalStudio) -> list[Row]:
    from .picking import all_folders

    rows = []
    for node in all_folders(studio):
        locked = studio.style.get(folder=node.path).locked
        rows.append(
            Row(
                node.path,
                (node.path, "locked" if locked else "open"),
                ("", "warn" if locked else "quiet"),
            )
        )
    return rows


def workspaces(studio: brandstudio.LocalStudio) -> list[Row]:
    return [
        Row(
            one.workspace_id,
            (
                one.name,
                amount(one.balance),
                f"paused: {one.pause_reason}" if one.paused else "works",
                ", ".join(one.permissions),
            ),
            ("", "accent", "bad" if one.paused else "good", "quiet"),
        )
        for one in studio.admin.workspaces.list().workspaces
    ]


def engines(studio: brandstudio.LocalStudio) -> list[Row]:
    return [
        Row(
            f"{one.kind}-{one.name}",
            (
                one.kind,
                one.name,
                "answers" if one.ok else "does not answer",
                one.detail,
                ", ".join(one.understands),
            ),
            ("second", "", "good" if one.ok else "bad", "quiet", "quiet"),
        )
        for one in studio.admin.engines().engines
    ]


def doctor(studio: brandstudio.LocalStudio) -> list[Row]:
    found = studio.admin.doctor(mend=False)
    verdict = "The store is well." if found.ok else "The store needs mending: M mends it."
    rows = [Row("verdict", (verdict, ""), ("good" if found.ok else "bad",))]
    rows += [
        Row(f"p{n}", (text, "problem"), ("bad", "bad")) for n, text in enumerate(found.problems)
    ]
    rows += [
        Row(f"m{n}", (text, "mended"), ("good", "good")) for n, text in enumerate(found.mended)
    ]
    rows += [
        Row(name, (name.replace("_", " "), f"{value:,}"), ("quiet", ""))
        for name, value in found.figures.items()
    ]
    return rows


LEVELS = tuple((name, name) for name in ("create", "read", "full"))
NO_OLD_KEY = "Whoever uses this key is refused at once."

SECTIONS: tuple[Section, ...] = (
    Section(
        "transactions",
        "Transactions",
        (
            Column("When", 16),
            Column("Type", 10),
            Column("Credits", -8),
            Column("Operation", 14),
            Column("Folder", 0),
            Column("What", 0),
        ),
        transactions,
        admin=False,
    ),
    Section(
        "jobs",
        "Jobs",
        (
            Column("State", 10),
            Column("Kind", 10),
            Column("What", 0),
            Column("Tries", -5),
            Column("Begun", 16),
            Column("Error", 0),
        ),
        jobs,
        (Deed("x", "Cancel", lambda studio, key, values: studio.jobs.cancel(job_id=key)),),
        admin=False,
    ),
    Section(
        "prices",
        "Prices",
        (Column("Operation", 24), Column("Credits", -10)),
        prices,
        (
            Deed(
                "i",
                "Change",
                lambda studio, key, values: studio.admin.credits.set_price(
                    operation=key, credits=float(values["credits"])
                ),
                (Field("credits", "Credits"),),
            ),
        ),
        admin=False,
    ),
    Section(
        "keys",
        "Keys",
        (
            Column("Key", 14),
            Column("Level", 8),
            Column("Name", 0),
            Column("Made", 16),
            Column("Last used", 16),
            Column("State", 8),
        ),
        keys,
        (
            Deed(
                "n",
                "New key",
                lambda studio, key, values: studio.admin.keys.create(
                    level=cast(KeyLevel, values["level"]), name=values["name"]
                ),
                (
                    Field("name", "Name", "", "newsletter"),
                    Field("level", "Level", "create", options=LEVELS),
                ),
                needs_row=False,
                shows=lambda made: made.secret,
            ),
            Deed(
                "x",
                "Revoke",
                lambda studio, key, values: studio.admin.keys.revoke(key=key),
                final=f"Revoke this key? {NO_OLD_KEY}",
            ),
        ),
        empty="No keys. n makes one.",
    ),
    Section(
        "events",
        "Webhook events",
        (
            Column("State", 10),
            Column("Event", 18),
            Column("Tries", -5),
            Column("When", 16),
            Column("Last error", 0),
        ),
        events(False),
        (
            Deed(
                "n",
                "Address",
                lambda studio, key, values: studio.admin.webhooks.set(
                    url=values["url"], job_events=values["jobs"] == "yes"
                ),
                (
                    Field("url", "Where events go", "", "https://example.com/hook"),
                    Field("jobs", "Job events too", "no", options=(("no", "no"), ("yes", "yes"))),
                ),
                needs_row=False,
                shows=lambda made: made.secret,
            ),
            Deed(
                "t",
                "Test event",
                lambda studio, key, values: studio.admin.webhooks.test(),
                needs_row=False,
            ),
            Deed(
                "o",
                "Next secret",
                lambda studio, key, values: studio.admin.webhooks.rotate(
                    activate=values["now"] == "yes"
                ),
                (Field("now", "Sign with it now", "no", options=(("no", "no"), ("yes", "yes"))),),
                needs_row=False,
                shows=lambda made: made.secret,
            ),
            Deed(
                "r",
                "Redeliver",
                lambda studio, key, values: studio.admin.webhooks.redeliver(event_id=key),
            ),
            Deed(
                "x",
                "Remove address",
                lambda studio, key, values: studio.admin.webhooks.remove(),
                needs_row=False,
                final="Send no more events? The address and its secret are forgotten.",
            ),
        ),
        empty="No events. n sets the address, t sends a test.",
    ),
    Section(
        "dead",
        "Dead letters",
        (
            Column("State", 10),
            Column("Event", 18),
            Column("Tries", -5),
            Column("When", 16),
            Column("Last error", 0),
        ),
        events(True),
        (
            Deed(
                "r",
                "Redeliver",
                lambda studio, key, values: studio.admin.webhooks.redeliver(event_id=key),
            ),
        ),
        empty="No dead letters.",
    ),
    Section(
        "invitations",
        "Invitations",
        (Column("Address", 0), Column("State", 10), Column("Until", 16)),
        invitations,
        (
            Deed(
                "n",
                "Invite",
                lambda studio, key, values: studio.invites.create(
                    email=values["email"], folder=values["folder"] or None
                ),
                (
                    Field("email", "E-mail address"),
                    Field("folder", "With a copy of the brand", "", "acme, or nothing"),
                ),
                needs_row=False,
                shows=lambda made: made.url,
            ),
            Deed(
                "x",
                "Revoke",
                lambda studio, key, values: studio.invites.revoke(invite_id=key),
                final="Revoke this invitation? Its link stops working.",
            ),
            Deed(
                "p",
                "Allow invitations",
                lambda studio, key, values: studio.admin.permissions.grant(
                    permission="trialInvites"
                ),
                needs_row=False,
            ),
        ),
        empty="No invitations. p allows them, n invites.",
    ),
    Section(
        "locks",
        "Locks",
        (Column("Folder", 0), Column("State", 10)),
        locks,
        (
            Deed("x", "Lock", lambda studio, key, values: studio.admin.locks.lock(folder=key)),
            Deed("r", "Unlock", lambda studio, key, values: studio.admin.locks.unlock(folder=key)),
        ),
    ),
    Section(
        "workspaces",
        "Workspaces",
        (Column("Name", 0), Column("Credits", -12), Column("State", 24), Column("May", 20)),
        workspaces,
        (
            Deed(
                "n",
                "New",
                lambda studio, key, values: studio.admin.workspaces.create(name=values["name"]),
                (Field("name", "Name"),),
                needs_row=False,
            ),
            Deed(
                "x",
                "Pause this one",
                lambda studio, key, values: studio.admin.workspaces.pause(reason=values["reason"]),
                (Field("reason", "Why; callers are told so"),),
                needs_row=False,
            ),
            Deed(
                "r",
                "Resume",
                lambda studio, key, values: studio.admin.workspaces.resume(),
                needs_row=False,
            ),
        ),
    ),
    Section(
        "engines",
        "Engines",
        (
            Column("Kind", 8),
            Column("Name", 16),
            Column("State", 16),
            Column("Detail", 0),
            Column("Understands", 0),
        ),
        engines,
    ),
    Section(
        "doctor",
        "Doctor",
        (Column("What", 0), Column("", 12)),
        doctor,
        (
            Deed(
                "M",
                "Mend",
                lambda studio, key, values: studio.admin.doctor(mend=True),
                needs_row=False,
            ),
        ),
    ),
)
