"""The manner of a designer: the colors that go together, those that a thing mostly has, and the figures on it.

A sketch without a manner takes every color, shape and outline evenly; icons are drawn in the manner `ICON`.
"""

import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from . import palette

SCHEMES: tuple[tuple[str, ...], ...] = (
    ("red", "yellow", "brown", "gray"),
    ("blue", "gray", "orange", "black"),
    ("green", "brown", "yellow", "orange"),
    ("blue", "red", "yellow", "gray"),
    ("purple", "pink", "blue", "gray"),
    ("red", "black", "gray", "orange"),
    ("green", "blue", "gray", "yellow"),
    ("pink", "red", "brown", "purple"),
    ("orange", "brown", "red", "black"),
    ("green", "black", "yellow", "brown"),
    ("blue", "purple", "black", "pink"),
    ("green", "red", "pink", "brown"),
)
"""Colors that go together, each about as often; a drawing has others only if these are used up or not able."""

USUAL_SHARE = 0.65
"""The share of drawings that have the usual color of their kind first, if it has one."""

_USUAL: Mapping[str, str] = {
    "red": "apple,strawberry,bunch of cherries,toadstool,ladybug,crab,drum,accordion,die,toolbox,car,bus,truck,tractor,"
    "lighthouse,horseshoe magnet,screwdriver,soda can,circus tent,closed book,clown,king,boot,suitcase",
    "orange": "slice of citrus fruit,fish,hamburger,piece of cheese,pizza,crab,guitar,violin,table,bench,chair",
    "yellow": "lemon,piece of cheese,block of butter,finger ring,necklace,crown,duck,harp,trumpet,pencil,bus,"
    "pocket watch,screwdriver,slice of citrus fruit,glass of lemonade",
    "green": "apple,pea pod,bunch of grapes,turtle,bottle,tractor,slice of watermelon,spiral notebook",
    "blue": "trousers,T-shirt,fish,globe,conical flask,floppy disk,office tower,airplane,bed,car,closed book,suitcase,"
    "robot,spiral notebook,milk carton",
    "purple": "bunch of grapes,bat,dress",
    "pink": "doughnut,birthday cake,ice cream cone,dress,cup of yoghurt",
    "brown": "doughnut,boot,owl,teddy bear,chest of drawers,bookshelf,chair,table,bench,guitar,violin,harp,hourglass,"
    "bed,snail,spider,suitcase,axe,hammer,dog,house,windmill,coffee mug",
    "black": "top hat,spider,bat,printer,desktop monitor,laptop,smartphone,computer mouse,television,game controller,"
    "steam locomotive,clapperboard,pair of glasses,wristwatch",
    "gray": "castle,Greek temple,wrench,hammer,microscope,robot,printer,desktop monitor,laptop,computer mouse,airplane,"
    "rocket,thermometer,office tower,paint bucket,hand saw,finger ring,astronaut,rabbit,flying saucer",
}

USUAL: Mapping[str, tuple[str, ...]] = {
    kind: tuple(color for color, kinds in _USUAL.items() if kind in kinds.split(","))
    for kind in dict.fromkeys(",".join(_USUAL.values()).split(","))
}
"""The colors that people expect of things of a kind, by its name."""

WORDS = {"circle": 3.0, "square": 2.0, "cross": 0.4, "drop": 0.4, "crescent": 0.15}
"""How much more or less often than once figures of a shape are drawn on icons."""


class Manner(NamedTuple):
    """The versions of each color, the colors that go together, how often figures have a shape, and whether small forms
    that are scattered over something are round."""

    tints: Mapping[str, tuple[palette.Tint, ...]] = palette.TINTS
    schemes: tuple[tuple[str, ...], ...] = ()
    words: Mapping[str, float] | None = None
    round_dots: bool = False

    def colors(self, kind: str, generator: random.Random) -> tuple[str, ...]:
        """Return the colors of a drawing that come first: the usual one of its kind first of all, or "", then those of
        a scheme. Nothing comes first without schemes."""
        if not self.schemes:
            return ()
        usual = generator.choice(USUAL[kind]) if kind in USUAL and generator.random() < USUAL_SHARE else ""
        return usual, *generator.choice([scheme for scheme in self.schemes if not usual or usual in scheme])

    def word(self, among: Sequence[str], generator: random.Random) -> str:
        """Return one of some words for shapes."""
        if self.words is None:
            return generator.choice(list(among))
        return generator.choices(list(among), weights=[self.words.get(word, 1.0) for word in among])[0]


PLAIN = Manner()
ICON = Manner(palette.ICON_TINTS, SCHEMES, WORDS, round_dots=True)
