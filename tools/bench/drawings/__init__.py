"""Measurements of how quickly drawings are read, moved, compiled and checked."""
