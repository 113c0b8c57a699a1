-- Jobs are found by the reference of whoever asked for them: a batch finds the rows that it has paid for.
create index jobs_by_reference on jobs (workspace_id, client_reference_id, seq) where client_reference_id is not null;
