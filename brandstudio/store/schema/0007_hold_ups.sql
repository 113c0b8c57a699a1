-- What holds work up everywhere (a bucket that takes no files), so that nothing is drawn for nothing or charged meanwhile.
create table hold_ups (
    name text primary key,
    since integer not null,
    until integer not null,
    times integer not null,
    said text not null,
    standing integer not null
);
-- What the database remembers of its place, as the bucket and prefix that hold its files.
create table data_folder (name text primary key, said blob not null);
-- The trace that a request, a job and an event belong to, and the request's id.
alter table jobs add column trace text;
alter table outbox add column trace text;
