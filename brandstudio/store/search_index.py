"""The search index: an item's words and facts, the words of a workspace, and what is to be read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Set
from typing import NamedTuple

from ..domain import search_facts as facts
from ..domain.search_query import Term
from ..domain.search_words import (
    COMPOUNDING,
    STEMMERS,
    distance,
    errors_allowed,
    folded,
    grams,
    inner_grams,
    is_compound_of,
    is_headed_by,
    stem,
    stems,
    words,
)
from .engine import PerEngine
from .lexemes import tsvector
from .search_entry import Item, columns, facts_of, vocabulary
from .search_hits import TEXT, SearchHits, among
from .searching import quoted
from .vectors import this_change

_PUT = PerEngine(
    f"insert or replace into search_items (rowid, {', '.join(TEXT)}, facts) values (?, ?, ?, ?, ?, ?, ?)",
    f"insert into search_items (rowid, {', '.join(TEXT)}, facts, lexemes) values (?, ?, ?, ?, ?, ?, ?, ?::tsvector) "
    "on conflict (rowid) do update set "
    + ", ".join(f"{column} = excluded.{column}" for column in (*TEXT, "facts", "lexemes")),
)
#: What an item is counts as a change of its vectors: what is held of them in memory has both.
_CHANGED = (
    "update search_vectors set changed = {}(?, 1 + (select max(o.changed) from search_vectors o "
    "where o.space = search_vectors.space and o.workspace_id = search_vectors.workspace_id)) where item_id = ?"
)
_CHANGED_NOW = PerEngine(_CHANGED.format("max"), _CHANGED.format("greatest"))
_SAID = PerEngine("json_extract(v.body, '$.text')", "v.body::json ->> 'text'")
_PALETTE = PerEngine(
    "json_extract(v.facts, '$.measures.palette')", "v.facts::json #>> '{measures,palette}'"
)
_SEEN = PerEngine("json_extract(v.facts, '$.words')", "v.facts::json #>> '{words}'")
_PLAIN = re.compile("[a-z0-9]{3,40}")
_MOST_FORMS = 40
_MOST_NEAR = 200


class Pending(NamedTuple):
    """An item that is to be read, with the words that it is read from."""

    id: int
    workspace_id: str
    title: str
    tags: str
    description: str
    prompt: str
    body: str | None
    thumbnail_sha: str | None
    picture_sha: str | None
    number: int | None
    facts: str | None
    updated_at: int
    made_from: str | None


class Forms(NamedTuple):
    """The words that may stand in a term's place: other forms and compounds of it, or, where the
    workspace knows no such word, those nearest to it.
    """

    also: tuple[str, ...] = ()
    corrected: tuple[str, ...] = ()


class SearchIndex(SearchHits):
    # -- keeping it --------------------------------------------------------------------------------

    def put(self, id: int, *, anew: bool = False) -> None:
        """Bring the index up to date with an item; ``anew`` whether or not it seems to be."""
        item = self._one(
            Item,
            "select i.id, i.workspace_id, i.folder_id, i.kind, i.live, "
            "case when i.status = 'failed' and i.total_versions = 0 then 1 else 0 end, "
            "i.trashed_at, i.score, i.title, i.tags, "
            f"i.system_tags, i.description, i.prompt, i.filename, {self._said(_SAID)}, "
            f"{self._said(_PALETTE)}, {self._said(_SEEN)}, i.l1_id, i.l2_id, i.l3_id, i.l4_id, i.l5_id, i.l6_id "
            "from items i left join versions v on v.item_id = i.id and v.number = i.current_version where i.id = ?",
            id,
        )
        assert item is not None
        said = columns(item)
        tokens = " ".join(facts_of(item))
        before = self._texts(id)
        if before == (*said, tokens) and not anew:
            return
        lexemes = () if self._db.engine == "sqlite" else (tsvector(TEXT, said, tokens),)
        self._run(_PUT, id, *said, tokens, *lexemes)
        if before is None or before[-1] != tokens:
            self._run(_CHANGED_NOW, this_change(), id)
        if before is None or before[:-1] != said or anew:
            old = set() if before is None or anew else vocabulary(before[:-1])
            new = vocabulary(said)
            self._know(item.workspace_id, new - old)
            self._forget(item.workspace_id, old - new)
            self.await_reading(item.workspace_id, id, ("words", "meaning"))

    def remove(self, workspace_id: str, id: int) -> None:
        """Take an item out, and the words that no other item of its workspace holds."""
        before = self._texts(id)
        self._run("delete from search_items where rowid = ?", id)
        if before is not None:
            self._forget(workspace_id, vocabulary(before[:-1]))

    def clear(self) -> None:
        """Forget everything that ``put`` and reading make anew."""
        for table in ("search_items", "search_stems", "search_grams", "search_words"):
            self._run(f"delete from {table}")

    def _texts(self, id: int) -> tuple[str, ...] | None:
        found: tuple[str, ...] | None = self._db.execute(
            f"select {', '.join(TEXT)}, facts from search_items where rowid = ?", (id,)
        ).fetchone()
        return found

    def _know(self, workspace_id: str, new: set[str]) -> None:
        for word in sorted(new):
            if not self._run(
                "insert into search_words (workspace_id, word) values (?, ?) on conflict do nothing",
                workspace_id,
                word,
            ):
                continue
            word_id = self._word_id(workspace_id, word)
            assert word_id is not None
            self._gram(workspace_id, word_id, grams(word))

    def _gram(self, workspace_id: str, word_id: int, found: Set[str]) -> None:
        self._db.executemany(
            "insert into search_grams values (?, ?, ?) on conflict do nothing",
            [(workspace_id, gram, word_id) for gram in sorted(found)],
        )

    def _forget(self, workspace_id: str, gone: set[str]) -> None:
        """Words leave with the last item that holds them: purged means purged."""
        own = facts.held(workspace_id)
        for word in sorted(gone):
            wanted = f"{among(TEXT, quoted(word))} AND facts:({' OR '.join(map(quoted, own))})"
            if not self._value(
                f"select 1 from search_items where {self.matches} limit 1",
                self.asked(wanted),
            ):
                self._run(
                    "delete from search_words where workspace_id = ? and word = ?",
                    workspace_id,
                    word,
                )

    def _word_id(self, workspace_id: str, word: str) -> int | None:
        found: int | None = self._value(
            "select id from search_words where workspace_id = ? and word = ?", workspace_id, word
        )
        return found

    # -- reading -----------------------------------------------------------------------------------

    def await_reading(self, workspace_id: str, id: int, steps: Iterable[str]) -> None:
        self._db.executemany(
            "insert into search_pending values (?, ?, ?) on conflict do nothing",
            [(step, workspace_id, id) for step in steps],
        )

    def pending(self, step: str, workspace_id: str, most: int, space: str = "") -> list[Pending]:
        """Items that wait for a step of reading, the newest first."""
        return self._all(
            Pending,
            "select i.id, i.workspace_id, i.title, i.tags, i.description, i.prompt, "
            f"{self._said(_SAID)}, v.thumbnail_sha, coalesce(v.working_sha, v.sha256), v.number, v.facts, i.updated_at, "
            "(select made_from from search_vectors s where s.space = ? and s.workspace_id = i.workspace_id and s.item_id = i.id) "
            "from (select item_id from search_pending where step = ? and workspace_id = ? "
            "order by item_id desc limit ?) p join items i on i.id = p.item_id "
            "left join versions v on v.item_id = i.id and v.number = i.current_version",
            space,
            step,
            workspace_id,
            most,
        )

    def pending_count(self, step: str, workspace_id: str, most: int) -> int:
        """How many wait, counted no further than ``most``."""
        return int(
            self._value(
                "select count(*) from (select 1 from search_pending where step = ? and workspace_id = ? limit ?) waiting",
                step,
                workspace_id,
                most,
            )
        )

    def activate(self, workspace_id: str, step: str) -> None:
        """From now on the step is kept up in the background."""
        self._run(
            "insert into search_active values (?, ?) on conflict do nothing", workspace_id, step
        )

    def await_pictures(self, workspace_id: str, step: str) -> None:
        """Every picture of the workspace waits for the step."""
        self._run(
            "insert into search_pending select cast(? as text), workspace_id, id from items "
            "where workspace_id = ? and kind <> 'text' on conflict do nothing",
            step,
            workspace_id,
        )

    def is_active(self, workspace_id: str, step: str) -> bool:
        return bool(
            self._value(
                "select 1 from search_active where workspace_id = ? and step = ?",
                workspace_id,
                step,
            )
        )

    def waiting(self, step: str) -> list[str]:
        """The workspaces that use a step and hold items that wait for it."""
        return self._column(
            "select workspace_id from search_active a where step = ?1 and exists (select 1 from search_pending p "
            "where p.step = ?1 and p.workspace_id = a.workspace_id) order by workspace_id",
            step,
        )

    def done(self, step: str, workspace_id: str, read: Iterable[Pending]) -> None:
        """These were read; what changed in the meantime waits on."""
        self._db.executemany(
            "delete from search_pending where step = ? and workspace_id = ? and item_id = ? "
            "and ? = (select updated_at from items where id = item_id)",
            [(step, workspace_id, item.id, item.updated_at) for item in read],
        )

    def learn(self, workspace_id: str, language: str, said: Iterable[str]) -> None:
        """Keep the stems of words that stand in a text of that language."""
        for word in said:
            root = stem(word, language)
            word_id = self._word_id(workspace_id, folded(word)) if root else None
            if root and word_id is not None:
                self._run(
                    "insert into search_stems values (?, ?, ?, ?) on conflict do nothing",
                    workspace_id,
                    language,
                    root,
                    word_id,
                )
                # A stem may be spelt as the word is not (kerstbomen, kerstboom).
                self._gram(workspace_id, word_id, inner_grams(root))

    # -- asking ------------------------------------------------------------------------------------

    def forms(self, workspace_id: str, term: Term) -> Forms:
        """What may stand in the place of a term, in this workspace."""
        if not term.expandable:
            return Forms()
        spoken = self._languages(workspace_id)
        also = set(self._inflected(workspace_id, term, spoken))
        if spoken & COMPOUNDING:
            also.update(self._compounds(workspace_id, term, spoken))
        also.discard(term.words)
        if also or self._known(workspace_id, term):
            return Forms(tuple(sorted(also))[:_MOST_FORMS])
        return Forms(corrected=self._nearest(workspace_id, term.words))

    def going_on(self, beginning: str) -> tuple[str, ...] | None:
        """The longer words that begin so; None where they are many or not known. FTS5 puts all
        hits of a beginning together before it gives the first; those of words come one by one.
        """
        if self._db.engine != "sqlite" or not _PLAIN.fullmatch(beginning):
            return None
        found = self._column(
            "select term from search_items_terms where term >= ? and term < ? limit ?",
            f"{beginning}0",  # no letter and no number comes before it
            beginning + "\U0010ffff",
            _MOST_FORMS + 1,
        )
        return tuple(found) if len(found) <= _MOST_FORMS else None

    def _known(self, workspace_id: str, term: Term) -> bool:
        end = term.words + ("\U0010ffff" if term.beginning else "")
        return bool(
            self._value(
                "select 1 from search_words where workspace_id = ? and word between ? and ? limit 1",
                workspace_id,
                term.words,
                end,
            )
        )

    def _languages(self, workspace_id: str) -> set[str]:
        """The languages that texts of the workspace were surely in."""
        return set(
            self._column(
                f"select column1 from (values {', '.join(['(?)'] * len(STEMMERS))}) spoken where exists "
                "(select 1 from search_stems where workspace_id = ? and language = column1)",
                *sorted(STEMMERS),
                workspace_id,
            )
        )

    def _inflected(self, workspace_id: str, term: Term, spoken: set[str]) -> list[str]:
        roots = stems(words(term.said)[0], spoken)
        if not roots:
            return []
        return self._column(
            "select distinct w.word from search_stems s join search_words w on w.id = s.word_id "
            f"where s.workspace_id = ? and (s.language, s.stem) in (values {', '.join(['(?, ?)'] * len(roots))}) limit ?",
            workspace_id,
            *(part for pair in roots for part in pair),
            _MOST_FORMS,
        )

    def _compounds(self, workspace_id: str, term: Term, spoken: Set[str]) -> list[str]:
        """Compounds of the word, in languages that write compounds as one: by its letters, and by its
        stem where another form of it ends the compound (flasche in Weinflaschen).
        """
        part, roots = term.words, dict(stems(words(term.said)[0], spoken & COMPOUNDING))
        looked_for = set(roots.values())
        if not any(root in part for root in looked_for):
            looked_for.add(part)
        found = set()
        for letters in sorted(looked_for):
            for word, language, root in self._holding(workspace_id, inner_grams(letters)):
                own = roots.get(language, part)
                if is_compound_of(word, part) or is_headed_by(word, root, part, own, language):
                    found.add(word)
        return sorted(found)

    def _holding(self, workspace_id: str, wanted: Set[str]) -> list[tuple[str, str, str]]:
        """Words that hold all of the trigrams, each with a language that writes compounds as one and
        its stem there.
        """
        if len(wanted) < 2:
            return []
        return self._db.execute(
            "select w.word, s.language, s.stem from search_words w join search_stems s on s.word_id = w.id "
            f"where s.language in ({', '.join('?' * len(COMPOUNDING))}) and w.id in (select word_id from search_grams "
            f"where workspace_id = ? and gram in ({', '.join('?' * len(wanted))}) "
            "group by word_id having count(*) = ?) order by w.word, s.language, s.stem limit ?",
            (*sorted(COMPOUNDING), workspace_id, *sorted(wanted), len(wanted), _MOST_NEAR),
        ).fetchall()

    def _nearest(self, workspace_id: str, word: str) -> tuple[str, ...]:
        most = errors_allowed(word)
        if not most:
            return ()
        wanted = sorted(grams(word))
        found = self._column(
            "select w.word from search_words w join (select word_id, count(*) as n from search_grams "
            f"where workspace_id = ? and gram in ({', '.join('?' * len(wanted))}) group by word_id "
            "order by n desc, word_id limit ?) g on g.word_id = w.id where length(w.word) between ? and ?",
            workspace_id,
            *wanted,
            _MOST_NEAR,
            len(word) - most,
            len(word) + most,
        )
        near = sorted((distance(word, other, most), other) for other in found)
        best = near[0][0] if near else most + 1
        return tuple(other for away, other in near if away == best <= most)[:5]
