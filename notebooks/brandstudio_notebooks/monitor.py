"""Work under way."""

from __future__ import annotations

import html
import threading
from typing import Any

import traitlets

from .base import StudioWidget, module

SECONDS = 1.0


class JobMonitor(StudioWidget):
    """The newest jobs with how far they are; ``value`` is the job that is picked. What has not
    ended can be cancelled, which refunds it.
    """

    _esm = module("monitor")
    jobs: Any = traitlets.List().tag(sync=True)
    cancel = traitlets.Unicode("").tag(sync=True)

    def __init__(self, studio: Any, most: int = 12, **traits: Any) -> None:
        self._most = most
        self._over = threading.Event()
        super().__init__(studio, **traits)
        self._when("cancel", "cancel", self._cancelled)
        self.refresh()
        threading.Thread(target=self._watch, daemon=True, name="JobMonitor").start()

    def refresh(self) -> None:
        """Look again."""
        self._start("read", self._read)

    def close(self) -> None:
        """Stop looking."""
        self._over.set()
        super().close()

    def _watch(self) -> None:
        while not self._over.wait(SECONDS):
            try:
                found = self._read()["jobs"]
            except Exception:
                return  # the studio is closed
            if found != self.jobs:
                self.jobs = found
                self._freeze()

    def _read(self) -> dict[str, Any]:
        return {
            "jobs": [
                {
                    "id": job.job_id,
                    "kind": job.kind,
                    "status": job.status,
                    "said": job.progress.message if job.error is None else job.error.message,
                    "percent": job.progress.percent,
                }
                for job in self._studio.jobs.list(limit=self._most)
            ]
        }

    def _cancelled(self) -> dict[str, Any]:
        job_id = self.cancel
        self._studio.jobs.cancel(job_id=job_id)
        return {**self._read(), "cancel": "", "message": f"cancelled: {job_id}"}

    def frozen(self) -> str:
        rows = "".join(
            f"<tr><td>{html.escape(one['kind'])}</td><td>{html.escape(one['status'])}</td>"
            f"<td>{html.escape(one['said'])}</td></tr>"
            for one in self.jobs
        )
        return f"<table>{rows}</table>" if rows else "no jobs"
