"""Check each submission in a separate process with limits and without secrets, and cache the results."""
