"""Things that one wears or carries."""

import itertools

from ..emblems import emblem
from ..forms import Form, circle, line, polygon, ring, shape, spread
from ..kind import Kind
from ..palette import METAL, SOLID, VIVID
from ..sketch import Sketch

STONES = ("circle", "square", "heart", "star", "hexagon", "drop", "diamond")


def finger_ring(s: Sketch) -> None:
    metal = s.hue(METAL)
    stone = s.hue(VIVID, unlike=(metal,))
    cut = s.word(STONES)
    s.part("band", ring(50, 64, 30, 22), hue=metal)
    s.line(shape("M25 58C27 48 34 41 42 39"), hue=metal, level="light", width=2)
    s.detail(polygon((38, 36), (62, 36), (56, 44), (44, 44)), hue=metal, level="dark", outlined=True)
    s.part("gem", emblem(cut.word, 50, 22, 15), hue=stone, shape=cut)
    s.detail(shape("M44 20C45 16 48 14 51 14L48 21Z"), hue=stone, level="light")
    small = s.number(2, 6)
    centers = [
        (x, 64 + (26**2 - (x - 50) ** 2) ** 0.5) for x in spread(50 - 4.6 * (small - 1), 50 + 4.6 * (small - 1), small)
    ]
    s.part("small stone", *(circle(x, y, 2.6) for x, y in centers), hue=s.hue(unlike=(metal,)), counted=(2, 6))


def handbag(s: Sketch) -> None:
    leather, trim = s.hues(2, SOLID)
    clasp = s.word()
    s.part("handle", shape("M30 46C30 4 70 4 70 46H62C62 16 38 16 38 46Z"), hue=trim)
    body = shape(
        "M22 40H78C81 40 83 42 83.5 45L89 84C89.6 89 86 92 82 92H18C14 92 10.4 89 11 84L16.5 45C17 42 19 40 22 40Z"
    )
    s.part("body", body, hue=leather)
    s.part("flap", shape("M20 40H80L76 58C75 62 72 64 68 64H32C28 64 25 62 24 58Z"), hue=trim, ask_color=False)
    s.part("clasp", emblem(clasp.word, 50, 62, 7.5), hue=s.hue(unlike=(leather, trim)), shape=clasp)
    studs = s.number(3, 8)
    s.part(
        "stud along the bottom",
        *(circle(x, 84, 2) for x in spread(20, 80, studs)),
        hue=s.hue(unlike=(leather,)),
        counted=(3, 8),
        plural="studs along the bottom",
    )


def glasses(s: Sketch) -> None:
    frame = s.hue(SOLID)
    lens = s.hue(unlike=(frame,))
    word = s.word(("circle", "square", "heart", "hexagon", "star", "diamond"))
    reach = {"star": 19.0, "diamond": 19.0, "heart": 18.0}.get(word.word, 17.5)
    s.line(shape("M13 46C10 40 8 36 6 30"), shape("M87 46C90 40 92 36 94 30"), hue=frame, width=3.5)
    s.line(shape("M40 46C44 38 56 38 60 46"), hue=frame, width=3.5)
    whole = tuple(emblem(word.word, x, 52, reach + 4) for x in (28, 72))
    s.part("frame", *whole, hue=frame, plural="frame")
    s.part("lens", *(emblem(word.word, x, 52, reach - 1) for x in (28, 72)), hue=lens, shape=word, plural="lenses")
    s.line(line((22, 56), (31, 45)), line((66, 56), (75, 45)), hue=lens, level="light", width=2)
    gems = s.number(2, 6)
    s.part(
        "sparkling stone above the frame",
        *(star_like(x, 18) for x in spread(30 - 2 * gems, 70 + 2 * gems, gems)),
        hue=s.hue(SOLID, unlike=(frame,)),
        counted=(2, 6),
        plural="sparkling stones above the frame",
        shaded=False,
    )


def star_like(x: float, y: float) -> Form:
    return shape(
        f"M{x} {y - 6}C{x + 1} {y - 2} {x + 2} {y - 1} {x + 6} {y}C{x + 2} {y + 1} {x + 1} {y + 2}"
        f" {x} {y + 6}C{x - 1} {y + 2} {x - 2} {y + 1} {x - 6} {y}C{x - 2} {y - 1} {x - 1} {y - 2}"
        f" {x} {y - 6}Z"
    )


def umbrella(s: Sketch) -> None:
    one, other = s.hues(2)
    grip = s.hue(SOLID, unlike=(one, other))
    s.line(line((50, 10), (50, 80)), hue=s.fixed("gray"), width=2.5)
    s.strokes("handle", shape("M50 62V82C50 93 34 93 34 82"), hue=grip, width=4.5)
    count = s.number(3, 7)
    edges = spread(8, 92, count + 1)
    s.part("canopy", shape("M8 52C10 26 28 14 50 14C72 14 90 26 92 52Z"), hue=one)
    for index, (left, right) in enumerate(itertools.pairwise(edges)):
        middle, sag = (left + right) / 2, 50 - 0.16 * (right - left)
        s.detail(
            shape(f"M{left:.1f} 52Q{middle:.1f} {sag:.1f} {right:.1f} 52L{right:.1f} 53H{left:.1f}Z"),
            hue=one,
            level="dark",
        )
        del index
    dots = s.number(2, 6)
    print_ = s.word(("circle", "star", "heart", "diamond", "triangle", "square"))
    centers = [
        (x, 46 - 13 * (1 - ((x - 50) / 34) ** 2)) for x in spread(50 - 6 * (dots - 1), 50 + 6 * (dots - 1), dots)
    ]
    s.part(
        "print on the canopy",
        *(emblem(print_.word, x, y, 4) for x, y in centers),
        hue=other,
        counted=(2, 6),
        shape=print_,
        plural="prints on the canopy",
        shaded=False,
    )
    s.detail(circle(50, 12, 3), hue=grip, outlined=True)


def necklace(s: Sketch) -> None:
    chain, charm = s.hues(2, SOLID)
    pearl = s.hue(unlike=(chain, charm))
    word = s.word(("circle", "square", "star", "heart", "drop", "hexagon", "cross", "diamond"))
    s.line(shape("M18 8C10 40 26 66 50 68C74 66 90 40 82 8"), hue=chain, width=2.5)
    s.part("pendant", emblem(word.word, 50, 80, 13.5), hue=charm, shape=word)
    s.detail(circle(50, 66, 2.5), hue=chain, outlined=True)
    count = s.number(2, 7)
    left = [(20.5, 34), (28, 50), (38, 62)]
    every = [(15.8, 20), *left, (84.2, 20), (79.5, 34), (72, 50), (62, 62)]
    chosen = s.random.sample(every, count)
    s.part("pearl", *(circle(x, y, 4.2) for x, y in sorted(chosen)), hue=pearl, counted=(2, 7))


KINDS = (
    Kind("finger ring", "accessory", finger_ring, "to be given at an engagement and worn on a hand"),
    Kind("handbag", "accessory", handbag, "to carry a purse, keys and small things on the arm"),
    Kind("pair of glasses", "accessory", glasses, "to see more sharply or to shield the eyes"),
    Kind("umbrella", "accessory", umbrella, "to keep dry in the rain"),
    Kind("necklace", "accessory", necklace, "to adorn the neck"),
)
