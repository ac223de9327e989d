"""Drafting questions, reviewing rows, and people's answers, with their pages."""
