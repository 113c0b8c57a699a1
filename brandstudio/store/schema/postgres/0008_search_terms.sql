-- The number of SQLite's table of the words that its index holds. PostgreSQL's index tells beginnings by itself.
select 1;
