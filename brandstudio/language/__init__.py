"""Reads and writes words: edits, scenes, rules in sentences, copy and proofreading."""
