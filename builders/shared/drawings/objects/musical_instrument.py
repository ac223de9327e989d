"""Musical instruments."""

import itertools

from ..emblems import emblem
from ..forms import box, circle, ellipse, line, polygon, shape, spread
from ..kind import Kind
from ..palette import SOLID, WOOD
from ..sketch import Sketch


def guitar(s: Sketch) -> None:
    body = s.hue(SOLID)
    neck = s.hue(WOOD, unlike=(body,))
    hole = s.hue(unlike=(body,))
    word = s.word(("circle", "square", "heart", "star", "hexagon", "diamond"))
    strings = s.number(3, 6)
    left = shape(
        "M50 40C58 40 64 42 66 48C68 54 65 58 68 63C72 68 75 72 74 79C72 90 62 94 50 94C38 94"
        " 28 90 26 79C25 72 28 68 32 63C35 58 32 54 34 48C36 42 42 40 50 40Z"
    )
    s.part("body", left, hue=body)
    s.part("sound hole", emblem(word.word, 50, 63, 8.5), hue=hole, shape=word)
    s.part("neck", box(45.5, 14, 9, 40, 1), hue=neck)
    s.part("headstock", shape("M43 3H57L58.5 15H41.5Z"), hue=s.hue(unlike=(neck,)))
    s.line(*(line((46, y), (54, y)) for y in (21, 27, 33, 39, 45)), hue=neck, level="light", width=0.7)
    s.detail(box(40, 80, 20, 4, 1.5), hue=s.fixed("black" if body.name != "black" else "gray"))
    s.strokes(
        "string",
        *(line((x, 8), (x, 82)) for x in spread(50 - 0.72 * (strings - 1), 50 + 0.72 * (strings - 1), strings)),
        hue=s.fixed("white"),
        width=0.5,
    )
    pegs = s.number(2, 6)
    for_peg = [(39, 6), (61, 6), (39, 9.6), (61, 9.6), (39, 13.2), (61, 13.2)][:pegs]
    s.part("tuning peg", *(circle(x, y, 1.5) for x, y in for_peg), hue=s.hue(SOLID, unlike=(neck,)), counted=(2, 6))
    dots = s.number(2, 5)
    s.part(
        "dot on the lower body",
        *(circle(x, 89, 1.6) for x in spread(50 - 4 * (dots - 1), 50 + 4 * (dots - 1), dots)),
        hue=s.hue(unlike=(body,)),
        counted=(2, 5),
        plural="dots on the lower body",
    )


def drum(s: Sketch) -> None:
    shell, hoop = s.hues(2)
    s.part(
        "drumstick",
        shape("M66 6L70 4L88 34L84 36Z").turned(26, 76, 20),
        shape("M34 6L30 4L12 34L16 36Z").turned(-26, 24, 20),
        hue=s.hue(WOOD),
        ask_color=False,
    )
    s.part("shell", shape("M12 40H88V78C88 87 70 93 50 93C30 93 12 87 12 78Z"), hue=shell)
    count = s.number(2, 5)
    lace = s.hue(unlike=(shell, hoop))
    edges = spread(14, 86, count + 1)
    s.part(
        "triangle on the shell",
        *(polygon((a + 2.5, 51), (b - 2.5, 51), ((a + b) / 2, 66)) for a, b in itertools.pairwise(edges)),
        hue=lace,
        counted=(2, 5),
        plural="triangles on the shell",
    )
    s.detail(
        shape("M12 74C12 83 30 88 50 88C70 88 88 83 88 74V80C88 89 70 94 50 94C30 94 12 89 12 80Z"),
        hue=hoop,
        outlined=True,
    )
    s.detail(ellipse(50, 40, 39, 13), hue=hoop, outlined=True)
    s.part(
        "drumhead",
        ellipse(50, 39, 34, 10),
        hue=s.hue(("white", "beige", "yellow", "gray", "pink", "blue"), unlike=(hoop,)),
    )
    word = s.word()
    s.part(
        "sign on the shell",
        emblem(word.word, 50, 75, 6.5),
        hue=s.hue(unlike=(shell, hoop)),
        shape=word,
        plural="signs on the shell",
    )


def xylophone(s: Sketch) -> None:
    count = s.number(4, 8)
    bar, frame = s.hues(2)
    s.part(
        "rail", polygon((6, 30), (94, 38), (94, 43), (6, 35)), polygon((6, 70), (94, 60), (94, 55), (6, 65)), hue=frame
    )
    xs = spread(12, 88, count)
    width = min(11.0, 62 / count)
    bars = [box(x - width / 2, 20 + 0.16 * (x - 12), width, 60 - 0.32 * (x - 12), 2) for x in xs]
    s.part("sound bar", *bars, hue=bar, counted=(4, 8))
    s.detail(
        *(circle(x, 33 + 0.08 * (x - 12), 1.1) for x in xs),
        *(circle(x, 67 - 0.08 * (x - 12), 1.1) for x in xs),
        hue=s.fixed("white" if bar.name != "white" else "black"),
    )
    word = s.word(("circle", "star", "heart", "diamond", "square", "hexagon", "triangle"))
    s.line(line((22, 94), (66, 84)), hue=s.fixed("brown"), width=2.4)
    s.part("mallet head", emblem(word.word, 70, 84, 7), hue=s.hue(SOLID, unlike=(bar,)), shape=word)


def harp(s: Sketch) -> None:
    wood = s.hue(("yellow", "orange", "brown", "red", "black", "gray", "purple"))
    count = s.number(4, 9)
    s.strokes(
        "string",
        *(line((x, 16 + 0.24 * (x - 24)), (x, 88 - 0.86 * (x - 24))) for x in spread(30, 72, count)),
        hue=s.hue(("gray", "blue", "green", "pink", "red"), unlike=(wood,)),
        width=0.9,
        counted=(4, 9),
    )
    s.part("pillar", shape("M18 14C14 12 14 6 20 6C24 6 27 9 27 13V88H19Z"), hue=wood)
    s.part(
        "sound box",
        shape("M22 92L80 40C82 38 86 40 88 42L36 93C32 96 22 97 22 92Z"),
        hue=wood,
        ask_color=False,
        plural="sound boxes",
    )
    s.detail(
        shape(
            "M20 12C34 4 40 22 54 22C66 22 74 18 84 24C90 28 92 36 88 43L80 42C80 34 76 30 68 31C52"
            " 34 46 30 38 24C32 19 28 18 22 20Z"
        ),
        hue=wood,
        level="dark",
        outlined=True,
    )
    s.part("base", box(12, 88, 34, 7, 3), hue=s.hue(unlike=(wood,)))
    word = s.word()
    s.part(
        "ornament on the pillar",
        emblem(word.word, 22.5, 40, 5),
        hue=s.hue(unlike=(wood,)),
        shape=word,
        plural="ornaments on the pillar",
    )


def accordion(s: Sketch) -> None:
    case, bellows = s.hues(2)
    keys = s.number(3, 8)
    folds = s.number(3, 7)
    edges = spread(34, 66, folds + 1)
    top = "".join(f"L{(a + b) / 2:.2f} 24L{b:.2f} 18" for a, b in itertools.pairwise(edges))
    bottom = "".join(f"L{(a + b) / 2:.2f} 78L{a:.2f} 84" for a, b in reversed(list(itertools.pairwise(edges))))
    s.part("bellows", shape(f"M34 18{top}L66 84{bottom}Z"), hue=bellows, plural="bellows")
    s.line(
        *(line(((a + b) / 2, 24), ((a + b) / 2, 78)) for a, b in itertools.pairwise(edges)),
        hue=bellows,
        level="dark",
        width=1.2,
    )
    s.part("left case", shape("M10 20C10 16 13 14 16 14H34V88H16C13 88 10 86 10 82Z"), hue=case, ask_color=False)
    s.part("right case", shape("M90 20C90 16 87 14 84 14H66V88H84C87 88 90 86 90 82Z"), hue=case, ask_color=False)
    height = 66 / keys
    s.part(
        "piano key",
        *(box(78, 18 + index * height, 14, height - 1.8, 1) for index in range(keys)),
        hue=s.fixed("white"),
        counted=(3, 8),
    )
    knobs = s.number(2, 6)
    s.part(
        "button on the other side",
        *(circle(22, y, 2.8) for y in spread(26, 76, knobs)),
        hue=s.hue(unlike=(case,)),
        counted=(2, 6),
        plural="buttons on the other side",
    )
    word = s.word()
    s.part(
        "badge on the bellows",
        emblem(word.word, 50, 51, 9),
        hue=s.hue(unlike=(bellows,)),
        shape=word,
        plural="badges on the bellows",
    )


KINDS = (
    Kind("guitar", "musical_instrument", guitar, "to be plucked or strummed while singing by the campfire"),
    Kind("drum", "musical_instrument", drum, "to beat the rhythm of a march with two sticks"),
    Kind("xylophone", "musical_instrument", xylophone, "to play tunes by striking bars with a mallet"),
    Kind(
        "harp",
        "musical_instrument",
        harp,
        "to be plucked with both hands while standing upright on the floor of an orchestra",
    ),
    Kind("accordion", "musical_instrument", accordion, "to play by pulling and squeezing air through reeds"),
)
