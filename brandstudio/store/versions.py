"""Versions of the library's items: accepted, finished or failed, with their files."""

from __future__ import annotations

import json
from typing import NamedTuple

from .area import Area, numbered


class VersionRow(NamedTuple):
    item_id: int
    number: int
    status: str
    operation: str
    based_on: int | None
    job_id: str | None
    prompt: str | None
    prompt_sent: str | None
    engine: str | None
    aspect_ratio: str | None
    resolution: str | None
    output_format: str | None
    sha256: str | None
    mime_type: str | None
    width: int | None
    height: int | None
    bytes: int | None
    thumbnail_sha: str | None
    working_sha: str | None
    facts: str | None
    score: float | None
    warnings: str
    recipe: str | None
    body: str | None
    variant_id: str | None
    created_at: int
    finished_at: int | None


_VERSION = (
    "item_id, number, status, operation, based_on, job_id, prompt, prompt_sent, engine, aspect_ratio, resolution, "
    "output_format, sha256, mime_type, width, height, bytes, thumbnail_sha, working_sha, facts, score, warnings, "
    "recipe, body, variant_id, created_at, finished_at"
)


class Versions(Area):
    def add(
        self,
        item_id: int,
        number: int,
        operation: str,
        now: int,
        *,
        based_on: int | None = None,
        job_id: str | None = None,
        prompt: str | None = None,
        aspect_ratio: str | None = None,
        resolution: str | None = None,
        output_format: str | None = None,
    ) -> None:
        """A version that work is to fill."""
        self._run(
            "insert into versions (item_id, number, status, operation, based_on, job_id, prompt, aspect_ratio, "
            "resolution, output_format, created_at) values (?, ?, 'processing', ?, ?, ?, ?, ?, ?, ?, ?)",
            item_id,
            number,
            operation,
            based_on,
            job_id,
            prompt,
            aspect_ratio,
            resolution,
            output_format,
            now,
        )

    def finish(
        self,
        item_id: int,
        number: int,
        now: int,
        *,
        sha256: str | None,
        mime_type: str | None,
        width: int | None,
        height: int | None,
        bytes: int | None,
        thumbnail_sha: str | None,
        working_sha: str | None,
        facts: str | None,
        score: float | None,
        warnings: list[str],
        prompt_sent: str | None = None,
        engine: str | None = None,
        recipe: str | None = None,
        body: str | None = None,
        variant_id: str | None = None,
    ) -> None:
        self._run(
            "update versions set status = 'finished', sha256 = ?, mime_type = ?, width = ?, height = ?, bytes = ?, "
            "thumbnail_sha = ?, working_sha = ?, facts = ?, score = ?, warnings = ?, prompt_sent = ?, engine = ?, "
            "recipe = ?, body = ?, variant_id = ?, finished_at = ? where item_id = ? and number = ?",
            sha256,
            mime_type,
            width,
            height,
            bytes,
            thumbnail_sha,
            working_sha,
            facts,
            score,
            json.dumps(warnings, ensure_ascii=False),
            prompt_sent,
            engine,
            recipe,
            body,
            variant_id,
            now,
            item_id,
            number,
        )

    def set_frame(
        self, item_id: int, number: int, aspect_ratio: str | None, output_format: str
    ) -> None:
        """The ratio and format that the finished picture really has."""
        self._run(
            "update versions set aspect_ratio = ?, output_format = ? where item_id = ? and number = ?",
            aspect_ratio,
            output_format,
            item_id,
            number,
        )

    def keep_words(self, item_id: int, number: int, lines: tuple[str, ...]) -> None:
        """The words that stand in the picture, among what was found about it."""
        kept = self._value(
            "select facts from versions where item_id = ? and number = ?", item_id, number
        )
        if kept is not None:
            facts = {**json.loads(kept), "words": list(lines)}
            self._run(
                "update versions set facts = ? where item_id = ? and number = ?",
                json.dumps(facts, ensure_ascii=False),
                item_id,
                number,
            )

    def fail(self, item_id: int, number: int, now: int) -> None:
        self._run(
            "update versions set status = 'failed', finished_at = ? where item_id = ? and number = ? "
            "and status = 'processing'",
            now,
            item_id,
            number,
        )

    def get(self, item_id: int, number: int) -> VersionRow | None:
        return self._one(
            VersionRow,
            f"select {_VERSION} from versions where item_id = ? and number = ?",
            item_id,
            number,
        )

    def list(self, item_id: int) -> list[VersionRow]:
        """All accepted versions, in order."""
        return self._all(
            VersionRow,
            f"select {_VERSION} from versions where item_id = ? order by number",
            item_id,
        )

    def saved_variant(self, item_id: int | None, variant_id: str) -> tuple[str, int] | None:
        """The live design and version that a banner variant was saved as (in that very design, if
        one is named).
        """
        found = self._db.execute(
            "select items.public_id, versions.number from versions join items on items.id = versions.item_id "
            "where versions.variant_id = ?1 and items.live = 1 and (cast(?2 as bigint) is null or items.id = ?2) "
            "order by items.id, versions.number limit 1",
            numbered(variant_id, item_id),
        ).fetchone()
        return None if found is None else (str(found[0]), int(found[1]))

    def copy(self, from_item: int, to_item: int) -> None:
        """All finished versions of one item as those of another, in the same numbers."""
        self._run(
            "insert into versions (item_id, number, status, operation, based_on, prompt, prompt_sent, engine, "
            "aspect_ratio, resolution, output_format, sha256, mime_type, width, height, bytes, thumbnail_sha, working_sha, "
            "facts, score, warnings, recipe, body, created_at, finished_at) "
            "select ?, number, status, operation, based_on, prompt, prompt_sent, engine, aspect_ratio, resolution, "
            "output_format, sha256, mime_type, width, height, bytes, thumbnail_sha, working_sha, facts, score, warnings, "
            "recipe, body, created_at, finished_at from versions where item_id = ? and status <> 'processing'",
            to_item,
            from_item,
        )
