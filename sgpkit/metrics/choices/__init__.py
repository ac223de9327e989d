"""Metrics of answers to multiple-choice questions."""
