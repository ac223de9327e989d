"""Headings of options on help pages."""

COMMON = "Common options"
"""The heading of options that have no other."""

EVERYWHERE = "Everywhere"
