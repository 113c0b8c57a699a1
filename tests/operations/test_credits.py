"""Credits: prices, charges, refunds, totals, and that nobody spends twice."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from brandstudio import errors
from brandstudio.models.library import LibraryItem
from brandstudio.studio.studio import Studio
from brandstudio.testing import Bench, Place, Transport

Add = Callable[..., LibraryItem]


def test_pricing_names_every_operation(studio: Studio) -> None:
    prices = studio.credits.pricing().prices
    assert prices == {
        "create_1k": 3,
        "create_2k": 4,
        "create_4k": 8,
        "brandify_1k": 4,
        "brandify_2k": 5,
        "brandify_4k": 9,
        "revise": 4,
        "resize": 2,
        "improve": 5,
        "upload": 1,
        "image_analyse": 1,
        "extract": 10,
        "brand_intake": 5,
        "text_create": 1,
        "banner_create": 2,
        "banner_cover": 3,
        "banner_extend": 2,
    }


def test_a_workspace_starts_with_a_grant(studio: Studio) -> None:
    (grant,) = studio.credits.transactions().transactions
    assert (grant.type, grant.credits, grant.metadata.model_dump(exclude_none=True)) == (
        "grant",
        1000,
        {},
    )


def test_no_starting_credits_record_nothing(shared_bench: Bench, transport: Transport) -> None:
    place = shared_bench.workspace(credits=0)
    assert place.studio(transport).credits.transactions().transactions == []
    assert place.balance == 0


def test_a_charge_uses_the_price_at_acceptance(bench: Bench, add: Add) -> None:
    place = bench.workspace()
    studio = place.studio()
    studio.folders.create(name="Acme")
    place.owner.admin.credits.set_price(operation="upload", credits=0.07)
    for mark in range(3):
        add(studio, mark=mark)
    assert place.balance == 999.79
    assert [entry.credits for entry in studio.credits.transactions().transactions[:3]] == [
        -0.07
    ] * 3
    assert studio.credits.pricing().prices["upload"] == 0.07


def test_top_ups_and_adjustments_never_go_below_zero(place: Place) -> None:
    account = place.owner.admin.credits
    assert account.add(credits=0.5).balance == 1000.5
    assert account.add(credits=-1000.5).balance == 0
    with pytest.raises(errors.InsufficientCredits):
        account.add(credits=-0.01)
    kinds = [entry.type for entry in place.owner.credits.transactions().transactions]
    assert kinds == ["adjustment", "topup", "grant"]


@pytest.mark.parametrize("credits", [0, 0.001, float("nan"), float("inf"), 1e30])
def test_odd_amounts_are_refused(place: Place, credits: float) -> None:
    with pytest.raises(errors.ValidationError):
        place.owner.admin.credits.add(credits=credits)


def test_the_newest_stands_first_and_pages_hold_together(studio: Studio, add: Add) -> None:
    studio.folders.create(name="Acme")
    for mark in range(5):
        add(studio, mark=mark)
    everything = [entry.txn_id for entry in studio.credits.transactions().transactions]
    assert len(everything) == 6
    paged: list[str] = []
    cursor = None
    while True:
        page = studio.credits.transactions(limit=2, cursor=cursor)
        paged += [entry.txn_id for entry in page.transactions]
        cursor = page.next_cursor
        if cursor is None:
            break
        add(studio, mark=9)  # what comes meanwhile stands before the first page
    assert paged == everything
    dates = [entry.created_at for entry in studio.credits.transactions().transactions]
    assert dates == sorted(dates, reverse=True)


@pytest.mark.parametrize("limit", [0, 201])
def test_limits_are_1_to_200(studio: Studio, limit: int) -> None:
    with pytest.raises(errors.ValidationError):
        studio.credits.transactions(limit=limit)


def test_totals_cover_the_folder_and_all_below_within_the_window(bench: Bench, add: Add) -> None:
    studio = bench.workspace().studio()
    studio.folders.create(name="Acme")
    studio.folders.create(name="Summer", parent="acme")
    studio.folders.create(name="Other")
    add(studio, "acme", 1)
    item = add(studio, "acme/summer", 2)
    add(studio, "other", 3)
    accepted = studio.images.resize(
        folder="acme/summer", image_id=item.image_id, aspect_ratio="1:1", resolution="1K"
    )
    studio.jobs.cancel(job_id=accepted.job_id)
    answer = studio.credits.transactions(folder="acme")
    assert answer.totals is not None
    assert answer.totals.model_dump() == {"charged": 4, "refunded": 2, "net": 2}
    assert len(answer.transactions) == 6  # a folder adds totals and filters nothing
    bench.manual_clock.advance(days=91)
    add(studio, "acme", 4)
    late = studio.credits.transactions(folder="acme")
    assert late.totals is not None
    assert (late.totals.charged, len(late.transactions)) == (1, 1)
    early = studio.credits.transactions(folder="acme", since="2026-01-01")
    assert early.totals is not None
    assert (early.totals.charged, len(early.transactions)) == (5, 7)
    assert studio.credits.transactions().totals is None


@pytest.mark.parametrize("since", ["yesterday", "2026-13-01", "", "1", "0000-00-00"])
def test_since_is_a_date(studio: Studio, since: str) -> None:
    with pytest.raises(errors.ValidationError):
        studio.credits.transactions(since=since)


@pytest.mark.parametrize(
    "since",
    [
        "2026-10-04",
        "2026-10-04T10:00:00Z",
        "2026-10-04T10:00:00.5+02:00",
        "0001-01-01",
        "9999-12-31T23:59:59-12:00",
    ],
)
def test_any_date_is_taken(studio: Studio, since: str) -> None:
    studio.credits.transactions(since=since)
    studio.usage.get(since=since)


def test_usage_is_by_day_operation_and_folder(bench: Bench, add: Add) -> None:
    studio = bench.workspace().studio()
    studio.folders.create(name="Acme")
    for mark in range(2):
        add(studio, mark=mark)
    bench.manual_clock.advance(days=1)
    add(studio, mark=2)
    usage = studio.usage.get(folder="acme")
    assert [(row.operation, row.folder, row.calls, row.credits) for row in usage.rows] == [
        ("upload", "acme", 1, 1),
        ("upload", "acme", 2, 2),
    ]
    assert (usage.credits, usage.calls) == (3, 3)
    today = usage.rows[0].day
    assert studio.usage.get(until=today).calls == 2
    assert studio.usage.get(since=today).calls == 1
    assert studio.usage.get(since=today, until=today).calls == 0
    with pytest.raises(errors.ValidationError, match="until"):
        studio.usage.get(until="next month")


def test_another_workspace_sees_no_entry(
    studio: Studio, place: Place, shared_bench: Bench, transport: Transport
) -> None:
    stranger = shared_bench.workspace(credits=1).studio(transport)
    assert [entry.credits for entry in stranger.credits.transactions().transactions] == [1]
    with pytest.raises(errors.FolderNotFound):
        stranger.credits.transactions(folder="acme")


# -- the ledger itself -----------------------------------------------------------------------------


@given(
    st.lists(
        st.one_of(st.integers(-300, 300), st.tuples(st.just("refund"), st.integers(0, 20))),
        max_size=40,
    )
)
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_the_balance_is_the_sum_never_below_zero_and_a_charge_comes_back_once(
    shared_bench: Bench, moves: list[int | tuple[str, int]]
) -> None:
    place = shared_bench.workspace(credits=1)
    ctx = shared_bench.context(place.workspace_id)
    balance = 100
    charges: list[tuple[str, int]] = []
    back: set[str] = set()
    for move in moves:
        with ctx.store.write() as tx:
            if isinstance(move, tuple):
                if not charges:
                    continue
                txn_id, amount = charges[move[1] % len(charges)]
                entry = tx.ledger.get(txn_id)
                assert entry is not None
                assert ctx.refund(tx, entry, "test") is (txn_id not in back)
                balance += 0 if txn_id in back else amount
                back.add(txn_id)
            elif balance + move >= 0:
                kind = "charge" if move < 0 else "topup"
                txn_id = ctx.ids("txn")
                assert (
                    tx.ledger.add(txn_id, ctx.workspace_id, kind, move, "test", ctx.now())
                    == balance + move
                )
                balance += move
                if move < 0:
                    charges.append((txn_id, -move))
            else:
                with pytest.raises(errors.InsufficientCredits):
                    tx.ledger.add(
                        ctx.ids("txn"), ctx.workspace_id, "charge", move, "test", ctx.now()
                    )
    assert place.balance == balance / 100
    with ctx.store.read() as tx:
        assert tx.checks.money() == []


@pytest.mark.folder
def test_the_ledger_is_append_only(bench: Bench) -> None:
    with sqlite3.connect(bench.data / "studio.db") as db:
        for statement in ("update ledger set amount = 5", "delete from ledger"):
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                db.execute(statement)


@pytest.mark.folder
def test_two_refunds_of_one_charge_are_impossible(bench: Bench) -> None:
    ctx = bench.context("default")
    with ctx.store.write() as tx:
        charge = ctx.charge(tx, "upload", "test", None)[0]
        tx.ledger.add("txn_a", "default", "refund", 100, "test", 1, refund_of=charge)
    with pytest.raises(sqlite3.IntegrityError), ctx.store.write() as tx:
        tx.ledger.add("txn_b", "default", "refund", 100, "test", 1, refund_of=charge)
    assert bench.doctor().problems == []


def test_threads_spend_exactly_what_is_there(shared_bench: Bench) -> None:
    place = shared_bench.workspace(credits=12)
    ctx = shared_bench.context(place.workspace_id)

    def spend(_: int) -> bool:
        try:
            with ctx.store.write() as tx:
                ctx.charge(tx, "upload", "test", None)
        except errors.InsufficientCredits:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(spend, range(60))) == 12
    assert place.balance == 0


_SPENDER = """
    import sys
    from pathlib import Path
    from concurrent.futures import ThreadPoolExecutor
    from brandstudio import errors
    from brandstudio.testing import Bench
    bench = Bench(Path(sys.argv[1]))
    ctx = bench.context(sys.argv[2])
    def spend(_):
        try:
            with ctx.store.write() as tx:
                ctx.charge(tx, "upload", "test", None)
        except errors.InsufficientCredits:
            return 0
        return 1
    print("ready", flush=True)
    sys.stdin.readline()
    with ThreadPoolExecutor(4) as pool:
        print(sum(pool.map(spend, range(50))), flush=True)
"""


@pytest.mark.folder
def test_processes_spend_exactly_what_is_there(bench: Bench) -> None:
    place = bench.workspace(credits=60)
    command = [sys.executable, "-c", textwrap.dedent(_SPENDER), str(bench.data), place.workspace_id]
    spenders = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    for spender in spenders:
        assert spender.stdout is not None
        assert spender.stdout.readline() == "ready\n"
    for spender in spenders:
        assert spender.stdin is not None
        spender.stdin.write("go\n")
        spender.stdin.flush()
    assert sum(int(spender.communicate()[0]) for spender in spenders) == 60
    assert place.balance == 0
    assert bench.doctor().problems == []


def test_one_workspaces_data_stays_in_the_folder(bench: Bench, tmp_path: Path) -> None:
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data"]
