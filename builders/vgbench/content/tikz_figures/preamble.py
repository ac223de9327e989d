"""Preamble lines beyond the needs of one figure, as real documents have them: colors, styles and macros of a paper.

All lines compile and draw nothing. Long published programs owe much of their length to such lines.
"""

import random

from sgpkit.families.shared import tables

WORDS = tables.read(__file__, "preamble.toml")

COLORS: tuple[str, ...] = WORDS["colors"]
STYLES: tuple[str, ...] = WORDS["styles"]
MACROS: tuple[str, ...] = WORDS["macros"]
GENERAL: tuple[str, ...] = WORDS["general"]
"""Settings and shorthands that fit any document."""

REMARKS: tuple[str, ...] = WORDS["remarks"]
HEADERS: tuple[tuple[str, ...], ...] = WORDS["headers"]
NEEDLESS: tuple[str, ...] = WORDS["needless"]


def lines(generator: random.Random, amount: int) -> list[str]:
    """Return optional lines of a preamble; `amount` runs from 0 (none) to 5 (2,500 characters)."""
    if amount <= 0:
        return []
    written = [generator.choice(REMARKS).format(generator.randint(1, 12))]
    if amount > 3:
        written += generator.choice(HEADERS)
    styles = generator.sample(STYLES, min(len(STYLES), 3 * amount - 2 + generator.randint(0, 1)))
    macros = generator.sample(MACROS, min(len(MACROS), 3 * amount - 3))
    colors = COLORS[: min(len(COLORS), 2 * amount)]
    if generator.random() < 0.5:
        written.append(generator.choice(NEEDLESS))
    written += colors
    written += ["\\tikzset{", *(f"  {style}," for style in styles), "}"]
    general = generator.sample(GENERAL, min(len(GENERAL), 2 * amount - 1))
    return written + macros + general
