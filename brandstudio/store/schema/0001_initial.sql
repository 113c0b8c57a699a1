-- Everything that the service remembers. Times are milliseconds since 1970 (UTC), credits are hundredths.
-- Folders never move, so a row carries the folder at each level above it: l1_id .. l6_id. An index over one of them and
-- a sort key answers any page of any subtree without a scan (goals: library page flat from the first to the last).

create table workspaces (
    id text primary key,
    name text not null unique,
    balance integer not null default 0 check (balance >= 0),
    pause_reason text,
    created_at integer not null
);

create table permissions (
    workspace_id text not null references workspaces (id),
    name text not null,
    primary key (workspace_id, name)
) without rowid;

create table api_keys (
    id text primary key,
    workspace_id text not null references workspaces (id),
    name text not null,
    level text not null,
    hash blob not null unique,
    prefix text not null,
    created_at integer not null,
    last_used_at integer,
    revoked_at integer
);
create index api_keys_by_workspace on api_keys (workspace_id, created_at);

create table prices (
    operation text primary key,
    amount integer not null check (amount >= 0),
    updated_at integer not null
) without rowid;

create table folders (
    id integer primary key,
    workspace_id text not null references workspaces (id),
    parent_id integer references folders (id),
    level integer not null check (level between 1 and 6),
    slug text not null,
    name text not null,
    path text not null,
    l1_id integer, l2_id integer, l3_id integer, l4_id integer, l5_id integer, l6_id integer,
    locked integer not null default 0,
    hero_item_id integer references items (id),
    created_at integer not null,
    last_activity_at integer,
    archived_at integer
);
create unique index folders_live_path on folders (workspace_id, path) where archived_at is null;
create index folders_archived on folders (workspace_id, parent_id, slug, archived_at) where archived_at is not null;
create index folders_children on folders (parent_id, id) where archived_at is null;
create index folders_l1 on folders (l1_id, level, id) where archived_at is null;
create index folders_l2 on folders (l2_id);
create index folders_l3 on folders (l3_id);
create index folders_l4 on folders (l4_id);
create index folders_l5 on folders (l5_id);
create index folders_hero on folders (hero_item_id) where hero_item_id is not null;

-- How many live items lie in a scope: the workspace (scope 'w:<id>'), a folder alone ('f:<id>'), a subtree ('s:<id>').
create table item_counts (
    scope text not null,
    kind text not null,
    n integer not null default 0,
    primary key (scope, kind)
) without rowid;

create table items (
    id integer primary key,
    public_id text not null unique,
    workspace_id text not null references workspaces (id),
    folder_id integer not null references folders (id),
    l1_id integer not null, l2_id integer, l3_id integer, l4_id integer, l5_id integer, l6_id integer,
    kind text not null,
    status text not null,
    title text not null default '',
    description text not null default '',
    tags text not null default '[]',
    system_tags text not null default '[]',
    filename text not null default '',
    prompt text not null default '',
    mime_type text,
    width integer,
    height integer,
    bytes integer,
    score real,
    sort_score real not null default -1,
    current_version integer,
    next_version integer not null default 1,
    total_versions integer not null default 0,
    focal_x real,
    focal_y real,
    phash integer,
    content_sha text,
    duplicate_of text,
    client_reference_id text,
    error text,
    is_hero integer not null default 0,
    live integer not null default 1,
    created_at integer not null,
    updated_at integer not null,
    trashed_at integer
);
create index items_workspace on items (workspace_id, created_at, id) where live = 1;
create index items_workspace_kind on items (workspace_id, kind, created_at, id) where live = 1;
create index items_workspace_score on items (workspace_id, sort_score, id) where live = 1;
create index items_folder on items (folder_id, created_at, id) where live = 1;
create index items_folder_kind on items (folder_id, kind, created_at, id) where live = 1;
create index items_folder_score on items (folder_id, sort_score, id) where live = 1;
create index items_l1 on items (l1_id, created_at, id) where live = 1;
create index items_l1_kind on items (l1_id, kind, created_at, id) where live = 1;
create index items_l1_score on items (l1_id, sort_score, id) where live = 1;
create index items_l2 on items (l2_id, created_at, id) where live = 1 and l2_id is not null;
create index items_l2_kind on items (l2_id, kind, created_at, id) where live = 1 and l2_id is not null;
create index items_l2_score on items (l2_id, sort_score, id) where live = 1 and l2_id is not null;
create index items_l3 on items (l3_id, created_at, id) where live = 1 and l3_id is not null;
create index items_l3_kind on items (l3_id, kind, created_at, id) where live = 1 and l3_id is not null;
create index items_l3_score on items (l3_id, sort_score, id) where live = 1 and l3_id is not null;
create index items_l4 on items (l4_id, created_at, id) where live = 1 and l4_id is not null;
create index items_l4_kind on items (l4_id, kind, created_at, id) where live = 1 and l4_id is not null;
create index items_l4_score on items (l4_id, sort_score, id) where live = 1 and l4_id is not null;
create index items_l5 on items (l5_id, created_at, id) where live = 1 and l5_id is not null;
create index items_l5_kind on items (l5_id, kind, created_at, id) where live = 1 and l5_id is not null;
create index items_l5_score on items (l5_id, sort_score, id) where live = 1 and l5_id is not null;
create index items_heroes on items (workspace_id, created_at, id) where live = 1 and is_hero = 1;
create index items_trash on items (workspace_id, trashed_at, id) where trashed_at is not null;
create index items_duplicate_of on items (workspace_id, duplicate_of) where duplicate_of is not null;
create index items_content on items (workspace_id, content_sha) where live = 1 and content_sha is not null;
create index items_phash on items (workspace_id, phash) where live = 1 and phash is not null;

create table item_tags (
    workspace_id text not null,
    tag text not null,
    item_id integer not null references items (id) on delete cascade,
    primary key (workspace_id, tag, item_id)
) without rowid;
create index item_tags_by_item on item_tags (item_id);

create virtual table items_search using fts5 (
    title, description, tags, prompt, filename, tokenize = 'unicode61 remove_diacritics 2'
);

create table versions (
    item_id integer not null references items (id) on delete cascade,
    number integer not null,
    status text not null,
    operation text not null,
    based_on integer,
    job_id text,
    prompt text,
    prompt_sent text,
    engine text,
    aspect_ratio text,
    resolution text,
    output_format text,
    sha256 text references blobs (sha256) deferrable initially deferred,
    mime_type text,
    width integer,
    height integer,
    bytes integer,
    thumbnail_sha text references blobs (sha256) deferrable initially deferred,
    working_sha text references blobs (sha256) deferrable initially deferred,
    facts text,
    score real,
    warnings text not null default '[]',
    recipe text,
    body text,
    variant_id text,
    created_at integer not null,
    finished_at integer,
    primary key (item_id, number)
) without rowid;
create index versions_by_variant on versions (variant_id) where variant_id is not null;
create index versions_by_job on versions (job_id) where job_id is not null;

create table blobs (
    sha256 text primary key,
    bytes integer not null,
    mime_type text not null,
    created_at integer not null
) without rowid;

-- Who counts on a file; a blob that nobody counts on is removed.
create table blob_refs (
    owner text not null,
    sha256 text not null references blobs (sha256) deferrable initially deferred,
    primary key (owner, sha256)
) without rowid;
create index blob_refs_by_blob on blob_refs (sha256);

create table reference_sets (
    folder_id integer not null references folders (id),
    domain text not null,
    style_version integer not null default 0,
    primary key (folder_id, domain)
) without rowid;

create table golden_references (
    id integer primary key,
    public_id text not null unique,
    folder_id integer not null references folders (id),
    domain text not null,
    category text not null,
    item_id integer not null references items (id),
    version integer not null,
    filename text not null,
    sha256 text not null references blobs (sha256) deferrable initially deferred,
    thumbnail_sha text references blobs (sha256) deferrable initially deferred,
    mime_type text not null,
    width integer not null,
    height integer not null,
    facts text,
    created_at integer not null
);
create index golden_references_by_folder on golden_references (folder_id, domain, id);
create index golden_references_by_item on golden_references (item_id);

create table styles (
    folder_id integer not null references folders (id),
    domain text not null,
    version integer not null,
    photo_style text,
    visual_world text,
    design_style text,
    created_at integer not null,
    primary key (folder_id, domain, version)
) without rowid;

-- What people set by hand, and what was read from a website.
create table identities (
    folder_id integer primary key references folders (id),
    palette text,
    voice text,
    purpose text,
    updated_at integer not null
);

create table rules (
    id integer primary key,
    public_id text not null unique,
    folder_id integer not null references folders (id),
    kind text not null,
    text text not null,
    check_json text,
    source text not null,
    evidence text,
    last_caught_at integer,
    last_caught text,
    created_at integer not null
);
create index rules_by_folder on rules (folder_id, id);

create table logos (
    id integer primary key,
    folder_id integer not null references folders (id),
    name text not null,
    variant text not null,
    is_primary integer not null default 0,
    sha256 text not null references blobs (sha256) deferrable initially deferred,
    mime_type text not null,
    width integer not null,
    height integer not null,
    created_at integer not null,
    unique (folder_id, name, variant)
);

create table fonts (
    id integer primary key,
    public_id text not null unique,
    folder_id integer not null references folders (id),
    family text not null,
    role text not null,
    style text not null,
    weight_min integer not null,
    weight_max integer not null,
    face_index integer not null default 0,
    scripts text not null,
    sha256 text not null references blobs (sha256) deferrable initially deferred,
    filename text not null,
    bytes integer not null,
    created_at integer not null
);
create index fonts_by_folder on fonts (folder_id, id);

-- Append-only; the triggers below hold what must never be otherwise.
create table ledger (
    id integer primary key,
    txn_id text not null unique,
    workspace_id text not null references workspaces (id),
    folder_id integer references folders (id),
    type text not null,
    amount integer not null,
    balance_after integer not null check (balance_after >= 0),
    description text not null,
    operation text,
    item_id text,
    job_id text,
    variant text,
    refund_of text unique references ledger (txn_id),
    client_reference_id text,
    created_at integer not null
);
create index ledger_by_workspace on ledger (workspace_id, created_at, id);
create index ledger_by_folder on ledger (folder_id, created_at) where folder_id is not null;
create index ledger_by_job on ledger (job_id) where job_id is not null;
create trigger ledger_no_update before update on ledger begin select raise(abort, 'the ledger is append-only'); end;
create trigger ledger_no_delete before delete on ledger begin select raise(abort, 'the ledger is append-only'); end;

create table jobs (
    id text primary key,
    seq integer not null unique,
    workspace_id text not null references workspaces (id),
    kind text not null,
    operation text not null,
    folder_id integer references folders (id),
    item_id integer references items (id),
    version integer,
    payload text not null,
    status text not null,
    step text not null default 'queued',
    message text not null default 'Waiting for a worker',
    percent real,
    attempts integer not null default 0,
    worker_id text,
    fence integer not null default 0,
    lease_until integer,
    cancel_requested integer not null default 0,
    result text,
    error text,
    client_reference_id text,
    created_at integer not null,
    updated_at integer not null
);
create index jobs_open on jobs (seq) where status in ('queued', 'running');
create index jobs_by_workspace on jobs (workspace_id, seq);
create index jobs_by_item on jobs (item_id, seq) where item_id is not null;
create index jobs_by_folder on jobs (folder_id, status) where status in ('queued', 'running');

create table variants (
    id text primary key,
    job_id text not null references jobs (id),
    position integer not null,
    template text not null,
    size text not null,
    status text not null,
    charge_id text,
    body text,
    sha256 text references blobs (sha256) deferrable initially deferred,
    error text,
    created_at integer not null,
    unique (job_id, position)
);

create table workers (
    id text primary key,
    started_at integer not null,
    seen_at integer not null
) without rowid;

create table webhooks (
    workspace_id text primary key references workspaces (id),
    url text not null,
    secret blob not null,
    next_secret blob,
    job_events integer not null default 0,
    created_at integer not null
);

create table outbox (
    id integer primary key,
    event_id text not null unique,
    workspace_id text not null references workspaces (id),
    event text not null,
    item_id text,
    version integer,
    sha256 text,
    payload text not null,
    status text not null,
    receives integer not null default 0,
    next_at integer,
    worker_id text,
    lease_until integer,
    last_error text,
    created_at integer not null,
    delivered_at integer
);
create index outbox_due on outbox (status, next_at, id) where status = 'waiting';
create index outbox_by_workspace on outbox (workspace_id, id);
create index outbox_in_hand on outbox (workspace_id, lease_until) where status = 'waiting' and receives = 0;

create table idempotency (
    workspace_id text not null,
    key text not null,
    hash blob not null,
    result text,
    request_id text not null,
    created_at integer not null,
    primary key (workspace_id, key)
) without rowid;
create index idempotency_by_age on idempotency (created_at);

create table uploads (
    s3_key text primary key,
    token_hash blob not null unique,
    workspace_id text not null references workspaces (id),
    filename text not null,
    mime_type text not null,
    bytes integer not null,
    created_at integer not null,
    expires_at integer not null,
    written_at integer,
    used_at integer
) without rowid;
create index uploads_pending on uploads (workspace_id, used_at, created_at);

create table invites (
    id text primary key,
    workspace_id text not null references workspaces (id),
    email text not null,
    token_hash blob not null unique,
    company text,
    first_name text,
    folder_id integer references folders (id),
    sub_brands text,
    created_at integer not null,
    expires_at integer not null,
    used_at integer,
    used_workspace_id text,
    revoked_at integer,
    reason text
);
create index invites_by_workspace on invites (workspace_id, created_at);
create index invites_by_email on invites (workspace_id, email);

create table invite_attempts (
    invite_id text not null references invites (id),
    at integer not null,
    primary key (invite_id, at)
) without rowid;

-- Downloads that were drawn: kept within a bound, and gone with what they derive from.
create table renditions (
    key text primary key,
    item_id integer not null references items (id) on delete cascade,
    sha256 text not null,
    bytes integer not null,
    mime_type text not null,
    used_at integer not null
) without rowid;
create index renditions_by_item on renditions (item_id);
create index renditions_by_age on renditions (used_at);
