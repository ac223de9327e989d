"""Furniture."""

from ..emblems import emblem
from ..forms import both, box, circle, line, shape, spread
from ..kind import Kind
from ..palette import SOLID, VIVID, WOOD
from ..sketch import Sketch


def chest_of_drawers(s: Sketch) -> None:
    wood, front = s.hues(2, SOLID)
    knob = s.hue(unlike=(wood, front))
    word = s.word(("circle", "square", "heart", "star", "diamond", "hexagon", "triangle"))
    s.part("foot", *both(shape("M22 84H34L31 95H26Z")), hue=wood, plural="feet", ask_color=False)
    s.part("frame", box(14, 18, 72, 70, 3), hue=wood)
    s.detail(box(9, 11, 82, 9, 3), hue=wood, level="dark", outlined=True)
    count = s.number(2, 5)
    height = 64 / count
    fronts = [box(20, 23 + index * height, 60, height - 3.5, 2) for index in range(count)]
    s.part("drawer", *fronts, hue=front, counted=(2, 5))
    s.part(
        "knob",
        *(
            emblem(word.word, x, 23 + index * height + (height - 3.5) / 2, 3.6)
            for index in range(count)
            for x in (36, 64)
        ),
        hue=knob,
        shape=word,
    )
    if s.maybe():
        s.line(line((22, 15), (60, 15)), hue=wood, level="light", width=1.6)


def bookshelf(s: Sketch) -> None:
    wood = s.hue(WOOD)
    s.part("frame", box(10, 5, 80, 90, 3), hue=wood)
    s.detail(*(box(15, y, 70, 24) for y in (10, 38, 66)), hue=wood, level="dark")
    book = s.hue(unlike=(wood,))
    other = s.hue(unlike=(wood, book))
    count = s.number(2, 7)
    s.part(
        "book on the top shelf",
        *(box(19 + 9 * index, 15 + 2 * (index % 3), 6.6, 19 - 2 * (index % 3), 0.8) for index in range(count)),
        hue=book,
        counted=(2, 7),
        plural="books on the top shelf",
    )
    word = s.word()
    s.part(
        "ornament on the middle shelf",
        emblem(word.word, 34, 51, 9),
        hue=s.hue(unlike=(wood,)),
        shape=word,
        plural="ornaments on the middle shelf",
    )
    s.detail(*(box(56 + 8 * index, 42, 6, 20, 0.8) for index in range(3)), hue=other, outlined=True)
    low = s.number(1, 4)
    s.part(
        "box on the bottom shelf",
        *(box(18 + 16.5 * index, 74, 14, 16, 1.5) for index in range(low)),
        hue=s.hue(unlike=(wood, book)),
        counted=(1, 4),
        plural="boxes on the bottom shelf",
    )


def sofa(s: Sketch) -> None:
    cloth, cushion = s.hues(2)
    feet = s.hue(("brown", "black", "gray", "yellow", "orange"), unlike=(cloth,))
    s.part("leg", box(18, 78, 6, 12, 1.5), box(76, 78, 6, 12, 1.5), hue=feet)
    s.part("backrest", shape("M18 62V34C18 26 23 22 30 22H70C77 22 82 26 82 34V62Z"), hue=cloth, ask_color=False)
    seats = s.number(1, 4)
    width = 64 / seats
    s.part(
        "seat cushion",
        *(box(18 + index * width + 0.6, 54, width - 1.2, 16, 4) for index in range(seats)),
        hue=cushion,
        counted=(1, 4),
    )
    s.detail(box(14, 68, 72, 12, 2), hue=cloth, level="dark", outlined=True)
    s.part("armrest", *both(shape("M6 50C6 45 10 42 14 42C18 42 22 45 22 50V80H10C8 80 6 79 6 76Z")), hue=cloth)
    word = s.word()
    s.part("pillow", emblem(word.word, 50, 41, 10.5), hue=s.hue(unlike=(cloth, cushion)), shape=word)
    buttons = s.number(2, 6)
    s.part(
        "button on the backrest",
        *(circle(x, 27.5, 1.5) for x in spread(26, 74, buttons)),
        hue=s.hue(unlike=(cloth,)),
        counted=(2, 6),
        plural="buttons on the backrest",
    )


def floor_lamp(s: Sketch) -> None:
    shade, stand = s.hues(2)
    lit = s.number(0, 3)
    word = s.word()
    names = ("off", "dim", "half bright", "fully bright")
    rays = [
        ((50, 60), (50, 68)),
        ((38, 59), (34, 66)),
        ((62, 59), (66, 66)),
        ((26, 58), (19, 64)),
        ((74, 58), (81, 64)),
        ((44, 60), (42, 68)),
    ]
    s.line(*(line(*ray) for ray in rays[: (0, 1, 3, 5)[lit]]), hue=s.fixed("yellow"), width=2.4)
    s.line(line((50, 52), (50, 88)), hue=stand, width=3.4)
    s.part("foot", shape("M30 92C30 88 40 86 50 86C60 86 70 88 70 92Z"), hue=stand, plural="feet")
    s.part(
        "lamp shade",
        shape("M34 10H66C68 10 69 11 70 13L84 50C85 53 84 54 82 54H18C16 54 15 53 16 50L30 13C31 11 32 10 34 10Z"),
        hue=shade,
    )
    s.part(
        "print on the shade",
        emblem(word.word, 50, 30, 10),
        hue=s.hue(unlike=(shade,)),
        shape=word,
        plural="prints on the shade",
    )
    count = s.number(2, 6)
    s.part(
        "tassel",
        *(shape(f"M{x - 1.6:.2f} 50H{x + 1.6:.2f}L{x + 2.4:.2f} 57H{x - 2.4:.2f}Z") for x in spread(24, 76, count)),
        hue=s.hue(unlike=(shade, stand)),
        counted=(2, 6),
    )
    s.state(
        "The yellow rays show how strongly the lamp burns: no ray is off, one is dim, three half"
        " bright, five fully bright. Which is it?",
        "With no yellow ray for off, one for dim, three for half bright and five for fully bright,"
        " how is the lamp set?",
        answer=names[lit],
        choices=names,
    )


def chair(s: Sketch) -> None:
    wood = s.hue(WOOD)
    seat = s.hue(unlike=(wood,))
    s.part(
        "back leg", shape("M28 6H34V94H28Z"), shape("M66 6H72V94H66Z"), hue=wood, plural="back legs", ask_color=False
    )
    count = s.number(2, 6)
    s.part(
        "slat of the backrest",
        *(box(34, y, 32, 4.2, 1.4) for y in spread(14, 14 + 7 * (count - 1), count)),
        hue=s.hue(unlike=(wood,)),
        counted=(2, 6),
        plural="slats of the backrest",
        shaded=False,
    )
    s.part("seat", shape("M24 56H76L84 66C84 69 82 70 80 70H20C18 70 16 69 16 66Z"), hue=seat)
    s.part("front leg", *both(shape("M18 70H25L24 96H19Z")), hue=wood)
    s.line(line((25, 84), (75, 84)), hue=wood, level="dark", width=2.4)
    word = s.word()
    s.part(
        "ornament below the seat",
        emblem(word.word, 50, 84, 7.5),
        hue=s.hue(unlike=(wood,)),
        shape=word,
        plural="ornaments below the seat",
    )


def bed(s: Sketch) -> None:
    wood, blanket = s.hues(2, SOLID)
    pillow = s.hue(unlike=(wood, blanket))
    s.part("headboard", shape("M6 24C6 20 9 18 12 18C15 18 18 20 18 24V88H8C7 88 6 87 6 86Z"), hue=wood)
    s.detail(shape("M84 44C84 42 86 40 89 40C92 40 94 42 94 44V86C94 87 93 88 92 88H84Z"), hue=wood, outlined=True)
    s.detail(box(16, 64, 70, 14), hue=wood, level="dark", outlined=True)
    s.detail(box(18, 52, 66, 14, 3), hue=s.fixed("white"), outlined=True)
    s.part(
        "pillow",
        shape("M20 52C18 44 20 38 24 39C30 40 36 42 40 48C42 52 40 54 36 54H22C21 54 20 53 20 52Z"),
        hue=pillow,
    )
    s.part("blanket", shape("M38 54C42 46 52 44 62 44H80C84 44 86 47 86 50V68H34C34 62 35 58 38 54Z"), hue=blanket)
    count = s.number(2, 5)
    word = s.word(("star", "heart", "circle", "diamond", "square", "triangle"))
    s.part(
        "print on the blanket",
        *(emblem(word.word, x, 58, 4) for x in spread(47, 47 + 9.5 * (count - 1), count)),
        hue=s.hue(unlike=(blanket,)),
        shape=word,
        counted=(2, 5),
        plural="prints on the blanket",
        shaded=False,
    )
    moon = s.hue(VIVID)
    sign = s.word()
    s.part("picture on the wall", emblem(sign.word, 58, 20, 10), hue=moon, shape=sign, plural="pictures on the wall")


KINDS = (
    Kind("chest of drawers", "furniture", chest_of_drawers, "to keep folded clothes in compartments that slide out"),
    Kind("bookshelf", "furniture", bookshelf, "to stand many volumes and ornaments side by side on boards"),
    Kind("sofa", "furniture", sofa, "to sit on softly together in the living room"),
    Kind("standing lamp", "furniture", floor_lamp, "to light a reading corner in the evening"),
    Kind("chair", "furniture", chair, "to sit on alone at a table"),
    Kind("bed", "furniture", bed, "to sleep in at night"),
)
