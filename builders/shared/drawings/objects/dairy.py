"""Dairy products."""

from ..emblems import emblem
from ..forms import both, box, circle, ellipse, line, polygon, shape, spread
from ..kind import Kind
from ..palette import ANY, SOLID
from ..sketch import Sketch

LEVELS = ("empty", "a quarter full", "half full", "full")


def milk_carton(s: Sketch) -> None:
    carton, band = s.hues(2)
    word = s.word()
    s.part("front", box(24, 38, 40, 56), hue=carton, ask_color=False)
    s.detail(polygon((64, 38), (80, 34), (80, 90), (64, 94)), hue=carton, level="dark", outlined=True)
    s.part("roof", polygon((24, 38), (34, 18), (70, 18), (64, 38)), hue=band, ask_color=False)
    s.detail(polygon((70, 18), (64, 38), (80, 34)), hue=band, level="dark", outlined=True)
    s.part("top seam", box(33, 8, 38, 10, 1), hue=band)
    s.part("screw cap", box(40, 24, 14, 8, 2.5), hue=s.hue(unlike=(band, carton)))
    s.part("badge", emblem(word.word, 44, 58, 11), hue=s.hue(unlike=(carton, band)), shape=word)
    count = s.number(2, 5)
    s.part(
        "stripe at the bottom",
        *(box(24, 76 + 4.2 * step, 40, 2) for step in range(count)),
        hue=s.hue(unlike=(carton,)),
        counted=(2, 5),
        plural="stripes at the bottom",
        shaded=False,
    )


def cheese(s: Sketch) -> None:
    rind = s.hue(("orange", "red", "brown", "black", "green", "purple"))
    holes = s.number(2, 7)
    paste = s.fixed("yellow")
    s.part(
        "rind on the right",
        shape("M86 40C91 44 94 50 94 56V84H86Z"),
        hue=rind,
        ask_color=False,
        plural="rinds on the right",
    )
    s.detail(shape("M6 54L58 18C72 20 84 30 92 50Z"), hue=paste, level="light", outlined=True)
    s.part("cut side", shape("M6 54L92 50V86H6Z"), hue=paste, level="main")
    centers = [(22, 68, 6), (42, 62, 4.4), (58, 74, 7), (76, 62, 5.4), (36, 79, 3.6), (80, 79, 3.4), (58, 58.6, 3)]
    s.part(
        "hole in the cut side",
        *(ellipse(x, y, r, r * 0.94) for x, y, r in centers[:holes]),
        hue=s.hue(("orange", "brown", "white", "beige", "red", "black")),
        counted=(2, 7),
        plural="holes in the cut side",
        ask_color=False,
    )
    s.detail(ellipse(62, 34, 7, 3.4), hue=paste, level="dark")
    plate = s.hue(ANY, unlike=(paste, rind))
    s.part("board", box(4, 86, 92, 7, 3), hue=plate)
    word = s.word()
    s.line(line((33, 14), (33, 44)), hue=s.fixed("gray"), width=1.4)
    s.part(
        "flag in the cheese",
        emblem(word.word, 33, 14, 9),
        hue=s.hue(SOLID, unlike=(paste,)),
        shape=word,
        plural="flags in the cheese",
    )


def yoghurt(s: Sketch) -> None:
    cup, lid = s.hues(2)
    label = s.hue(unlike=(cup, lid))
    word = s.word(("circle", "heart", "star", "drop", "diamond", "hexagon", "square"))
    s.line(line((66, 34), (84, 6)), hue=s.fixed("gray"), width=4)
    s.part("cup", shape("M20 36H80L73 88C72.6 91 71 92 68 92H32C29 92 27.4 91 27 88Z"), hue=cup)
    s.part(
        "lid",
        shape("M15 29C15 27 17 26 19 26H81C83 26 85 27 85 29V35C85 37 83 38 81 38H19C17 38 15 37 15 35Z"),
        hue=lid,
    )
    s.detail(shape("M15 34C10 36 8 41 11 45L20 38Z"), hue=lid, level="light", outlined=True)
    s.part("picture on the cup", emblem(word.word, 50, 58, 12), hue=label, shape=word, plural="pictures on the cup")
    count = s.number(2, 6)
    s.part(
        "berry below the picture",
        *(circle(x, 80, 3) for x in spread(50 - 3.8 * (count - 1), 50 + 3.8 * (count - 1), count)),
        hue=s.hue(unlike=(cup,)),
        counted=(2, 6),
        plural="berries below the picture",
    )


def ice_cream(s: Sketch) -> None:
    count = s.number(1, 4)
    cone = s.hue(("orange", "brown", "yellow", "beige", "pink"))
    scoops = s.hues(count, ANY, unlike=(cone,))
    size = {1: 20.0, 2: 16.0, 3: 12.5, 4: 10.0}[count]
    s.part("cone", shape("M33 56H67L52.5 93C51.5 95.5 48.5 95.5 47.5 93Z"), hue=cone)
    s.line(
        line((37, 58), (55, 87)),
        line((47, 58), (60, 77)),
        *both(line((44, 86), (62, 60)))[:1],
        line((38.5, 74), (52, 58)),
        hue=cone,
        level="dark",
        width=1.2,
    )
    bottom = 59.0 + size * 0.2
    for index, hue in enumerate(scoops):
        y = bottom - size * 0.72 - index * size * 1.18
        where = "top" if index == count - 1 else ""
        left, right = 50 - size, 50 + size
        form = shape(
            f"M{left:.2f} {y + 0.5 * size:.2f}C{left:.2f} {y - 0.9 * size:.2f} {right:.2f} {y - 0.9 * size:.2f}"
            f" {right:.2f} {y + 0.5 * size:.2f}"
            f"C{right:.2f} {y + 0.75 * size:.2f} {50 + 0.7 * size:.2f} {y + 0.75 * size:.2f} {50 + 0.5 * size:.2f}"
            f" {y + 0.6 * size:.2f}"
            f"C{50 + 0.3 * size:.2f} {y + 0.9 * size:.2f} {50 - 0.3 * size:.2f} {y + 0.9 * size:.2f}"
            f" {50 - 0.5 * size:.2f} {y + 0.6 * size:.2f}"
            f"C{50 - 0.7 * size:.2f} {y + 0.75 * size:.2f} {left:.2f} {y + 0.75 * size:.2f} {left:.2f}"
            f" {y + 0.5 * size:.2f}Z"
        )
        if where:
            s.part("topmost scoop", form, hue=hue)
        else:
            s.detail(form, hue=hue, outlined=True)
    top = bottom - size * 0.72 - (count - 1) * size * 1.18
    s.state(
        "How many scoops are on the cone?",
        "How many balls of ice cream were ordered?",
        "How many scoops have been stacked here?",
        answer=str(count),
        choices=("1", "2", "3", "4"),
    )
    sprinkles = s.number(2, 5)
    color = s.hue(unlike=(scoops[-1],))
    s.part(
        "sprinkle",
        *(
            box(x - 1, top - 1.5 + 2.5 * (step % 2), 2, 5, 1).turned(25 - 50 * (step % 2), x, top)
            for step, x in enumerate(
                spread(50 - 0.19 * size * (sprinkles - 1), 50 + 0.19 * size * (sprinkles - 1), sprinkles)
            )
        ),
        hue=color,
        counted=(2, 5),
    )
    word = s.word(("circle", "star", "heart", "diamond", "triangle", "square"))
    s.part(
        "decoration on top",
        emblem(word.word, 50, top - 0.56 * size - 4.6, 5.6),
        hue=s.hue(unlike=(scoops[-1],)),
        shape=word,
        plural="decorations on top",
    )


KINDS = (
    Kind("milk carton", "dairy", milk_carton, "to keep and pour what cows give"),
    Kind("piece of cheese", "dairy", cheese, "to be sliced onto bread or melted; mice are said to love it"),
    Kind("cup of yoghurt", "dairy", yoghurt, "to be spooned out of its beaker at breakfast"),
    Kind("ice cream cone", "dairy", ice_cream, "to be licked on a hot day before it melts"),
)
