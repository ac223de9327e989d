"""Beverages and people."""

from ...forms import box, circle, ellipse, line, polygon, ring, shape
from ...kind import Kind
from ...palette import LOUD, SKIN, Hue
from ...sketch import Sketch
from .. import kit
from ..creatures import person
from ..numbering import numbered


def bottle(s: Sketch) -> None:
    glass, label = s.hues(2)
    s.part(
        "bottle",
        kit.turned(
            s,
            50,
            16,
            94,
            *s.pick((6, 6, 18, 20, 20), (8, 8, 8, 22, 22, 22), (6, 7, 24, 26, 22), (5, 5, 12, 20, 14, 20)),
        ),
        hue=glass,
    )
    s.part(
        "stopper",
        s.pick(box(44, 6, 12, 12, 2), box(42, 8, 16, 8), polygon((42, 6), (58, 6), (55, 18), (45, 18))),
        hue=s.hue(unlike=(glass,)),
    )
    if s.some():
        s.part("label", box(33, 56, 34, 24, 2), hue=label)
        kit.mark(s, "emblem on the label", 50, 68, 7.5, label, plural="emblems on the label")
        kit.several(s, "bubble", 2, 5, kit.along(76, 50, 76, 84), 2.4, glass)
    else:
        kit.mark(s, "emblem", 50, 62, 8.5, glass)
        kit.several(s, "stud", 2, 5, kit.along(39, 85, 61, 85), 2.2, glass)


def coffee_mug(s: Sketch) -> None:
    cup, stripe = s.hues(2)
    steam = s.pick(3, 2, 0)
    for i in range(steam):
        x = 34 + 12 * i
        s.line(
            s.pick(shape(f"M{x} 28c-5 -5 5 -8 0 -14"), shape(f"M{x} 28c6 -4 -4 -8 2 -15")),
            hue=s.fixed("gray"),
            width=2.2,
        )
    kit.handle(s, "handle", 66, 44, 72, 16, s.pick(5.0, 7.0), s.hue(unlike=(cup,)))
    s.part("cup", kit.turned(s, 43, 34, 88, *s.pick((27, 27, 27), (29, 27, 18), (24, 28, 20), (28, 20, 24))), hue=cup)
    if s.some():
        s.part("saucer", s.pick(ellipse(44, 90, 40, 5.4), box(8, 88, 72, 6, 3)), hue=stripe)
    kit.mark(s, "print", 43, 54, 9, cup)
    kit.several(s, "dot", 2, 6, kit.along(28, 76, 58, 76), 2.3, cup)


def cocktail(s: Sketch) -> None:
    glass, drink = s.hues(2)
    s.part(
        "glass",
        s.pick(
            polygon((10, 16), (90, 16), (53, 56), (53, 86), (70, 92), (30, 92), (47, 86), (47, 56)),
            shape("M14 14H86C86 52 60 56 53 58V86L68 92H32L47 86V58C40 56 14 52 14 14Z"),
            kit.turned(s, 50, 18, 92, 24, 28, 10, 5, 18),
        ),
        hue=glass,
    )
    s.part(
        "drink",
        s.pick(polygon((22, 22), (78, 22), (50, 50)), shape("M24 22H76C72 44 60 48 50 50C40 48 28 44 24 22Z")),
        hue=drink,
    )
    if s.some():
        s.line(line((50, 40), (84, 4)), hue=s.fixed("black"), width=2)
    kit.several(s, "olive", 1, 4, kit.along(38, 29, 62, 29), 3.4, drink, kinds=("dot", "oval"))
    kit.mark(s, "paper figure", 16, 70, 8, glass)


def soda_can(s: Sketch) -> None:
    can, band = s.hues(2)
    s.part(
        "can",
        s.pick(box(26, 8, 48, 86, 8), kit.turned(s, 50, 6, 94, 18, 24, 24, 24, 18), box(30, 6, 40, 88, 4)),
        hue=can,
    )
    s.detail(s.pick(ellipse(50, 12, 19, 4.5), box(32, 8, 36, 5)), hue=s.fixed("gray"), outlined=True)
    if s.some():
        s.part("band", s.pick(box(28, 64, 44, 14), polygon((28, 70), (72, 58), (72, 74), (28, 84))), hue=band)
    kit.mark(s, "logo", 50, 40, s.pick(9, 12), can)
    kit.several(s, "bubble", 2, 6, kit.along(36, 84, 64, 84), 2.3, can, band)


def teapot(s: Sketch) -> None:
    pot, lid = s.hues(2)
    kit.handle(s, "handle", 24, 42, 74, -14, 5, s.hue(unlike=(pot,)))
    s.part(
        "spout",
        s.pick(
            polygon((70, 70), (94, 30), (97, 36), (78, 84)),
            shape("M70 60C84 58 82 36 94 34L97 40C88 46 90 80 68 82Z"),
            kit.soft(3, (70, 56), (96, 38), (96, 48), (70, 80)),
        ),
        hue=pot,
        level="dark",
        ask_color=False,
    )
    s.part(
        "pot",
        s.pick(
            circle(48, 60, 29),
            ellipse(48, 60, 33, 28),
            kit.turned(s, 48, 34, 90, 20, 30, 34, 24),
            kit.turned(s, 48, 34, 90, 26, 28, 28),
        ),
        hue=pot,
    )
    s.part("lid", s.pick(shape("M30 36C32 24 64 24 66 36Z"), box(30, 28, 36, 8, 3), ellipse(48, 34, 20, 6)), hue=lid)
    kit.mark(s, "knob", 48, 17, s.pick(6, 8), lid)
    kit.several(s, "dot", 2, 6, kit.along(30, 64, 66, 64), 2.6, pot)


def glass_of_lemonade(s: Sketch) -> None:
    glass, drink = s.hues(2)
    s.line(s.pick(line((54, 80), (66, 4)), line((50, 80), (56, 10), (70, 4))), hue=s.fixed("red"), width=3.4)
    s.part(
        "glass", kit.turned(s, 50, 24, 94, *s.pick((26, 24, 20), (24, 24, 24), (22, 28, 18), (20, 24, 26))), hue=glass
    )
    s.part("drink", kit.turned(s, 50, 40, 88, *s.pick((19, 16), (18, 18), (17, 20, 14))), hue=drink)
    if s.some(0.7):
        s.detail(ring(78, 26, 12, 8.5), hue=s.fixed("yellow"))
    kit.several(
        s,
        "ice cube",
        1,
        4,
        kit.scattered((42, 50), (58, 54), (44, 70), (57, 74)),
        4,
        drink,
        glass,
        kinds=("square", "diamond"),
    )
    kit.mark(s, "decoration at the side", 20, 76, 7.5, glass)


def jug(s: Sketch) -> None:
    clay, stripe = s.hues(2)
    kit.handle(s, "handle", 66, 28, 70, 16, 6, clay)
    s.part(
        "jug",
        s.pick(
            kit.turned(s, 46, 12, 92, 18, 12, 26, 28, 18),
            kit.turned(s, 46, 12, 92, 16, 20, 26, 24),
            shape("M24 10L36 16H64L62 34C80 56 72 84 62 92H30C18 84 12 56 32 34Z"),
        ),
        hue=clay,
    )
    kit.bars(s, "ring", 1, 4, lambda n: [box(34, 76 - 6 * i, 24, 2.8) for i in range(n)], clay, hue=stripe)
    kit.mark(s, "maker's sign", 46, 44, 7.5, clay)


def goblet(s: Sketch) -> None:
    glass, wine = s.hues(2)
    s.part(
        "glass",
        s.pick(
            shape("M26 8H74C78 40 62 54 53 56V86L70 93H30L47 86V56C38 54 22 40 26 8Z"),
            shape("M30 6H70V34C70 50 60 56 54 57V88H68V94H32V88H46V57C40 56 30 50 30 34Z"),
            kit.turned(s, 50, 6, 94, 15, 20, 13, 4, 4, 18),
        ),
        hue=glass,
    )
    s.part("wine", s.pick(shape("M32 28H68C66 46 58 50 50 50C42 50 34 46 32 28Z"), box(35, 26, 30, 20, 9)), hue=wine)
    kit.several(s, "bubble", 2, 5, kit.along(80, 20, 80, 60), 2.6, glass)
    kit.mark(s, "charm", 18, 72, 7.5, glass)


def barrel(s: Sketch) -> None:
    wood, hoop = s.hues(2)
    s.part(
        "barrel",
        s.pick(
            kit.turned(s, 50, 10, 92, 26, 36, 26, way="curved"),
            kit.turned(s, 50, 10, 92, 28, 34, 34, 28),
            box(20, 12, 60, 78, 12),
        ),
        hue=wood,
    )
    kit.bars(
        s, "hoop", 1, 4, lambda n: [box(19, y - 2.2, 62, 4.4, 1) for _, y in kit.along(0, 22, 0, 80)(n)], wood, hue=hoop
    )
    if s.some():
        s.part("tap", polygon((46, 70), (54, 70), (54, 84), (46, 84)), hue=s.hue(unlike=(wood, hoop)))
    kit.mark(s, "brand", 50, 51, 8 if s.parts[1].forms < 3 else 5.6, wood, hoop)


def crown_hat(s: Sketch, x: float, top: float, r: float) -> None:
    s.part(
        "crown",
        s.pick(
            polygon(
                (x - r, top),
                (x - r, top - r),
                (x - 0.5 * r, top - 0.45 * r),
                (x, top - 1.15 * r),
                (x + 0.5 * r, top - 0.45 * r),
                (x + r, top - r),
                (x + r, top),
            ),
            polygon(
                (x - r, top),
                (x - r, top - 0.9 * r),
                (x - 0.6 * r, top - 0.9 * r),
                (x - 0.6 * r, top - 0.5 * r),
                (x - 0.2 * r, top - 0.5 * r),
                (x - 0.2 * r, top - 0.9 * r),
                (x + 0.2 * r, top - 0.9 * r),
                (x + 0.2 * r, top - 0.5 * r),
                (x + 0.6 * r, top - 0.5 * r),
                (x + 0.6 * r, top - 0.9 * r),
                (x + r, top - 0.9 * r),
                (x + r, top),
            ),
            kit.soft(
                3,
                (x - r, top),
                (x - 1.1 * r, top - 0.9 * r),
                (x - 0.3 * r, top - 0.5 * r),
                (x, top - 1.1 * r),
                (x + 0.3 * r, top - 0.5 * r),
                (x + 1.1 * r, top - 0.9 * r),
                (x + r, top),
            ),
        ),
        hue=s.hue(LOUD),
    )


def chef_hat(s: Sketch, x: float, top: float, r: float) -> None:
    s.part(
        "hat",
        s.pick(
            box(x - 0.9 * r, top - 1.3 * r, 1.8 * r, 1.35 * r, 3),
            shape(
                f"M{x - 0.9 * r} {top}V{top - 0.6 * r}C{x - 1.9 * r} {top - 0.8 * r} {x - r} {top - 2 * r} {x - 0.5 * r} {top - 1.4 * r}C{x - 0.3 * r} {top - 2.1 * r} {x + 0.3 * r} {top - 2.1 * r} {x + 0.5 * r} {top - 1.4 * r}C{x + r} {top - 2 * r} {x + 1.9 * r} {top - 0.8 * r} {x + 0.9 * r} {top - 0.6 * r}V{top}Z"
            ),
            ellipse(x, top - 0.7 * r, 1.3 * r, 0.7 * r),
        ),
        hue=s.hue(("white", "red", "blue", "yellow", "green")),
    )


def cone_hat(s: Sketch, x: float, top: float, r: float) -> None:
    s.part(
        "hat",
        s.pick(
            polygon((x - 0.9 * r, top + 1), (x, top - 1.7 * r), (x + 0.9 * r, top + 1)),
            kit.soft(
                4,
                (x - 0.8 * r, top + 1),
                (x - 0.3 * r, top - 1.5 * r),
                (x + 0.3 * r, top - 1.5 * r),
                (x + 0.8 * r, top + 1),
            ),
        ),
        hue=s.hue(LOUD),
    )
    s.detail(circle(x, top - 1.6 * r, 0.25 * r), hue=s.fixed("yellow"), outlined=True)


def brim_hat(s: Sketch, x: float, top: float, r: float) -> None:
    s.part(
        "hat",
        s.pick(
            box(x - 0.8 * r, top - r, 1.6 * r, r, 3),
            shape(
                f"M{x - 0.8 * r} {top}C{x - 0.8 * r} {top - 1.3 * r} {x + 0.8 * r} {top - 1.3 * r} {x + 0.8 * r} {top}Z"
            ),
        ),
        s.pick(box(x - 1.6 * r, top - 0.1 * r, 3.2 * r, 0.3 * r, 2), ellipse(x, top + 0.05 * r, 1.7 * r, 0.25 * r)),
        hue=s.hue(LOUD),
        plural="hat",
    )


def helmet(s: Sketch, x: float, top: float, r: float) -> None:
    s.part(
        "helmet",
        shape(
            f"M{x - 1.1 * r} {top + 0.5 * r}C{x - 1.2 * r} {top - 1.2 * r} {x + 1.2 * r} {top - 1.2 * r} {x + 1.1 * r} {top + 0.5 * r}Z"
        ),
        s.pick(
            box(x - 1.3 * r, top + 0.3 * r, 2.6 * r, 0.28 * r, 2), box(x - 0.2 * r, top - 1.1 * r, 0.4 * r, 1.2 * r, 2)
        ),
        hue=s.hue(LOUD),
        plural="helmet",
    )


def officer_cap(s: Sketch, x: float, top: float, r: float) -> None:
    s.part(
        "cap",
        s.pick(
            polygon((x - 1.3 * r, top - 0.7 * r), (x + 1.3 * r, top - 0.7 * r), (x + r, top), (x - r, top)),
            kit.soft(
                4,
                (x - 1.3 * r, top - 0.5 * r),
                (x, top - 1.1 * r),
                (x + 1.3 * r, top - 0.5 * r),
                (x + r, top + 1),
                (x - r, top + 1),
            ),
        ),
        box(x - r, top - 0.05 * r, 2 * r, 0.24 * r, 2),
        hue=s.hue(LOUD),
        plural="cap",
    )


HEADWEAR = (
    "a crown",
    "a chef's hat",
    "a pointed hat",
    "a pirate's hat",
    "a nurse's cap",
    "a helmet",
    "a straw hat",
    "a baseball cap",
    "a woolly hat",
)


def wears(s: Sketch, answer: str) -> None:
    """Record what a person has on the head."""
    s.note("What is the person wearing on the head?", answer=answer, choices=HEADWEAR)


def dressed(
    s: Sketch, *, word: str, counted: str, hat: object = None, hair: str = "any", beard: bool = False, worn: str = ""
) -> None:
    """Draw a person with something counted and something with a shape word on the chest, or next to it."""
    if worn:
        wears(s, worn)

    def extra(s: Sketch, x: float, y: float, cloth: Hue) -> None:
        figure = y < 60
        if figure:
            kit.several(s, counted, 2, 5, kit.along(x, y - 1, x, y + 17), 1.9, cloth)
            kit.mark(s, word, 14, 30, 7, cloth)
        else:
            kit.several(s, counted, 2, 5, kit.along(x - 16, y + 10, x + 8, y + 10), 2.2, cloth)
            kit.mark(s, word, x + 20, y + 7, 6, cloth)

    person(s, hat=hat, hair=hair, extra=extra, beard=beard)  # type: ignore[arg-type]


def astronaut(s: Sketch) -> None:
    suit, visor = s.hues(2)
    view = s.pick("bust", "floating", "bust")
    y, r = (36.0, 26.0) if view == "bust" else (26.0, 18.0)
    wears(s, "a helmet")
    if view == "bust":
        s.part(
            "suit",
            s.pick(
                shape("M10 96C10 70 30 62 50 62C70 62 90 70 90 96Z"),
                kit.soft(10, (12, 96), (16, 66), (84, 66), (88, 96)),
            ),
            hue=suit,
        )
    else:
        s.line(
            line((40, 76), (30, 94)),
            line((60, 76), (72, 92)),
            line((38, 52), (14, 60)),
            line((62, 52), (86, 44)),
            hue=suit,
            width=10,
        )
        s.part("suit", s.pick(box(34, 42, 32, 40, 8), ellipse(50, 60, 19, 22)), hue=suit)
    s.detail(circle(50, y, r), hue=suit, level="light", outlined=True)
    s.part(
        "visor",
        s.pick(
            circle(50, y, 0.72 * r),
            box(50 - 0.75 * r, y - 0.5 * r, 1.5 * r, r, 0.4 * r),
            ellipse(50, y, 0.8 * r, 0.6 * r),
        ),
        hue=visor,
    )
    if view == "bust":
        if s.some():
            s.detail(ellipse(50, y, 0.45 * r, 0.42 * r), hue=s.hue(SKIN))
            kit.eyes(s, 50, y - 1, 5, 1.6)
        kit.several(s, "button on the suit", 2, 5, kit.along(28, 87, 52, 87), 2.3, suit, plural="buttons on the suit")
        kit.mark(s, "badge", 70, 82, 7, suit)
    else:
        kit.several(s, "button on the suit", 2, 5, kit.along(50, 54, 50, 76), 2.2, suit, plural="buttons on the suit")
        kit.mark(s, "space rock", 84, 78, 7.5, suit)


def snowman(s: Sketch) -> None:
    snow, hat = s.hue(("white", "blue", "gray", "pink", "yellow")), s.hue()
    balls = s.pick(((74, 22), (44, 15), (22, 10)), ((68, 26), (32, 18)))
    for y, r in balls:
        s.detail(circle(50, y, r), hue=snow, outlined=True)
    y, r = balls[-1]
    s.part(
        "hat",
        box(50 - 0.7 * r, y - r - 8, 1.4 * r, 12),
        box(50 - 1.2 * r, y - r + 1, 2.4 * r, 4),
        hue=hat,
        plural="hat",
    )
    kit.eyes(s, 50, y - 1, 0.36 * r, 1.7)
    s.part(
        "nose",
        polygon((50, y + 1), (50 + 1.1 * r, y + 4), (50, y + 5)),
        hue=s.hue(("orange", "red", "yellow", "brown")),
    )
    kit.several(s, "coal button", 2, 5, kit.along(50, balls[0][0] - 14, 50, balls[0][0] + 12), 2.3, snow)
    kit.mark(s, "lantern", 88, 84, 8, snow)


def king(s: Sketch) -> None:
    dressed(s, word="medal", counted="clasp", hat=crown_hat, beard=True, worn="a crown")


def chef(s: Sketch) -> None:
    dressed(s, word="badge", counted="button", hat=chef_hat, worn="a chef's hat")


def girl_with_pigtails(s: Sketch) -> None:
    dressed(s, word="brooch", counted="bead", hair="tails")


def clown(s: Sketch) -> None:
    dressed(s, word="flower patch", counted="suit button", hat=cone_hat, hair="curls", worn="a pointed hat")


def cowboy(s: Sketch) -> None:
    dressed(s, word="sheriff sign", counted="stud", hat=brim_hat)


def builder(s: Sketch) -> None:
    dressed(s, word="company sign", counted="snap", hat=helmet)


def police_officer(s: Sketch) -> None:
    dressed(s, word="rank sign", counted="coat button", hat=officer_cap)


TEST = (
    Kind("bottle", "beverage", numbered(bottle), "to keep wine in a cellar until the cork is drawn"),
    Kind("coffee mug", "beverage", numbered(coffee_mug), "to hold a hot breakfast drink"),
    Kind("cocktail", "beverage", numbered(cocktail), "to be shaken by a bartender and served with a garnish"),
    Kind("soda can", "beverage", numbered(soda_can), "to sell fizzy pop in a vending machine", flips=False),
    Kind("teapot", "beverage", numbered(teapot), "to steep leaves in boiling water and then pour"),
    Kind(
        "glass of lemonade",
        "beverage",
        numbered(glass_of_lemonade),
        "to serve a sweet and sour summer refreshment with a straw",
    ),
    Kind("king", "human", numbered(king), "He rules a country and sits on a throne"),
    Kind("chef", "human", numbered(chef), "He works in a restaurant and prepares the meals"),
    Kind("astronaut", "human", numbered(astronaut), "This person travels into space and must bring air along"),
    Kind(
        "girl with pigtails",
        "human",
        numbered(girl_with_pigtails),
        "She goes to school and wears her hair tied on both sides",
    ),
    Kind("clown", "human", numbered(clown), "This person makes a circus audience laugh"),
)
TRAIN = (
    Kind("jug", "beverage", jug, "to bring water to the table"),
    Kind("goblet", "beverage", goblet, "to toast with at a wedding"),
    Kind("barrel", "beverage", barrel, "to mature whisky in oak"),
    Kind("cowboy", "human", cowboy, "He rides behind cattle with a lasso"),
    Kind("builder", "human", builder, "This person wears hard headgear on a scaffold"),
    Kind("police officer", "human", police_officer, "This person directs traffic and catches thieves"),
    Kind("snowman", "human", snowman, "He is built by children and melts in spring"),
)
