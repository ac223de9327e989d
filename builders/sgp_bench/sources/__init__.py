"""The sources of SGP-Bench's rows, one file each, and what they share."""
