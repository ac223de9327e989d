"""A diagram by chance: a theme, its steps, shapes and colours."""

import random
from typing import NamedTuple

from ..colors import some
from ..specs import DIAGRAMS, SHAPES, Diagram, Step

GROUNDS = ("off-white", "cream", "pale blue", "pale green", "pale pink", "pale yellow", "pale purple")
INKS = ("navy blue", "charcoal", "midnight blue", "maroon")
FILLS = (
    "red",
    "orange",
    "yellow",
    "green",
    "blue",
    "purple",
    "pink",
    "teal",
    "coral",
    "turquoise",
    "lime green",
    "lavender",
    "gold",
)


class Theme(NamedTuple):
    """A theme. `steps` in their order, each with a line of detail; more than a diagram takes, so that one can be
    added."""

    title: str
    forms: tuple[str, ...]
    steps: tuple[tuple[str, str], ...]
    shared: str = ""


FLOWS = ("flow", "cycle")
THEMES: tuple[Theme, ...] = (
    Theme(
        "Baking bread",
        FLOWS,
        (
            ("Weigh", "flour and salt"),
            ("Mix", "ten minutes"),
            ("Knead", "by hand"),
            ("Rest", "one hour"),
            ("Shape", "two loaves"),
            ("Proof", "in the basket"),
            ("Bake", "at 230 degrees"),
            ("Cool", "on a rack"),
        ),
    ),
    Theme(
        "Order handling",
        FLOWS,
        (
            ("Order", "by web form"),
            ("Check", "stock and price"),
            ("Pay", "card or bank"),
            ("Pack", "in paper"),
            ("Label", "print address"),
            ("Ship", "before noon"),
            ("Track", "by number"),
            ("Review", "after a week"),
        ),
    ),
    Theme(
        "Software release",
        FLOWS,
        (
            ("Plan", "pick issues"),
            ("Design", "sketch it"),
            ("Code", "small steps"),
            ("Review", "two people"),
            ("Test", "all green"),
            ("Stage", "for a day"),
            ("Release", "tag and push"),
            ("Monitor", "first hour"),
        ),
    ),
    Theme(
        "Water cycle",
        FLOWS,
        (
            ("Evaporate", "over the sea"),
            ("Rise", "warm air"),
            ("Condense", "into clouds"),
            ("Rain", "over hills"),
            ("Gather", "in streams"),
            ("Flow", "down rivers"),
            ("Seep", "into soil"),
        ),
    ),
    Theme(
        "Paper recycling",
        FLOWS,
        (
            ("Collect", "from homes"),
            ("Sort", "by grade"),
            ("Shred", "and soak"),
            ("Clean", "remove ink"),
            ("Press", "thin sheets"),
            ("Dry", "hot rollers"),
            ("Roll", "and cut"),
        ),
    ),
    Theme(
        "A plant's year",
        FLOWS,
        (
            ("Seed", "in the ground"),
            ("Sprout", "first leaves"),
            ("Grow", "toward light"),
            ("Bud", "late spring"),
            ("Bloom", "for bees"),
            ("Fruit", "in August"),
            ("Rest", "under snow"),
        ),
    ),
    Theme(
        "School board",
        ("tree", "mind map"),
        (
            ("Head", "runs it all"),
            ("Science", "two labs"),
            ("Arts", "one studio"),
            ("Sports", "big hall"),
            ("Physics", "six pupils"),
            ("Biology", "nine pupils"),
            ("Music", "choir, band"),
            ("Theater", "one stage"),
            ("Swimming", "on Mondays"),
            ("Athletics", "on Fridays"),
        ),
    ),
    Theme(
        "Animal kinds",
        ("tree", "mind map"),
        (
            ("Animals", "all of them"),
            ("Birds", "with wings"),
            ("Mammals", "with fur"),
            ("Fish", "with fins"),
            ("Owl", "at night"),
            ("Robin", "red breast"),
            ("Cat", "purrs"),
            ("Bear", "sleeps long"),
            ("Trout", "in rivers"),
            ("Tuna", "in the sea"),
        ),
    ),
    Theme(
        "Town council",
        ("tree", "mind map"),
        (
            ("Mayor", "four years"),
            ("Roads", "and bridges"),
            ("Parks", "and trees"),
            ("Culture", "and fairs"),
            ("Lights", "LED lamps"),
            ("Signs", "new names"),
            ("Gardens", "ten beds"),
            ("Ponds", "two ducks"),
            ("Library", "open late"),
            ("Museum", "free entry"),
        ),
    ),
    Theme(
        "Space race",
        ("timeline",),
        (
            ("Sputnik", "1957"),
            ("Gagarin", "1961"),
            ("Moon walk", "1969"),
            ("Skylab", "1973"),
            ("Shuttle", "1981"),
            ("Mir", "1986"),
            ("Hubble", "1990"),
            ("ISS crew", "2000"),
        ),
    ),
    Theme(
        "History of our shop",
        ("timeline",),
        (
            ("Market stall", "1951"),
            ("First shop", "1958"),
            ("Delivery van", "1964"),
            ("Second floor", "1972"),
            ("Bakery", "1985"),
            ("Web shop", "1999"),
            ("Solar roof", "2011"),
            ("Cafe", "2019"),
        ),
    ),
    Theme(
        "Writing a book",
        ("timeline", "flow"),
        (
            ("Idea", "January"),
            ("Outline", "February"),
            ("Draft", "May"),
            ("Edit", "July"),
            ("Cover", "August"),
            ("Proofs", "October"),
            ("Print", "November"),
            ("Reading", "December"),
        ),
    ),
    Theme(
        "Good jobs", ("venn",), (("What you love", "joy"), ("What pays", "money"), ("What helps", "meaning")), "Calling"
    ),
    Theme(
        "Pets at home", ("venn",), (("Cats", "climb, purr"), ("Dogs", "bark, fetch"), ("Rabbits", "hop, dig")), "Furry"
    ),
    Theme("Ways to travel", ("venn",), (("Train", "on rails"), ("Bus", "on roads"), ("Ferry", "on water")), "Seats"),
    Theme(
        "Food pyramid",
        ("pyramid",),
        (
            ("Sweets", "now and then"),
            ("Oils", "a spoonful"),
            ("Fish", "twice a week"),
            ("Dairy", "three times a day"),
            ("Grains", "at every meal"),
            ("Greens", "five a day"),
            ("Water", "two liters"),
        ),
    ),
    Theme(
        "Company levels",
        ("pyramid",),
        (
            ("Board", "three people"),
            ("Directors", "eight people"),
            ("Managers", "forty people"),
            ("Leads", "ninety people"),
            ("Staff", "six hundred people"),
            ("Trainees", "two hundred people"),
        ),
    ),
    Theme(
        "Learning levels",
        ("pyramid",),
        (
            ("Create", "something new"),
            ("Evaluate", "judge and choose"),
            ("Analyze", "take it apart"),
            ("Apply", "use it"),
            ("Understand", "explain it"),
            ("Remember", "say it again"),
        ),
    ),
)
BY_TITLE = {theme.title: theme for theme in THEMES}
PARENTS = (-1, 0, 0, 0, 1, 1, 2, 2, 3, 3)
"""The shape of a tree of ten boxes; smaller ones leave out the last."""


def choose(generator: random.Random, form: str = "") -> Diagram:
    form = form or generator.choice(DIAGRAMS)
    theme = generator.choice([theme for theme in THEMES if form in theme.forms])
    count = {
        "venn": generator.randint(2, 3),
        "tree": generator.randint(7, 10),
        "mind map": generator.randint(6, 8),
    }.get(form, generator.randint(5, 7))
    count = min(count, len(theme.steps))
    if form in ("venn", "pyramid", "tree", "mind map"):
        chosen = list(theme.steps[:count])
    else:
        kept = sorted(generator.sample(range(len(theme.steps)), count))
        chosen = [theme.steps[index] for index in kept]
    colors = generator.sample(FILLS, count)
    shape = generator.choice(SHAPES[:2] if form in ("tree", "timeline") else SHAPES)
    steps = []
    for index, ((text, detail), color) in enumerate(zip(chosen, colors, strict=True)):
        own = generator.choice(SHAPES) if form == "flow" and generator.random() < 0.35 else shape
        steps.append(Step(text, detail, some(color, generator), own, PARENTS[index] if form == "tree" else -1))
    ground, ink = some(generator.choice(GROUNDS), generator), some(generator.choice(INKS), generator)
    return Diagram(form, theme.title, tuple(steps), ground, ink, theme.shared, generator.randrange(1000))
