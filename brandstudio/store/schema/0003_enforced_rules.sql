-- A rule on words that refuses a banner instead of advising on it.
alter table rules add column enforce integer not null default 0;
