"""Speed against what a user would do otherwise, as ratios measured within one run."""
