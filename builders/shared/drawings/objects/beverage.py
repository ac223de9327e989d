"""Drinks, and the vessels for them."""

from ..emblems import BADGES, emblem
from ..forms import box, circle, ellipse, line, polygon, ring, shape, spread
from ..kind import Kind
from ..palette import ANY, SOLID
from ..sketch import Sketch

LEVELS = ("empty", "a quarter full", "half full", "completely full")
SHARES = (0.0, 0.25, 0.5, 1.0)
DRINKS = ("red", "orange", "yellow", "green", "pink", "purple", "brown", "blue")


def _fullness(s: Sketch, share: float) -> None:
    s.state(
        "How full is the glass?",
        "What can be said of how full the glass is?",
        "Which of these describes the level of the liquid in the glass?",
        answer=LEVELS[SHARES.index(share)],
        choices=LEVELS,
    )


def bottle(s: Sketch) -> None:
    glass = s.hue(("green", "black", "blue", "brown", "red", "gray"))
    label = s.hue(ANY, unlike=(glass,))
    word = s.word(BADGES)
    cap = s.hue(ANY, unlike=(glass,))
    mark = s.hue(SOLID, unlike=(label,))
    wide = s.maybe()
    if wide:
        body = "M41 16H59V30C59 38 76 40 76 54V90C76 94 74 96 70 96H30C26 96 24 94 24 90V54C24 40 41 38 41 30Z"
        left, right = 24, 76
    else:
        body = "M43 14H57V34C57 42 69 46 69 58V91C69 94 67 96 64 96H36C33 96 31 94 31 91V58C31 46 43 42 43 34Z"
        left, right = 31, 69
    s.part("bottle", shape(body), hue=glass, ask_color=False)
    s.line(shape(f"M{left + 5} 88V58C{left + 5} 53 {left + 8} 50 {left + 11} 47"), hue=glass, width=2.2, level="light")
    s.part("cap", box(42 - 2 * wide, 4, 16 + 4 * wide, 13, 2), hue=cap)
    s.line(line((43, 21.5), (57, 21.5)), hue=cap, width=1.8)
    s.part("label", box(left, 58, right - left, 30), hue=label)
    s.line(line((left, 60.5), (right, 60.5)), hue=mark, width=0.8)
    s.line(line((left, 85.5), (right, 85.5)), hue=mark, width=0.8)
    s.part("print on the label", emblem(word.word, 50, 69.5, 6.6), hue=mark, shape=word, plural="prints on the label")
    count = s.number(2, 5)
    dots = [circle(x, 81, 1.9) for x in spread(50 - 3.2 * (count - 1), 50 + 3.2 * (count - 1), count)]
    s.part(
        "dot under the print", *dots, hue=s.hue(SOLID, unlike=(label,)), counted=(2, 5), plural="dots under the print"
    )


def mug(s: Sketch) -> None:
    cup, saucer = s.hues(2)
    word = s.word(BADGES)
    s.part("saucer", shape("M12 84H80C78 91 68 94 46 94C24 94 14 91 12 84Z"), hue=saucer)
    handle = "M70 47C88 43 96 51 93 62C90 73 78 77 66 75"
    s.line(shape(handle), hue=cup, width=6, level="dark")
    body = "M18 40H74V62C74 76 66 84 58 84H34C26 84 18 76 18 62Z"
    s.part("cup", shape(body), hue=cup)
    s.part("rim", ellipse(46, 40, 28, 6), hue=cup, level="light", ask_color=False)
    drink = s.hue(("brown", "green", "black", "orange"), unlike=(cup,))
    s.part("drink", ellipse(46, 40.6, 24, 4.2), hue=drink, ask_color=False)
    s.part("print", emblem(word.word, 46, 63, 11), hue=s.hue(unlike=(cup,)), shape=word)
    s.line(shape("M23 48V62C23 67 24 71 27 74"), hue=cup, width=2.2, level="light")
    count = s.number(1, 4)
    wisps = []
    for x in spread(46 - 6.5 * (count - 1), 46 + 6.5 * (count - 1), count):
        wisps.append(
            shape(f"M{x:.1f} 31C{x - 6:.1f} 25 {x + 6:.1f} 20 {x:.1f} 14C{x - 3:.1f} 11 {x - 1:.1f} 8 {x + 1:.1f} 6")
        )
    s.strokes(
        "wisp of steam",
        *wisps,
        hue=s.hue(("gray", "blue", "black", "pink", "orange")),
        width=2.6,
        counted=(1, 4),
        plural="wisps of steam",
    )


def cocktail(s: Sketch) -> None:
    glass = s.fixed("gray")
    drink = s.hue(DRINKS)
    s.line(line((68, 4), (47, 44)), hue=s.hue(("red", "black", "yellow", "purple"), unlike=(drink,)), width=2.4)
    slice_hue = s.hue(("orange", "yellow", "green", "pink"), unlike=(drink,))
    s.part("slice of fruit", circle(79, 25, 13), hue=slice_hue, plural="slices of fruit")
    s.detail(ring(79, 25, 10.6, 9.2), hue=s.fixed("white"))
    spokes = [line((79, 15), (79, 35)), line((69, 25), (89, 25)), line((72, 18), (86, 32)), line((86, 18), (72, 32))]
    s.line(*spokes, hue=s.fixed("white"), width=1)
    s.detail(polygon((10, 20), (90, 20), (50, 62)), hue=glass, level="light", outlined=True)
    share = s.random.choice(SHARES)
    level = 62 - 39 * share
    half = 39 * share / 42 * 40
    if share:
        s.part("drink", polygon((50 - half, level), (50 + half, level), (50, 62)), hue=drink)
    _fullness(s, share)
    s.line(line((21, 24), (46, 50)), hue=s.fixed("white"), width=2)
    stem = "M48 60H52V84C53 88 68 89 72 93C72 95 70 96 68 96H32C30 96 28 95 28 93C32 89 47 88 48 84Z"
    s.part("foot", shape(stem), hue=glass, plural="feet")
    s.line(line((10, 20), (90, 20)), hue=glass, width=1.8)
    count = s.number(1, 4)
    s.line(line((14, 10), (64, 10)), hue=s.fixed("brown"), width=1.4)
    ball = s.hue(("red", "green", "black", "purple"))
    s.part(
        "olive on the stick",
        *(circle(x, 10, 5.4) for x in spread(24, 24 + 12.5 * (count - 1), count)),
        hue=ball,
        counted=(1, 4),
        plural="olives on the stick",
    )


def soda_can(s: Sketch) -> None:
    body, band = s.hues(2, SOLID)
    word = s.word(BADGES)
    metal = s.fixed("gray")
    s.part(
        "can",
        shape("M24 22C24 18 29 14 33 12H67C71 14 76 18 76 22V82C76 86 71 90 67 92H33C29 90 24 86 24 82Z"),
        hue=body,
        ask_color=False,
    )
    s.part("top", shape("M30 15C30 6 70 6 70 15C70 18 30 18 30 15Z"), hue=metal, level="light", plural="tops")
    s.detail(ellipse(50, 11.6, 8, 2), hue=metal, level="dark")
    s.part("foot", shape("M31 90H69L66 95H34Z"), hue=metal, plural="feet")
    s.part("band", shape("M24 34C40 41 60 41 76 34V66C60 73 40 73 24 66Z"), hue=band)
    s.part("logo", emblem(word.word, 50, 53.5, 11.5), hue=s.hue(unlike=(band,)), shape=word)
    s.line(shape("M30 24V34"), hue=body, width=2.6, level="light")
    s.line(shape("M30 42V63"), hue=band, width=2.6, level="light")
    count = s.number(2, 6)
    drops = [
        circle(x, 80 + (2.4 if index % 2 else -1), 2.6)
        for index, x in enumerate(spread(50 - 3.7 * (count - 1), 50 + 3.7 * (count - 1), count))
    ]
    s.part("dot near the bottom", *drops, hue=s.hue(unlike=(body, band)), counted=(2, 6), plural="dots near the bottom")


def teapot(s: Sketch) -> None:
    pot = s.hue()
    knob = s.hue(unlike=(pot,))
    word = s.word(("circle", "star", "heart", "diamond", "drop", "triangle"))
    s.line(shape("M24 48C4 40 2 66 8 74C12 80 20 80 26 78"), hue=pot, width=5.5, level="dark")
    s.part(
        "spout",
        shape("M70 62C80 60 82 46 86 36C89 33 94 34 96.5 38C92 52 96 78 74 86Z"),
        hue=pot,
        level="dark",
        ask_color=False,
    )
    s.part(
        "pot",
        shape("M48 36C70 36 82 50 82 68C82 80 76 90 70 92H26C20 90 14 80 14 68C14 50 26 36 48 36Z"),
        hue=pot,
        ask_color=False,
    )
    s.part("lid", shape("M28 39C30 28 66 28 68 39C62 42.5 34 42.5 28 39Z"), hue=s.hue(unlike=(pot, knob)))
    s.detail(box(45.5, 27, 5, 6, 1), hue=knob)
    s.part("knob on the lid", emblem(word.word, 48, 22.5, 8.5), hue=knob, shape=word, plural="knobs on the lid")
    s.part(
        "band",
        shape("M14.6 60C30 65 66 65 81.4 60C82.6 68 82 74 80.6 79C64 84 32 84 15.4 79C14 74 13.6 68 14.6 60Z"),
        hue=s.hue(unlike=(pot,)),
        ask_color=False,
    )
    band = s.parts[-1].hue
    count = s.number(3, 7)
    flower = s.hue(unlike=(band,))
    s.part(
        "dot on the band",
        *(circle(x, 72, 3.3) for x in spread(48 - 4.2 * (count - 1), 48 + 4.2 * (count - 1), count)),
        hue=flower,
        counted=(3, 7),
        plural="dots on the band",
    )
    s.line(shape("M22 58C24 50 30 44 38 42"), hue=pot, width=2.6, level="light")
    s.detail(box(26, 90, 44, 5, 2), hue=pot, level="dark")


def lemonade(s: Sketch) -> None:
    glass = s.fixed("blue")
    drink = s.hue(("yellow", "orange", "pink", "red", "green", "purple"))
    share = s.random.choice(SHARES)
    straw = s.hue(SOLID, unlike=(drink,))
    s.detail(shape("M16 22H72L66 92C66 95 64 96 61 96H27C24 96 22 95 22 92Z"), hue=s.fixed("white"), outlined=True)
    s.detail(shape("M16 22H72L66 92C66 95 64 96 61 96H27C24 96 22 95 22 92Z"), hue=glass, level="light")
    s.detail(shape("M20 26H68L62.4 91C62.4 92 62 92.6 61 92.6H27C26 92.6 25.6 92 25.6 91Z"), hue=s.fixed("white"))
    s.part("straw", polygon((40, 88), (58, 8), (74, 4), (75.5, 8.5), (61.5, 12), (44.5, 89)), hue=straw)
    if share:
        y = 91 - 60 * share
        left, right = 25.6 - (91 - y) / 65 * 5.6, 62.4 + (91 - y) / 65 * 5.6
        s.part("drink", polygon((left, y), (right, y), (62.4, 92.5), (25.6, 92.5)), hue=drink)
        s.detail(ellipse((left + right) / 2, y, (right - left) / 2, 2.2), hue=drink, level="light")
    s.line(line((25, 40), (28, 84)), hue=s.fixed("white"), width=2.4)
    _fullness(s, share)
    rim = s.hue(("yellow", "orange", "green", "pink"))
    s.part("slice of fruit", circle(20, 24, 14), hue=rim, plural="slices of fruit")
    s.detail(circle(20, 24, 11), hue=s.fixed("white"))
    s.detail(circle(20, 24, 9.6), hue=rim)
    s.line(line((20, 14), (20, 34)), line((10, 24), (30, 24)), line((13, 17), (27, 31)), hue=s.fixed("white"), width=1)
    s.part("coaster", box(6, 94, 80, 4, 2), hue=s.hue(SOLID))
    spots = [(84, 84), (90, 72), (79, 64), (88, 54), (81, 76)]
    drops = [emblem("drop", x, y, 4.2) for x, y in s.random.sample(spots, s.number(1, 4))]
    s.part(
        "drop beside the glass",
        *drops,
        hue=s.hue(("blue", "green", "purple", "orange")),
        counted=(1, 4),
        plural="drops beside the glass",
    )


KINDS = (
    Kind("bottle", "beverage", bottle, "to keep wine in a cellar until the cork is drawn"),
    Kind("coffee mug", "beverage", mug, "to hold a hot breakfast drink"),
    Kind("cocktail", "beverage", cocktail, "to be shaken by a barman and served with a garnish"),
    Kind("soda can", "beverage", soda_can, "to sell fizzy pop in a vending machine", flips=False),
    Kind("teapot", "beverage", teapot, "to steep leaves in boiling water and then pour"),
    Kind("glass of lemonade", "beverage", lemonade, "to serve a sweet and sour summer refreshment with a straw"),
)
