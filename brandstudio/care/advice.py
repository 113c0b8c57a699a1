"""What to do about a finding of the doctor, in a sentence."""

from __future__ import annotations

import re

_ADVICE = (
    (
        r"integrity|foreign key",
        "The database file is damaged. Stop all processes, keep the folder as it is, and bring the "
        "newest backup back: brandstudio --data NEW restore FILE",
    ),
    (
        r"blob \w+ (?:has a row|has \d+ bytes|has another|can't be read)",
        "Put the file back from a backup or from copies: brandstudio doctor --scrub --from FILE, or "
        "--from s3://BUCKET/PREFIX. Adding the same picture again heals it too",
    ),
    (
        r"upload ",
        "The file was lost on its way in; nothing was charged for it. Whoever sent it sends it again",
    ),
    (
        r"(?:file \w+ has no row|temporary file|backup\.|base_url\.|secret\.key\.|\S+\.restoring\.|no row counts on)",
        "Left over from a process that was killed; the next sweep or doctor run takes it away",
    ),
    (
        r"(?:the counter|item \S+ .*search index|item \S+ its tags|item \S+ counts)|tags are not indexed",
        "Put right without loss by running brandstudio doctor without --check-only",
    ),
    (r".*can be read by others", "Closed by running brandstudio doctor without --check-only"),
    (
        r"the webhook secret",
        "Put the secret.key back that the studio was made with, or set the webhook anew",
    ),
    (r"\d+ kept answers", "Put the secret.key back, or wait a day: kept answers end by themselves"),
    (
        r"job \S+ runs without a worker|item \S+ is processing, but",
        "Start a worker or a server: it takes up work that was left",
    ),
    (
        r"workspace|transaction|charge|refund|variant",
        "The ledger does not add up. Keep a copy (brandstudio backup FILE) and report it; until "
        "then right the balance with brandstudio credits add, which is recorded as an adjustment",
    ),
    (
        r"event ",
        "Send it again: brandstudio webhooks redeliver EVENT_ID",
    ),
)
_OTHERWISE = (
    "This should never be. Keep a copy (brandstudio backup FILE) and report it with this sentence; "
    "restoring the newest sound backup puts it right"
)


def advice(problem: str) -> str:
    """What somebody who reads the problem can do about it."""
    return next((text for pattern, text in _ADVICE if re.match(pattern, problem)), _OTHERWISE)
