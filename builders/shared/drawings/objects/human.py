"""People."""

from ..emblems import emblem
from ..forms import both, box, circle, ellipse, polygon, shape, spread
from ..kind import Kind
from ..palette import SKIN, VIVID, Hue
from ..sketch import Sketch

HAIR = ("black", "brown", "yellow", "orange", "gray", "red")


def _face(s: Sketch, skin: Hue, y: float = 44.0, smile: bool = True) -> None:
    """Ears, head, eyes, brows, nose and mouth, the eyes at y."""
    s.detail(*both(ellipse(29, y + 3, 4.5, 6)), hue=skin, level="dark", outlined=True)
    s.detail(
        shape(f"M29 {y - 14}H71V{y + 8}C71 {y + 21} 62 {y + 29} 50 {y + 29}C38 {y + 29} 29 {y + 21} 29 {y + 8}Z"),
        hue=skin,
        outlined=True,
    )
    dark = s.fixed("black")
    s.detail(*both(circle(41, y, 2.4)), hue=dark)
    s.line(*both(shape(f"M36 {y - 6}C38 {y - 8} 42 {y - 8} 45 {y - 6}")), hue=dark, width=1.3)
    s.line(shape(f"M50 {y + 2}C52 {y + 7} 52 {y + 9} 48.5 {y + 9}"), hue=skin, level="dark", width=1.5)
    bend = 6 if smile else -3
    s.line(shape(f"M42 {y + 15}C46 {y + 15 + bend} 54 {y + 15 + bend} 58 {y + 15}"), hue=s.fixed("red"), width=1.9)


def _shoulders(s: Sketch, name: str, hue: Hue, skin: Hue) -> None:
    s.detail(box(42, 66, 16, 14), hue=skin, level="dark", outlined=True)
    s.part(name, shape("M12 96C12 84 22 78 34 76L42 73C46 80 54 80 58 73L66 76C78 78 88 84 88 96Z"), hue=hue)


def king(s: Sketch) -> None:
    skin = s.hue(SKIN)
    robe, crown = s.hues(2)
    gem = s.hue(unlike=(crown, robe))
    hair = s.hue(HAIR, unlike=(skin, crown))
    _shoulders(s, "robe", robe, skin)
    _face(s, skin, 48)
    s.part(
        "beard",
        shape("M29 52C32 60 38 58 42 58C46 55 54 55 58 58C62 58 68 60 71 52V62C71 76 60 84 50 84C40 84 29 76 29 62Z"),
        hue=hair,
    )
    s.line(shape("M44 64C47 67 53 67 56 64"), hue=s.fixed("red"), width=2)
    s.part("crown", shape("M26 38L20 10L36 23L50 6L64 23L80 10L74 38Z"), hue=crown)
    count = s.number(2, 6)
    word = s.word(("circle", "diamond", "square", "heart", "star", "triangle"))
    s.part(
        "jewel on the crown",
        *(emblem(word.word, x, 32, 3.4) for x in spread(50 - 4.1 * (count - 1), 50 + 4.1 * (count - 1), count)),
        hue=gem,
        shape=word,
        counted=(2, 6),
        plural="jewels on the crown",
    )
    medal = s.word()
    s.part(
        "medal on the robe",
        emblem(medal.word, 72, 88, 5.4),
        hue=s.hue(unlike=(robe,)),
        shape=medal,
        plural="medals on the robe",
    )


def chef(s: Sketch) -> None:
    skin, scarf = s.hue(SKIN), s.hue(VIVID)
    jacket = s.hue(("white", "gray", "black", "blue", "red", "green"), unlike=(scarf,))
    hat = s.hue(("white", "yellow", "pink", "blue", "gray", "green"))
    _shoulders(s, "jacket", jacket, skin)
    _face(s, skin, 48)
    s.part(
        "hat",
        shape("M30 36V28C20 28 16 14 27 10C32 8 36 10 38 11C42 2 58 2 62 11C64 10 68 8 73 10C84 14 80 28 70 28V36Z"),
        hue=hat,
    )
    s.detail(box(29, 32, 42, 7, 2), hue=hat, level="dark", outlined=True)
    s.part("neckerchief", shape("M38 74C44 79 56 79 62 74L64 79L54 84L57 92H43L46 84L36 79Z"), hue=scarf)
    count = s.number(2, 5)
    s.part(
        "button in a row across the jacket",
        *(circle(x, 93, 1.7) for x in spread(20, 36, count)),
        hue=s.hue(unlike=(jacket,)),
        counted=(2, 5),
        plural="buttons in a row across the jacket",
    )
    word = s.word()
    s.part(
        "badge on the jacket",
        emblem(word.word, 71, 88, 5.4),
        hue=s.hue(unlike=(jacket,)),
        shape=word,
        plural="badges on the jacket",
    )


def astronaut(s: Sketch) -> None:
    skin = s.hue(SKIN)
    suit = s.hue(("white", "gray", "orange", "blue", "yellow", "red"))
    trim = s.hue(VIVID, unlike=(suit,))
    s.part("backpack", box(16, 58, 68, 36, 8), hue=trim, ask_color=False)
    s.part("suit", shape("M20 96C20 76 32 68 50 68C68 68 80 76 80 96Z"), hue=suit)
    s.part("helmet", circle(50, 40, 34), hue=suit, ask_color=False)
    s.detail(*both(box(11, 32, 8, 18, 3)), hue=trim, outlined=True)
    s.part("visor frame", box(24, 20, 52, 42, 19), hue=trim)
    s.detail(box(27, 23, 46, 36, 16), hue=s.fixed("blue"), level="light")
    with s.group():
        s.detail(shape("M35 36C35 30 42 27 50 27C58 27 65 30 65 36V44C65 52 58 57 50 57C42 57 35 52 35 44Z"), hue=skin)
        s.detail(*both(circle(44, 41, 1.9)), hue=s.fixed("black"))
        s.line(shape("M45 49C48 52 52 52 55 49"), hue=s.fixed("red"), width=1.5)
    count = s.number(2, 6)
    s.part(
        "lamp on the control panel",
        *(circle(x, 90, 2) for x in spread(50 - 2.8 * (count - 1), 50 + 2.8 * (count - 1), count)),
        hue=s.hue(unlike=(suit,)),
        counted=(2, 6),
        plural="lamps on the control panel",
    )
    word = s.word()
    s.part(
        "mission patch", emblem(word.word, 68, 80, 5.6), hue=s.hue(unlike=(suit,)), shape=word, plural="mission patches"
    )


def girl(s: Sketch) -> None:
    skin, hair = s.hue(SKIN), s.hue(HAIR)
    top = s.hue(unlike=(hair,))
    bow = s.hue(VIVID, unlike=(hair,))
    s.detail(*both(shape("M28 30C12 34 8 54 14 74C18 80 24 76 26 70C28 60 30 48 30 40Z")), hue=hair, outlined=True)
    s.part("bow at the side", *both(shape("M18 38L10 32V46L18 41L26 46V32Z")), hue=bow, plural="bows in the hair")
    _shoulders(s, "top", top, skin)
    _face(s, skin, 46)
    s.part(
        "fringe of hair",
        shape("M26 44C22 20 36 10 50 10C64 10 78 20 74 44C70 42 68 36 67 31C58 35 42 35 33 31C32 36 30 42 26 44Z"),
        hue=hair,
    )
    count = s.number(2, 7)
    s.part(
        "bead of the necklace",
        *(
            circle(x, 83.5 + 3.2 * (1 - ((x - 50) / 20) ** 2), 1.9)
            for x in spread(50 - 2.8 * (count - 1), 50 + 2.8 * (count - 1), count)
        ),
        hue=s.hue(unlike=(top,)),
        counted=(2, 7),
        plural="beads of the necklace",
    )
    word = s.word()
    s.part("hair clip", emblem(word.word, 60, 21, 5), hue=s.hue(unlike=(hair,)), shape=word)


def clown(s: Sketch) -> None:
    skin = s.hue(("beige", "white", "brown"))
    wig, hat = s.hues(2, VIVID, unlike=(skin,))
    collar = s.hue(VIVID, unlike=(wig, hat))
    s.part(
        "ruff",
        shape("M10 96C6 88 14 82 20 84C20 76 32 72 38 77C42 72 58 72 62 77C68 72 80 76 80 84C86 82 94 88 90 96Z"),
        hue=collar,
    )
    s.detail(*both(circle(22, 40, 11)), *both(circle(19, 54, 9)), *both(circle(27, 30, 9)), hue=wig, outlined=True)
    _face(s, skin, 46)
    s.detail(*both(ellipse(41, 45, 6.5, 8)), hue=s.fixed("white"), outlined=True)
    s.detail(*both(circle(41, 46, 2.6)), hue=s.fixed("black"))
    s.part("nose", circle(50, 55, 6), hue=s.hue(("red", "green", "blue", "purple", "yellow"), unlike=(skin,)))
    s.detail(shape("M37 62C42 66 58 66 63 62C62 72 56 75 50 75C44 75 38 72 37 62Z"), hue=s.fixed("red"), outlined=True)
    s.part("pointed hat", polygon((34, 32), (50, 4), (66, 32)), hue=hat, ask_color=False)
    word = s.word()
    s.part(
        "ornament on the hat",
        emblem(word.word, 50, 23, 5.4),
        hue=s.hue(unlike=(hat,)),
        shape=word,
        plural="ornaments on the hat",
    )
    count = s.number(2, 5)
    s.part(
        "pompom on the ruff",
        *(circle(x, 90, 3) for x in spread(50 - 5 * (count - 1), 50 + 5 * (count - 1), count)),
        hue=s.hue(unlike=(collar,)),
        counted=(2, 5),
        plural="pompoms on the ruff",
    )


KINDS = (
    Kind("king", "human", king, "He rules a country and is set on a throne"),
    Kind("chef", "human", chef, "He works in a restaurant and prepares the meals"),
    Kind("astronaut", "human", astronaut, "This person travels into space and must bring air along"),
    Kind("girl with pigtails", "human", girl, "She goes to school and has her hair tied at both sides"),
    Kind("clown", "human", clown, "This person makes a circus audience laugh"),
)
