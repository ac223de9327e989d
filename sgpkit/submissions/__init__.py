"""Submissions: a scored run packaged, verified, and sent to a results repository."""
