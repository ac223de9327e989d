"""Books and what is like them."""

from ..emblems import emblem
from ..forms import box, circle, line, polygon, shape, spread
from ..kind import Kind
from ..palette import SOLID, VIVID
from ..sketch import Sketch


def closed_book(s: Sketch) -> None:
    cover = s.hue(SOLID)
    mark = s.hue(unlike=(cover,))
    word = s.word()
    s.detail(shape("M22 76H84V90H24C18 90 16 86 16 82Z"), hue=s.fixed("white"), outlined=True)
    s.line(line((24, 81), (82, 81)), line((24, 85), (82, 85)), hue=s.fixed("gray"), width=1)
    s.part("cover", shape("M26 8H82C84 8 85 9 85 11V76H26C20 76 16 79 16 84V18C16 12 20 8 26 8Z"), hue=cover)
    s.detail(shape("M16 84C16 79 20 76 26 76V8C20 8 16 12 16 18Z"), hue=cover, level="dark", outlined=True)
    s.line(shape("M85 76V79H26C21 79 19 81 19 84C19 88 21 90 26 90H86"), hue=cover, level="dark", width=3)
    s.part("picture on the cover", emblem(word.word, 55, 34, 15), hue=mark, shape=word, plural="pictures on the cover")
    lines = s.number(2, 5)
    s.part(
        "line of text on the cover",
        *(box(40, 55 + 5 * step, 30 - 4 * (step % 2), 2.4, 1.2) for step in range(lines)),
        hue=s.hue(unlike=(cover, mark)),
        counted=(2, 5),
        plural="lines of text on the cover",
        shaded=False,
    )
    s.part(
        "bookmark ribbon", polygon((66, 76), (74, 76), (74, 96), (70, 92), (66, 96)), hue=s.hue(VIVID, unlike=(cover,))
    )


def open_book(s: Sketch) -> None:
    cover = s.hue(SOLID)
    ink = s.hue(SOLID, unlike=(cover,))
    page = s.fixed("white")
    word = s.word()
    s.part(
        "cover", shape("M5 26C18 22 36 22 50 30C64 22 82 22 95 26V84C82 80 64 80 50 88C36 80 18 80 5 84Z"), hue=cover
    )
    s.detail(shape("M10 22C24 17 40 19 50 27V82C40 75 24 74 10 78Z"), hue=page, outlined=True)
    s.detail(shape("M90 22C76 17 60 19 50 27V82C60 75 76 74 90 78Z"), hue=page, level="dark", outlined=True)
    lines = s.number(2, 7)
    s.strokes(
        "line of text on the text page",
        *(
            shape(f"M17 {30 + 6 * step}C25 {28 + 6 * step} 35 {29 + 6 * step} 43 {34 + 6 * step}")
            for step in range(lines)
        ),
        hue=s.fixed("gray"),
        width=2,
        counted=(2, 7),
        plural="lines of text on the text page",
    )
    s.part(
        "picture on the other page",
        emblem(word.word, 70, 44, 12),
        hue=ink,
        shape=word,
        plural="pictures on the other page",
    )
    s.line(shape("M58 66C66 61 74 61 83 63"), hue=s.fixed("gray"), width=2)
    s.part("ribbon", shape("M47 80C49 79 51 79 53 80L55 95L50 92L45 95Z"), hue=s.hue(VIVID, unlike=(cover,)))


def notebook(s: Sketch) -> None:
    cover = s.hue(SOLID)
    label, edge = s.hues(2, unlike=(cover,))
    word = s.word(("rectangle", "circle", "hexagon", "diamond", "heart", "star"))
    s.detail(box(26, 12, 62, 82, 5), hue=s.fixed("gray"), outlined=True)
    s.part("cover", box(20, 8, 64, 82, 5), hue=cover)
    s.part("elastic band", box(72, 8, 5, 82), hue=edge)
    s.part("label", emblem(word.word, 48, 38, 17), hue=label, shape=word)
    s.line(line((41, 36), (55, 36)), line((41, 41), (52, 41)), hue=s.fixed("gray"), width=1.6)
    rings = s.number(3, 8)
    for y in spread(16, 82, rings):
        s.detail(circle(25, y, 2.2), hue=s.fixed("black"))
    s.strokes(
        "ring of the binding",
        *(
            shape(f"M25 {y:.2f}C25 {y - 5:.2f} 12 {y - 5:.2f} 12 {y:.2f}C12 {y + 3:.2f} 16 {y + 3:.2f} 18 {y + 2:.2f}")
            for y in spread(16, 82, rings)
        ),
        hue=s.hue(("gray", "yellow", "red", "blue", "green", "black"), unlike=(cover,)),
        width=2,
        counted=(3, 8),
        plural="rings of the binding",
    )
    s.line(line((36, 68), (60, 68)), line((36, 74), (54, 74)), hue=cover, level="dark", width=2)


def stack_of_books(s: Sketch) -> None:
    count = s.number(2, 6)
    thick = min(16.0, 78 / count)
    hues = s.hues(count, SOLID)
    title = s.hue(unlike=tuple(hues))
    for index, hue in enumerate(hues):
        top = 90 - thick * (index + 1)
        left = 14 + s.between(-6, 6)
        width = 70 + s.between(-6, 6)
        bottom = top + thick
        s.detail(box(left + 6, top + 2.4, width - 8, thick - 4.8), hue=s.fixed("white"), outlined=True)
        s.line(line((left + 14, top + thick / 2), (left + width - 5, top + thick / 2)), hue=s.fixed("gray"), width=0.8)
        book = shape(
            f"M{left + width:.2f} {top + 0.4:.2f}V{top + 2.8:.2f}H{left + 12:.2f}C{left + 8:.2f} {top + 5:.2f}"
            f" {left + 8:.2f} {bottom - 5:.2f} {left + 12:.2f} {bottom - 2.8:.2f}H{left + width:.2f}"
            f"V{bottom - 0.4:.2f}H{left + 6:.2f}C{left:.2f} {bottom - 2:.2f} {left:.2f} {top + 2:.2f}"
            f" {left + 6:.2f} {top + 0.4:.2f}Z"
        )
        where = "top" if index == count - 1 else "bottom" if index == 0 else ""
        if where:
            s.part(f"cover of the {where} book", book, hue=hue, plural=f"covers of the {where} book", shaded=False)
        else:
            s.detail(book, hue=hue, outlined=True)
    word = s.word()
    s.part(
        "ornament on the pile",
        emblem(word.word, 50, 90 - thick * count - 5.4, 5.2),
        hue=title,
        shape=word,
        plural="ornaments on the pile",
    )
    s.state(
        "How many books are piled up?",
        "How many volumes lie on each other?",
        "Counting all volumes, how high is the pile?",
        answer=str(count),
        choices=tuple(str(number) for number in range(2, 7)),
    )
    dots = s.number(2, 6)
    s.part(
        "dot on the floor",
        *(circle(x, 93.4, 1.6) for x in spread(28, 28 + 8 * (dots - 1), dots)),
        hue=s.hue(SOLID),
        counted=(2, 6),
        plural="dots on the floor",
    )


KINDS = (
    Kind(
        "closed book",
        "book",
        closed_book,
        "to be read from its first chapter to its last, once it has been opened",
        flips=False,
    ),
    Kind("open book", "book", open_book, "to be read at this moment, at the pages that lie bare"),
    Kind("spiral notebook", "book", notebook, "to write one's own notes into"),
    Kind("stack of books", "book", stack_of_books, "to keep many stories together in one pile"),
)
