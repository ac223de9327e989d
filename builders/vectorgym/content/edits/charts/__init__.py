"""Edits of charts."""
