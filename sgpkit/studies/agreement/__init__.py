"""Agreement between people, judges and scores."""
