"""What the code's names mean to people: settings, events, files and tables, a line each. A test holds
that none is missing and none is left over.
"""

from __future__ import annotations

SETTINGS: dict[str, tuple[str, str]] = {
    "BRANDSTUDIO_DATA": (
        "data",
        "The folder that holds everything, for the command line; by default the platform's folder for application data. It may "
        "stand in a file that `BRANDSTUDIO_CONFIG` names, not in the one that lies in the folder.",
    ),
    "BRANDSTUDIO_CONFIG": (
        "",
        "The file of settings; by default `brandstudio.toml` in the data folder, where there is one. It holds variables of "
        "this page under the same names, as TOML; the environment goes before it, and a name that is no setting is an error.",
    ),
    "BRANDSTUDIO_ROOT_PATH": (
        "root_path",
        "The prefix under which a proxy shows the server, like `/studio`; also `serve --root-path`.",
    ),
    "BRANDSTUDIO_TRUSTED_PROXIES": (
        "trusted_proxies",
        "Addresses or networks, separated by commas, of proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` a server "
        "believes; of others it never does.",
    ),
    "BRANDSTUDIO_GUIDE": (
        "guide",
        "Whether a server shows this guide at `/guide`: `true` or `false`; by default only a server on loopback does. A wheel "
        "brings the built guide; in a checkout `python -m sphinx docs brandstudio/assets/guide` builds it.",
    ),
    "BRANDSTUDIO_JOB_PROCESSES": (
        "job_processes",
        "How many processes of its own a server carries out jobs in, at a lower priority; 0 leaves them to the processes that "
        "serve. Also `serve --job-processes` and `serve --workers-in-process`.",
    ),
    "BRANDSTUDIO_LOG": (
        "log",
        "How a server and a worker write what happens beside requests: `text`, or `json`, an object a line with `time`, "
        "`level`, `logger`, `message` and `error`, for all that is logged, by libraries too. The access log is JSON either way. What a "
        "command says of itself is no log: on standard output the address that is served, on standard error why it did not start.",
    ),
    "BRANDSTUDIO_METRICS": (
        "metrics",
        "Whether a server answers `/metrics`: `true` or `false`; by default only to this machine, and not where a base URL, "
        "a prefix or proxies are set.",
    ),
    "BRANDSTUDIO_BASE_URL": (
        "base_url",
        "What links begin with, like `https://studio.example.com`. A server without it uses the address it is bound to; an "
        "embedded studio without it makes links that are paths, which carry the prefix of the mount that was asked.",
    ),
    "BRANDSTUDIO_ALLOW_PRIVATE_HOSTS": (
        "allow_private_hosts",
        "`host[:port],...` that may be fetched from and delivered to although their addresses are private. Never lifts the "
        "check for 169.254.0.0/16 and fe80::/10. Fetching needs https all the same; a webhook to a listed host may use http.",
    ),
    "BRANDSTUDIO_WEBHOOK_RETRY_SECONDS": (
        "webhook_retry_seconds",
        "The waits between the six receives of an event, in seconds: five numbers, or one for all.",
    ),
    "BRANDSTUDIO_SECRET_KEY": (
        "secret_key",
        "The master key, or several separated by commas with the newest first. Without it the key is the file `secret.key` of "
        "the data folder.",
    ),
    "BRANDSTUDIO_STARTING_CREDITS": (
        "starting_credits",
        "Credits granted to each new workspace, the default one too; 0 grants and records nothing.",
    ),
    "BRANDSTUDIO_CLOCK_OFFSET": (
        "clock_offset",
        "Seconds added to the wall clock, for drills of expiry, sweeps and redelivery. Leases and time-outs run on the "
        "monotonic clock and do not move.",
    ),
    "BRANDSTUDIO_QUEUE_PER_WORKSPACE": (
        "queue_per_workspace",
        "How many jobs of one workspace may wait. What would be one more is refused as `SERVICE_BUSY` with `Retry-After`, "
        "and nothing is charged. 0 is no bound.",
    ),
    "BRANDSTUDIO_QUEUE_TOTAL": (
        "queue_total",
        "How many jobs of all workspaces together may wait.",
    ),
    "BRANDSTUDIO_DATABASE_URL": (
        "database_url",
        "Where the database is kept instead of in the data folder: `postgresql://studio@db.example/studio`. It belongs to one "
        "data folder, or to many machines that share it and a bucket ([many machines](../guides/many-machines.md)). Needs the extra "
        "`postgres`; see [A studio in PostgreSQL](../guides/postgresql.md).",
    ),
    "BRANDSTUDIO_DATABASE_CONNECTIONS": (
        "database_connections",
        "How many connections a process holds to such a database at most.",
    ),
    "BRANDSTUDIO_BLOBS_URL": (
        "blobs_url",
        "Where files are kept instead of in the data folder: `s3://bucket/prefix`. The prefix is this studio's alone. A "
        "database on a server remembers it, and refuses a process that names another. Needs the extra `s3`. `gs://` and `az://` are taken too; nobody has tried them.",
    ),
    "BRANDSTUDIO_BLOBS_CACHE_BYTES": (
        "blobs_cache_bytes",
        "How much of the local disk copies of such files may take, in bytes.",
    ),
    "BRANDSTUDIO_BLOBS_KEEP_DAYS": (
        "blobs_keep_days",
        "How long such a file stays in the bucket after it was purged, in days, so that an earlier copy of the database "
        "finds it. 0 removes it at once.",
    ),
    "BRANDSTUDIO_BLOBS_REDIRECT": (
        "blobs_redirect",
        "`1`: the link of a picture leads on to the bucket itself, with a signature of at most an hour, instead of the "
        "server sending the picture.",
    ),
    "AWS_ENDPOINT_URL": (
        "s3_endpoint",
        "The address of an S3 server that is not Amazon's, like `https://s3.example.com`.",
    ),
    "AWS_REGION": ("s3_region", "The region of the bucket."),
    "AWS_ACCESS_KEY_ID": (
        "s3_access_key_id",
        "The key for the bucket. Without one the machine's own role is asked.",
    ),
    "AWS_SECRET_ACCESS_KEY": ("s3_secret_access_key", "Its secret. It is in no log and no answer."),
    "AWS_SESSION_TOKEN": ("s3_session_token", "Goes with a key that is lent for some hours."),
    "OTEL_EXPORTER_OTLP_ENDPOINT": (
        "otlp_endpoint",
        "The collector that traces go to, in OTLP over HTTP, like `http://localhost:4318` (extra `otel`). OpenTelemetry's "
        "other variables (`OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_TRACES_SAMPLER`) are read from the environment by its library.",
    ),
    "OTEL_SERVICE_NAME": ("otel_service_name", "What the studio is called in traces."),
    "BRANDSTUDIO_IMAGE_ENGINE": (
        "image_engine",
        "Who makes pictures: `local`, `openai`, `gemini`, `comfyui` or `diffusers`.",
    ),
    "BRANDSTUDIO_STRICT_ENGINE": (
        "strict_engine",
        "`1`: a prompt whose subject the engine can't draw fails and is refunded, as with `strict`.",
    ),
    "BRANDSTUDIO_TEXT_ENGINE": ("text_engine", "Who writes: `local` or `openai`."),
    "BRANDSTUDIO_VISION_ENGINE": ("vision_engine", "Who looks at pictures: `local` or `openai`."),
    "OPENAI_BASE_URL": (
        "openai_base_url",
        "Any server that speaks OpenAI's protocol: theirs, llama.cpp's, vLLM's.",
    ),
    "OPENAI_API_KEY": ("openai_api_key", "The key for that server. It is in no log and no answer."),
    "OPENAI_IMAGE_MODEL": ("openai_image_model", "The model that makes pictures."),
    "OPENAI_IMAGE_SIZES": (
        "openai_image_sizes",
        "What that model draws, in place of what is known of it: `1024x1024,1536x1024`, or `free:3840` for any size in "
        "steps of 16 up to that side.",
    ),
    "OPENAI_IMAGE_QUALITY": (
        "openai_image_quality",
        "`low`, `medium` or `high`, sent to models that know it; without it the provider decides.",
    ),
    "OPENAI_IMAGE_PARTIALS": (
        "openai_image_partials",
        "`1` to `3`: so many views of a picture on its way move a job's progress, from models that stream. Each costs.",
    ),
    "BRANDSTUDIO_PROVIDER_REFERENCES": (
        "provider_references",
        "`0`: golden references and logos are not sent to a provider with what it is asked to draw.",
    ),
    "COMFYUI_BASE_URL": ("comfyui_base_url", "Where the engine `comfyui` asks."),
    "COMFYUI_API_KEY": (
        "comfyui_api_key",
        "A bearer token for a proxy before it. It is in no log and no answer.",
    ),
    "COMFYUI_WORKFLOWS": (
        "comfyui_workflows",
        "A folder with graphs of your own: `create.json`, `edit.json`, `extend.json` in API format.",
    ),
    "COMFYUI_CHECKPOINT": (
        "comfyui_checkpoint",
        "The checkpoint that draws where there is no graph for it; by default the server's first.",
    ),
    "COMFYUI_IMAGE_SIZES": (
        "comfyui_image_sizes",
        "What is drawn: `512x512,768x512`, or `free:1024`; by default about a megapixel in steps of 64.",
    ),
    "GEMINI_BASE_URL": ("gemini_base_url", "Where the engine `gemini` asks."),
    "GEMINI_API_KEY": ("gemini_api_key", "The key for it. It is in no log and no answer."),
    "GEMINI_IMAGE_MODEL": ("gemini_image_model", "The model of the engine `gemini`."),
    "OPENAI_MODEL": (
        "openai_text_model",
        "The model that writes, and that looks at pictures unless `OPENAI_VISION_MODEL` names another.",
    ),
    "OPENAI_TEXT_MODEL": ("openai_text_model", "The same as `OPENAI_MODEL`, which wins."),
    "OPENAI_VISION_MODEL": ("openai_vision_model", "The model that looks at pictures."),
    "BRANDSTUDIO_DIFFUSERS_MODEL": (
        "diffusers_model",
        "The folder of weights for the engine `diffusers`.",
    ),
}

EVENTS: dict[str, str] = {
    "image.completed": "a picture that was created, recreated or brandified is ready",
    "image.revised": "a revise or an improve made a new version",
    "image.resized": "a resize made a new version",
    "image.failed": "the work failed for good and was refunded",
    "job.completed": "a design, text or extraction job is ready; only where it was asked for (`webhooks set --job-events`)",
    "job.failed": "such a job failed; only where it was asked for",
}

FILES: dict[str, str] = {
    "studio.db": "the database (SQLite, WAL); beside it `studio.db-wal` and `studio.db-shm` while it is open",
    "blobs/ab/ab12...": "every file by its SHA-256: versions, thumbnails, working copies, references, logos, fonts",
    "blobs/tmp/": "files being written; what is left after a crash is swept",
    "nearby/": "copies of files that are kept in object storage; they may be removed at any time",
    "bucket.owner": "which prefix of a bucket is this folder's; in no backup",
    "replica.owner": "which copies in object storage are this folder's; beside it `replicate.lock` and `litestream.json` while they are made",
    "uploads/": "files put through an upload link that no item has taken up yet; swept after a day",
    "locks/": "a lock file for each running process, held by the operating system while it lives",
    "secret.key": "the master key, readable by its owner alone; not in a backup unless asked for",
    "base_url": "the address of the last server, so that workers beside it make the same links",
    "templates/": "templates of your own; `NAME.toml` or `NAME.json` is there for banners as `NAME`",
}

TABLES: dict[str, str] = {
    "api_keys": "Keys by the SHA-256 of their secret; the secret itself is nowhere.",
    "blob_refs": "Who counts on which file; a file that nobody counts on is removed.",
    "blob_removals": "Files in object storage on their way out: waiting, leaving, or gone lately.",
    "blobs": "Files that are kept: hash, size, type.",
    "fonts": "Fonts of folders, a row a face.",
    "clock": "When the folder was last looked after, by the wall clock and the monotonic one: a clock that was set is noticed.",
    "data_folder": "What the database remembers of its place: the bucket and prefix that hold its files, on a server whose it is.",
    "folders": "Folders with their path and the folder at each level above them; archived ones until they are swept.",
    "golden_references": "References: a picture as it was when it was taken, with what was measured on it.",
    "hold_ups": "What holds all work up: a bucket that refuses files, since when, and when it is tried again.",
    "idempotency": "Answers to requests that carried an `Idempotency-Key`, for 24 hours.",
    "identities": "What people set by hand or a website said: palette, voice, purpose.",
    "invite_attempts": "Tries to accept an invitation, so that there are five an hour.",
    "invites": "Trial invitations, with the hash of their token.",
    "item_counts": "How many live items a workspace, a folder and a subtree hold.",
    "item_tags": "Tags of items, for look-up.",
    "items": "Library items: pictures, banners and copy.",
    "jobs": "Work that was accepted: its payload, state, lease and result.",
    "ledger": "Every credit, append-only; triggers refuse an update or a delete.",
    "logos": "Logos of folders by name and variant.",
    "outbox": "Events waiting, delivered or dead.",
    "permissions": "What a workspace was granted.",
    "prices": "Prices that differ from the built-in ones.",
    "reference_sets": "The style version of each folder and domain.",
    "renditions": "Downloads that were drawn, within a bound.",
    "rules": "Rules of folders: the sentence and the check.",
    "saved_searches": "Searches that are kept under a name.",
    "schema_migrations": "Which numbered schema files ran, and when.",
    "search_active": "Which steps of reading a workspace has come to use.",
    "search_grams": "Trigrams of words, for typing errors and compounds.",
    "search_items": "The index of items' words and facts (FTS5).",
    "search_pending": "What is still to be read of an item for search.",
    "search_stems": "Stems of words, by language.",
    "search_vectors": "What items mean and how they look, as vectors.",
    "search_words": "The words of each workspace's items.",
    "styles": "What was learned from references, a row a version.",
    "uploads": "Upload links and what became of them.",
    "variants": "Versions of a banner job, each with its charge, its layout and its file.",
    "versions": "Versions of items, in flight, finished and failed.",
    "webhooks": "Where the events of a workspace go, and the sealed secret that signs them.",
    "workers": "Processes that carry out work, and when they were last seen.",
    "workspaces": "Workspaces and their balances.",
}
