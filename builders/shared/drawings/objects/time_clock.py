"""Things that tell the time."""

import math

from ..emblems import emblem
from ..forms import around, both, box, circle, line, shape, spread
from ..kind import Kind
from ..palette import SOLID, Hue
from ..sketch import Sketch

HOURS = tuple(f"{hour} o'clock" for hour in range(1, 13))
FACES = ("circle", "square", "hexagon", "octagon", "star")


def _hands(s: Sketch, x: float, y: float, radius: float, hue: Hue) -> None:
    """A full hour, so that both hands say the same."""
    hour = s.number(1, 12)
    angle = math.radians(hour * 30 - 90)
    short = line((x, y), (x + 0.5 * radius * math.cos(angle), y + 0.5 * radius * math.sin(angle)))
    s.line(short, hue=hue, width=0.1 * radius)
    s.line(line((x, y), (x, y - 0.82 * radius)), hue=hue, width=0.06 * radius)
    s.detail(circle(x, y, 0.09 * radius), hue=hue)
    s.state(
        "What time does the {kind} show?",
        "Which hour do the hands point out?",
        "Reading the hands, what time is it?",
        answer=f"{hour} o'clock",
        choices=HOURS,
    )


def _marks(s: Sketch, x: float, y: float, radius: float, hue: Hue, count: int = 12) -> None:
    for at_x, at_y in around(x, y, radius, count):
        s.detail(circle(at_x, at_y, radius * 0.05), hue=hue)


def wall_clock(s: Sketch) -> None:
    frame, face = s.hues(2)
    hand = s.hue(SOLID, unlike=(face, frame))
    word = s.word(FACES)
    reach = {"star": 44.0, "circle": 37.0, "square": 40.0}.get(word.word, 38.0)
    radius = 20.0 if word.word == "star" else 25.0
    beads = s.number(2, 6)
    xs = spread(50 - 6 * (beads - 1), 50 + 6 * (beads - 1), beads)
    s.line(*(line((50, 66), (x, 90)) for x in xs), hue=frame, width=0.9)
    s.part("frame", emblem(word.word, 50, 44, reach), hue=frame, shape=word)
    s.part("clock face", circle(50, 44, radius), hue=face)
    _marks(s, 50, 44, radius - 3.5, hand)
    _hands(s, 50, 44, radius - 3, hand)
    s.part(
        "bead below the frame",
        *(circle(x, 91, 3.6) for x in xs),
        hue=s.hue(unlike=(frame,)),
        counted=(2, 6),
        plural="beads below the frame",
    )


def wristwatch(s: Sketch) -> None:
    strap, case = s.hues(2)
    face = s.hue(unlike=(case, strap))
    hand = s.hue(SOLID, unlike=(face,))
    word = s.word(("circle", "square", "hexagon", "heart"))
    s.part(
        "strap",
        shape("M36 34L39 5C39 4 40 3 42 3H58C60 3 61 4 61 5L64 34Z"),
        shape("M36 66L39 95C39 96 40 97 42 97H58C60 97 61 96 61 95L64 66Z"),
        hue=strap,
        plural="strap",
    )
    s.detail(box(75, 46, 6, 8, 2), hue=case, level="dark", outlined=True)
    s.part("case", emblem(word.word, 50, 50, 28), hue=case, shape=word)
    s.part("clock face", circle(50, 50, 20), hue=face)
    _marks(s, 50, 50, 17, hand, s.random.choice((4, 12)))
    _hands(s, 50, 50, 16.5, hand)
    holes = s.number(2, 5)
    s.part(
        "hole in the strap",
        *(circle(50, y, 1.5) for y in spread(91, 91 - 4.2 * (holes - 1), holes)),
        hue=s.hue(unlike=(strap,)),
        counted=(2, 5),
        plural="holes in the strap",
    )


def alarm_clock(s: Sketch) -> None:
    case, bell = s.hues(2)
    face = s.hue(unlike=(case,))
    hand = s.hue(SOLID, unlike=(face,))
    s.part("foot", *both(shape("M30 78L22 93C21 95 26 96 28 94L40 82Z")), hue=bell, plural="feet", ask_color=False)
    s.part("bell", *both(shape("M14 34C8 24 16 10 28 12C34 13 38 17 40 20Z")), hue=bell)
    s.line(shape("M42 12C46 8 54 8 58 12"), line((50, 9), (50, 22)), hue=case, width=2.6)
    s.part("case", circle(50, 54, 35), hue=case)
    s.part("clock face", circle(50, 54, 27), hue=face)
    _marks(s, 50, 54, 23.5, hand)
    word = s.word()
    s.part(
        "brand sign on the face",
        emblem(word.word, 50, 69, 4.6),
        hue=s.hue(unlike=(face, hand)),
        shape=word,
        plural="brand signs on the face",
    )
    _hands(s, 50, 54, 22, hand)
    waves = s.number(1, 4)
    s.strokes(
        "sound line on the left",
        *(
            shape(f"M{9 - 1.2 * step:.2f} {44 - 9 * step:.2f}L{4.5 + 0.6 * step:.2f} {41 - 10 * step:.2f}")
            for step in range(waves)
        ),
        hue=s.hue(SOLID),
        width=1.8,
        counted=(1, 4),
        plural="sound lines on the left",
    )


def hourglass(s: Sketch) -> None:
    wood, sand = s.hues(2)
    word = s.word()
    level = s.number(0, 3)
    glass = s.fixed("blue") if "blue" not in (wood.name, sand.name) else s.fixed("gray")
    s.detail(
        shape(
            "M26 16H74C74 34 66 42 55 48C54 49 54 51 55 52C66 58 74 66 74 84H26C26 66 34 58 45 52"
            "C46 51 46 49 45 48C34 42 26 34 26 16Z"
        ),
        hue=glass,
        level="light",
        outlined=True,
    )
    upper = (
        None,
        "M40.5 40C44 43 48 45 50 48C52 45 56 43 59.5 40Z",
        "M33 32C37 39 46 43 50 48C54 43 63 39 67 32Z",
        "M29 19C30 33 44 42 50 48C56 42 70 33 71 19Z",
    )[level]
    lower = (
        "M29 82C30 68 44 60 50 54C56 60 70 68 71 82Z",
        "M30 82C32 70 44 66 50 66C56 66 68 70 70 82Z",
        "M36 82C38 76 46 74 50 74C54 74 62 76 64 82Z",
        None,
    )[level]
    s.part("sand", *(shape(data) for data in (upper, lower) if data), hue=sand, plural="sand", shaded=False)
    if 0 < level < 3:
        s.line(line((50, 48), (50, 74)), hue=sand, width=1.2)
    s.line(*both(line((20, 14), (20, 86))), hue=wood, level="dark", width=3)
    s.part("end plate", box(14, 6, 72, 11, 3), box(14, 83, 72, 11, 3), hue=wood)
    s.part(
        "ornament on the lower plate",
        emblem(word.word, 50, 88.5, 4.4),
        hue=s.hue(unlike=(wood,)),
        shape=word,
        plural="ornaments on the lower plate",
    )
    count = s.number(2, 6)
    s.part(
        "stud on the upper plate",
        *(circle(x, 11.5, 2) for x in spread(24, 76, count)),
        hue=s.hue(unlike=(wood,)),
        counted=(2, 6),
        plural="studs on the upper plate",
    )
    names = ("all of it", "about two thirds", "about a third", "none yet")
    s.state(
        "How much of the sand has run down?",
        "What share of the sand already lies in the lower bulb?",
        "How much of the measured time is over?",
        answer=names[level],
        choices=names,
    )


KINDS = (
    Kind("wall clock", "time_clock", wall_clock, "to tell the time to everyone in a room", flips=False),
    Kind("wristwatch", "time_clock", wristwatch, "to carry the time along on one's arm", flips=False),
    Kind("alarm clock", "time_clock", alarm_clock, "to wake a sleeper by ringing", flips=False),
    Kind("hourglass", "time_clock", hourglass, "to measure a fixed span by something that trickles"),
)
