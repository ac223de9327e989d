"""Speed relative to the alternatives of a user, as ratios measured within one run."""
