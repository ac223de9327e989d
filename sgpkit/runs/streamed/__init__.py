"""Ask runs in chunks of rows: memory does not grow with the number of responses."""
