-- The number of SQLite's table of the items whose index changed: of PostgreSQL's index nothing is held in memory.
select 1;
