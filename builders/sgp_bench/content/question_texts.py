"""Wordings of questions about a drawing, as people ask: short, and about "the object" unless that would sound odd."""

from collections.abc import Mapping

from sgpkit.families.shared import tables

WORDS = tables.read(__file__, "question_texts.toml")

WHAT: tuple[str, ...] = WORDS["what"]
NEUTRAL: tuple[str, ...] = WORDS["neutral"]
"""Questions about creatures and people, which are not called objects."""

WHAT_OF: Mapping[str, tuple[str, ...]] = WORDS["what_of"]
"""Wordings where all options are of one category."""

USE: tuple[str, ...] = WORDS["use"]
EATEN_USE = ("What is the object in the image meant for?", "What is the purpose of the object in the image?")
LIVING_USE: tuple[str, ...] = WORDS["living_use"]
USES = {"living": LIVING_USE, "eaten": EATEN_USE, "": USE}
"""Wordings by the group of the kind."""

THINGS = {"animal": "animal", "human": "figure"}
"""What a thing of a category is called; the others are objects."""

PART_COLOR = ("What color is the {part}?", "What is the color of the {part}?")
PART_COLORS = ("What color are the {part}?", "What is the color of the {part}?")
PRIMARY_COLOR: tuple[str, ...] = WORDS["primary_color"]
ONLY_COLOR = ("What color is the {thing}?", "What is the color of the {thing} in the image?", *PRIMARY_COLOR[:1])
BACKGROUND_COLOR = ("What is the background color of the image?", "What color is the background of the image?")

PART_SHAPE = ("What shape is the {part}?", "What is the shape of the {part}?")
FIGURE_SHAPES = ("What is the shape of the {part}?", "What shape are the {part}?")
PART_SHAPES = ("What is the shape of each {part}?", "What shape is each {part}?")
WHOLE_SHAPE: tuple[str, ...] = WORDS["whole_shape"]
BACKGROUND_SHAPE = ("What shape is the background of the image?", "What is the shape of the background in the image?")

COUNT = ("How many {part} are there?", "How many {part} are visible?", "How many {part} are there in the image?")
HAS = ("How many {part} does the {thing} have?", "How many {part} are visible on the {thing}?")
"""For parts of a thing: legs, wheels, windows."""

PLAIN_PARTS: frozenset[str] = frozenset(WORDS["plain_parts"])
"""Nouns of parts with one shape in at least 85 % of the designs, measured on 550 drawings."""
