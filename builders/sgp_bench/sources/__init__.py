"""The sources of SGP-Bench's rows, one file each, and shared code."""
