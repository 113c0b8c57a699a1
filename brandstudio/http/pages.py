"""The pages of an invitation: plain HTML that works without scripts, on a phone, and read aloud."""

from __future__ import annotations

import base64
import hashlib
from datetime import datetime
from functools import cache
from html import escape
from importlib.resources import files

from .. import errors
from .serving import InviteAccepted, InviteStatus, InviteView

INVITE_STATUS: dict[InviteStatus, int] = {
    "issued": 200,
    "used": 410,
    "revoked": 410,
    "expired": 410,
    "unknown": 404,
}
"""The HTTP status of each page: a link that has stopped working is gone, not found broken."""

MARK = (
    '<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false"><rect width="32" height="32" rx="8" fill="#0b5c63"/>'
    '<path d="M8 9h16v3H8zM8 15h11v3H8z" fill="#fff"/>'
    '<rect x="8" y="21" width="7" height="4" rx="1" fill="#f2b24c"/></svg>'
)

_CLOSED: dict[InviteStatus, tuple[str, str]] = {
    "used": (
        "This invitation has been used",
        "The studio behind it is open already. Its API key was shown once, when the invitation was accepted; if it is "
        "lost, ask the people who invited you for a new one.",
    ),
    "revoked": (
        "This invitation was withdrawn",
        "The people who sent it have taken it back, and nothing was set up in your name. If that surprises you, please "
        "ask them.",
    ),
    "expired": (
        "This invitation has expired",
        "An invitation is good for 30 days, and these are over. Ask the people who sent it for a new one.",
    ),
    "unknown": (
        "There is no invitation here",
        "Please check that the whole link was opened: mail programs sometimes break long links into two lines.",
    ),
}


@cache
def asset(name: str) -> str:
    """A style sheet or script of the pages, or the schema of templates."""
    return (files("brandstudio.http") / "static" / name).read_text("utf-8")


def digest(text: str) -> str:
    """The source expression that lets exactly this inline style or script through the policy."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode('ascii')}'"


@cache
def headers() -> dict[str, str]:
    """What goes with every page of an invitation, beside no-store: its address is a secret."""
    policy = (
        f"default-src 'none'; style-src {digest(asset('page.css'))}; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    )
    return {
        "content-security-policy": policy,
        "referrer-policy": "no-referrer",
        "x-robots-tag": "noindex",
    }


def invite_page(
    view: InviteView, error: errors.StudioError | None = None, email: str = ""
) -> bytes:
    """The page behind an invitation's link; with ``error`` and what was typed when accepting it
    failed.
    """
    if view.status != "issued":
        title, text = _CLOSED[view.status]
        return _page(title, f"<h1>{escape(title)}</h1><p>{escape(text)}</p>")
    greeting = (
        f"{view.first_name}, your studio is ready" if view.first_name else "Your studio is ready"
    )
    whose = f" for <strong>{escape(view.company)}</strong>" if view.company else ""
    copy = (
        f" It comes with a copy of <strong>{escape(view.folder_name)}</strong>."
        if view.folder_name
        else ""
    )
    until = (
        f'<p class="quiet">This invitation is good until {_day(view.expires_at)} and works once.</p>'
        if (view.expires_at)
        else ""
    )
    alert = invalid = ""
    if error is not None:
        alert = f'<p class="alert" id="problem" role="alert">{escape(_sentence(error))}</p>'
        invalid = ' aria-invalid="true" autofocus'
    described = "hint problem" if error is not None else "hint"
    title = ("Please check: " if error is not None else "") + greeting
    return _page(
        title,
        f"""
<h1>{escape(greeting)}</h1>
<p>You are invited to try a brand studio{whose}: on-brand images, banners and copy.{copy}</p>
{alert}
<form method="post">
<label for="email">Your e-mail address
<span class="hint" id="hint">The one that this invitation was sent to</span></label>
<input id="email" name="email" type="email" autocomplete="email" inputmode="email" required maxlength="254"
 value="{escape(email[:254])}" aria-describedby="{described}"{invalid}>
<button type="submit">Open my studio</button>
</form>
{until}""",
    )


def accepted_page(accepted: InviteAccepted, base_url: str | None, below: str = "") -> bytes:
    """The new studio with its key, which is on this page and nowhere else."""
    address = base_url or f"https://the-address-of-this-page{below}"
    folder = f"<dt>Folder</dt><dd>{escape(accepted.folder)}</dd>" if accepted.folder else ""
    note = f"<p>{escape(accepted.note)}</p>" if accepted.note else ""
    python = f'import brandstudio\n\nstudio = brandstudio.connect("{address}", api_key="...")\nstudio.folders.list()'
    curl = f'curl {address}/v1/folders -H "x-api-key: ..."'
    return _page(
        "Your studio is open",
        f"""
<h1>Your studio is open</h1>
<p>Here is its API key. <strong>It is shown on this page only, this once:</strong> copy it to a safe place, such as a
password manager, before you close the page.</p>
<p><strong id="key-label">API key</strong>
<code class="key" aria-labelledby="key-label" tabindex="0" role="group">{escape(accepted.api_key)}</code></p>
<dl class="facts"><dt>Workspace</dt><dd>{escape(accepted.workspace_name)}</dd>
<dt>Credits</dt><dd>{accepted.credits:,.6g}</dd>{folder}</dl>
{note}
<h2>First steps</h2>
<p>In Python:</p>
<pre tabindex="0"><code>{escape(python)}</code></pre>
<p>With any other tool:</p>
<pre tabindex="0"><code>{escape(curl)}</code></pre>
<p class="quiet">All calls are described at <a href="../docs">its pages</a>.</p>""",
    )


def _page(title: str, content: str) -> bytes:
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)} - brandstudio</title>
<style>{asset("page.css")}</style>
</head>
<body class="invite">
<div class="mark">{MARK}<span>brandstudio</span></div>
<main class="card">{content}
</main>
</body>
</html>
""".encode()


def _sentence(error: errors.StudioError) -> str:
    if isinstance(error, errors.RateLimited):
        return "There were too many tries. Please wait an hour, then try again."
    if isinstance(error, errors.ValidationError):
        return "This is not the address that was invited. Please enter the one that the invitation was sent to."
    return error.message


def _day(moment: datetime | None) -> str:
    assert moment is not None
    return f'<time datetime="{moment.date().isoformat()}">{moment.day} {moment:%B %Y}</time>'
