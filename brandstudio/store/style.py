"""What a folder looks like and says: references, learned styles, identity, rules, logos, fonts."""

from __future__ import annotations

import builtins
from typing import NamedTuple

from .area import Area


class ReferenceRow(NamedTuple):
    id: int
    public_id: str
    folder_id: int
    domain: str
    category: str
    item_id: int
    version: int
    filename: str
    sha256: str
    thumbnail_sha: str | None
    mime_type: str
    width: int
    height: int
    facts: str | None
    created_at: int
    item_public_id: str


class StyleRow(NamedTuple):
    folder_id: int
    domain: str
    version: int
    photo_style: str | None
    visual_world: str | None
    design_style: str | None
    created_at: int


class IdentityRow(NamedTuple):
    folder_id: int
    palette: str | None
    voice: str | None
    purpose: str | None
    updated_at: int


class RuleRow(NamedTuple):
    id: int
    public_id: str
    folder_id: int
    kind: str
    text: str
    check_json: str | None
    source: str
    evidence: str | None
    last_caught_at: int | None
    last_caught: str | None
    created_at: int
    enforce: int


class LogoRow(NamedTuple):
    id: int
    folder_id: int
    name: str
    variant: str
    is_primary: int
    sha256: str
    mime_type: str
    width: int
    height: int
    created_at: int


class FontRow(NamedTuple):
    id: int
    public_id: str
    folder_id: int
    family: str
    role: str
    style: str
    weight_min: int
    weight_max: int
    face_index: int
    scripts: str
    sha256: str
    filename: str
    bytes: int
    created_at: int


_REFERENCE = (
    "r.id, r.public_id, r.folder_id, r.domain, r.category, r.item_id, r.version, r.filename, r.sha256, r.thumbnail_sha, "
    "r.mime_type, r.width, r.height, r.facts, r.created_at, items.public_id"
)


class References(Area):
    def style_version(self, folder_id: int, domain: str) -> int:
        return int(
            self._value(
                "select style_version from reference_sets where folder_id = ? and domain = ?",
                folder_id,
                domain,
            )
            or 0
        )

    def set_style_version(self, folder_id: int, domain: str, version: int) -> None:
        self._run(
            "insert into reference_sets values (?, ?, ?) on conflict (folder_id, domain) "
            "do update set style_version = excluded.style_version",
            folder_id,
            domain,
            version,
        )

    def list(self, folder_id: int, domain: str) -> builtins.list[ReferenceRow]:
        return self._all(
            ReferenceRow,
            f"select {_REFERENCE} from golden_references r join items on items.id = r.item_id "
            "where r.folder_id = ? and r.domain = ? order by r.id",
            folder_id,
            domain,
        )

    def names(self, folder_id: int) -> builtins.list[tuple[str, str]]:
        """The domain and the public id of each reference of the folder, in their order."""
        return [
            (domain, public_id)
            for domain, public_id in self._execute(
                "select domain, public_id from golden_references where folder_id = ? order by id",
                (folder_id,),
            )
        ]

    def of_item(self, item_id: int) -> builtins.list[ReferenceRow]:
        return self._all(
            ReferenceRow,
            f"select {_REFERENCE} from golden_references r join items on items.id = r.item_id where r.item_id = ?",
            item_id,
        )

    def add(
        self,
        public_id: str,
        folder_id: int,
        domain: str,
        category: str,
        item_id: int,
        version: int,
        filename: str,
        sha256: str,
        thumbnail_sha: str | None,
        mime_type: str,
        width: int,
        height: int,
        facts: str | None,
        now: int,
    ) -> int:
        return self._insert(
            "insert into golden_references (public_id, folder_id, domain, category, item_id, version, filename, sha256, "
            "thumbnail_sha, mime_type, width, height, facts, created_at) "
            "values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            public_id,
            folder_id,
            domain,
            category,
            item_id,
            version,
            filename,
            sha256,
            thumbnail_sha,
            mime_type,
            width,
            height,
            facts,
            now,
        )

    def remove(self, id: int) -> None:
        self._run("delete from golden_references where id = ?", id)


class Styles(Area):
    def get(self, folder_id: int, domain: str, version: int) -> StyleRow | None:
        return self._one(
            StyleRow,
            "select folder_id, domain, version, photo_style, visual_world, design_style, created_at from styles "
            "where folder_id = ? and domain = ? and version = ?",
            folder_id,
            domain,
            version,
        )

    def learned(self, folder_id: int) -> dict[str, tuple[int, StyleRow | None]]:
        """The number that each domain of the folder stands at, and what was learned under it."""
        rows = self._execute(
            "select r.domain, r.style_version, s.folder_id, s.domain, s.version, s.photo_style, "
            "s.visual_world, s.design_style, s.created_at from reference_sets r left join styles s "
            "on s.folder_id = r.folder_id and s.domain = r.domain and s.version = r.style_version "
            "where r.folder_id = ?",
            (folder_id,),
        )
        return {
            domain: (version, None if style[0] is None else StyleRow._make(style))
            for domain, version, *style in rows
        }

    def add(
        self,
        folder_id: int,
        domain: str,
        version: int,
        photo_style: str | None,
        visual_world: str | None,
        design_style: str | None,
        now: int,
    ) -> None:
        self._run(
            "insert into styles values (?, ?, ?, ?, ?, ?, ?)",
            folder_id,
            domain,
            version,
            photo_style,
            visual_world,
            design_style,
            now,
        )

    def copy(self, from_folder: int, to_folder: int) -> None:
        self._run(
            "insert into styles select ?, domain, version, photo_style, visual_world, design_style, created_at "
            "from styles where folder_id = ?",
            to_folder,
            from_folder,
        )
        self._run(
            "insert into reference_sets select ?, domain, style_version from reference_sets "
            "where folder_id = ? on conflict (folder_id, domain) "
            "do update set style_version = excluded.style_version",
            to_folder,
            from_folder,
        )


class Identities(Area):
    def get(self, folder_id: int) -> IdentityRow | None:
        return self._one(
            IdentityRow,
            "select folder_id, palette, voice, purpose, updated_at from identities where folder_id = ?",
            folder_id,
        )

    def set(
        self, folder_id: int, palette: str | None, voice: str | None, purpose: str | None, now: int
    ) -> None:
        self._run(
            "insert into identities values (?, ?, ?, ?, ?) on conflict (folder_id) do update set "
            "palette = excluded.palette, voice = excluded.voice, purpose = excluded.purpose, "
            "updated_at = excluded.updated_at",
            folder_id,
            palette,
            voice,
            purpose,
            now,
        )


_RULE = "id, public_id, folder_id, kind, text, check_json, source, evidence, last_caught_at, last_caught, created_at, enforce"


class Rules(Area):
    def list(self, folder_id: int) -> builtins.list[RuleRow]:
        return self._all(
            RuleRow, f"select {_RULE} from rules where folder_id = ? order by id", folder_id
        )

    def get(self, folder_id: int, public_id: str) -> RuleRow | None:
        return self._one(
            RuleRow,
            f"select {_RULE} from rules where folder_id = ? and public_id = ?",
            folder_id,
            public_id,
        )

    def add(
        self,
        public_id: str,
        folder_id: int,
        kind: str,
        text: str,
        check_json: str | None,
        source: str,
        evidence: str | None,
        now: int,
    ) -> None:
        self._run(
            "insert into rules (public_id, folder_id, kind, text, check_json, source, evidence, created_at) "
            "values (?, ?, ?, ?, ?, ?, ?, ?)",
            public_id,
            folder_id,
            kind,
            text,
            check_json,
            source,
            evidence,
            now,
        )

    def change(self, id: int, text: str, check_json: str | None) -> None:
        self._run("update rules set text = ?, check_json = ? where id = ?", text, check_json, id)

    def enforce(self, public_id: str, on: bool) -> None:
        self._run("update rules set enforce = ? where public_id = ?", int(on), public_id)

    def caught(self, public_id: str, what: str, now: int) -> None:
        self._run(
            "update rules set last_caught_at = ?, last_caught = ? where public_id = ?",
            now,
            what[:200],
            public_id,
        )

    def remove(self, id: int) -> None:
        self._run("delete from rules where id = ?", id)


_LOGO = "id, folder_id, name, variant, is_primary, sha256, mime_type, width, height, created_at"


class Logos(Area):
    def list(self, folder_id: int) -> builtins.list[LogoRow]:
        return self._all(
            LogoRow,
            f"select {_LOGO} from logos where folder_id = ? order by is_primary desc, id",
            folder_id,
        )

    def named(self, folder_id: int, name: str) -> builtins.list[LogoRow]:
        return self._all(
            LogoRow,
            f"select {_LOGO} from logos where folder_id = ? and name = ? order by id",
            folder_id,
            name,
        )

    def put(
        self,
        folder_id: int,
        name: str,
        variant: str,
        is_primary: bool,
        sha256: str,
        mime_type: str,
        width: int,
        height: int,
        now: int,
    ) -> int:
        """Add the variant, or put this file in its place."""
        return int(
            self._value(
                "insert into logos (folder_id, name, variant, is_primary, sha256, mime_type, width, height, created_at) "
                "values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (folder_id, name, variant) do update set "
                "sha256 = excluded.sha256, mime_type = excluded.mime_type, width = excluded.width, "
                "height = excluded.height, is_primary = excluded.is_primary returning id",
                folder_id,
                name,
                variant,
                int(is_primary),
                sha256,
                mime_type,
                width,
                height,
                now,
            )
        )

    def make_primary(self, folder_id: int, name: str) -> None:
        self._run(
            "update logos set is_primary = case when name = ? then 1 else 0 end where folder_id = ?",
            name,
            folder_id,
        )

    def remove(self, id: int) -> None:
        self._run("delete from logos where id = ?", id)


_FONT = (
    "id, public_id, folder_id, family, role, style, weight_min, weight_max, face_index, scripts, sha256, filename, bytes, "
    "created_at"
)


class Fonts(Area):
    def list(self, folder_id: int) -> builtins.list[FontRow]:
        return self._all(
            FontRow, f"select {_FONT} from fonts where folder_id = ? order by id", folder_id
        )

    def get(self, folder_id: int, public_id: str) -> FontRow | None:
        return self._one(
            FontRow,
            f"select {_FONT} from fonts where folder_id = ? and public_id = ?",
            folder_id,
            public_id,
        )

    def add(
        self,
        public_id: str,
        folder_id: int,
        family: str,
        role: str,
        style: str,
        weight_min: int,
        weight_max: int,
        face_index: int,
        scripts: str,
        sha256: str,
        filename: str,
        bytes: int,
        now: int,
    ) -> int:
        return self._insert(
            "insert into fonts (public_id, folder_id, family, role, style, weight_min, weight_max, face_index, scripts, "
            "sha256, filename, bytes, created_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            public_id,
            folder_id,
            family,
            role,
            style,
            weight_min,
            weight_max,
            face_index,
            scripts,
            sha256,
            filename,
            bytes,
            now,
        )

    def set_role(self, id: int, role: str) -> None:
        self._run("update fonts set role = ? where id = ?", role, id)

    def remove(self, id: int) -> None:
        self._run("delete from fonts where id = ?", id)
