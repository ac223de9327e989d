"""Metrics of captions against a reference or a drawing."""
