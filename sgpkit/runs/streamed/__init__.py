"""Runs, asked a chunk of rows at a time: memory does not grow with the number of their responses."""
