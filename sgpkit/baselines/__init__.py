"""Answers that deserve no score, and shortcuts that understand no drawing."""
