"""Animals."""

from ..emblems import emblem
from ..forms import both, box, circle, ellipse, line, shape, spread
from ..kind import Kind
from ..palette import ANY, LOUD, SOLID, VIVID
from ..sketch import Sketch

FUR = ("orange", "gray", "black", "brown", "white", "beige")
TAGS = ("circle", "square", "star", "heart", "diamond", "hexagon", "triangle")


def cat(s: Sketch) -> None:
    fur = s.hue(FUR)
    iris = s.hue(VIVID, unlike=(fur,))
    dark = s.fixed("black") if fur.name != "black" else s.fixed("white")
    collar = s.hue(VIVID, unlike=(fur, iris))
    s.part("ear", *both(shape("M18 48L20 12C20 9 23 8 25 10L48 30Z")), hue=fur)
    s.detail(*both(shape("M24 36L25.5 19L38 29Z")), hue=s.fixed("pink"))
    s.part("collar", shape("M26 74C40 84 60 84 74 74L76 82C60 92 40 92 24 82Z"), hue=collar)
    s.part(
        "head",
        shape("M50 24C74 24 88 38 88 56C88 74 70 84 50 84C30 84 12 74 12 56C12 38 26 24 50 24Z"),
        hue=fur,
        ask_color=False,
    )
    stripes = s.number(2, 6)
    s.part(
        "stripe on the forehead",
        *(
            box(x - 1.5, 26 + abs(x - 50) * 0.12, 3, 12, 1.5)
            for x in spread(50 - 3.5 * (stripes - 1), 50 + 3.5 * (stripes - 1), stripes)
        ),
        hue=s.hue(unlike=(fur,)),
        counted=(2, 6),
        plural="stripes on the forehead",
    )
    s.part("eye", *both(ellipse(33, 54, 8, 9)), hue=iris)
    s.detail(*both(ellipse(33, 54, 2.6, 7.5)), hue=s.fixed("black"))
    s.detail(*both(circle(31, 51, 1.6)), hue=s.fixed("white"))
    s.detail(
        shape("M45 64H55C56 64 56.5 65 56 66L51 71C50.5 71.5 49.5 71.5 49 71L44 66C43.5 65 44 64 45 64Z"),
        hue=s.fixed("pink"),
        outlined=True,
    )
    s.line(shape("M50 71C50 76 44 78 40 75"), shape("M50 71C50 76 56 78 60 75"), hue=dark, width=1.5)
    s.line(*both(line((26, 66), (8, 63))), *both(line((26, 70), (9, 74))), hue=dark, width=0.9)
    tag = s.word(TAGS)
    s.part("tag on the collar", emblem(tag.word, 50, 88, 7), hue=s.hue(unlike=(collar, fur)), shape=tag)


def fish(s: Sketch) -> None:
    body, fin = s.hues(2)
    stripe = s.hue(unlike=(body, fin))
    s.part("tail", shape("M74 50C82 42 90 32 96 28C93 42 93 58 96 72C90 68 82 58 74 50Z"), hue=fin, ask_color=False)
    s.part("top fin", shape("M34 30C42 14 60 12 70 20C66 26 66 32 67 38Z"), hue=fin)
    s.part("bottom fin", shape("M44 70C46 82 56 88 66 86C62 80 62 72 63 66Z"), hue=fin, ask_color=False)
    s.part("body", shape("M5 52C14 30 34 24 50 26C66 28 74 42 80 50C74 60 66 74 50 76C34 78 14 72 5 52Z"), hue=body)
    count = s.number(2, 5)
    for_stripe = [
        shape(
            f"M{x:.1f} {34 + (x - 44) * 0.15:.1f}C{x + 4:.1f} 44 {x + 4:.1f} 58 {x:.1f} {68 - (x - 44) * 0.15:.1f}"
            f"L{x + 3.5:.1f} {67.5 - (x - 44) * 0.15:.1f}C{x + 8:.1f} 58 {x + 8:.1f} 44 {x + 3.5:.1f}"
            f" {34.5 + (x - 44) * 0.15:.1f}Z"
        )
        for x in spread(40, 40 + 7.5 * (count - 1), count)
    ]
    s.part("stripe", *for_stripe, hue=stripe, counted=(2, 5), shaded=False)
    s.line(shape("M30 36C37 44 37 58 30 68"), hue=body, level="dark", width=1.6)
    s.detail(circle(20, 46, 5.5), hue=s.fixed("white"), outlined=True)
    s.detail(circle(19, 46, 2.8), hue=s.fixed("black"))
    s.line(shape("M8 58C12 60 15 60 18 58"), hue=body, level="dark", width=1.6)
    bubbles = s.number(1, 4)
    word = s.word(("circle", "heart", "star", "drop", "diamond", "square"))
    s.part(
        "air bubble",
        *(emblem(word.word, 9 + 3 * step % 7, 32 - 8 * step, 3.2) for step in range(bubbles)),
        hue=s.hue(SOLID, unlike=(body,)),
        shape=word,
        counted=(1, 4),
    )


def owl(s: Sketch) -> None:
    body, belly = s.hues(2, ANY)
    eye = s.hue(VIVID, unlike=(body, belly))
    beak = s.hue(unlike=(body, belly))
    s.part(
        "foot",
        *both(shape("M34 86C30 90 32 96 36 94C38 96 42 96 42 93C46 94 47 89 44 86Z")),
        hue=beak,
        plural="feet",
        ask_color=False,
    )
    s.part(
        "body",
        shape("M22 12C32 20 68 20 78 12C82 26 86 44 84 62C82 80 68 90 50 90C32 90 18 80 16 62C14 44 18 26 22 12Z"),
        hue=body,
        ask_color=False,
    )
    s.part("belly", shape("M50 46C66 46 72 56 70 68C68 80 60 86 50 86C40 86 32 80 30 68C28 56 34 46 50 46Z"), hue=belly)
    s.part("wing", *both(shape("M18 46C12 58 12 74 22 82C28 74 28 60 24 48Z")), hue=s.hue(unlike=(body, belly)))
    s.detail(*both(circle(35, 36, 14.5)), hue=s.fixed("white"), outlined=True)
    s.part("iris", *both(circle(35, 36, 9.5)), hue=eye, plural="irises")
    s.detail(*both(circle(35, 36, 5)), hue=s.fixed("black"))
    s.detail(*both(circle(37, 33.5, 1.7)), hue=s.fixed("white"))
    s.part("beak", shape("M45 42C48 40 52 40 55 42C56 47 53 52 50 55C47 52 44 47 45 42Z"), hue=beak)
    count = s.number(2, 7)
    word = s.word(("heart", "circle", "star", "triangle", "drop", "diamond", "square"))
    rows = [(43, 60), (57, 60), (50, 67), (38, 69), (62, 69), (44, 77), (56, 77)][:count]
    s.part(
        "spot on the belly",
        *(emblem(word.word, x, y, 3.4) for x, y in rows),
        hue=s.hue(unlike=(belly,)),
        shape=word,
        counted=(2, 7),
        plural="spots on the belly",
    )


def butterfly(s: Sketch) -> None:
    upper, lower = s.hues(2)
    dots = s.hue(unlike=(upper, lower))
    body = s.hue(SOLID, unlike=(upper, lower))
    s.line(*both(shape("M49 30C46 20 40 14 33 11")), hue=body, width=1.4)
    s.detail(*both(circle(33, 11, 2)), hue=body)
    s.part("upper wing", *both(shape("M49 48C44 30 26 14 12 18C4 21 6 44 14 52C24 60 40 58 49 52Z")), hue=upper)
    s.part("lower wing", *both(shape("M49 52C38 56 22 58 18 66C14 76 24 90 34 88C44 84 48 68 49 54Z")), hue=lower)
    s.detail(*both(shape("M43 45C38 34 28 25 18 25C14 30 17 42 21 46C28 52 38 50 43 48Z")), hue=upper, level="light")
    word = s.word(("circle", "heart", "star", "drop", "diamond", "square"))
    pairs = s.number(1, 4)
    for_pair = [(23, 34, 4.0), (29, 76, 4.0), (32, 43, 3.2), (35, 65, 3.0)][:pairs]
    s.part(
        "mark on the left wings",
        *(emblem(word.word, x, y, r) for x, y, r in for_pair),
        hue=dots,
        shape=word,
        counted=(1, 4),
        plural="marks on the left wings",
        ask_color=False,
    )
    s.part(
        "mark on the right wings",
        *(emblem(word.word, 100 - x, y, r) for x, y, r in for_pair),
        hue=dots,
        plural="marks on the right wings",
        ask_color=False,
    )
    s.part("body", shape("M50 28C54 28 54 34 53 38C55 50 54 70 50 78C46 70 45 50 47 38C46 34 46 28 50 28Z"), hue=body)
    bands = s.number(2, 5)
    s.strokes(
        "band across the body",
        *(line((47.6, y), (52.4, y)) for y in spread(46, 46 + 5.5 * (bands - 1), bands)),
        hue=s.hue(unlike=(body,)),
        width=1.5,
        counted=(2, 5),
        plural="bands across the body",
    )


def ladybug(s: Sketch) -> None:
    shell = s.hue(VIVID)
    spot = s.hue(("black", "white", "brown", "purple", "yellow", "blue"), unlike=(shell,))
    dark = s.fixed("black")
    s.line(
        *both(line((24, 42), (12, 36), (8, 40))),
        *both(line((20, 58), (8, 60), (5, 66))),
        *both(line((26, 74), (15, 82), (15, 88))),
        hue=dark,
        width=2,
    )
    s.line(*both(shape("M44 20C42 12 38 8 32 8")), hue=dark, width=1.6)
    s.part("head", shape("M30 34C30 20 40 14 50 14C60 14 70 20 70 34Z"), hue=dark)
    s.detail(*both(circle(40, 25, 3.5)), hue=s.fixed("white"))
    s.part("shell", circle(50, 58, 34), hue=shell)
    s.line(line((50, 25), (50, 92)), hue=dark, width=1.8)
    pattern = s.word(("circle", "square", "star", "heart", "diamond", "triangle"))
    half = [(35, 42), (66, 44), (28, 60), (72, 60), (40, 74), (61, 76), (37.5, 57.5)]
    count = s.number(2, 6)
    s.part(
        "spot on the shell",
        *(emblem(pattern.word, x, y, 5.6) for x, y in half[:count]),
        hue=spot,
        shape=pattern,
        counted=(2, 6),
        plural="spots on the shell",
        shaded=False,
    )


def turtle(s: Sketch) -> None:
    skin, shell = s.hues(2, LOUD)
    plate = s.hue(unlike=(skin, shell))
    word = s.word(("hexagon", "circle", "square", "triangle", "diamond", "star"))
    s.part("front leg", shape("M66 64C70 72 72 82 68 86C64 88 58 88 56 84L54 66Z"), hue=skin, ask_color=False)
    s.part("hind leg", shape("M18 66C16 76 16 84 20 86C24 88 30 88 32 84L34 66Z"), hue=skin, ask_color=False)
    s.detail(shape("M14 64C8 66 5 70 4 75C9 75 14 73 18 70Z"), hue=skin, outlined=True)
    s.part("head", shape("M66 60C72 50 74 38 82 34C90 31 96 38 95 46C94 56 84 66 70 68Z"), hue=skin)
    s.detail(circle(87, 43, 2.6), hue=s.fixed("black"))
    s.line(shape("M94 50C91 53 88 54 85 53"), hue=skin, level="dark", width=1.3)
    s.part("shell", shape("M8 66C8 36 24 22 42 22C60 22 76 36 76 66C76 70 72 72 68 72H16C12 72 8 70 8 66Z"), hue=shell)
    count = s.number(2, 5)
    s.part(
        "plate on the shell",
        *(
            emblem(word.word, x, 45 + abs(x - 42) * 0.28, 5.4)
            for x in spread(42 - 6.6 * (count - 1), 42 + 6.6 * (count - 1), count)
        ),
        hue=plate,
        shape=word,
        counted=(2, 5),
        plural="plates on the shell",
    )
    s.line(shape("M10 64H74"), hue=shell, level="dark", width=2)


def snail(s: Sketch) -> None:
    skin, shell = s.hues(2)
    s.line(shape("M83 46C84 36 86 30 90 26"), shape("M78 46C77 36 75 30 72 27"), hue=skin, width=2)
    s.detail(circle(90, 25, 3), circle(72, 26, 3), hue=s.fixed("black"))
    s.part(
        "body",
        shape(
            "M6 84C12 78 24 76 36 76C56 76 66 72 68 58C69 48 76 42 83 44C92 46 92 58 88 66C84 78 76"
            " 86 62 88H12C8 88 4 87 6 84Z"
        ),
        hue=skin,
    )
    s.part("shell", circle(40, 52, 28), hue=shell)
    s.line(
        shape(
            "M40 74C26 74 18 64 18 52C18 40 28 31 40 31C51 31 60 40 60 51C60 61 52 68 43 68C33 68"
            " 27 61 27 53C27 45 33 40 40 40C47 40 51 45 51 51C51 56 47 59 43 59C39 59 36 56 36 53"
        ),
        hue=s.hue(unlike=(shell,)),
        width=2.4,
    )
    count = s.number(2, 6)
    flower = s.hue(unlike=(skin,))
    s.part(
        "dot along the foot",
        *(circle(x, 83, 2) for x in spread(20, 20 + 9 * (count - 1), count)),
        hue=flower,
        counted=(2, 6),
        plural="dots along the foot",
    )
    word = s.word(TAGS)
    s.part("sign above the head", emblem(word.word, 83, 12, 7.5), hue=s.hue(SOLID), shape=word)


KINDS = (
    Kind("cat", "animal", cat, "It purrs and chases mice"),
    Kind("fish", "animal", fish, "It breathes through gills under water"),
    Kind("owl", "animal", owl, "It hunts at night and can turn its head far around"),
    Kind("butterfly", "animal", butterfly, "It grows out of a caterpillar"),
    Kind("ladybug", "animal", ladybug, "It eats greenfly and is said to bring luck"),
    Kind("turtle", "animal", turtle, "It carries a hard shell and can live for a hundred years"),
    Kind("snail", "animal", snail, "It crawls on a single foot and leaves a trail of slime"),
)
