"""Edits of places."""
