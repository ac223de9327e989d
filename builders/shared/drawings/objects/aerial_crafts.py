"""Vehicles that fly, or might."""

from ..emblems import BADGES, emblem
from ..forms import Form, box, circle, ellipse, line, polygon, shape, spread
from ..kind import Kind
from ..palette import ANY, SOLID, VIVID
from ..sketch import Sketch

GLASS = ("blue", "white", "gray", "black", "yellow")
COURSES = ("climbing", "flying level", "descending", "flying upside down")
HOLES = ("circle", "square", "diamond", "hexagon", "heart", "star")


def airplane(s: Sketch) -> None:
    body = s.hue()
    wing = s.hue(unlike=(body,))
    pane = s.hue(ANY, unlike=(body, wing))
    word = s.word(("circle", "star", "heart", "cross", "triangle", "hexagon"))
    course = s.random.choice(COURSES)
    turn = {"climbing": -24.0, "flying level": 0.0, "descending": 24.0, "flying upside down": 180.0}[course]
    s.state(
        "What is the {kind} doing?", "Which of these describes how the {kind} flies?", answer=course, choices=COURSES
    )

    def put(form: Form) -> Form:
        return form.turned(turn).scaled(0.91).moved(2, 0)

    s.detail(put(shape("M56 43L44 17C43 15 40 14 36 14L42 44Z")), hue=wing, level="dark", outlined=True)
    s.part("tail fin", put(shape("M9 46L4 18C4 16 5 15 7 15H17C19 15 20 16 21 18L33 46Z")), hue=wing, ask_color=False)
    s.part(
        "sign on the tail fin",
        put(emblem(word.word, 15.5, 30, 6.4)),
        hue=s.hue(unlike=(wing,)),
        shape=word,
        plural="signs on the tail fin",
    )
    fuselage = "M7 43C24 41 66 39 79 41C90 43 96 49 96 53C96 59 88 63 77 63H33C20 63 10 56 7 43Z"
    s.part("fuselage", put(shape(fuselage)), hue=body)
    s.detail(put(shape("M80 43C86 44 91 47 93 50.5H83C81.6 50.5 80 46 80 43Z")), hue=pane, level="dark")
    count = s.number(3, 7)
    xs = spread(50 - 4.2 * (count - 1), 50 + 4.2 * (count - 1), count)
    s.part("round window", *(put(circle(x, 49.6, 2.7)) for x in xs), hue=pane, counted=(3, 7))
    s.part("wing", put(shape("M43 56H62L42 87C40 89 37 90 31 90L37 60C38 57 40 56 43 56Z")), hue=wing)
    s.part(
        "engine",
        put(shape("M47 70H60C64 70 66 72 66 75C66 78 64 80 60 80H47C45 80 44 78 44 75C44 72 45 70 47 70Z")),
        hue=s.hue(SOLID, unlike=(wing, body)),
    )
    s.detail(put(shape("M11 50H25L15 60C14 61 12 61 9 61Z")), hue=wing, level="dark", outlined=True)


def balloon(s: Sketch) -> None:
    cloth, band = s.hues(2)
    word = s.word(BADGES)
    basket = s.hue(("brown", "yellow", "orange", "gray", "white"))
    rope = s.fixed("brown")
    s.line(
        line((36, 68), (39.5, 84)),
        line((64, 68), (60.5, 84)),
        line((46, 72), (46, 84)),
        line((54, 72), (54, 84)),
        hue=rope,
        width=1.2,
    )
    s.part(
        "cloth",
        shape("M50 4C73 4 87 19 87 37C87 53 71 61 63 73H37C29 61 13 53 13 37C13 19 27 4 50 4Z"),
        hue=cloth,
        ask_color=False,
    )
    side = shape("M42 5C30 12 23 24 24 39C25 53 37 62 41 73H37C29 61 13 53 13 37C13 20 25 6.5 42 5Z")
    s.part("outer stripe", side, side.mirrored(), hue=band)
    patch = s.hue(unlike=(cloth, band))
    s.part(
        "picture on the balloon", emblem(word.word, 50, 36, 13), hue=patch, shape=word, plural="pictures on the balloon"
    )
    s.detail(box(36, 69, 28, 4.6, 1.5), hue=band, level="dark", outlined=True)
    s.part("basket", shape("M35 83H65L62 95C61.6 96 61 96 60 96H40C39 96 38.4 96 38 95Z"), hue=basket)
    s.line(line((35, 83.4), (65, 83.4)), hue=basket, width=2, level="dark")
    count = s.number(1, 4)
    bags = [
        shape(f"M{x - 1.2} 86H{x + 1.2}C{x + 3.4} 90 {x + 2.6} 93.6 {x} 93.6C{x - 2.6} 93.6 {x - 3.4} 90 {x - 1.2} 86Z")
        for x in spread(50 - 3.3 * (count - 1), 50 + 3.3 * (count - 1), count)
    ]
    s.part("sandbag", *bags, hue=s.hue(SOLID, unlike=(basket,)), counted=(1, 4))
    cloud = "M70 92C64 92 64 85 70 85C70 79 79 78 81 83C88 81 92 92 84 92Z"
    s.detail(shape(cloud).moved(6, -3), shape(cloud).moved(-58, -8), hue=s.fixed("white"), level="dark")


def rocket(s: Sketch) -> None:
    body = s.hue()
    trim = s.hue(unlike=(body,))
    pane = s.hue(ANY, unlike=(body,))
    word = s.word(HOLES)
    fire = s.hue(("orange", "yellow", "red", "blue"))
    s.part("flame", shape("M37 76H63C66 86 57 89 50 96C43 89 34 86 37 76Z"), hue=fire)
    s.detail(shape("M44 80H56C57 85 53 87 50 91C47 87 43 85 44 80Z"), hue=fire, level="light")
    s.part(
        "fin",
        shape("M33 50C20 56 12 68 12 86C18 80 26 77 38 77Z"),
        shape("M67 50C80 56 88 68 88 86C82 80 74 77 62 77Z"),
        hue=trim,
    )
    hull = shape("M50 4C63 14 70 30 70 48C70 60 67 70 63 79H37C33 70 30 60 30 48C30 30 37 14 50 4Z")
    s.part("hull", hull, hue=body)
    s.part(
        "nose cone",
        shape("M50 4C57 9.4 62 16 65.4 23.6C56 26.6 44 26.6 34.6 23.6C38 16 43 9.4 50 4Z"),
        hue=trim,
        ask_color=False,
    )
    s.detail(shape("M32.8 68C44 71 56 71 67.2 68L65 74C55 76.4 45 76.4 35 74Z"), hue=trim)
    count = s.number(1, 4)
    size = {1: 9.0, 2: 7.6, 3: 6.0, 4: 4.6}[count]
    reach = (size + 1) * (count - 1)
    s.part(
        "window",
        *(emblem(word.word, 50, y, size) for y in spread(46.6 - reach, 46.6 + reach, count)),
        hue=pane,
        shape=word,
        counted=(1, 4),
    )
    s.line(shape("M36.5 60C35 55 34.6 47 36 40"), hue=body, width=2.2, level="light")
    star = s.fixed("yellow")
    s.detail(*(emblem("star", x, y, 3) for x, y in ((14, 22), (84, 14), (22, 42), (90, 40))), hue=star)


def helicopter(s: Sketch) -> None:
    body = s.hue()
    rotor = s.hue(SOLID, unlike=(body,))
    glass = s.hue(GLASS, unlike=(body,))
    word = s.word(("circle", "star", "heart", "cross", "triangle", "square"))
    s.line(line((44, 72), (41, 87)), line((66, 72), (69, 87)), hue=s.fixed("gray"), width=2.4, level="dark")
    s.line(shape("M28 87H78C83 87 86 85 88 82"), hue=s.fixed("gray"), width=3, level="dark")
    s.part(
        "tail",
        shape("M40 40L12 36L8 24C7.6 22 6.6 22 5 22H4L7 44C7.2 45.4 8 46 9 46.4L36 58Z"),
        hue=body,
        level="dark",
        ask_color=False,
    )
    s.line(line((9, 30), (9, 52)).turned(25, 9, 41), hue=rotor, width=2.4)
    s.detail(circle(9, 41, 2.4), hue=rotor, level="dark")
    s.detail(box(52, 22, 5, 13), hue=s.fixed("gray"), level="dark")
    s.part("rotor blade", shape("M54.5 19L16 17C12 17 12 22 16 22.4L54.5 24L93 22.4C97 22 97 17 93 17Z"), hue=rotor)
    s.part(
        "cabin",
        shape("M34 44C40 34 50 33 60 34C78 36 91 48 93 60C94 70 84 75 68 75H48C36 75 30 66 30 56C30 51 32 47 34 44Z"),
        hue=body,
    )
    s.part("windscreen", shape("M68 39C79 42 87.6 50 89.4 58H70C68.6 58 68 57.4 68 56Z"), hue=glass)
    count = s.number(1, 4)
    xs = spread(51 - 3.6 * (count - 1), 51 + 3.6 * (count - 1), count)
    pane = s.hue(GLASS, unlike=(body,))
    s.part("side window", *(box(x - 2.8, 42, 5.6, 9, 1.6) for x in xs), hue=pane, counted=(1, 4))
    s.part(
        "sign on the side",
        emblem(word.word, 51, 63, 7),
        hue=s.hue(unlike=(body,)),
        shape=word,
        plural="signs on the side",
    )
    s.line(shape("M66 69C74 69.6 82 68.6 87 65"), hue=body, width=1.8, level="light")


def flying_saucer(s: Sketch) -> None:
    hull = s.hue()
    light = s.hue(unlike=(hull,))
    glass = s.fixed("blue")
    word = s.word(("circle", "star", "heart", "diamond", "triangle", "square"))
    alien = s.hue(("green", "purple", "orange", "pink", "gray"))
    beam = s.hue(("yellow", "green", "pink", "orange"), unlike=(hull,))
    s.part("beam", polygon((36, 62), (64, 62), (84, 96), (16, 96)), hue=beam, level="light")
    s.line(line((50, 22), (50, 14)), hue=s.fixed("gray"), width=1.8)
    s.part("antenna tip", emblem(word.word, 50, 10, 6), hue=s.hue(VIVID), shape=word)
    s.detail(shape("M28 48C28 12 72 12 72 48Z"), hue=glass, level="light", outlined=True)
    s.part(
        "alien", shape("M50 27C58 27 61 33 60 38C59 43 55 45 55 50H45C45 45 41 43 40 38C39 33 42 27 50 27Z"), hue=alien
    )
    s.detail(
        ellipse(46, 37, 2, 3.2).turned(-20, 46, 37), ellipse(54, 37, 2, 3.2).turned(20, 54, 37), hue=s.fixed("black")
    )
    s.line(shape("M34 42C34 34 37 28 42 25"), hue=s.fixed("white"), width=2)
    s.part("hull", shape("M50 45C78 45 96 53 96 58C96 64 76 71 50 71C24 71 4 64 4 58C4 53 22 45 50 45Z"), hue=hull)
    s.detail(shape("M34 69.8C40 74 60 74 66 69.8C62 70.8 38 70.8 34 69.8Z"), hue=hull, level="dark", outlined=True)
    count = s.number(3, 7)
    xs = spread(50 - 5.4 * (count - 1), 50 + 5.4 * (count - 1), count)
    lamps = [circle(x, 61.5 - ((x - 50) / 40) ** 2 * 3.4, 3.3) for x in xs]
    s.part("light on the hull", *lamps, hue=light, counted=(3, 7), plural="lights on the hull")
    s.line(shape("M12 54C24 50 38 48.6 50 48.6"), hue=hull, width=1.6, level="light")


KINDS = (
    Kind("airplane", "aerial_crafts", airplane, "to bring travellers to another continent in hours"),
    Kind("hot-air balloon", "aerial_crafts", balloon, "to drift over the countryside beneath a burner"),
    Kind("rocket", "aerial_crafts", rocket, "to lift astronauts into orbit"),
    Kind("helicopter", "aerial_crafts", helicopter, "to hover over people in distress and rescue them"),
    Kind("flying saucer", "aerial_crafts", flying_saucer, "to visit Earth from another planet in science fiction"),
)
