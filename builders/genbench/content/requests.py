"""The requests for a drawing, and the terms by which a builtin prompt is decided."""

from sgpkit.families.shared import tables

WORDS = tables.read(__file__, "requests.toml")

REQUEST: str = WORDS["request"]

PLAN: str = WORDS["plan"]

TERMS: str = WORDS["terms"]
