"""Clothes."""

from ..emblems import emblem
from ..forms import both, box, circle, line, shape, spread
from ..kind import Kind
from ..palette import SOLID
from ..sketch import Sketch


def t_shirt(s: Sketch) -> None:
    cloth, trim = s.hues(2)
    print_ = s.word()
    s.part("sleeve", *both(shape("M30 18C22 20 12 30 6 44L20 52L30 40Z")), hue=trim)
    s.part(
        "front",
        shape(
            "M36 14C40 22 60 22 64 14C70 15 74 18 76 22L74 88C74 90 72 91 70 91H30C28 91 26 90 26"
            " 88L24 22C26 18 30 15 36 14Z"
        ),
        hue=cloth,
        ask_color=False,
    )
    s.line(shape("M36 14C40 23 60 23 64 14"), hue=trim, width=3)
    s.part("print", emblem(print_.word, 50, 44, 13), hue=s.hue(unlike=(cloth,)), shape=print_)
    stripes = s.number(2, 5)
    s.part(
        "stripe below the print",
        *(box(27.5, 63 + 5.6 * step, 45, 2.6) for step in range(stripes)),
        hue=s.hue(unlike=(cloth,)),
        counted=(2, 5),
        plural="stripes below the print",
        shaded=False,
    )


def dress(s: Sketch) -> None:
    cloth, sash = s.hues(2)
    dots = s.hue(unlike=(cloth, sash))
    word = s.word(("circle", "star", "heart", "diamond", "square", "triangle"))
    s.line(line((40, 22), (39, 8)), line((60, 22), (61, 8)), hue=cloth, width=3)
    s.part(
        "skirt", shape("M36 46H64C72 60 82 76 88 88C76 95 62 92 50 94C38 92 24 95 12 88C18 76 28 60 36 46Z"), hue=cloth
    )
    s.detail(shape("M37 18C42 24 58 24 63 18C66 26 66 36 64 44H36C34 36 34 26 37 18Z"), hue=cloth, outlined=True)
    s.part("belt", box(34, 41, 32, 6, 1.5), hue=sash)
    count = s.number(2, 7)
    centers = [(50, 60), (38, 66), (62, 66), (50, 77), (30, 81), (70, 81), (56, 86)][:count]
    s.part(
        "print on the skirt",
        *(emblem(word.word, x, y, 4) for x, y in centers),
        hue=dots,
        shape=word,
        counted=(2, 7),
        plural="prints on the skirt",
        shaded=False,
    )
    s.line(shape("M34 88C38 78 40 68 42 58"), shape("M66 88C62 78 60 68 58 58"), hue=cloth, level="dark", width=1)


def sock(s: Sketch) -> None:
    wool, toe = s.hues(2)
    band = s.hue(unlike=(wool, toe))
    s.part(
        "foot and leg",
        shape("M38 20H70V54C70 64 64 70 56 74L36 88C28 94 16 92 13 84C10 76 14 70 20 66L34 56C37 54 38 51 38 48Z"),
        hue=wool,
        ask_color=False,
    )
    s.part("toe", shape("M24 63L40 86L36 88C28 94 16 92 13 84C10 76 14 70 20 66Z"), hue=toe)
    s.part("heel", shape("M70 46V54C70 64 64 70 56 74C52 64 56 50 70 46Z"), hue=toe, ask_color=False)
    s.part("cuff", box(35, 8, 38, 14, 3), hue=band)
    s.line(*(line((x, 10.5), (x, 19.5)) for x in spread(41, 67, 6)), hue=band, level="dark", width=1)
    count = s.number(2, 5)
    s.part(
        "stripe on the leg",
        *(box(38, 25 + 5.4 * step, 32, 2.5) for step in range(count)),
        hue=s.hue(unlike=(wool,)),
        counted=(2, 5),
        plural="stripes on the leg",
        shaded=False,
    )
    word = s.word()
    s.part("patch", emblem(word.word, 44, 66, 7), hue=s.hue(unlike=(wool,)), shape=word, plural="patches")


def woolly_hat(s: Sketch) -> None:
    wool, brim = s.hues(2)
    ball = s.hue(unlike=(wool, brim))
    s.part("bobble", circle(50, 17, 12), hue=ball)
    s.line(shape("M42 13C44 9 47 8 51 8"), hue=ball, level="light", width=1.8)
    s.part("crown", shape("M14 72C12 44 28 25 50 25C72 25 88 44 86 72Z"), hue=wool)
    count = s.number(2, 6)
    word = s.word(("circle", "diamond", "star", "heart", "triangle", "cross"))
    s.part(
        "knitted print",
        *(
            emblem(word.word, x, 56 - 5 * (1 - ((x - 50) / 30) ** 2), 4.6)
            for x in spread(50 - 5.6 * (count - 1), 50 + 5.6 * (count - 1), count)
        ),
        hue=s.hue(unlike=(wool, ball)),
        shape=word,
        counted=(2, 6),
        shaded=False,
    )
    s.line(shape("M22 46C38 36 62 36 78 46"), hue=wool, level="dark", width=2)
    s.part("turned-up edge", box(9, 68, 82, 20, 8), hue=brim)
    s.line(*(line((x, 72), (x, 84)) for x in spread(18, 82, 9)), hue=brim, level="dark", width=1.6)


def boot(s: Sketch) -> None:
    leather, sole = s.hues(2, SOLID)
    lace = s.hue(unlike=(leather,))
    s.part(
        "upper",
        shape("M28 10H62C63 22 62 36 64 46C68 52 80 54 88 60C93 64 94 72 93 80H18C16 60 26 40 28 10Z"),
        hue=leather,
    )
    s.part("lining", box(26, 7, 38, 9, 4), hue=s.hue(unlike=(leather,)))
    s.part("sole", shape("M14 79H94C96 84 95 90 91 91H50L46 88H40L38 91H18C14 91 13 84 14 79Z"), hue=sole)
    s.detail(shape("M72 80C74 70 82 66 91 66C94 70 94 76 93 80Z"), hue=leather, level="dark", outlined=True)
    count = s.number(2, 6)
    s.strokes(
        "lace",
        *(line((50, 23 + 6 * step), (64, 26 + 6 * step)) for step in range(count)),
        hue=lace,
        width=2.4,
        counted=(2, 6),
    )
    word = s.word()
    s.part(
        "badge at the ankle",
        emblem(word.word, 37, 44, 8),
        hue=s.hue(unlike=(leather, lace)),
        shape=word,
        plural="badges at the ankle",
    )
    s.line(shape("M22 70C34 66 48 66 60 72"), hue=leather, level="dark", width=1.4)


KINDS = (
    Kind("T-shirt", "clothing", t_shirt, "to cover the upper body on a warm day"),
    Kind("dress", "clothing", dress, "to be worn as one piece from the shoulders to the knees"),
    Kind("sock", "clothing", sock, "to keep a foot warm inside a shoe"),
    Kind("woolly hat", "clothing", woolly_hat, "to keep head and ears warm in winter"),
    Kind("boot", "clothing", boot, "to walk through mud and over rough ground"),
)
