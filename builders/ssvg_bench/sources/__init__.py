"""The sources of SSVG-Bench's rows, one file each, and shared code."""
