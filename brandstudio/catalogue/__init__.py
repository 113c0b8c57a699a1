"""Folders and items found, shown, resolved, scored, copied and purged: what handlers and pipelines
both need.
"""
