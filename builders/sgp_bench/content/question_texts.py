"""Wordings of questions about a drawing, as people ask: short, and about "the object" unless that would sound odd."""

from collections.abc import Mapping

WHAT = (
    "What is the object in the image?",
    "What is the object depicted in the image?",
    "What type of object is shown in the image?",
    "What type of object is depicted in the image?",
    "What does the object in the image represent?",
)
NEUTRAL = (
    "What does the image show?",
    "What does the image represent?",
    "What does the whole image represent?",
    "What is depicted in the image?",
)
"""Questions about creatures and people, which are not called objects."""

WHAT_OF: Mapping[str, tuple[str, ...]] = {
    "animal": ("What animal is depicted in the image?", "What type of animal is shown in the image?"),
    "human": ("Who is depicted in the image?", "What type of person is shown in the image?"),
    "fruit": ("What type of fruit or vegetable is depicted in the image?",),
    "land_crafts": ("What type of vehicle is depicted in the image?",),
    "aerial_crafts": ("What type of aircraft or spacecraft is depicted in the image?",),
    "building": ("What type of building does the object represent?",),
    "furniture": ("What type of furniture is depicted in the image?",),
    "musical_instrument": ("What type of musical instrument is depicted in the image?",),
    "tool": ("What tool is depicted in the image?",),
    "clothing": ("What item of clothing is depicted in the image?",),
}
"""Wordings where all options are of one category."""

USE = (
    "What is the object in the image meant for?",
    "What is the object in the image commonly used for?",
    "What is the primary purpose of the object in the image?",
)
EATEN_USE = ("What is the object in the image meant for?", "What is the object in the image best known for?")
LIVING_USE = (
    "Which statement is true of the animal or person in the image?",
    "Which statement fits the animal or person in the image best?",
)
USES = {"living": LIVING_USE, "eaten": EATEN_USE, "": USE}
"""Wordings by the group of the kind."""

THINGS = {"animal": "animal", "human": "figure"}
"""What a thing of a category is called; the others are objects."""

PART_COLOR = ("What color is the {part}?", "What is the color of the {part}?")
PART_COLORS = ("What color are the {part}?", "What is the color of the {part}?")
PRIMARY_COLOR = (
    "What is the primary color of the {thing}?",
    "What is the primary color of the {thing} in the image?",
    "What is the main color of the {thing}?",
)
ONLY_COLOR = ("What color is the {thing}?", "What is the color of the {thing} in the image?", *PRIMARY_COLOR[:1])
BACKGROUND_COLOR = ("What is the background color of the image?", "What color is the background of the image?")

PART_SHAPE = ("What shape is the {part}?", "What is the shape of the {part}?")
PART_SHAPES = ("What is the shape of each {part}?", "What shape is each {part}?")
WHOLE_SHAPE = (
    "What is the overall shape of the {thing}?",
    "What shape is the {thing} in the image most similar to?",
    "What shape is the {thing} most similar to?",
)
BACKGROUND_SHAPE = ("What shape is the background of the image?", "What is the shape of the background in the image?")

COUNT = ("How many {part} are there?", "How many {part} are visible?", "How many {part} are there in the image?")
HAS = ("How many {part} does the {thing} have?", "How many {part} are visible on the {thing}?")
"""For what belongs to a thing: legs, wheels, windows."""
