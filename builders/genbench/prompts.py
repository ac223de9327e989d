"""Prompts: one request without a picture, as published, in our own words.

A builtin prompt is decided to the letter, so the terms that it is decided by are part of the request; a published one
is a caption and gets none. `plan` asks for a list of what is to be drawn, and where, before the program.
"""

from collections.abc import Mapping
from types import MappingProxyType

from sgpkit.benchmark import Ask, Messages, Row, Strategy, messages

from .content import requests

TEXTS: Mapping[str, str] = MappingProxyType(
    {"request": requests.REQUEST, "plan": requests.PLAN, "terms": requests.TERMS}
)


def ask_with(name: str) -> Strategy:
    """Return the strategy that asks with one of the texts."""

    def strategy(row: Row, options: Ask) -> Messages:
        texts = {**TEXTS, **options.texts}
        terms = texts["terms"] if row["specification"] else ""
        return messages(texts[name].format(prompt=row["prompt"], terms=terms))

    return strategy


STRATEGIES: Mapping[str, Strategy] = MappingProxyType({"direct": ask_with("request"), "plan": ask_with("plan")})
