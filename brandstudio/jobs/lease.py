"""The terms on which work is held: figures that workers and promptly run pipelines share
(decisions: Job lease).
"""

LEASE_MS = 60_000
"""A lease; renewed while the work goes on."""

RENEW_SECONDS = 15.0
MAX_ATTEMPTS = 3
"""How often a job is taken up before it fails and refunds."""
