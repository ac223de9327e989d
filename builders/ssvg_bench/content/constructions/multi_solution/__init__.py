"""Constructions with several solutions, all of which are asked for. Each module declares some in `CONSTRUCTIONS`."""
