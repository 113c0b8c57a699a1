-- What waits, by kind and workspace, so that workers take up work of each workspace in turn; what changes something that somebody
-- looks at comes before what makes something new.
create index jobs_waiting on jobs (
    kind,
    workspace_id,
    (case when operation in ('edit', 'render', 'revise', 'resize', 'improve', 'save') then 0 else 1 end),
    seq
) where status = 'queued';
create index jobs_running on jobs (workspace_id) where status = 'running';

-- Numbers are taken by writers of different workspaces at once; those of one follow one another (see postgres.py).
create sequence jobs_seq owned by jobs.seq;
select setval('jobs_seq', (select coalesce(max(seq), 0) + 1 from jobs), false);
