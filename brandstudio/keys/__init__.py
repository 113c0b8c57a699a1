"""What opens things: API keys, the master key and signed links."""
