"""Graphs of ways and lines between places, and of ideas and texts."""

from itertools import pairwise

from sgpkit.families.shared import tables

from ..links import connected, from_table, links
from ..pen import Pen
from ..recipe import Recipe

WORDS = tables.read(__file__, "places.toml")

CITIES: str = WORDS["cities"]
STATIONS: str = WORDS["stations"]
CONCEPTS = links(WORDS["concepts"])
PAGES: str = WORDS["pages"]
FOLDERS = from_table(WORDS["folders"])
FILES = from_table(
    WORDS["files"]
)  # fmt: skip


def metro(pen: Pen) -> None:
    pen.directed = False
    pen.things = "station"
    pen.flows = ("LR", "LR", "TB", "RL")
    pen.engines = ("dot", "neato", "dot")
    plain = pen.role("plain", "stations", "ellipse", "circle", "box")
    change = pen.role("change", "interchanges", "doublecircle", "diamond", "octagon")
    labels = pen.pick(STATIONS, pen.many(6, 24))
    hubs = pen.nodes(labels[: 1 + len(labels) // 8], change)
    rest = pen.nodes(labels[len(hubs) :], plain)
    lines = pen.layers(rest, min(len(rest), pen.many(2, 5)))
    for index, stops in enumerate(lines):
        middle = len(stops) // 2
        way = [*stops[:middle], hubs[index % len(hubs)], *stops[middle:]]
        pen.chain(way, [f"Line {index + 1}"] * len(way) if pen.chance(0.6) else ())
    for start, end in pairwise(hubs):
        pen.join(start, end)


def flights(pen: Pen) -> None:
    pen.things = "city"
    city = pen.role("city", "cities", "ellipse", "circle", "box")
    names = pen.nodes(pen.pick(CITIES, pen.many(5, 20)), city)
    hub = names[0]
    for name in names[1:]:
        if pen.chance(0.7):
            pen.join(hub, name)
        if pen.chance(0.4) or not any(name in (edge.start, edge.end) for edge in pen.edges):
            pen.join(name, pen.random.choice([other for other in names if other != name]))
    prices = [f"{pen.random.randint(4, 60) * 10} EUR" for _ in pen.edges]
    pen.edges = [edge._replace(label=price) for edge, price in zip(pen.edges, prices, strict=True)]


def roads(pen: Pen) -> None:
    pen.directed = False
    pen.things = "town"
    town = pen.role("town", "towns", "circle", "box", "ellipse")
    names = pen.nodes(
        [
            f"{name}ton"
            for name in pen.pick(
                "Al, Bos, Crof, Dal, Eas, Fir, Gar, Hil, Kings, Lit, Mil, Nor, Oak, Pres, Rus, Sut, Thorn, Wes",
                pen.many(5, 18),
            )
        ],
        town,
    )
    pen.mesh(names, pen.many(1, 9))
    pen.edges = [edge._replace(label=f"{pen.random.randint(2, 90)} km") for edge in pen.edges]


def power_grid(pen: Pen) -> None:
    pen.things = "station or consumer"
    plant = pen.role("plant", "power plants", "house", "box3d", "triangle")
    station = pen.role("station", "substations", "diamond", "box", "hexagon")
    user = pen.role("user", "consumers", "ellipse", "box", "egg")
    plants = pen.nodes(
        pen.pick("Wind Farm, Hydro Dam, Solar Park, Gas Plant, Coal Plant, Tidal Plant", pen.many(2, 5)), plant
    )
    stations = pen.nodes([f"Substation {letter}" for letter in "ABCDEFGH"[: pen.many(2, 7)]], station)
    users = pen.nodes(
        pen.pick(
            "Steel Works, Suburb, Hospital, Railway, Shopping Center, Data Center, School, Waterworks, Farm",
            pen.many(2, 9),
        ),
        user,
    )
    pen.flow_through([plants, stations, users], 0.3)
    volts = ("380 kV", "220 kV", "110 kV")
    pen.edges = [edge._replace(label=pen.random.choice(volts) if edge.start in plants else "") for edge in pen.edges]


def waterworks(pen: Pen) -> None:
    pen.things = "part of the plant"
    pen.flows = ("LR", "TB", "TB", "RL") if pen.fullness < 0.4 else ("TB", "TB", "BT")
    vessel = pen.role("vessel", "vessels", "cylinder", "egg", "box")
    machine = pen.role("machine", "machines", "trapezium", "circle", "invtriangle", "parallelogram")
    vessels = pen.nodes(
        pen.ordered(
            "Intake, Sand Trap, Settling Tank, Mixing Basin, Gravel Filter, Carbon Filter, Clear Well, Water Tower",
            pen.many(3, 8),
        ),
        vessel,
    )
    way = [vessels[0]]
    number = 0
    for name in vessels[1:]:
        if pen.chance():
            number += 1
            way.append(pen.node(f"{pen.random.choice(('Pump', 'Valve', 'Blower'))} {number}", machine))
        way.append(name)
    pen.chain(way, [f"{pen.random.randint(2, 20) * 50} l/s" if pen.chance(0.3) else "" for _ in way])
    waste = pen.node("Sludge Pit", vessel)
    for name in pen.random.sample(vessels[1:], min(2, len(vessels) - 1)):
        pen.join(name, waste, "waste", pen.dash("waste"))
    for name in pen.nodes(pen.pick("Chlorine Dosing, Ozone Unit, Lime Silo, Flocculant Tank", pen.many(1, 4)), machine):
        pen.join(name, pen.random.choice(vessels[1:]))


def concepts(pen: Pen) -> None:
    pen.things = "concept"
    idea = pen.role("idea", "concepts", "ellipse", "box", "hexagon")
    labels, known = connected(CONCEPTS, pen.many(5, 20), pen.random)
    names = dict(zip(labels, pen.nodes(labels, idea), strict=True))
    for start, verb, end in known:
        pen.join(names[start], names[end], verb)


def website(pen: Pen) -> None:
    pen.things = "page"
    page = pen.role("page", "pages", "box", "note", "tab")
    names = pen.nodes(["Home", *pen.pick(PAGES, pen.many(4, 20))], page)
    parents = pen.tree(names, 5, 2)
    for _ in range(pen.many(0, 6)):
        start, end = pen.random.sample(names[1:], 2)
        pen.join(start, end, role=pen.dash("cross"))
    if pen.chance(0.4):
        for name in [name for name in names[1:] if name not in parents.values()][:2]:
            pen.join(name, names[0], "back")


def folders(pen: Pen) -> None:
    pen.things = "folder or file"
    pen.flows = ("LR", "LR", "TB", "TB")
    folder = pen.role("folder", "folders", "folder", "box", "tab")
    file = pen.role("file", "files", "note", "plaintext", "ellipse")
    labels, known = connected(FOLDERS, 1 + pen.many(4, 16), pen.random, root="/")
    names = dict(zip(labels, pen.nodes(labels, folder), strict=True))
    for start, _, end in known:
        pen.join(names[start], names[end])
    within = [link for link in FILES if link.start in names]
    for start, _, label in pen.random.sample(within, min(len(within), pen.many(2, 10))):
        pen.join(names[start], pen.node(label, file))


def syntax(pen: Pen) -> None:
    pen.things = "node"
    pen.flows = ("TB", "TB", "TB", "BT", "LR")
    inner = pen.role("inner", "inner nodes", "circle", "ellipse", "box")
    leaf = pen.role("leaf", "leaves", "plaintext", "box", "circle")
    number = pen.many(2, 14)
    kinds = ("add", "subtract", "multiply", "divide", "power", "compare", "minimum", "maximum")
    names = [pen.node(f"{pen.random.choice(kinds)} {index + 1}", inner) for index in range(number)]
    children = dict.fromkeys(names, 0)
    for index in range(1, number):
        parent = pen.random.choice([name for name in names[:index] if children[name] < 2])
        pen.join(parent, names[index])
        children[parent] += 1
    letters = [*"abcdefghkmnpqrstuvwxyz"]
    pen.random.shuffle(letters)
    for name in names:
        for _ in range(2 - children[name]):
            label = f"var {letters.pop()}" if pen.chance(0.6) and letters else f"const {len(pen.vertices) * 3 + 1}"
            pen.join(name, pen.node(label, leaf))


RECIPES = (
    Recipe("metro", "Underground railway lines", "places", metro, ("roads",)),
    Recipe("flights", "Flights between cities", "places", flights),
    Recipe("roads", "Roads between towns", "places", roads),
    Recipe("power-grid", "Electric power grid", "places", power_grid),
    Recipe("waterworks", "Water treatment plant", "places", waterworks, ("dish",)),
    Recipe("concepts", "Concept map of a school subject", "knowledge", concepts),
    Recipe("website", "Site map of a website", "knowledge", website),
    Recipe("folders", "Folders and files on a disk", "knowledge", folders),
    Recipe("syntax", "Syntax tree of an expression", "knowledge", syntax),
)
