"""The worker: takes up jobs under a lease, carries them out, delivers events, sweeps what is due.

A job is claimed with a fence number; every write of its pipeline names it, so that a worker which
slept through its lease can't finish what another has taken over. Workers hold an operating-system
lock on a file of their own: where that lock is free the worker is gone, and its jobs are taken up
at once instead of when the lease ends.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from ..care.reading import catch_up
from ..care.sweeping import sweep
from ..care.trying import rest_from_files, try_files
from ..context import Context, JobContext, LeaseLost
from ..errors import JobCancelled, ServiceBusy, StudioError
from ..jobs import kinds
from ..jobs.failing import fail
from ..jobs.lease import LEASE_MS, MAX_ATTEMPTS, RENEW_SECONDS
from ..models.jobs import JOB_KINDS, JobKind
from ..pipelines import PIPELINES, delivery
from ..store.claiming import Claim
from ..store.jobs import ANY_KIND
from ..store.outbox import EVENTS
from ..store.trouble import FilesAway, trouble
from .bell import Bell

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..store.engine import Listening
    from ..store.jobs import JobRow
    from .service import Service

log = logging.getLogger("brandstudio.worker")

SWEEP_SECONDS = 600.0
READ_SECONDS = 2.0
IDLE_SECONDS = 0.25
LISTENING_SECONDS = 5.0
"""How often idle threads look all the same where work is announced to them: for leases that ran out,
redeliveries that are due, and what should have been heard.
"""
TURN_SECONDS = 0.001
"""How long a thread may keep the interpreter while another waits for it; 0.005 is Python's own, and a
person's preview asks for it a hundred times.
"""
STAND_BACK = 5
"""The niceness of threads that carry out jobs, beside those that answer."""


class Worker:
    """Carries out the work of one data folder, on threads of its own or (``run_one``) on the
    caller's.
    """

    def __init__(
        self, service: Service, threads: int = 2, kinds: Sequence[JobKind] = JOB_KINDS
    ) -> None:
        self.service = service
        self._count, self._kinds = threads, tuple(kinds)
        self._served = ""
        self._turn: float | None = None
        self._threads: list[threading.Thread] = []
        self._keeper: threading.Thread | None = None
        self._carried = 0
        self._stopping, self._released = threading.Event(), threading.Event()
        self._current: dict[str, JobContext] = {}
        self._lock = threading.Lock()
        self._swept = self._read_at = float("-inf")
        self._deliveries = delivery.Deliveries(service.context("", "worker"))
        self._looked = float("-inf")
        self._jobs_bell, self._events_bell = Bell(), Bell()
        self._listener: Listening | None = None

    @property
    def running(self) -> bool:
        """Whether its threads work."""
        return any(thread.is_alive() for thread in self._threads)

    def start(self) -> None:
        """Start the threads: some for jobs, one for deliveries and sweeps, one that renews
        leases.
        """
        self._stopping.clear()
        self.service.before_closing(self.stop)
        self._listener = self.service.store.database.listen(self._heard)
        self._turn = sys.getswitchinterval()
        sys.setswitchinterval(min(self._turn, TURN_SECONDS))
        names = [
            *(f"brandstudio-job-{number}" for number in range(self._count)),
            "brandstudio-events",
        ]
        for name in names:
            target = self._deliver if name == "brandstudio-events" else self._work
            self._threads.append(threading.Thread(target=target, name=name, daemon=True))
        self._threads.append(
            threading.Thread(target=self._renew, name="brandstudio-leases", daemon=True)
        )
        for thread in self._threads:
            thread.start()

    def stop(self, grace_seconds: float = 30.0) -> None:
        """Let work in flight finish for so long, then give its leases back."""
        self._stopping.set()
        self._heard("")
        end = time.monotonic() + grace_seconds
        for thread in self._threads:
            thread.join(max(0.0, end - time.monotonic()))
        with self._lock:
            left = list(self._current.values())
        for ctx in left:
            self._release(ctx)
        self._threads = []
        if self._listener is not None:
            self._listener.close()
            self._listener = None
        if self._turn is not None:
            sys.setswitchinterval(self._turn)
            self._turn = None

    # -- what is announced -------------------------------------------------------------------------

    def _heard(self, work: str) -> None:
        """Wake those whom it concerns; all where it says nothing."""
        if work in ("", ANY_KIND) or work in self._kinds:
            self._jobs_bell.ring()
        if work in ("", EVENTS):
            self._events_bell.ring()

    def _pause(self) -> float:
        """How long an idle thread waits for the bell before it looks by itself."""
        return LISTENING_SECONDS if self._listener and self._listener.hears else IDLE_SECONDS

    # -- on the caller's thread --------------------------------------------------------------------

    def run_one(self) -> bool:
        """Carry out one job, or deliver what is due; False when there is nothing to do now."""
        self.take_back()
        job = self._claim()
        if job is not None:
            self._keep_leases()
            self._carry_out(job)
            return True
        if self._deliveries.step(settle=True) > 0:
            return True
        ctx = self.service.context("", "worker")
        try_files(ctx)
        self._sweep(ctx)
        return False

    def _care(self, ctx: Context) -> None:
        """What is done beside deliveries, and must not hold them up where it fails."""
        for part in (try_files, self._sweep, self._read):
            try:
                part(ctx)
            except ServiceBusy as error:
                log.info("the store is busy: %s", error.message)
            except Exception:
                log.exception("care for the store stumbled; deliveries go on")

    def _sweep(self, ctx: Context) -> None:
        if time.monotonic() - self._swept > SWEEP_SECONDS:
            self._swept = time.monotonic()
            sweep(ctx)

    def _read(self, ctx: Context) -> None:
        """Read for search what came in, a little at a time so that deliveries do not wait."""
        if time.monotonic() - self._read_at > READ_SECONDS:
            self._read_at = time.monotonic()
            read = catch_up(lambda id: self.service.context(id, "worker"), ctx)
            if read:
                self._read_at = float("-inf")

    def _keep_leases(self) -> None:
        """Have a thread beside this one that renews leases: one for job after job, since starting
        one takes as long as charging for a banner. It ends when it finds nothing under way.
        """
        with self._lock:
            self._carried += 1
            if self._keeper is not None:
                return
            self.service.before_closing(self._let_go)
            self._released.clear()
            self._keeper = threading.Thread(
                target=self._renew_while_carrying, name="brandstudio-lease", daemon=True
            )
            self._keeper.start()

    def _renew_while_carrying(self) -> None:
        seen = -1
        while not self._released.wait(RENEW_SECONDS):
            with self._lock:
                if seen == self._carried and not self._current:
                    self._keeper = None
                    return
                seen = self._carried
            self._renew_once()

    def _let_go(self) -> None:
        """End the thread of `run_one`, before its connection is closed."""
        self._released.set()
        keeper = self._keeper
        if keeper is not None:
            keeper.join()
        self._keeper = None

    # -- threads -----------------------------------------------------------------------------------

    def _work(self) -> None:
        _stand_back()
        while not self._stopping.is_set():
            rung = self._jobs_bell.rung
            try:
                self.take_back()
                job = self._claim()
                if job is None:
                    self._jobs_bell.wait(rung, self._pause())
                else:
                    self._carry_out(job)
            except ServiceBusy:
                self._stopping.wait(1.0)
            except Exception:
                log.exception("the worker stumbled and goes on")
                self._stopping.wait(1.0)

    def _deliver(self) -> None:
        ctx = self.service.context("", "worker")
        deliveries = delivery.Deliveries(ctx)
        soonest = max(IDLE_SECONDS, min(ctx.settings.webhook_retry_seconds) / 10)
        while not self._stopping.is_set():
            rung = self._events_bell.rung
            try:
                moved = deliveries.step()
                self._care(ctx)
                if moved == 0 and deliveries.flying:
                    self._stopping.wait(IDLE_SECONDS)
                elif moved == 0:
                    self._events_bell.wait(rung, min(self._pause(), soonest))
            except ServiceBusy:
                self._stopping.wait(1.0)
            except Exception:
                log.exception("delivery stumbled and goes on")
                self._stopping.wait(1.0)
        deliveries.close()

    def _renew(self) -> None:
        self._renew_until(self._stopping)
        # While a stop waits for work in flight, its leases go on.
        while any(
            thread.is_alive()
            for thread in self._threads
            if thread is not threading.current_thread()
        ):
            self._renew_once()
            time.sleep(1.0)

    def _renew_until(self, done: threading.Event) -> None:
        while not done.wait(RENEW_SECONDS):
            self._renew_once()

    def _renew_once(self) -> None:
        with self._lock:
            held = list(self._current.values())
        try:
            for ctx in held:
                # A row that nobody else writes: it waits for no other writer.
                with self.service.store.beside("").mark() as tx:
                    tx.jobs.renew(ctx.job_id, ctx.fence, self.service.clock.tick() + LEASE_MS)
        except Exception:
            log.exception("a lease could not be renewed")

    # -- one job -----------------------------------------------------------------------------------

    def take_back(self) -> None:
        """Free the jobs and events of processes that are gone."""
        if time.monotonic() - self._looked < 1.0:
            return
        self._looked = time.monotonic()
        with self.service.store.read() as tx:
            holders = {*tx.jobs.running_workers(), *tx.outbox.holders()}
        gone = self.service.process.gone(holders)
        if gone:
            with self.service.store.write() as tx:
                for id in gone:
                    tx.jobs.free_of_worker(id)
                    tx.outbox.free_of_worker(id)
                self.service.process.forget(gone, tx)

    def _claim(self) -> JobRow | None:
        tick, me = self.service.clock.tick(), self.service.process.id
        with self.service.store.read() as tx:
            if not tx.claims.any(tick, self._kinds):
                return None
            if tx.hold_ups.standing(self.service.clock.now()) is not None:
                return None  # what is made could not be kept
        # Rows that others are about to take are passed over: workers wait for nobody. A power cut
        # ends all workers of a file: a claim that is lost with it leaves the job where it waited.
        with self.service.store.beside(f"claims:{me}").mark() as tx:
            found = tx.claims.next(
                Claim(me, self.service.clock.now(), tick, tick + LEASE_MS),
                self._kinds,
                self._served,
            )
        if found is not None:
            self._served = found.workspace_id
        return found

    def _carry_out(self, job: JobRow) -> None:
        with self.service.traces.span(
            f"job {job.operation}",
            "consumer",
            job.trace,
            job_id=job.id,
            job_kind=job.kind,
            workspace=job.workspace_id,
            attempt=job.attempts,
            waited_ms=max(0, self.service.clock.now() - job.created_at),
        ):
            self._try_to(job)

    def _try_to(self, job: JobRow) -> None:
        base = self.service.context(job.workspace_id, job.id)
        ctx = JobContext(**vars(base) | {"job_id": job.id, "fence": job.fence})
        if job.attempts > MAX_ATTEMPTS:
            self._give_up(
                ctx,
                job,
                StudioError(
                    "The work broke off three times and was given up; nothing was charged."
                ),
            )
            return
        if job.cancel_requested:
            self._give_up(ctx, job, JobCancelled())
            return
        with self._lock:
            self._current[job.id] = ctx
        try:
            asked = kinds.read(job)
            PIPELINES[type(asked)](ctx, job, asked)
        except LeaseLost:
            log.warning("job %s was taken over by another worker", job.id)
        except ServiceBusy as error:
            self._put_back(ctx, job, error)
        except StudioError as error:
            self._give_up(ctx, job, error)
        except Exception as error:
            passing = trouble(error)
            if passing is not None:
                self._put_back(ctx, job, passing)
                return
            log.exception("job %s (%s) failed", job.id, job.kind)
            self._give_up(ctx, job, StudioError())
        except BaseException:
            # Somebody pressed Ctrl-C while waiting: the work goes back to where it waited.
            self._release(ctx)
            raise
        finally:
            with self._lock:
                self._current.pop(job.id, None)

    def _put_back(self, ctx: JobContext, job: JobRow, why: ServiceBusy) -> None:
        """A full disk or a long queue is no fault of the job: it waits for better times."""
        log.warning("job %s waits: %s", job.id, why.message)
        ctx.traces.note(error=why.code)
        if isinstance(why, FilesAway):
            rest_from_files(ctx, why)
            self._release(ctx)
            return
        self._stopping.wait(0.5)
        self._release(ctx)
        self._stopping.wait(1.0)

    def _give_up(self, ctx: JobContext, job: JobRow, error: StudioError) -> None:
        """End a job badly, when the store takes it."""
        ctx.traces.note(error=error.code)

        def end() -> None:
            with self.service.store.write() as tx:
                fail(ctx, tx, job, error)

        ctx.owe(end)

    def _release(self, ctx: JobContext) -> None:
        """Give a job's lease back, so that it is taken up again."""

        def release() -> None:
            with self.service.store.write() as tx:
                tx.jobs.release(ctx.job_id, ctx.fence, ctx.now())

        ctx.owe(release)


def _stand_back() -> None:
    """Let the threads of this process that answer somebody go before this one, where a thread has a
    priority of its own and its process none yet.
    """
    if sys.platform == "linux" and os.getpriority(os.PRIO_PROCESS, 0) == 0:
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), STAND_BACK)
