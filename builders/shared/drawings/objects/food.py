"""Food."""

from ..emblems import emblem
from ..forms import around, box, circle, ellipse, line, polygon, ring, sector, shape, spread
from ..kind import Kind
from ..palette import SOLID, VIVID
from ..sketch import Sketch


def pizza(s: Sketch) -> None:
    eaten = s.number(0, 3)
    crust, sauce = s.fixed("brown"), s.fixed("yellow")
    plate = s.hue(("white", "gray", "blue", "green", "black", "pink"))
    topping = s.hue(("red", "green", "purple", "black", "orange", "white"))
    s.part("plate", circle(50, 50, 46), hue=plate)
    end = 360 - 90 * eaten
    pie = (
        (circle(50, 50, 40), circle(50, 50, 34.5))
        if not eaten
        else (sector(50, 50, 40, 0, end), sector(50, 50, 34.5, 0, end))
    )
    s.detail(pie[0], hue=crust, outlined=True)
    s.detail(pie[1], hue=sauce)
    s.line(*(line((50, 50), point) for point in around(50, 50, 38, 8)[: 2 * (4 - eaten)]), hue=crust, width=1)
    word = s.word(("circle", "triangle", "star", "square", "heart", "diamond"))
    count = s.number(2, 5)
    spots = [(59, 32), (68, 44), (63, 22), (76, 38), (72, 28)]
    if eaten < 3:
        spots = [(62, 33), (63, 63), (73, 43), (58, 76), (74, 60)]
    s.part(
        "topping", *(emblem(word.word, x, y, 4.6) for x, y in spots[:count]), hue=topping, shape=word, counted=(2, 5)
    )
    s.state(
        "How much of the pizza has been eaten?",
        "What part of the pie is missing?",
        "How much is already gone from the plate?",
        answer=("nothing", "a quarter", "half", "three quarters")[eaten],
        choices=("nothing", "a quarter", "half", "three quarters"),
    )


def hamburger(s: Sketch) -> None:
    bun = s.fixed("orange")
    seeds = s.number(2, 7)
    flag = s.word()
    s.line(line((50, 10), (50, 30)), hue=s.fixed("brown"), width=1.6)
    s.detail(
        shape("M12 44C12 28 28 20 50 20C72 20 88 28 88 44C88 47 86 48 84 48H16C14 48 12 47 12 44Z"),
        hue=bun,
        outlined=True,
    )
    seed = s.hue(("white", "yellow", "black", "brown", "beige"))
    centers = [(34, 32), (62, 28), (48, 36), (74, 36), (24, 41), (40, 25.6), (62, 41)]
    s.part(
        "seed on the bun",
        *(ellipse(x, y, 2.2, 1.4).turned(20, x, y) for x, y in centers[:seeds]),
        hue=seed,
        counted=(2, 7),
        plural="seeds on the bun",
        ask_color=False,
    )
    s.part(
        "leaf layer",
        shape(
            "M10 50C14 46 86 46 90 50C92 54 86 57 82 54C78 58 72 58 68 54C64 58 58 58 54 54C50 58"
            " 44 58 40 54C36 58 30 58 26 54C20 58 8 56 10 50Z"
        ),
        hue=s.hue(("green", "red", "purple", "yellow")),
    )
    s.detail(box(12, 57, 76, 12, 6), hue=s.fixed("brown"), outlined=True)
    s.part(
        "slice of cheese", polygon((16, 57), (84, 57), (70, 62), (56, 57.5), (40, 66), (28, 58)), hue=s.fixed("yellow")
    )
    s.detail(shape("M12 72H88C90 80 84 88 74 88H26C16 88 10 80 12 72Z"), hue=bun, outlined=True)
    s.part(
        "sign on the stick",
        emblem(flag.word, 50, 10, 8),
        hue=s.hue(SOLID, unlike=(bun,)),
        shape=flag,
        plural="signs on the stick",
    )


def birthday_cake(s: Sketch) -> None:
    icing, sponge = s.hues(2)
    plate = s.hue(("gray", "blue", "purple", "green", "black"), unlike=(sponge,))
    candle = s.hue(VIVID, unlike=(icing,))
    count = s.number(1, 6)
    xs = spread(50 - 5.6 * (count - 1), 50 + 5.6 * (count - 1), count)
    s.part("candle", *(box(x - 1.8, 26, 3.6, 18, 1) for x in xs), hue=candle, counted=(1, 6))
    for x in xs:
        s.detail(
            shape(f"M{x:.2f} 14C{x + 4:.2f} 19 {x + 3:.2f} 25 {x:.2f} 25C{x - 3:.2f} 25 {x - 4:.2f} 19 {x:.2f} 14Z"),
            hue=s.fixed("orange"),
        )
    s.part("lower layer", box(14, 60, 72, 28, 4), hue=sponge)
    s.part(
        "icing",
        shape(
            "M20 42H80C84 42 86 45 86 48V64C86 68 80 68 79 64C78 60 72 60 71 65C70 72 62 72 61 66"
            "C60 61 54 61 53 66C52 71 44 71 43 65C42 60 36 60 35 64C34 70 26 70 25 65C24 61 20 61"
            " 19 65C18 68 14 67 14 63V48C14 45 16 42 20 42Z"
        ),
        hue=icing,
    )
    word = s.word(("circle", "star", "heart", "diamond", "square", "triangle"))
    s.part(
        "sugar decoration",
        *(emblem(word.word, x, 79, 4) for x in spread(24, 76, 4)),
        hue=s.hue(unlike=(sponge,)),
        shape=word,
    )
    s.part("cake stand", box(6, 87, 88, 6, 3), hue=plate)
    s.state(
        "How old is the child who gets this cake, if there is one candle a year?",
        "With one candle for each year, which birthday is it?",
        answer=str(count),
        choices=tuple(str(number) for number in range(1, 7)),
    )


def doughnut(s: Sketch) -> None:
    dough = s.fixed("brown")
    icing = s.hue(("pink", "white", "blue", "purple", "green", "yellow", "black"))
    s.detail(ring(50, 50, 44, 14), hue=dough, outlined=True)
    s.part(
        "icing",
        shape(
            "M50 12C70 11 88 26 88 48C90 56 84 60 82 66C80 76 72 76 68 80C62 88 54 84 48 87C40 90"
            " 36 82 28 80C20 78 21 69 16 64C10 58 13 52 12 46C14 26 30 12 50 12Z"
        ).without(circle(50, 50, 17)),
        hue=icing,
    )
    sprinkle = s.hue(unlike=(icing,))
    count = s.number(3, 9)
    word = s.word(("circle", "star", "heart", "square", "triangle", "diamond"))
    spots = [point for step, point in enumerate(around(50, 50, 26.5, 9, s.between(0, 40))) if step < count]
    s.part("sprinkle", *(emblem(word.word, x, y, 3.6) for x, y in spots), hue=sprinkle, shape=word, counted=(3, 9))
    s.line(shape("M24 34C28 26 36 20 44 18"), hue=icing, level="light", width=2)


def fried_egg(s: Sketch) -> None:
    pan, handle = s.hues(2, ("black", "gray", "red", "blue", "green", "purple"))
    s.part("handle", box(74, 43, 22, 9, 4), hue=handle)
    s.part("pan", circle(42, 48, 38), hue=pan)
    s.detail(circle(42, 48, 33), hue=pan, level="dark")
    s.detail(
        shape(
            "M40 20C52 18 62 26 66 36C70 46 72 58 62 66C54 72 46 76 36 74C24 74 14 66 14 52C14 42"
            " 20 40 22 32C25 24 32 21 40 20Z"
        ),
        hue=s.fixed("white"),
        outlined=True,
    )
    yolks = s.number(1, 4)
    spots = {
        1: [(42, 47)],
        2: [(32, 47), (52, 47)],
        3: [(32, 40), (52, 42), (40, 58)],
        4: [(32, 38), (51, 40), (31, 57), (51, 58)],
    }[yolks]
    s.part(
        "yolk",
        *(circle(x, y, 11 if yolks == 1 else 7.5) for x, y in spots),
        hue=s.hue(("yellow", "orange")),
        counted=(1, 4),
    )
    s.detail(*(ellipse(x - 2.4, y - 2.6, 2, 1.4) for x, y in spots), hue=s.fixed("white"))
    word = s.word()
    s.part(
        "label on the table",
        emblem(word.word, 82, 80, 9),
        hue=s.hue(SOLID, unlike=(pan,)),
        shape=word,
        plural="labels on the table",
    )


KINDS = (
    Kind("pizza", "food", pizza, "to be baked with sauce and cheese, and shared in slices"),
    Kind("hamburger", "food", hamburger, "to be eaten with both hands, meat between two halves of a bun"),
    Kind("birthday cake", "food", birthday_cake, "to be brought in with flames on top and blown at"),
    Kind("doughnut", "food", doughnut, "to be eaten as a sweet fried pastry with a hole"),
    Kind("fried egg", "food", fried_egg, "to be served sunny side up"),
)
