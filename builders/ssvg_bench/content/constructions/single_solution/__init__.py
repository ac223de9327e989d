"""Constructions with one solution. Each module declares some in `CONSTRUCTIONS`."""
