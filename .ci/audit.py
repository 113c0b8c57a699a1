"""Asks for known vulnerabilities of what ``requirements.lock`` names; fails where there are some.

Where the advisories can't be reached, as behind a mirror that has packages alone, it says so and
passes: nothing was audited then.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

LOCK = Path(__file__).with_name("requirements.lock")


def main() -> int:
    command = [
        "-m",
        "pip_audit",
        "--disable-pip",
        "--require-hashes",
        "-r",
        str(LOCK),
        "-f",
        "json",
    ]
    done = subprocess.run(  # noqa: S603
        [sys.executable, *command, "--progress-spinner", "off"],
        capture_output=True,
        text=True,
        check=False,
    )
    try:
        found = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        print(f"nothing was audited: {(done.stderr.strip().splitlines() or ['no answer'])[-1]}")
        return 0
    asked = [package for package in found if "skip_reason" not in package]
    bad = [package for package in asked if package["vulns"]]
    for package in bad:
        for one in package["vulns"]:
            fixed = ", ".join(one["fix_versions"]) or "no version yet"
            print(f"{package['name']} {package['version']}: {one['id']}, mended in {fixed}")
    if not asked:
        print(f"nothing was audited: no advisories are to be had for {len(found)} packages here")
    else:
        print(f"{len(asked)} of {len(found)} packages were audited, {len(bad)} have advisories")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
