-- Search by words, by facts, by meaning and by likeness.
--
-- search_items holds the words of an item and, as tokens of the column "facts", what it is: its
-- workspace and folders, kind, tags, score, colours. A filter is then one more word to match, and a
-- count needs no other table. What SQL alone can't fill in (words without accents, stems, colours)
-- follows item by item: search_pending says of which.
create virtual table search_items using fts5 (
    title, tags, description, prompt, filename, facts,
    tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'"
);
insert into search_items (rowid, title, tags, description, prompt, filename, facts)
select
    i.id, s.title, s.tags,
    s.description || coalesce(' ' || json_extract(v.body, '$.text'), ''),
    s.prompt, s.filename,
    case when i.live then 'w' when i.trashed_at is not null then 'x' else 'y' end
        || replace(lower(i.workspace_id), '_', '') || ' f' || i.folder_id
        || ' s' || i.l1_id || coalesce(' s' || i.l2_id, '') || coalesce(' s' || i.l3_id, '')
        || coalesce(' s' || i.l4_id, '') || coalesce(' s' || i.l5_id, '') || coalesce(' s' || i.l6_id, '')
        || ' k' || i.kind || coalesce(' r' || cast(i.score as integer), '')
        || coalesce(' ' || (select group_concat('t' || lower(hex(t.tag)), ' ') from item_tags t where t.item_id = i.id), '')
from items i
join items_search s on s.rowid = i.id
left join versions v on v.item_id = i.id and v.number = i.current_version;
drop table items_search;

-- What is still to be read of an item: its words, its look, its meaning.
create table search_pending (
    step text not null,
    workspace_id text not null,
    item_id integer not null references items (id) on delete cascade,
    primary key (step, workspace_id, item_id)
) without rowid;
create index search_pending_by_item on search_pending (item_id);
insert into search_pending select 'words', workspace_id, id from items;
insert into search_pending select 'meaning', workspace_id, id from items;
insert into search_pending select 'look', workspace_id, id from items where kind <> 'text';

-- Which steps of reading a workspace has come to use: they are kept up in the background.
create table search_active (
    workspace_id text not null references workspaces (id),
    step text not null,
    primary key (workspace_id, step)
) without rowid;

-- The words of a workspace's items: what a typing error, another form or a part of a compound may
-- have meant. A word goes with the last item that holds it.
create table search_words (
    id integer primary key,
    workspace_id text not null,
    word text not null,
    unique (workspace_id, word)
);
create table search_grams (
    workspace_id text not null,
    gram text not null,
    word_id integer not null references search_words (id) on delete cascade,
    primary key (workspace_id, gram, word_id)
) without rowid;
create index search_grams_by_word on search_grams (word_id);
create table search_stems (
    workspace_id text not null,
    language text not null,
    stem text not null,
    word_id integer not null references search_words (id) on delete cascade,
    primary key (workspace_id, language, stem, word_id)
) without rowid;
create index search_stems_by_word on search_stems (word_id);

-- Vectors of meaning and of look, half floats, with what they were made from.
create table search_vectors (
    space text not null,
    workspace_id text not null,
    item_id integer not null references items (id) on delete cascade,
    made_from text not null,
    changed integer not null,
    vector blob not null,
    primary key (space, workspace_id, item_id)
) without rowid;
create index search_vectors_by_item on search_vectors (item_id);
create index search_vectors_changed on search_vectors (space, workspace_id, changed);

create table saved_searches (
    workspace_id text not null references workspaces (id),
    name text not null,
    query text not null,
    created_at integer not null,
    updated_at integer not null,
    primary key (workspace_id, name)
) without rowid;
