-- Which key asked for an upload, so that one key fills no more than its share of what may wait.
alter table uploads add column key_id text collate "C";
