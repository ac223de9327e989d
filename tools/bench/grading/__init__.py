"""Measurements of how quickly answers are graded."""
