-- Files in object storage that nobody counts on any more, on their way out: waiting out the time that they are kept,
-- leaving (their removal is under way), or gone lately, so that whoever publishes the same bytes looks before it names them.
create table blob_removals (
    sha256 text primary key,
    state text not null check (state in ('waiting', 'leaving', 'gone')),
    at integer not null
);
create index blob_removals_by_time on blob_removals (state, at);
