"""One file for each kind of thing that is read; each has TARGETS."""
