"""Graphs of work: the order of steps in projects, studies, offices, kitchens, stories and warehouses."""

from sgpkit.families.shared import tables

from ..links import Link, links
from ..pen import Pen
from ..recipe import Recipe

WORDS = tables.read(__file__, "planning.toml")

TASKS: str = WORDS["tasks"]
COURSES: str = WORDS["courses"]
OFFICE: str = WORDS["office"]
DISHES: tuple[tuple[str, tuple[Link, ...]], ...] = (
    (
        "Sift, Mix Batter, Knead Dough, Let Rise, Bake, Cool, Glaze",
        links(
            "Flour, 400 g, Sift; Salt, 10 g, Sift; Eggs, 150 g, Mix Batter; Milk, 200 g, Mix Batter; "
            "Vanilla, 5 g, Mix Batter; Yeast, 20 g, Knead Dough; Butter, 100 g, Knead Dough; Sugar, 50 g, Glaze"
        ),
    ),
    (
        "Chop, Fry Onions, Simmer Sauce, Boil Pasta, Drain, Combine, Serve",
        links(
            "Onions, 200 g, Chop; Garlic, 10 g, Chop; Olive Oil, 30 g, Fry Onions; Tomatoes, 800 g, Simmer Sauce; "
            "Basil, 10 g, Simmer Sauce; Salt, 15 g, Boil Pasta; Pasta, 500 g, Boil Pasta; Cheese, 60 g, Serve"
        ),
    ),
    (
        "Rinse Rice, Steam, Slice, Marinate, Stir-Fry, Season, Plate Up",
        links(
            "Rice, 300 g, Rinse Rice; Chicken, 400 g, Slice; Peppers, 200 g, Slice; Carrots, 150 g, Slice; "
            "Ginger, 10 g, Marinate; Soy Sauce, 50 g, Marinate; Lime, 30 g, Season; Peanuts, 50 g, Plate Up"
        ),
    ),
)
"""Steps of work, and their inputs."""

MATERIALS: dict[str, str] = WORDS["materials"]
PARTS: dict[str, str] = WORDS["parts"]
SCENES: str = WORDS["scenes"]


def schedule(pen: Pen) -> None:
    pen.things = "task"
    pen.flows = ("LR", "LR", "TB", "RL")
    task = pen.role("task", "tasks", "box", "ellipse", "Mrecord")
    mark = pen.role("mark", "milestones", "diamond", "doublecircle", "Mdiamond")
    names = pen.nodes(pen.ordered(TASKS, pen.many(4, 20)), task)
    layers = pen.layers(names, min(len(names) - 1, pen.many(3, 9)))
    start, end = pen.node("Project Start", mark), pen.node("Project End", mark)
    pen.flow_through([[start], *layers], 0.3)
    for name in names:
        if not any(edge.start == name for edge in pen.edges):
            pen.join(name, end)
    if pen.chance():
        pen.edges = [edge._replace(label=f"{pen.random.randint(2, 15)} days") for edge in pen.edges]


def courses(pen: Pen) -> None:
    pen.things = "course"
    course = pen.role("course", "courses", "box", "ellipse", "tab", "note")
    layers = pen.layers(pen.nodes(pen.ordered(COURSES, pen.many(5, 21)), course), pen.many(2, 5))
    pen.flow_through(layers, 0.4)
    if pen.chance(0.6):
        for index, names in enumerate(layers):
            pen.group(f"Year {index + 1}", names)


def order_handling(pen: Pen) -> None:
    pen.things = "step"
    end = pen.role("end", "start and end", "ellipse", "egg", "octagon")
    step = pen.role("step", "steps", "box", "parallelogram", "cds")
    test = pen.role("test", "decisions", "diamond")
    names = pen.nodes(pen.ordered(OFFICE, pen.many(3, 14)), step)
    tests = pen.pick("In stock?, Paid?, New customer?, Express?, Abroad?, Damaged?", pen.many(1, 6))
    here = pen.node("Start", end)
    last = ""
    for name in names:
        pen.join(here, name, last)
        here, last = name, ""
        if tests and pen.chance(0.5):
            check = pen.node(tests.pop(), test)
            pen.join(here, check)
            back = pen.random.choice(names)
            if back != name:
                pen.join(check, back, "no")
            here, last = check, "yes"
    pen.join(here, pen.node("End", end), last)


def dish(pen: Pen) -> None:
    pen.things = "ingredient or step"
    work, pool = pen.random.choice(DISHES)
    ingredient = pen.role("ingredient", "ingredients", "ellipse", "plaintext", "egg")
    step = pen.role("step", "steps", "box", "hexagon", "house")
    labels: list[str] = []
    fitting: list[Link] = []
    while len(fitting) < 3:
        labels = pen.ordered(work, pen.many(3, 7))
        fitting = [link for link in pool if link.end in labels]
    steps = dict(zip(labels, pen.nodes(labels, step), strict=True))
    pen.chain([*steps.values()], [f"{pen.random.randint(2, 9) * 5} min" if pen.chance(0.3) else "" for _ in steps])
    for label, amount, use in pen.random.sample(fitting, min(len(fitting), pen.many(3, 8))):
        pen.join(pen.node(label, ingredient), steps[use], amount if pen.chance(0.3) else "")


def supply_chain(pen: Pen) -> None:
    pen.things = "place"
    pen.flows = ("LR", "LR", "TB", "RL")
    shapes = ("house", "box3d", "component", "folder", "cylinder", "box", "ellipse", "hexagon")
    sorts = ("suppliers", "plants", "factories", "depots", "shops")
    roles = {words: pen.role(words, words, *shapes) for words in sorts}
    made = pen.pick(list(PARTS), pen.many(1, 3))
    parts = {factory: pen.pick(PARTS[factory], pen.many(1, 2)) for factory in made}
    plants = list(dict.fromkeys(plant for needed in parts.values() for plant in needed))
    materials = {plant: pen.pick(MATERIALS[plant], pen.many(1, 2)) for plant in plants}
    labels = {
        "suppliers": [supplier for needed in materials.values() for supplier in needed],
        "plants": plants,
        "factories": made,
        "depots": pen.pick("Harbor Depot, Rail Depot, Central Warehouse, Air Cargo Hub", pen.many(1, 3)),
        "shops": pen.pick("City Store, Mall Store, Web Shop, Village Shop, Outlet", pen.many(1, 5)),
    }
    names: dict[str, str] = {}
    for words in sorts:
        here = pen.nodes(labels[words], roles[words])
        names |= zip(labels[words], here, strict=True)
        if len(here) > 1 and pen.chance(0.25):
            pen.group(words.capitalize(), here)
    for uses in (materials, parts):
        for user, needed in uses.items():
            for source in needed:
                pen.join(names[source], names[user])
    pen.flow_through([[names[label] for label in labels[words]] for words in sorts[2:]], 0.4)
    if pen.chance(0.4):
        pen.edges = [edge._replace(label=pen.random.choice(("truck", "ship", "train"))) for edge in pen.edges]


def story(pen: Pen) -> None:
    pen.things = "scene"
    scene = pen.role("scene", "scenes", "box", "ellipse", "note")
    end = pen.role("end", "endings", "doublecircle", "octagon", "Msquare")
    names = pen.nodes(pen.ordered(SCENES, pen.many(4, 19)), scene)
    pen.tree(names, 2)
    endings = pen.pick("You Win, You Die, You Are Rich, You Are King, Lost Forever", 5)
    leaves = [name for name in names if not any(edge.start == name for edge in pen.edges)]
    ends = pen.nodes(endings[: max(1, min(5, len(leaves)))], end)
    for index, name in enumerate(leaves):
        pen.join(name, ends[index % len(ends)])
    for _ in range(pen.many(0, 4)):
        start, to = sorted(pen.random.sample(range(len(names)), 2))
        pen.join(names[start], names[to], pen.random.choice(("go left", "go right", "run", "wait")))


def data_flow(pen: Pen) -> None:
    pen.things = "stage"
    pen.flows = ("LR", "TB", "TB", "BT") if pen.fullness < 0.4 else ("TB", "TB", "BT")
    source = pen.role("source", "sources", "cylinder", "folder", "note")
    work = pen.role("work", "transformations", "box", "component", "cds")
    sink = pen.role("sink", "results", "ellipse", "tab", "house")
    sources = pen.nodes(
        pen.pick("Web Logs, Sales CSV, CRM Export, Sensor Feed, Survey Data, Weather API", pen.many(2, 6)), source
    )
    steps = pen.nodes(
        pen.ordered(
            "Ingest, Validate, Remove Duplicates, Join Tables, Anonymize, Aggregate, Compute Features, Train Model, "
            "Score Customers, Load Warehouse",
            pen.many(3, 10),
        ),
        work,
    )
    results = pen.nodes(
        pen.pick("Dashboard, Weekly Report, Alert Mail, Open Data Portal, Audit File", pen.many(1, 5)), sink
    )
    for name in sources:
        pen.join(name, steps[0] if pen.chance(0.7) else steps[1])
    pen.join(sources[0], steps[0])
    pen.chain(steps)
    for name in results:
        pen.join(steps[-1] if pen.chance(0.7) else pen.random.choice(steps), name)
    if pen.chance(0.5):
        pen.group("Sources", sources)
        pen.group("Processing", steps)


RECIPES = (
    Recipe("schedule", "Schedule of a construction project", "planning", schedule),
    Recipe("courses", "Prerequisites of university courses", "planning", courses),
    Recipe("order-handling", "Handling of a customer's order", "planning", order_handling, ("control-flow",)),
    Recipe("dish", "Preparation of a dish", "planning", dish),
    Recipe("supply-chain", "Supply chain of goods", "planning", supply_chain),
    Recipe("story", "Branches of an interactive story", "planning", story),
    Recipe("data-flow", "Processing of data for analytics", "planning", data_flow, ("services",)),
)
