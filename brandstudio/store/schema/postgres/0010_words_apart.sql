-- Tags and other texts that share a column stand apart from now on, so that no phrase goes from one into the next, and
-- compounds are found by the stem of what they end with: the words of every item are read again.
insert into search_pending select 'words', workspace_id, id from items where true on conflict do nothing;
