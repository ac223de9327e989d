"""Computers and what is plugged into them."""

from ..emblems import BADGES, emblem
from ..forms import box, circle, line, polygon, shape, spread
from ..kind import Kind
from ..palette import ANY, SOLID, VIVID
from ..sketch import Sketch

SHELLS = ("gray", "black", "white", "blue", "pink", "red", "orange", "green")
PROGRESS = ("nothing is done yet", "a quarter is done", "half is done", "everything is done")
CHARGES = ("empty", "a quarter full", "half full", "completely full")


def desktop(s: Sketch) -> None:
    shell = s.hue(SHELLS)
    screen = s.hue(ANY, unlike=(shell,))
    word = s.word(BADGES)
    s.part(
        "stand",
        shape("M42 66H58L61 82H68C70 82 71 84 71 86H29C29 84 30 82 32 82H39Z"),
        hue=shell,
        level="dark",
        ask_color=False,
    )
    s.part("casing", box(5, 8, 90, 60, 4), hue=shell)
    s.part("screen", box(10, 13, 80, 45, 1.5), hue=screen)
    s.detail(polygon((56, 13), (76, 13), (48, 58), (28, 58)), hue=screen, level="light")
    s.part(
        "picture on the screen",
        emblem(word.word, 50, 33, 13),
        hue=s.hue(unlike=(screen,)),
        shape=word,
        plural="pictures on the screen",
    )
    count = s.number(2, 6)
    icon = s.hue(unlike=(screen,))
    s.part(
        "icon along the bottom of the screen",
        *(box(x - 2.6, 50.5, 5.2, 5.2, 1.2) for x in spread(50 - 4.4 * (count - 1), 50 + 4.4 * (count - 1), count)),
        hue=icon,
        counted=(2, 6),
        plural="icons along the bottom of the screen",
    )
    s.detail(circle(50, 63, 1.8), hue=s.hue(VIVID, unlike=(shell,)))
    keys = s.hue(SHELLS, unlike=(shell,))
    s.part(
        "keyboard",
        shape("M20 86H80C82 86 83 87 84 89L87 94C87 95 86 96 85 96H15C14 96 13 95 13 94L16 89C17 87 18 86 20 86Z"),
        hue=keys,
    )
    s.line(line((23, 89.4), (77, 89.4)), line((20, 92.6), (80, 92.6)), hue=keys, width=1.2, level="dark")


def laptop(s: Sketch) -> None:
    shell = s.hue(SHELLS)
    screen = s.hue(ANY, unlike=(shell,))
    word = s.word(BADGES)
    window = s.hue(unlike=(screen,))
    s.part("lid", shape("M19 14H81C84 14 86 16 86 19V70H14V19C14 16 16 14 19 14Z"), hue=shell)
    s.part("screen", box(19, 19, 62, 46, 1), hue=screen)
    s.detail(polygon((19, 19), (44, 19), (19, 50)), hue=screen, level="light")
    s.part("window on the screen", box(31, 26, 38, 32, 1.5), hue=window, plural="windows on the screen")
    s.line(line((31.6, 31.5), (68.4, 31.5)), hue=screen, width=1.2)
    s.part(
        "picture in the window",
        emblem(word.word, 50, 41.6, 7.6),
        hue=s.hue(unlike=(window,)),
        shape=word,
        plural="pictures in the window",
    )
    share = s.random.choice((0.0, 0.25, 0.5, 1.0))
    bar = s.parts[-1].hue
    s.detail(box(34, 51, 32, 5, 1).without(box(34.9, 51.9, 30.2, 3.2)), hue=bar)
    if share:
        s.detail(box(34.9, 51.6, 30.2 * share, 3.8), hue=bar)
    s.state(
        "How far has the bar in the window filled up?",
        "What does the progress bar on the screen show?",
        answer=PROGRESS[(0.0, 0.25, 0.5, 1.0).index(share)],
        choices=PROGRESS,
    )
    s.detail(circle(50, 16.6, 1.1), hue=s.hue(("black", "white", "green"), unlike=(shell,)))
    s.part(
        "base", shape("M14 68H86L95 82C96 85 94 88 91 88H9C6 88 4 85 5 82Z"), hue=shell, level="dark", ask_color=False
    )
    s.detail(polygon((17.5, 70), (82.5, 70), (86, 76.5), (14, 76.5)), hue=s.fixed("black"))
    s.line(line((19, 72), (81, 72)), line((17.5, 74.4), (82.5, 74.4)), hue=s.fixed("gray"), width=0.9)
    pad = s.hue(("gray", "black", "white", "blue"), unlike=(shell,))
    s.part("touchpad", polygon((40, 78.5), (60, 78.5), (61.4, 84.5), (38.6, 84.5)), hue=pad)
    count = s.number(1, 4)
    lights = [circle(x, 81.8, 1.5) for x in spread(16, 16 + 5 * (count - 1), count)]
    s.part("indicator light", *lights, hue=s.hue(VIVID, unlike=(shell,)), counted=(1, 4))


def smartphone(s: Sketch) -> None:
    shell = s.hue(SHELLS)
    screen = s.hue(ANY, unlike=(shell,))
    word = s.word(("circle", "square", "triangle", "heart", "diamond", "star"))
    s.part("side key", box(74.5, 26, 3.5, 14, 1.4), hue=shell, level="dark", ask_color=False)
    s.part("casing", box(24, 4, 52, 92, 7), hue=shell)
    s.part("screen", box(28.5, 14, 43, 68, 1.5), hue=screen)
    s.detail(polygon((52, 14), (71.5, 14), (71.5, 40), (28.5, 82), (28.5, 40)), hue=screen, level="light")
    s.line(line((44, 9), (54, 9)), hue=s.hue(("gray", "black", "white"), unlike=(shell,)), width=1.8)
    s.detail(circle(60, 9, 1.3), hue=s.fixed("blue"))
    key = s.hue(unlike=(shell,))
    s.part(
        "button below the screen",
        emblem(word.word, 50, 89, 4.4),
        hue=key,
        shape=word,
        plural="buttons below the screen",
    )
    light = s.hue(unlike=(screen,))
    share = s.random.choice((0.0, 0.25, 0.5, 1.0))
    frame = box(57, 17.5, 11, 6.4, 1).without(box(58.2, 18.7, 8.6, 4))
    s.detail(frame, box(68, 19.4, 1.5, 2.6), hue=light)
    if share:
        s.detail(box(58.8, 19.3, 7.4 * share, 2.8), hue=light)
    s.state(
        "How full is the battery in the upper right corner of the screen?",
        "What does the battery symbol on the screen show?",
        answer=CHARGES[(0.0, 0.25, 0.5, 1.0).index(share)],
        choices=CHARGES,
    )
    slots = [(x, y) for y in (34, 48, 62, 75) for x in (37, 50, 63)]
    count = s.number(5, 12)
    app = s.hue(unlike=(screen,))
    s.part("app icon", *(box(x - 4.4, y - 4.4, 8.8, 8.8, 2.2) for x, y in slots[:count]), hue=app, counted=(5, 12))


def printer(s: Sketch) -> None:
    shell = s.hue(SHELLS)
    tray = s.hue(SOLID, unlike=(shell,))
    paper = s.hue(("white", "yellow", "pink", "blue", "green"), unlike=(shell, tray))
    ink = s.hue(SOLID, unlike=(paper,))
    word = s.word(BADGES)
    s.part("sheet at the back", box(26, 6, 48, 36, 1), hue=paper, level="light", ask_color=False)
    s.part(
        "body",
        shape("M12 34H88C92 34 95 37 95 41V70C95 74 92 77 88 77H12C8 77 5 74 5 70V41C5 37 8 34 12 34Z"),
        hue=shell,
        ask_color=False,
    )
    s.line(line((12, 45), (64, 45)), hue=shell, width=1.6, level="dark")
    count = s.number(1, 4)
    lamps = [circle(x, 41.5, 2.3) for x in spread(86 - 7 * (count - 1), 86, count)]
    s.part("button", *lamps, hue=s.hue(ANY, unlike=(shell,)), counted=(1, 4))
    s.part("paper slot", box(15, 54, 70, 10, 3), hue=tray)
    s.part("printed sheet", shape("M23 58H77V93C77 95 76 96 74 96H26C24 96 23 95 23 93Z"), hue=paper)
    s.part(
        "picture on the printed sheet",
        emblem(word.word, 50, 73, 10),
        hue=ink,
        shape=word,
        plural="pictures on the printed sheet",
    )
    s.line(line((31, 88.5), (69, 88.5)), line((31, 92.3), (56, 92.3)), hue=ink, width=1.3)
    s.detail(box(23, 58, 54, 3), hue=paper, level="dark")


def mouse(s: Sketch) -> None:
    shell = s.hue(SHELLS)
    wheel = s.hue(ANY, unlike=(shell,))
    word = s.word(BADGES)
    mat = s.hue(ANY, unlike=(shell,))
    s.part("pad under it", box(7, 30, 86, 66, 7), hue=mat, plural="pads under it")
    s.line(shape("M50 34C50 22 34 24 34 14C34 6 46 4 56 6"), hue=shell, width=2.8, level="dark")
    s.part(
        "body",
        shape("M50 34C66 34 73 44 73 58V70C73 84 64 92 50 92C36 92 27 84 27 70V58C27 44 34 34 50 34Z"),
        hue=shell,
    )
    s.line(shape("M27.6 58C40 61.5 60 61.5 72.4 58"), line((50, 34), (50, 60)), hue=shell, width=1.6, level="dark")
    s.part("wheel", box(46.4, 41, 7.2, 14, 3.6), hue=wheel, ask_color=True)
    s.line(line((47.6, 45.6), (52.4, 45.6)), line((47.6, 50.4), (52.4, 50.4)), hue=wheel, width=0.9, level="dark")
    s.part("logo", emblem(word.word, 50, 76.5, 8.6), hue=s.hue(unlike=(shell,)), shape=word)
    s.line(shape("M33 54C34 46 37 42 42 39"), hue=shell, width=2.2, level="light")
    count = s.number(2, 5)
    dots = [circle(83.5, y, 2.4) for y in spread(63 - 4.2 * (count - 1), 63 + 4.2 * (count - 1), count)]
    s.part(
        "dot along the edge of the pad",
        *dots,
        hue=s.hue(unlike=(mat,)),
        counted=(2, 5),
        plural="dots along the edge of the pad",
    )


def floppy(s: Sketch) -> None:
    shell = s.hue(SOLID)
    label = s.hue(ANY, unlike=(shell,))
    ink = s.hue(SOLID, unlike=(label,))
    word = s.word(BADGES)
    s.part("casing", shape("M12 6H78L94 22V88C94 92 92 94 88 94H12C8 94 6 92 6 88V12C6 8 8 6 12 6Z"), hue=shell)
    slide = s.hue(("gray", "white", "yellow", "black"), unlike=(shell,))
    s.part("sliding shutter", shape("M26 6H74V32C74 34 73 35 71 35H29C27 35 26 34 26 32Z"), hue=slide)
    s.detail(box(57, 11, 10, 18, 1.5), hue=shell)
    s.part("label", box(17, 46, 66, 48, 2), hue=label)
    s.part(
        "picture on the label",
        emblem(word.word, 33, 69, 11),
        hue=s.hue(unlike=(label,)),
        shape=word,
        plural="pictures on the label",
    )
    count = s.number(2, 6)
    rows = [line((52, y), (76, y)) for y in spread(70 - 3.5 * (count - 1), 70 + 3.5 * (count - 1), count)]
    s.strokes("line on the label", *rows, hue=ink, width=1.8, counted=(2, 6), plural="lines on the label")
    s.detail(box(9, 84, 5, 5, 0.5), box(86, 84, 5, 5, 0.5), hue=shell, level="dark")


KINDS = (
    Kind("desktop monitor", "computer", desktop, "to show what one types at an office workstation", flips=False),
    Kind("laptop", "computer", laptop, "to work with a folding keyboard on the train", flips=False),
    Kind("smartphone", "computer", smartphone, "to make calls and run apps out of a pocket", flips=False),
    Kind("printer", "computer", printer, "to put documents on paper", flips=False),
    Kind("computer mouse", "computer", mouse, "to move a pointer and click"),
    Kind("floppy disk", "computer", floppy, "to save files in the old days, 1.44 megabytes at most", flips=False),
)
