"""What the studio was asked last, as Python and as a command.

``Recorder`` stands before the transport and keeps each operation that changes something, so that
every screen calls the typed face and nothing has to be noted twice.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import brandstudio

if TYPE_CHECKING:
    from brandstudio.models.searching import SearchQuery

FACE: Mapping[str, str] = {
    "CreateFolder": "folders.create",
    "RenameFolder": "folders.rename",
    "DeleteFolder": "folders.delete",
    "RestoreFolder": "folders.restore",
    "DuplicateFolder": "folders.duplicate",
    "CreateImage": "images.create",
    "ReviseImage": "images.revise",
    "ResizeImage": "images.resize",
    "ImproveImage": "images.improve",
    "RetryImage": "images.retry",
    "RecreateImage": "images.recreate",
    "BrandifyImage": "images.brandify",
    "CheckImage": "images.check",
    "SetCurrentVersion": "images.set_current_version",
    "AddToLibrary": "library.add",
    "UpdateLibraryItem": "library.update",
    "DownloadItem": "library.download",
    "DeleteItem": "library.delete",
    "RestoreItem": "library.restore",
    "MoveItem": "library.move",
    "SetHero": "library.set_hero",
    "ClearHero": "library.clear_hero",
    "AddLogo": "logos.add",
    "AddFont": "fonts.add",
    "AddReferences": "references.add",
    "RemoveReference": "references.remove",
    "ExtractStyle": "style.extract",
    "UpdateStyle": "style.update",
    "AddRule": "rules.add",
    "UpdateRule": "rules.update",
    "RemoveRule": "rules.remove",
    "GenerateText": "text.generate",
    "ProofreadText": "text.proofread",
    "CreateDesign": "designs.create",
    "EditDesign": "designs.edit",
    "SaveDesign": "designs.save",
    "ExportDesign": "designs.export",
    "CancelJob": "jobs.cancel",
    "CreateInvite": "invites.create",
    "RevokeInvites": "invites.revoke",
    "CreateKey": "admin.keys.create",
    "RevokeKey": "admin.keys.revoke",
    "AddCredits": "admin.credits.add",
    "SetPrice": "admin.credits.set_price",
    "SetWebhook": "admin.webhooks.set",
    "RemoveWebhook": "admin.webhooks.remove",
    "TestWebhook": "admin.webhooks.test",
    "RotateWebhookSecret": "admin.webhooks.rotate",
    "RedeliverEvent": "admin.webhooks.redeliver",
    "SaveSearch": "searches.save",
    "RemoveSearch": "searches.remove",
    "LockFolder": "admin.locks.lock",
    "UnlockFolder": "admin.locks.unlock",
    "CreateWorkspace": "admin.workspaces.create",
    "PauseWorkspace": "admin.workspaces.pause",
    "ResumeWorkspace": "admin.workspaces.resume",
    "RotateSecrets": "admin.rotate_secrets",
    "CheckStore": "admin.doctor",
}
"""Operation to the call on a studio that sends it. What is not here reads only and is not kept."""

_SECRET = ("key", "idempotency_key", "client_reference_id", "source")


@dataclass(frozen=True)
class Call:
    """One call on the face: ``images.create`` and its arguments."""

    name: str
    fields: tuple[tuple[str, Any], ...]

    def as_python(self, opened: str) -> str:
        """Lines that do the same again; ``opened`` is the expression that opens the studio."""
        arguments = ", ".join(f"{name}={_python(value)}" for name, value in self.fields)
        return f"import brandstudio\n\nstudio = {opened}\nprint(studio.{self.name}({arguments}))\n"

    def as_command(self, before: str = "brandstudio") -> str | None:
        """The command that does the same, or None where the command line can't say it."""
        words = _command(self.name, dict(self.fields))
        return None if words is None else f"{before} {shlex.join(words)}"


@dataclass(frozen=True)
class Batch:
    """Calls of one name, each on another item: what one key did to all that was marked."""

    calls: tuple[Call, ...]

    @property
    def name(self) -> str:
        return self.calls[0].name

    def as_python(self, opened: str) -> str:
        first, *others = (call.as_python(opened) for call in self.calls)
        return first + "".join(other.splitlines()[-1] + "\n" for other in others)

    def as_command(self, before: str = "brandstudio") -> str | None:
        """A command a line, or None where the command line can't say one of them."""
        commands = [call.as_command(before) for call in self.calls]
        return None if None in commands else "\n".join(line for line in commands if line)


def together(calls: Iterable[Call], items: Collection[str]) -> Call | Batch | None:
    """The last of the calls with those like it that were made on these items, each item's last."""
    latest: dict[str, Call] = {}
    name = ""
    for call in calls:
        item = str(dict(call.fields).get("image_id"))
        if item in items:
            latest, name = (latest if call.name == name else {}), call.name
            latest[item] = call
    found = tuple(latest.values())
    return Batch(found) if len(found) > 1 else found[0] if found else None


def _python(value: Any) -> str:
    if isinstance(value, brandstudio.Slots):
        inside = ", ".join(f"{name}={part!r}" for name, part in value if part is not None)
        return f"brandstudio.Slots({inside})"
    if hasattr(value, "model_dump"):
        return repr(value.model_dump(exclude_unset=True))
    return repr(value)


def call_of(operation: Any) -> Call | None:
    """The call that an operation stands for; None where it changes nothing."""
    name = FACE.get(type(operation).__name__)
    if name is None:
        return None
    older = _FACE_FIELDS.get(name, {})
    given = tuple(
        (older.get(field, field), getattr(operation, field))
        for field in type(operation).model_fields
        if field in operation.model_fields_set and field not in _SECRET
    )
    return Call(name, given)


_FACE_FIELDS: Mapping[str, Mapping[str, str]] = {
    "library.add": {"image_url": "url"},
    "logos.add": {"image_url": "url"},
    "fonts.add": {"file_url": "url"},
    "images.check": {"image_url": "url"},
}
"""Where the face takes a file or a link in one, the operation's field has another name."""


class Recorder:
    """A transport before a transport: passes everything on, and tells of what changes something."""

    def __init__(self, inner: Any, tell: Callable[[Call], None]) -> None:
        self.inner = inner
        self._tell = tell
        self._ended = False

    def end(self) -> None:
        """Answer nothing more, so that threads which wait for work let go."""
        self._ended = True

    def send(self, operation: Any, /) -> Any:
        if self._ended:
            raise RuntimeError("the studio is left")
        result = self.inner.send(operation)
        call = call_of(operation)
        if call is not None:
            self._tell(call)
        return result

    def upload(self, ticket: Any, data: bytes, /) -> None:
        self.inner.upload(ticket, data)

    def read(self, url: str, /) -> bytes:
        data: bytes = self.inner.read(url)
        return data

    def assist(self) -> bool:
        return bool(self.inner.assist())

    def close(self) -> None:
        self.inner.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)


COMMANDS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "folders.create": ("folders create", ("name",)),
    "folders.rename": ("folders rename", ("folder", "name")),
    "folders.delete": ("folders delete", ("folder",)),
    "folders.restore": ("folders restore", ("folder",)),
    "folders.duplicate": ("folders duplicate", ("folder",)),
    "images.create": ("images create", ("folder", "prompt")),
    "images.brandify": ("images brandify", ("folder",)),
    "images.revise": ("images revise", ("folder", "image_id", "instructions")),
    "images.resize": ("images resize", ("folder", "image_id")),
    "images.improve": ("images improve", ("folder", "image_id")),
    "images.retry": ("images retry", ("folder", "image_id")),
    "images.recreate": ("images recreate", ("folder", "image_id")),
    "images.check": ("images check", ("folder",)),
    "images.set_current_version": (
        "images set-current-version",
        ("folder", "image_id", "version"),
    ),
    "library.add": ("library add", ("folder", "file")),
    "library.download": ("library download", ("folder", "image_id")),
    "library.restore": ("library restore", ("folder", "image_id")),
    "library.move": ("library move", ("folder", "image_id", "to")),
    "library.set_hero": ("library set-hero", ("folder", "image_id")),
    "library.clear_hero": ("library clear-hero", ("folder", "image_id")),
    "references.add": ("references add", ("folder", "library_image_ids")),
    "references.remove": ("references remove", ("folder", "ref_id")),
    "style.extract": ("style extract", ("folder",)),
    "rules.add": ("rules add", ("folder", "text")),
    "rules.update": ("rules update", ("folder", "rule_id")),
    "rules.remove": ("rules remove", ("folder", "rule_id")),
    "designs.create": ("designs create", ("folder",)),
    "designs.save": ("designs save", ("job_id", "variant_id")),
    "designs.export": ("export", ("job_id", "variant_id")),
    "jobs.cancel": ("jobs cancel", ("job_id",)),
    "searches.remove": ("searches remove", ("name",)),
    "invites.create": ("invites create", ("email",)),
    "invites.revoke": ("invites revoke", ()),
    "admin.keys.create": ("keys create", ()),
    "admin.credits.add": ("credits add", ("credits",)),
    "admin.credits.set_price": ("prices set", ("operation", "credits")),
    "admin.webhooks.set": ("webhooks set", ("url",)),
    "admin.webhooks.remove": ("webhooks remove", ()),
    "admin.webhooks.test": ("webhooks test", ()),
    "admin.webhooks.rotate": ("webhooks rotate", ()),
    "admin.webhooks.redeliver": ("webhooks redeliver", ("event_id",)),
    "admin.locks.lock": ("folders lock", ("folder",)),
    "admin.locks.unlock": ("folders unlock", ("folder",)),
    "admin.workspaces.create": ("workspaces create", ("name",)),
    "admin.workspaces.pause": ("workspaces pause", ()),
    "admin.workspaces.resume": ("workspaces resume", ()),
    "admin.rotate_secrets": ("secrets rotate", ()),
    "admin.doctor": ("doctor", ()),
}
"""The command that sends each call, and the fields that it takes without an option's name."""

_TEXT_WORDS = {
    "write": ("brief",),
    "rebrand": ("draft",),
    "amend": ("draft", "instruction"),
    "resize": ("draft", "target"),
}


def _slots_given(slots: Any) -> dict[str, Any]:
    """The options of slots; those that a template declares itself are ``--slot NAME=WORDS``."""
    given = {name: value for name, value in slots if value is not None and name != "own"}
    own = getattr(slots, "own", {})
    if any(not isinstance(value, str) for value in own.values()):
        return given | {"own": own}  # a list can't be typed there
    return given | ({"slot": [f"{name}={value}" for name, value in own.items()]} if own else {})


def _command(name: str, given: dict[str, Any]) -> list[str] | None:
    """The words of the command line, or None where a value can't be typed there."""
    command, first = _named(name, given)
    if not command:
        return None
    slots = given.pop("slots", None)
    if slots is not None:
        given |= _slots_given(slots)
    if "sizes" in given:
        given["size"] = given.pop("sizes")
    words = shlex.split(command)
    for field in first:
        if field not in given:
            return None
        words += _words(given.pop(field))
    options = [_option(field, value) for field, value in given.items()]
    return None if None in options else words + [word for some in options for word in some or ()]


def _named(name: str, given: dict[str, Any]) -> tuple[str, tuple[str, ...]]:
    """The command and the fields that it takes without an option's name; what names another
    command is taken from ``given``.
    """
    if name == "library.delete":
        purged = given.pop("purge", False)
        return f"library {'purge --yes' if purged else 'trash'}", ("folder", "image_id")
    if name == "text.generate":
        mode = given.pop("mode")
        return f"text {mode}", ("folder", *_TEXT_WORDS[mode])
    if name == "searches.save":
        return "searches save", ("name", *_search_given(given, given.pop("query")))
    if name == "library.update":
        point = given.get("focal_point")
        if point is not None:
            given["focal_point"] = f"{point.x:g},{point.y:g}"
        return "library edit", ("folder", "image_id")
    return COMMANDS.get(name, ("", ()))


def _search_given(given: dict[str, object], asked: SearchQuery) -> tuple[str, ...]:
    """Puts the fields of a search as options; the words, where there are any, stand by themselves."""
    query = asked.model_dump(exclude_none=True)
    if query.pop("subtree", True) is False:
        query["no_subtree"] = True
    if "in_folder" in query:
        query["in"] = query.pop("in_folder")
    if "tags" in query:
        query["tag"] = [tag.strip() for tag in query.pop("tags").split(",")]
    given |= query
    return ("q",) if "q" in query else ()


def _option(field: str, value: Any) -> list[str] | None:
    """An option with its value, once for each of several; None where it can't be typed."""
    if hasattr(value, "model_dump") or isinstance(value, dict | bytes):
        return None
    option = "--" + field.replace("_", "-")
    if isinstance(value, bool):
        return [option] if value else []
    return [part for word in _words(value) for part in (option, word)] if value is not None else []


def _words(value: Any) -> list[str]:
    if isinstance(value, list | tuple):
        return [str(part) for part in value]
    return [f"{value:g}" if isinstance(value, float) else str(value)]
