"""Workshop tools."""

import math

from ..emblems import BADGES, emblem
from ..forms import Form, box, circle, line, polygon, shape, spread
from ..kind import Kind
from ..palette import ANY, METAL, SOLID
from ..sketch import Sketch

CORNERS = ("lower left", "upper left", "upper right", "lower right")
HOLES = ("circle", "drop", "heart", "triangle", "star", "square")


def _quarter(s: Sketch, end: str, first: int) -> float:
    """Return the further turn of the tool in degrees, so that its end lies in any of the four corners."""
    quarter = s.number(0, 3)
    s.state(
        f"Towards which corner of the picture does the {end} of the {{kind}} point?",
        f"In which corner is the {end}?",
        answer=CORNERS[(first + quarter) % 4],
        choices=CORNERS,
    )
    return 90.0 * quarter


def hammer(s: Sketch) -> None:
    steel = s.hue(METAL)
    handle = s.hue(ANY, unlike=(steel,))
    grip = s.hue(SOLID, unlike=(handle, steel))
    turn = s.between(30, 42) + _quarter(s, "head", 2)

    def put(form: Form) -> Form:
        return form.moved(-1, 0).turned(turn)

    s.part("handle", put(shape("M45 26H55L57 92C57 96 43 96 43 92Z")), hue=handle)
    count = s.number(1, 4)
    rows = spread(76 - 5 * (count - 1), 76 + 5 * (count - 1), count)
    s.part(
        "band around the handle",
        *(put(box(43.4, y - 2.6, 13.2, 5.2, 0.8)) for y in rows),
        hue=grip,
        counted=(1, 4),
        plural="bands around the handle",
        shaded=False,
    )
    s.part(
        "head",
        put(shape("M40 11H64C66 11 67 12 67 14V26C67 28 66 29 64 29H43C39 24 28 24 16 35C18 20 27 11 40 11Z")),
        hue=steel,
    )
    s.part("striking face", put(box(66, 6, 13, 28, 2.5)), hue=steel, level="dark", ask_color=False)
    s.line(put(shape("M25 23C29 18 34 16 42 16")), hue=steel, width=2.4, level="light")
    s.detail(put(box(44, 8, 12, 4, 1)), hue=handle, outlined=True)


def saw(s: Sketch) -> None:
    blade = s.hue(("gray", "white", "yellow", "blue", "black"))
    handle = s.hue(SOLID, unlike=(blade,))
    word = s.word(BADGES)
    teeth = 15
    edge = [(6 + 60 * step / teeth, 54 + 12 * step / teeth + (5.6 if step % 2 else 0)) for step in range(teeth)]
    teeth_path = "".join(f"L{x:.2f} {y:.2f}" for x, y in edge)
    s.part("blade", shape(f"M66 32L8 46C5 47 4 49 4 51V54{teeth_path}L66 66Z"), hue=blade)
    s.line(line((14, 49), (58, 38.6)), hue=blade, width=1.6, level="light" if blade.name != "white" else "dark")
    s.part(
        "picture on the blade",
        emblem(word.word, 45, 52.5, 7.2),
        hue=s.hue(unlike=(blade,)),
        shape=word,
        plural="pictures on the blade",
    )
    grip = shape(
        "M60 30C66 28 72 30 76 28C82 25 88 20 93 24C97 28 95 34 93 39C91 45 92 55 95 62C97 69 95 75 89 75"
        "C83 75 79 70 73 70C67 70 64 71 60 70Z"
    )
    hole = shape("M77 38C82 34 85 36 85 41C84 46 84 52 86 58C87 64 82 65 78 62C73 58 72 43 77 38Z")
    s.part("handle", grip.without(hole), hue=handle)
    count = s.number(1, 4)
    rivet = s.hue(("yellow", "gray", "white", "black", "red"), unlike=(handle,))
    rows = spread(50 - 5 * (count - 1), 50 + 5 * (count - 1), count)
    s.part("rivet", *(circle(66, y, 2.7) for y in rows), hue=rivet, counted=(1, 4))


def paintbrush(s: Sketch) -> None:
    paint = s.hue(SOLID)
    handle = s.hue(ANY, unlike=(paint,))
    metal = s.hue(("gray", "yellow", "black", "white"), unlike=(handle, paint))
    word = s.word(HOLES)
    s.part(
        "handle",
        shape("M32 42C32 36 42 34 43 26C43 20 42 14 42 10C42 2 58 2 58 10C58 14 57 20 57 26C58 34 68 36 68 42Z"),
        hue=handle,
    )
    hole = s.hue(unlike=(handle,))
    s.part(
        "mark at the end of the handle",
        emblem(word.word, 50, 13.5, 5),
        hue=hole,
        shape=word,
        plural="marks at the end of the handle",
    )
    s.part("bristles", shape("M28 54H72L74 76C60 80 40 80 26 76Z"), hue=s.fixed("beige"), plural="bristles")
    s.line(
        line((38, 56), (37, 68)),
        line((50, 56), (50, 68)),
        line((62, 56), (63, 68)),
        hue=s.fixed("beige"),
        width=1.2,
        level="dark",
    )
    s.part(
        "paint",
        shape(
            "M27 69C33 65 38 72 44 69C50 66 56 72 62 69C66 67 70 67 73 69"
            "L74 77C70 84 62 80 56 84C48 88 42 81 36 84C30 86 26 82 26 77Z"
        ),
        hue=paint,
    )
    s.part("metal collar", box(26, 41, 48, 14, 1.5), hue=metal)
    count = s.number(2, 6)
    nail = s.hue(SOLID, unlike=(metal,))
    s.part(
        "nail in the collar",
        *(circle(x, 48, 2.1) for x in spread(50 - 3.6 * (count - 1), 50 + 3.6 * (count - 1), count)),
        hue=nail,
        counted=(2, 6),
        plural="nails in the collar",
    )
    s.detail(emblem("drop", 40, 91.4, 4), emblem("drop", 60, 90.4, 3.2), hue=paint)


def screwdriver(s: Sketch) -> None:
    handle = s.hue()
    steel = s.hue(METAL, unlike=(handle,))
    groove = s.hue(unlike=(handle,))
    turn = s.between(34, 45) + _quarter(s, "blade", 0)

    def put(form: Form) -> Form:
        return form.turned(turn)

    s.part("blade", put(shape("M46.4 48H53.6V80L56 86L53 98H47L44 86L46.4 80Z")), hue=steel)
    s.line(put(line((48.4, 54), (48.4, 80))), hue=steel, width=1.4, level="light")
    s.part("collar", put(box(42, 43, 16, 8, 1.5)), hue=s.hue(SOLID, unlike=(handle, steel)))
    s.part(
        "handle",
        put(shape("M43 0H57C62 0 64 4 64 9V30C64 36 60 38 60 44H40C40 38 36 36 36 30V9C36 4 38 0 43 0Z")),
        hue=handle,
    )
    count = s.number(1, 4)
    xs = spread(50 - 3.2 * (count - 1), 50 + 3.2 * (count - 1), count)
    s.part(
        "groove in the handle",
        *(put(box(x - 1.5, 9, 3, 24, 1.5)) for x in xs),
        hue=groove,
        counted=(1, 4),
        plural="grooves in the handle",
    )
    s.line(put(line((43, 4), (57, 4))), hue=handle, width=2, level="light")


def toolbox(s: Sketch) -> None:
    front = s.hue()
    bar = s.hue(("brown", "gray", "black", "yellow"), unlike=(front,))
    grip = s.hue(SOLID, unlike=(front,))
    word = s.word(("circle", "square", "triangle", "star", "heart", "diamond", "hexagon"))
    steel = s.fixed("gray")
    s.detail(box(25, 34, 3, 16), hue=steel, outlined=True)
    s.part(
        "screwdriver handle", shape("M22 14C22 11 31 11 31 14V30C31 33 29.6 34 29 37H24C23.4 34 22 33 22 30Z"), hue=grip
    )
    s.detail(box(48, 17, 5, 34), hue=s.fixed("brown"), outlined=True)
    s.detail(
        shape("M42 8H60C64 8 67 11 68 15C64 14 62 17 58 18H42C41 18 40 17 40 16V10C40 9 41 8 42 8Z"),
        hue=steel,
        outlined=True,
    )
    s.detail(
        shape("M73 50V28C68 26 66 19 69 13L73 11V19L77 21L81 19V11L84 13C87 19 86 26 81 28V50Z"),
        hue=steel,
        level="dark",
        outlined=True,
    )
    s.part("carrying bar", box(8, 36, 84, 7, 3.5), hue=bar)
    s.detail(
        polygon((5, 54), (11, 32), (16, 32), (16, 54)),
        polygon((95, 54), (89, 32), (84, 32), (84, 54)),
        hue=front,
        level="dark",
        outlined=True,
    )
    s.part("box front", box(5, 50, 90, 43, 3), hue=front)
    s.detail(box(5, 50, 90, 5, 2), hue=front, level="light" if front.name != "white" else "dark")
    patch = s.hue(unlike=(front,))
    s.part("picture on the front", emblem(word.word, 34, 74, 11), hue=patch, shape=word, plural="pictures on the front")
    count = s.number(1, 4)
    latch = s.hue(("gray", "yellow", "white", "black", "orange"), unlike=(front,))
    columns = spread(70 - 5.5 * (count - 1), 70 + 5.5 * (count - 1), count)
    s.part("latch", *(box(x - 3.4, 62, 6.8, 12, 1.6) for x in columns), hue=latch, counted=(1, 4), plural="latches")
    s.detail(box(10, 93, 12, 3, 1), box(78, 93, 12, 3, 1), hue=s.fixed("black"))


def paint_bucket(s: Sketch) -> None:
    pail = s.hue(("gray", "white", "blue", "yellow", "black", "orange"))
    paint = s.hue(SOLID, unlike=(pail,))
    label = s.hue(ANY, unlike=(pail, paint))
    word = s.word(BADGES)
    s.line(shape("M16 32C16 -4 84 -4 84 32"), hue=s.fixed("gray"), width=2.6, level="dark")
    s.detail(box(42, 2.6, 16, 5, 2.4), hue=s.fixed("brown"))
    s.part("pail", shape("M12 32H88L80 90C79.6 94 66 96 50 96C34 96 20.4 94 20 90Z"), hue=pail)
    s.part("label", shape("M17.6 54C36 60 64 60 82.4 54L79 84C62 89 38 89 21 84Z"), hue=label)
    s.part(
        "picture on the label",
        emblem(word.word, 50, 72.4, 10),
        hue=s.hue(unlike=(label,)),
        shape=word,
        plural="pictures on the label",
    )
    count = s.number(1, 4)
    xs = spread(50 - 9 * (count - 1), 50 + 9 * (count - 1), count)
    runs = []
    for index, x in enumerate(xs):
        edge = 32 + 11 * math.sqrt(1 - ((x - 50) / 38) ** 2)
        end = round(edge + (6.5, 4, 8, 5)[index], 1)
        left, right, low, top = round(x - 4.2, 1), round(x + 4.2, 1), end + 5.4, round(edge - 2, 1)
        runs.append(shape(f"M{left} {top}H{right}V{end}C{right} {low} {left} {low} {left} {end}Z"))
    s.part(
        "run of paint down the side",
        *runs,
        hue=paint,
        level="dark",
        counted=(1, 4),
        plural="runs of paint down the side",
        ask_color=False,
        shaded=False,
    )
    s.detail(
        shape("M12 32C12 24 30 20 50 20C70 20 88 24 88 32C88 40 70 43 50 43C30 43 12 40 12 32Z"),
        hue=pail,
        level="light",
        outlined=True,
    )
    s.part("paint", shape("M17 32C17 26 32 23 50 23C68 23 83 26 83 32C83 38 68 40 50 40C32 40 17 38 17 32Z"), hue=paint)


def pencil(s: Sketch) -> None:
    coat = s.hue(unlike=(s.fixed("gray"),))
    lead = s.hue(SOLID)
    rubber = s.hue(("pink", "white", "blue", "green", "red"), unlike=(coat,))
    turn = s.between(36, 46) + _quarter(s, "sharpened end", 0)

    def put(form: Form) -> Form:
        return form.turned(turn)

    s.part("eraser", put(shape("M39 12V2C39 -3 61 -3 61 2V12Z")), hue=rubber)
    s.part("metal sleeve", put(box(38.4, 10, 23.2, 11)), hue=s.fixed("gray"))
    s.line(
        put(line((38.4, 14), (61.6, 14))),
        put(line((38.4, 17.4), (61.6, 17.4))),
        hue=s.fixed("gray"),
        width=1,
        level="dark",
    )
    s.part("coat", put(box(38.4, 21, 23.2, 56)), hue=coat)
    s.detail(put(box(38.4, 21, 7, 56)), hue=coat, level="light")
    s.part(
        "sharpened wood",
        put(shape("M38.4 76C42 72 46 80 50 76C54 72 58 80 61.6 76L53.4 95H46.6Z")),
        hue=s.fixed("beige"),
    )
    s.part("tip", put(polygon((46.2, 94), (53.8, 94), (50, 103))), hue=lead)
    count = s.number(1, 4)
    stripe = s.hue(unlike=(coat,))
    rows = spread(47 - 5 * (count - 1), 47 + 5 * (count - 1), count)
    s.part(
        "band around the coat",
        *(put(box(38.4, y - 2.4, 23.2, 4.8)) for y in rows),
        hue=stripe,
        counted=(1, 4),
        plural="bands around the coat",
        shaded=False,
    )


KINDS = (
    Kind("hammer", "tool", hammer, "to drive nails into wood", flips=False),
    Kind("hand saw", "tool", saw, "to cut planks to length"),
    Kind("paintbrush", "tool", paintbrush, "to coat a fence with stain, stroke by stroke"),
    Kind("screwdriver", "tool", screwdriver, "to turn a slotted fastener into a wall plug", flips=False),
    Kind("toolbox", "tool", toolbox, "to carry a craftsman's gear to a repair", flips=False),
    Kind("paint bucket", "tool", paint_bucket, "to hold enough colour for a whole wall"),
    Kind("pencil", "tool", pencil, "to sketch lines that can be rubbed out", flips=False),
)
