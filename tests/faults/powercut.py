"""What may be on a disk after a power cut, from a recording of the calls that a piece of work made.

    python powercut.py FLOW STATES SEED [ext4|strict]   (with the shim loaded: see disk.py)

A flow is recorded once. Then, for each state, the cut falls after some call, and of what had not
been flushed by then a part is lost. ``strict`` is what POSIX promises: a file's content is there
once the file was flushed, a name once its folder was; all else is there or not, in any order and in
pieces of 512 bytes. ``ext4`` (data=ordered) keeps names in their order up to somewhere between the
last flush and the cut, and appended bytes up to somewhere. The service is started on what is left:
what was answered before the cut is there, every invariant holds, and the work can be asked for again
with the same Idempotency-Key for the same price. Prints one line of JSON.
"""

from __future__ import annotations

import json
import random
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from crashing import in_child, prepared
from disk import Disk, recorded
from flows import PRICES, START, Story, fail, opened

PIECE = {"strict": 512, "ext4": 4096}


@dataclass
class Node:
    """A file or a folder, apart from its names."""

    folder: bool
    content: bytes = b""
    writes: list[tuple[int, int, bytes | None]] = field(default_factory=list)
    """When, where and what; without data the file was cut to that length."""
    flushed: int = -1
    """When it was flushed for the last time before the cut."""


@dataclass(frozen=True)
class Naming:
    """A change of names, which happens whole where both are in one folder: when, which, and what they
    name then (None: nothing).
    """

    when: int
    names: tuple[tuple[str, Node | None], ...]


class Recording:
    """The calls of one flow on a copy of a prepared folder, as changes of nodes and names."""

    def __init__(self, root: Path, before: Path, calls: Path) -> None:
        self.names: dict[str, Node] = {}
        self.namings: list[Naming] = []
        self.nodes: list[Node] = []
        self.marks: dict[str, int] = {}
        self.flushes: list[tuple[int, Node]] = []
        self._root = str(root)
        self._now: dict[str, Node] = {}
        self._handles: dict[int, Node] = {}
        self._add("", Node(True), known=True)
        for path in sorted(before.rglob("*")):
            node = Node(path.is_dir(), b"" if path.is_dir() else path.read_bytes())
            self._add(str(path.relative_to(before)), node, known=True)
        self.length = 0
        for call in recorded(calls):
            self._take(*call)
            self.length += 1

    def _add(self, name: str, node: Node, *, known: bool = False) -> Node:
        self.nodes.append(node)
        self._now[name] = node
        if known:
            self.names[name] = node
        return node

    def _inner(self, path: str) -> str:
        return path.removeprefix(self._root).strip("/")

    def _take(self, kind: str, fd: int, at: int, one: str, two: bytes) -> None:
        when, name = self.length, self._inner(one)
        if kind == "o":
            if at & 1:
                self.namings.append(Naming(when, ((name, self._add(name, Node(False))),)))
            node = self._now.get(name)
            if node is not None:
                self._handles[fd] = node
                if at & 2:
                    node.writes.append((when, 0, None))
        elif kind == "c":
            self._handles.pop(fd, None)
        elif kind in "wtf" and fd in self._handles:
            node = self._handles[fd]
            if kind == "f":
                self.flushes.append((when, node))
            else:
                node.writes.append((when, at, two if kind == "w" else None))
        elif kind == "m":
            self.marks[one] = when
        elif kind == "d":
            self.namings.append(Naming(when, ((name, self._add(name, Node(True))),)))
        elif kind == "u":
            self._now.pop(name, None)
            self.namings.append(Naming(when, ((name, None),)))
        elif kind in "rl":
            other, node = self._inner(two.decode()), self._now[name]
            self._now[other] = node
            changed: tuple[tuple[str, Node | None], ...] = ((other, node),)
            if kind == "r":
                self._now.pop(name)
                changed = ((name, None), (other, node))
            self.namings.append(Naming(when, changed))

    def flushed(self, since: str, until: str) -> list[str]:
        """The names of what was waited for between two remarks."""
        named = {id(node): name for name, node in self._now.items()}
        named |= {id(node): name for change in self.namings for name, node in change.names}
        between = range(self.marks[since], self.marks[until])
        return [named[id(node)] for when, node in self.flushes if when in between]

    def after_a_cut(self, cut: int, model: str, rng: random.Random, target: Path) -> None:
        """Write what is left of the folder when the power goes after so many calls."""
        for node in self.nodes:
            node.flushed = -1
        last = -1
        for when, node in self.flushes:
            if when < cut:
                node.flushed = last = when
        reached = rng.randint(last, cut) if last < cut else cut
        names = dict(self.names)
        for naming in self.namings:
            if naming.when < cut:
                names.update(self._kept(naming, model, reached, rng))
        self._write(names, cut, model, reached, rng, target)

    def _kept(
        self, naming: Naming, model: str, reached: int, rng: random.Random
    ) -> dict[str, Node | None]:
        """The names of one change that reached the disk."""
        if model == "ext4":
            return dict(naming.names) if naming.when <= reached else {}
        lucky = rng.random() < 0.5
        same = len({name.rpartition("/")[0] for name, _ in naming.names}) == 1
        kept: dict[str, Node | None] = {}
        for name, node in naming.names:
            folder = self._now.get(name.rpartition("/")[0])
            safe = folder is not None and folder.flushed > naming.when
            if safe or (lucky if same else rng.random() < 0.5):
                kept[name] = node
        return kept

    def _write(
        self,
        names: dict[str, Node | None],
        cut: int,
        model: str,
        reached: int,
        rng: random.Random,
        target: Path,
    ) -> None:
        contents: dict[int, bytes] = {}
        for name in sorted(names):
            node = names[name]
            if node is None or name.endswith("-shm"):  # a memory map: SQLite makes it anew
                continue
            place = target / name
            if node.folder:
                place.mkdir(exist_ok=True, mode=0o700)
            elif place.parent.is_dir():
                if id(node) not in contents:
                    contents[id(node)] = surviving(node, cut, model, reached, rng)
                place.write_bytes(contents[id(node)])
                place.chmod(0o600)


def surviving(node: Node, cut: int, model: str, reached: int, rng: random.Random) -> bytes:
    """The content of a file after the cut."""
    data = bytearray(node.content)
    for when, at, written in node.writes:
        if when >= cut:
            break
        safe = when < node.flushed
        if written is None:
            if safe or (when <= reached if model == "ext4" else rng.random() < 0.5):
                del data[at:]
                data.extend(bytes(at - len(data)))
            continue
        for start, piece in pieces(at, written, PIECE[model]):
            grows = start + len(piece) > len(data)
            if safe or rng.random() < 0.5:
                if len(data) < start:
                    data.extend(bytes(start - len(data)))
                data[start : start + len(piece)] = piece
            elif model == "ext4" and grows:
                return bytes(data)  # appended bytes come in order: the rest of it is lost
    return bytes(data)


def pieces(at: int, data: bytes, size: int) -> Iterator[tuple[int, bytes]]:
    """A write in pieces that a disk takes whole."""
    done = 0
    while done < len(data):
        end = min(len(data), done + size - (at + done) % size)
        yield at + done, data[done:end]
        done = end


def record(data: Path, calls: Path, flow: str) -> None:
    """Carry the flow out once, with remarks where something was answered."""
    disk = Disk(data)
    disk.record(calls)
    with opened(data) as bench:
        story = Story(bench)
        if flow == "failing_create":
            bench.engines.image.before = fail  # type: ignore[attr-defined]
        disk.mark("begun")
        getattr(story, flow)()
        disk.mark("answered")
        bench.run_until_idle()
        disk.mark("done")
    disk.record(None)


def recover(data: Path, flow: str, promised: str) -> None:
    """Start on what is left, and hold it to everything; ``promised`` is how far it was answered."""
    with opened(data) as bench:
        story = Story(bench)
        if flow == "failing_create":
            bench.engines.image.before = fail  # type: ignore[attr-defined]
        problems = [line for line in bench.doctor().problems if "processing, but" not in line]
        assert problems == [], problems
        spent = START - story.studio.admin.credits.balance().balance
        charged = promised == "done" or (promised == "answered" and flow != "failing_create")
        assert spent == PRICES[flow] or not charged, f"{spent} credits after {promised}"
        bench.run_until_idle()
        getattr(story, flow)()
        bench.run_until_idle()
        spent = START - story.studio.admin.credits.balance().balance
        assert spent == PRICES[flow], f"{spent} credits were spent in the end"
        problems = bench.doctor().problems
        assert problems == [], problems
        for item in story.studio.library.list(limit=500).items:
            assert item.status == "failed" or story.studio.read(item.url or "")


def main(flow: str, states: int, seed: int, models: tuple[str, ...]) -> None:
    bad, rng = [], random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        base, data, calls = (Path(folder) / name for name in ("base", "data", "calls"))
        prepared(base)
        shutil.copytree(base, data)
        assert in_child(lambda: record(data, calls, flow)) == 0
        recording = Recording(data, base, calls)
        for number in range(states):
            model = models[number % len(models)]
            # Starting makes most of the calls of a short flow: most cuts fall behind it.
            first = recording.marks["begun"] if number % 8 else 1
            cut = rng.randint(first, recording.length)
            left = Path(folder) / "left"
            left.mkdir(mode=0o700)
            recording.after_a_cut(cut, model, rng, left)
            promised = [mark for mark, when in recording.marks.items() if when < cut]
            told = promised[-1] if promised else "begun"
            if in_child(lambda left=left, told=told: recover(left, flow, told)) != 0:  # type: ignore[misc]
                bad.append([number, model, cut])
            shutil.rmtree(left)
    print(json.dumps({"states": states, "calls": recording.length, "bad": bad}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), tuple(sys.argv[4:]) or ("ext4", "strict"))
