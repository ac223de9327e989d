"""Metrics of a program's text."""
