"""The sources of the rows, one file each."""
