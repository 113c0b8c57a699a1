"""What the studio was asked last, as Python and as a command.

``Recorder`` stands before the transport and keeps each operation that changes something, so that
every screen calls the typed face and nothing has to be noted twice.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from brandstudio.models.designs import Slots

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
    "LockFolder": "admin.locks.lock",
    "UnlockFolder": "admin.locks.unlock",
    "CreateWorkspace": "admin.workspaces.create",
    "PauseWorkspace": "admin.workspaces.pause",
    "ResumeWorkspace": "admin.workspaces.resume",
    "RotateSecrets": "admin.rotate_secrets",
    "CheckStore": "admin.doctor",
}
"""Operation to the call on a studio that sends it. What is not here reads only and is not kept."""

_SECRET = ("key", "idempotency_key", "client_reference_id")


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
        """The command that does the same, or None where the command line has none."""
        build = COMMANDS.get(self.name)
        words = build(dict(self.fields)) if build else None
        return None if words is None else f"{before} {shlex.join(words)}"


def _python(value: Any) -> str:
    if isinstance(value, Slots):
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
    given = tuple(
        (field, getattr(operation, field))
        for field in type(operation).model_fields
        if field in operation.model_fields_set and field not in _SECRET
    )
    return Call(name, given)


class Recorder:
    """A transport before a transport: passes everything on, and tells of what changes something."""

    def __init__(self, inner: Any, tell: Callable[[Call], None]) -> None:
        self.inner = inner
        self._tell = tell

    def send(self, operation: Any, /) -> Any:
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


def _one(*words: str, field: str) -> Callable[[dict[str, Any]], list[str] | None]:
    return lambda fields: [*words, str(fields[field])]


def _file(*words: str) -> Callable[[dict[str, Any]], list[str] | None]:
    def build(fields: dict[str, Any]) -> list[str] | None:
        return [*words, fields["folder"], str(fields["file"])] if "file" in fields else None

    return build


def _export(fields: dict[str, Any]) -> list[str]:
    more = ["--format", fields["format"]] if "format" in fields else []
    return ["export", fields["job_id"], fields["variant_id"], *more]


def _key(fields: dict[str, Any]) -> list[str]:
    options = [[f"--{name}", str(fields[name])] for name in ("level", "name") if name in fields]
    return ["keys", "create", *(word for option in options for word in option)]


COMMANDS: Mapping[str, Callable[[dict[str, Any]], list[str] | None]] = {
    "library.add": _file("library", "add"),
    "logos.add": _file("logos", "add"),
    "fonts.add": _file("fonts", "add"),
    "designs.export": _export,
    "admin.keys.create": _key,
    "admin.credits.add": _one("credits", "add", field="credits"),
    "admin.credits.set_price": lambda fields: [
        "prices",
        "set",
        fields["operation"],
        str(fields["credits"]),
    ],
    "admin.webhooks.set": _one("webhooks", "set", field="url"),
    "admin.webhooks.test": lambda fields: ["webhooks", "test"],
    "admin.webhooks.rotate": lambda fields: [
        "webhooks",
        "rotate",
        *(["--activate"] if fields.get("activate") else []),
    ],
    "admin.webhooks.redeliver": _one("webhooks", "redeliver", field="event_id"),
    "admin.locks.lock": _one("folders", "lock", field="folder"),
    "admin.locks.unlock": _one("folders", "unlock", field="folder"),
    "admin.workspaces.create": _one("workspaces", "create", field="name"),
    "admin.workspaces.pause": _one("workspaces", "pause", "--reason", field="reason"),
    "admin.workspaces.resume": lambda fields: ["workspaces", "resume"],
    "admin.rotate_secrets": lambda fields: ["secrets", "rotate"],
    "admin.doctor": lambda fields: ["doctor"],
}
"""What the command line can say; everything else is copied as Python."""
