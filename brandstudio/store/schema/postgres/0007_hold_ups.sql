-- What holds work up everywhere (a bucket that takes no files), so that nothing is drawn for nothing or charged meanwhile.
create table hold_ups (
    name text collate "C" primary key,
    since bigint not null,
    until bigint not null,
    times bigint not null,
    said text collate "C" not null,
    standing bigint not null
);
-- What the database remembers of its place, as the bucket and prefix that hold its files.
create table if not exists data_folder (name text collate "C" primary key, said bytea not null);
-- The trace that a request, a job and an event belong to, and the request's id.
alter table jobs add column trace text collate "C";
alter table outbox add column trace text collate "C";
