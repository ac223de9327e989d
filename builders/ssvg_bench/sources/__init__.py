"""The sources of SSVG-Bench's rows, one file each, and what they share."""
