"""Submissions done again by a verifier: the model asked again, annotations made again."""
