-- When this folder was last looked after, by the wall clock and by the machine's monotonic one: a
-- wall clock that was set is noticed by comparing the two, and destroys nothing on its word alone.
create table clock (
    id integer primary key check (id = 1),
    wall integer not null,
    tick integer not null,
    boot text not null,
    doubt_ms integer not null
);
