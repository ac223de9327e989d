"""Files that someone else wrote, read so that nothing in them can do harm."""
