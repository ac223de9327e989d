"""Files that somebody else wrote, read so that nothing in them can do harm."""
