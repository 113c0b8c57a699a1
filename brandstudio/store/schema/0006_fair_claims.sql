-- What waits, by kind and workspace, so that workers take up work of each workspace in turn; what changes something that somebody
-- looks at comes before what makes something new.
create index jobs_waiting on jobs (
    kind,
    workspace_id,
    (case when operation in ('edit', 'render', 'revise', 'resize', 'improve', 'save') then 0 else 1 end),
    seq
) where status = 'queued';
create index jobs_running on jobs (workspace_id) where status = 'running';
