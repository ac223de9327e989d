"""Vehicles that drive on land."""

from ..emblems import BADGES, emblem
from ..forms import Form, box, circle, line, polygon, shape, spread
from ..kind import Kind
from ..palette import LOUD, SOLID, Hue
from ..sketch import Sketch

GLASS = ("blue", "white", "gray", "black", "yellow")
PANES = ("circle", "square", "diamond", "hexagon", "heart")


def _together(*forms: Form) -> Form:
    """Several lines as one path, the way a person draws spokes."""
    return Form(tuple(loop for form in forms for loop in form.loops))


def _wheel(s: Sketch, x: float, y: float, radius: float, hub: Hue) -> None:
    s.detail(circle(x, y, radius), hue=s.fixed("black"), outlined=True)
    s.detail(circle(x, y, 0.52 * radius), hue=hub)
    s.detail(circle(x, y, 0.2 * radius), hue=hub, level="dark")


def car(s: Sketch) -> None:
    body = s.hue()
    glass = s.hue(GLASS, unlike=(body,))
    word = s.word(BADGES)
    luggage = s.hue(LOUD, unlike=(body,))
    s.line(line((34, 34), (34, 29)), line((64, 34), (64, 29)), hue=s.fixed("black"), width=1.6)
    count = s.number(1, 4)
    wide = {1: 16.0, 2: 14.0, 3: 11.0, 4: 8.4}[count]
    cases, handles = [], []
    for x in spread(49 - (wide + 1.6) * (count - 1) / 2, 49 + (wide + 1.6) * (count - 1) / 2, count):
        cases.append(box(x - wide / 2, 17, wide, 11, 1.5))
        handles.append(line((x - 2, 17), (x - 2, 14.8), (x + 2, 14.8), (x + 2, 17)))
    s.line(_together(*handles), hue=luggage, width=1.1, level="dark")
    s.part("suitcase on the roof", *cases, hue=luggage, counted=(1, 4), plural="suitcases on the roof")
    s.line(line((29, 29), (69, 29)), hue=s.fixed("black"), width=1.8)
    shell = (
        "M6 64C6 55 12 53 22 51L31 37C33 34 35 33 39 33H60C64 33 67 34 70 37L81 50C91 52 95 55 95 63V72"
        "C95 75 94 76 91 76H10C7 76 6 75 6 72Z"
    )
    s.part("body", shape(shell), hue=body)
    panes = (shape("M27.5 51L35 39C36 37.6 37 37 39 37H47V51Z"), shape("M51 37H59.5C62 37 64 38 66 40L75 51H51Z"))
    s.part("window", *panes, hue=glass)
    s.line(line((49, 53), (49, 74)), hue=body, width=1.1, level="dark")
    s.line(line((53, 56), (58, 56)), hue=body, width=1.6, level="dark")
    s.part(
        "sign on the door",
        emblem(word.word, 38, 63, 7.4),
        hue=s.hue(unlike=(body,)),
        shape=word,
        plural="signs on the door",
    )
    s.part(
        "headlight",
        shape("M95 58C91 57 87 58 86 61C88 64 92 64.6 95 64Z"),
        hue=s.hue(("yellow", "white", "orange", "red"), unlike=(body,)),
    )
    s.detail(box(4, 70, 12, 5, 2.4), box(86, 70, 11, 5, 2.4), hue=s.fixed("gray"))
    hub = s.hue(("gray", "white", "yellow", "red", "blue"))
    for x in (25, 75):
        _wheel(s, x, 76, 11.5, hub)


def bus(s: Sketch) -> None:
    body = s.hue()
    glass = s.hue(GLASS, unlike=(body,))
    stripe = s.hue(unlike=(body,))
    word = s.word(BADGES)
    s.part(
        "body",
        shape("M12 20H84C90 20 93 23 94 29L96 54V74C96 77 95 78 92 78H10C6 78 4 76 4 72V28C4 23 7 20 12 20Z"),
        hue=body,
    )
    s.part("stripe", box(4, 66, 92, 5), hue=stripe)
    s.detail(box(22, 15.6, 34, 5.4, 1.5), hue=body, level="dark")
    count = s.number(2, 6)
    step = 58 / count
    panes = [box(9 + step * index, 27, step - 2.6, 18, 1.6) for index in range(count)]
    s.part("side window", *panes, hue=glass, counted=(2, 6))
    s.part(
        "windscreen",
        shape("M84 27H89C90.4 27 91.2 28 91.4 30L93 48H84C82.6 48 82 47 82 45.6V29.4C82 28 82.6 27 84 27Z"),
        hue=glass,
        level="dark",
    )
    door = s.hue(SOLID, unlike=(body,))
    s.part("door", box(68, 27, 11.5, 46, 1.5), hue=door)
    s.line(line((73.75, 28), (73.75, 72)), hue=door, width=1, level="light")
    s.part(
        "sign below the windows",
        emblem(word.word, 38, 56, 7),
        hue=s.hue(unlike=(body,)),
        shape=word,
        plural="signs below the windows",
    )
    s.detail(box(91, 60, 5, 5, 1.5), hue=s.hue(("yellow", "white", "orange"), unlike=(body, stripe)))
    hub = s.hue(("gray", "white", "yellow", "red", "blue"))
    for x in (21, 57):
        _wheel(s, x, 78, 10, hub)


def locomotive(s: Sketch) -> None:
    boiler = s.hue(SOLID)
    cab = s.hue(unlike=(boiler,))
    word = s.word(PANES)
    wheel = s.hue(SOLID, unlike=(boiler,))
    smoke = s.fixed("gray")
    for x, y, radius in ((40, 9, 4.5), (50, 12, 5.5), (61, 11, 6.5)):
        s.detail(circle(x, y, radius), hue=smoke, level="light")
    funnel = s.hue(SOLID, unlike=(boiler,))
    s.part("funnel", shape("M64 21H84L79 31V42H69V31Z"), hue=funnel)
    s.detail(box(62.5, 19, 23, 4, 1.2), hue=funnel, level="dark")
    dome = s.hue(("yellow", "orange", "gray", "red", "green"), unlike=(boiler,))
    s.part("dome", shape("M46 42V36C46 28 60 28 60 36V42Z"), hue=dome)
    s.part("boiler", shape("M38 40H84C90 40 92 46 92 52C92 60 90 66 84 66H38Z"), hue=boiler)
    s.line(line((52, 41), (52, 65)), line((66, 41), (66, 65)), hue=dome, width=1.8)
    s.part("cab", polygon((11, 26), (39, 26), (39, 68), (11, 68)), hue=cab)
    s.detail(shape("M7 24C7 20 12 19 25 19C38 19 43 20 43 24V27H7Z"), hue=cab, level="dark", outlined=True)
    s.part("cab window", emblem(word.word, 25, 41, 8), hue=s.hue(GLASS, unlike=(cab,)), shape=word)
    s.part("lamp", circle(91, 44, 4), hue=s.hue(("yellow", "white", "orange", "red"), unlike=(boiler,)))
    frame = s.hue(("black", "red", "gray", "brown"), unlike=(cab, boiler))
    s.part("chassis", box(8, 66, 82, 7, 1), hue=frame, plural="chassis", ask_color=False)
    s.detail(polygon((84, 71), (90, 71), (97, 88), (84, 88)), hue=frame, outlined=True)
    s.line(line((87, 74), (87, 87)), line((90.4, 79), (90.4, 87)), hue=s.fixed("white"), width=0.9)
    count = s.number(2, 5)
    radius = {2: 13.0, 3: 11.6, 4: 8.7, 5: 7.3}[count]
    middles = [(x, 90 - radius) for x in spread(9 + radius, 83 - radius, count)]
    s.part("wheel", *(circle(x, y, radius) for x, y in middles), hue=wheel, counted=(2, 5))
    s.detail(*(circle(x, y, 0.5 * radius) for x, y in middles), hue=wheel, level="light")
    s.line(line((4, 92), (96, 92)), hue=s.fixed("gray"), width=2.4, level="dark")


def truck(s: Sketch) -> None:
    cargo, cab = s.hues(2)
    word = s.word(BADGES)
    glass = s.hue(GLASS, unlike=(cab,))
    s.part("cargo box", box(4, 18, 58, 54, 2), hue=cargo)
    s.line(line((4, 64), (62, 64)), hue=cargo, width=1.6, level="dark")
    s.part(
        "picture on the cargo box",
        emblem(word.word, 33, 41, 15),
        hue=s.hue(unlike=(cargo,)),
        shape=word,
        plural="pictures on the cargo box",
    )
    s.part("cab", shape("M64 32H80C83 32 85 33 86 36L91 51C94 52 96 54 96 58V76H64Z"), hue=cab)
    s.part("cab window", shape("M69 37H79C81 37 82 38 82.6 40L86 51H69Z"), hue=glass)
    s.line(line((69, 57), (74, 57)), hue=cab, width=1.8, level="dark")
    s.part("headlight", box(91, 60, 5, 7, 1.5), hue=s.hue(("yellow", "white", "orange", "red"), unlike=(cab,)))
    s.detail(box(4, 71, 92, 6, 1), hue=s.fixed("gray"), level="dark", outlined=True)
    count = s.number(2, 5)
    radius = {2: 10.5, 3: 10.0, 4: 9.0, 5: 6.6}[count]
    rear = [20.0] if count == 2 else spread(6 + radius, 8 + radius + (count - 2) * (2 * radius + 1.5), count - 1)
    middles = [(x, 88 - radius) for x in (*rear, 80)]
    s.part("wheel", *(circle(x, y, radius) for x, y in middles), hue=s.fixed("black"), counted=(2, 5))
    hub = s.hue(("gray", "white", "yellow", "red", "blue"))
    s.detail(*(circle(x, y, 0.5 * radius) for x, y in middles), hue=hub)
    s.detail(*(circle(x, y, 0.18 * radius) for x, y in middles), hue=hub, level="dark")


def bicycle(s: Sketch) -> None:
    frame = s.hue(SOLID)
    saddle = s.hue(SOLID, unlike=(frame,))
    basket = s.hue(("brown", "yellow", "orange", "gray", "purple"), unlike=(frame,))
    blossom = s.hue(("red", "pink", "blue", "purple", "yellow", "orange"), unlike=(basket,))
    black = s.fixed("black")
    for x in (24, 76):
        spokes = [line((x, 52), (x, 88)).turned(turn, x, 70) for turn in (10, 70, 130)]
        s.line(_together(*spokes), hue=s.fixed("gray"), width=0.7)
        s.line(circle(x, 70, 18.2), hue=black, width=3.6)
        s.detail(circle(x, 70, 3), hue=s.fixed("gray"), level="dark")
    s.line(
        line((24, 70), (45, 70), (37, 43), (24, 70)),
        line((45, 70), (66, 43), (38, 43)),
        line((76, 70), (65, 36)),
        hue=frame,
        width=3,
    )
    s.part("frame", polygon((36, 41.5), (66, 41.5), (66, 44.5), (36, 44.5)), hue=frame, shaded=False)
    s.line(line((37.5, 45), (35, 36)), line((65.4, 37), (63.4, 29.5)), hue=s.fixed("gray"), width=2.2)
    s.line(shape("M63 29.5C66 27 70 27 71 30"), hue=black, width=2.8)
    s.part("saddle", shape("M23 33C30 31 38 33 46 33C47 36 42 37.5 36 38C30 38 23 40 23 33Z"), hue=saddle)
    s.line(circle(45, 70, 5), hue=s.fixed("gray"), width=2, level="dark")
    s.line(line((45, 70), (50, 78), (47, 78), (53, 78)), hue=black, width=2)
    count = s.number(2, 5)
    xs = spread(82 - 3.1 * (count - 1), 82 + 3.1 * (count - 1), count)
    heads = [(x, 22 - (5.5 if index % 2 else 0)) for index, x in enumerate(xs)]
    s.line(_together(*(line((x, y), (82 + (x - 82) * 0.7, 32)) for x, y in heads)), hue=s.fixed("green"), width=1.2)
    s.part("flower", *(circle(x, y, 3.6) for x, y in heads), hue=blossom, counted=(2, 5))
    heart = s.fixed("white" if blossom.name == "yellow" else "yellow")
    s.detail(*(circle(x, y, 1.3) for x, y in heads), hue=heart)
    s.part("basket", shape("M70 31H96L93 49C92.8 50.4 92 51 91 51H76C75 51 74.2 50.4 74 49Z"), hue=basket)
    s.line(shape("M71.6 37H94.6M72.6 44H93.6"), hue=basket, width=1.2, level="dark")


def tractor(s: Sketch) -> None:
    black = s.fixed("black")
    body = s.hue(SOLID, unlike=(black,))
    rim = s.hue(unlike=(body, black))
    word = s.word(BADGES)
    count = s.number(1, 4)
    puffs = [circle(x, y, radius) for x, y, radius in ((76, 25, 3.4), (79.5, 17.6, 3.9), (75, 9.6, 4.4), (84, 8, 4.1))]
    puff = s.hue(("gray", "blue", "black", "pink", "purple"))
    s.part("puff of smoke", *puffs[:count], hue=puff, counted=(1, 4), plural="puffs of smoke", shaded=False)
    s.detail(box(73.4, 30, 5, 18, 1), hue=black)
    s.part("cab roof", box(14, 14, 44, 6.5, 3), hue=s.hue(unlike=(body,)))
    glass = s.hue(GLASS, unlike=(body,))
    s.part("cab window", polygon((21, 20), (50, 20), (54, 48), (21, 48)), hue=glass)
    s.line(line((20.5, 20), (20.5, 48)), line((50.5, 20), (54.5, 48)), hue=body, width=3, level="dark")
    s.part("body", shape("M12 46H86C91 46 94 49 94 54V72H12Z"), hue=body)
    s.line(line((88, 53), (88, 66)), line((84.6, 53), (84.6, 66)), hue=body, width=1.4, level="dark")
    s.part(
        "sign on the engine cover",
        emblem(word.word, 72, 56.5, 7.4),
        hue=s.hue(unlike=(body,)),
        shape=word,
        plural="signs on the engine cover",
    )
    for x, y, radius in ((30, 71, 25), (80, 81, 15)):
        s.detail(circle(x, y, radius), hue=black, outlined=True)
        treads = [line((x, y - 0.98 * radius), (x, y - 0.84 * radius)).turned(step * 30, x, y) for step in range(12)]
        s.line(_together(*treads), hue=s.fixed("gray"), width=0.08 * radius)
    s.part("wheel rim", circle(30, 71, 13.5), circle(80, 81, 7.6), hue=rim)
    s.detail(circle(30, 71, 4.4), circle(80, 81, 2.6), hue=rim, level="dark")


KINDS = (
    Kind("car", "land_crafts", car, "to drive the family to its holiday on the motorway"),
    Kind("bus", "land_crafts", bus, "to carry many passengers from stop to stop"),
    Kind("steam locomotive", "land_crafts", locomotive, "to pull carriages along rails by burning coal"),
    Kind("truck", "land_crafts", truck, "to deliver freight from a warehouse"),
    Kind("bicycle", "land_crafts", bicycle, "to travel by pedalling"),
    Kind("tractor", "land_crafts", tractor, "to pull a plough over a field"),
)
