-- What people may ask in SQL: the columns here are a promise, the tables behind them are none. No payload, link, secret or
-- hash is in them. Times are ISO 8601 (UTC), credits are numbers, flags are 0 or 1, tags and warnings are JSON.
create view public_items as
select
    items.workspace_id,
    items.public_id as image_id,
    folders.path as folder,
    items.kind,
    items.status,
    items.live,
    items.title,
    items.description,
    items.tags,
    items.filename,
    items.prompt,
    items.mime_type,
    items.width,
    items.height,
    items.bytes,
    items.score,
    items.current_version,
    items.total_versions,
    items.is_hero,
    items.duplicate_of,
    items.client_reference_id,
    items.error,
    strftime('%Y-%m-%dT%H:%M:%fZ', items.created_at / 1000.0, 'unixepoch') as created_at,
    strftime('%Y-%m-%dT%H:%M:%fZ', items.updated_at / 1000.0, 'unixepoch') as updated_at,
    strftime('%Y-%m-%dT%H:%M:%fZ', items.trashed_at / 1000.0, 'unixepoch') as trashed_at
from items join folders on folders.id = items.folder_id;

create view public_versions as
select
    items.workspace_id,
    items.public_id as image_id,
    folders.path as folder,
    versions.number as version,
    versions.status,
    versions.operation,
    versions.based_on,
    versions.job_id,
    versions.variant_id,
    versions.prompt,
    versions.engine,
    versions.aspect_ratio,
    versions.resolution,
    versions.output_format,
    versions.mime_type,
    versions.width,
    versions.height,
    versions.bytes,
    versions.score,
    versions.warnings,
    strftime('%Y-%m-%dT%H:%M:%fZ', versions.created_at / 1000.0, 'unixepoch') as created_at,
    strftime('%Y-%m-%dT%H:%M:%fZ', versions.finished_at / 1000.0, 'unixepoch') as finished_at
from versions join items on items.id = versions.item_id join folders on folders.id = items.folder_id;

create view public_designs as
select
    jobs.workspace_id,
    variants.id as variant_id,
    variants.job_id,
    folders.path as folder,
    variants.position,
    variants.template,
    variants.size,
    variants.status,
    json_extract(variants.body, '$.scores.total') as score,
    json_array_length(variants.body, '$.contrastFailures') as contrast_failures,
    json_extract(variants.body, '$.assessment') as assessment,
    json_extract(variants.body, '$.warnings') as warnings,
    variants.charge_id as txn_id,
    jobs.client_reference_id,
    variants.error,
    strftime('%Y-%m-%dT%H:%M:%fZ', variants.created_at / 1000.0, 'unixepoch') as created_at
from variants join jobs on jobs.id = variants.job_id left join folders on folders.id = jobs.folder_id;

create view public_charges as
select
    ledger.workspace_id,
    ledger.txn_id,
    ledger.type,
    ledger.amount / 100.0 as credits,
    ledger.balance_after / 100.0 as balance_after,
    ledger.description,
    ledger.operation,
    folders.path as folder,
    ledger.item_id as image_id,
    ledger.job_id,
    ledger.variant as variant_id,
    ledger.refund_of,
    ledger.client_reference_id,
    strftime('%Y-%m-%dT%H:%M:%fZ', ledger.created_at / 1000.0, 'unixepoch') as created_at
from ledger left join folders on folders.id = ledger.folder_id;

create view public_events as
select
    outbox.workspace_id,
    outbox.event_id,
    outbox.event,
    iif(outbox.event like 'job.%', null, outbox.item_id) as image_id,
    iif(outbox.event like 'job.%', outbox.item_id, null) as job_id,
    iif(outbox.event like 'job.%', null, outbox.version) as version,
    outbox.status,
    outbox.receives,
    strftime('%Y-%m-%dT%H:%M:%fZ', outbox.created_at / 1000.0, 'unixepoch') as created_at,
    strftime('%Y-%m-%dT%H:%M:%fZ', outbox.delivered_at / 1000.0, 'unixepoch') as delivered_at
from outbox;

create view public_jobs as
select
    jobs.workspace_id,
    jobs.id as job_id,
    jobs.kind,
    jobs.operation,
    folders.path as folder,
    items.public_id as image_id,
    jobs.version,
    jobs.status,
    jobs.step,
    jobs.message,
    jobs.percent,
    jobs.attempts,
    jobs.error,
    jobs.client_reference_id,
    strftime('%Y-%m-%dT%H:%M:%fZ', jobs.created_at / 1000.0, 'unixepoch') as created_at,
    strftime('%Y-%m-%dT%H:%M:%fZ', jobs.updated_at / 1000.0, 'unixepoch') as updated_at
from jobs left join folders on folders.id = jobs.folder_id left join items on items.id = jobs.item_id;
