"""Edits of diagrams."""
