"""Graphs of programs as programmers draw them: their parts, their builds and their history."""

from sgpkit.families.shared import tables

from ..links import connected, from_table, links
from ..pen import Pen
from ..recipe import Recipe

WORDS = tables.read(__file__, "software.toml")

MODULES: str = WORDS["modules"]
PACKAGES = from_table(WORDS["packages"])
CALLS = from_table(WORDS["calls"])
RECURSIVE = ("parse_body", "visit_node", "sort_rows", "print_tree")
CLASSES: dict[str, str] = WORDS["classes"]
"""Classes with their members."""

INHERITS = "inherits"
ASSOCIATIONS = links(WORDS["associations"])
SERVICES: str = WORDS["services"]


def build_targets(pen: Pen) -> None:
    pen.things = "target"
    program = pen.role("program", "programs", "box", "component", "box3d")
    library = pen.role("library", "libraries", "ellipse", "hexagon", "folder")
    source = pen.role("source", "source files", "note", "plaintext", "box")
    programs = pen.nodes(pen.pick("app, server, client, unit_tests, bench, daemon, cli", pen.many(1, 3)), program)
    names = pen.pick(MODULES, pen.many(3, 14))
    libraries = pen.nodes([f"lib{name}.a" for name in names], library)
    for name in programs:
        for other in pen.random.sample(libraries, min(len(libraries), pen.random.randint(1, 3))):
            pen.join(name, other, "links" if pen.chance(0.2) else "")
    for index, name in enumerate(libraries):
        if index + 1 < len(libraries) and pen.chance(0.4):
            pen.join(name, pen.random.choice(libraries[index + 1 :]))
        if not any(edge.end == name for edge in pen.edges):
            pen.join(programs[0], name)
        pen.join(name, pen.node(f"{names[index]}.{pen.random.choice(('c', 'cpp'))}", source))
    headers = pen.nodes([f"{name}.h" for name in pen.pick("types, config, util, version", pen.many(1, 4))], source)
    sources = [edge.end for edge in pen.edges if edge.start in libraries and edge.end not in libraries]
    for header in headers:
        for name in pen.random.sample(sources, min(len(sources), 2)):
            pen.join(name, header, "includes")


def packages(pen: Pen) -> None:
    pen.things = "package"
    kept = pen.role("kept", "packages", "box", "ellipse", "component")
    labels, needs = connected(PACKAGES, pen.many(5, 24), pen.random, 0.3)
    names = dict(zip(labels, pen.nodes(labels, kept), strict=True))
    for start, _, end in needs:
        pen.join(names[start], names[end])
    versions = [f">= {pen.random.randint(1, 9)}.{pen.random.randint(0, 20)}" for _ in pen.edges]
    if pen.chance():
        pen.edges = [edge._replace(label=version) for edge, version in zip(pen.edges, versions, strict=True)]


def calls(pen: Pen) -> None:
    pen.things = "function"
    plain = pen.role("plain", "functions", "box", "ellipse", "plaintext")
    labels, known = connected(CALLS, 1 + pen.many(5, 28), pen.random, 0.5, root="main")
    names = dict(zip(labels, pen.nodes(labels, plain), strict=True))
    for start, _, end in known:
        pen.join(names[start], names[end])
    within = [names[label] for label in labels if label in RECURSIVE]
    if within and pen.chance(0.6):
        name = pen.random.choice(within)
        pen.join(name, name, "recursion")


def classes(pen: Pen) -> None:
    pen.things = "class"
    pen.flows = ("BT", "BT", "TB", "RL")
    kind = pen.role("class", "classes", "record", "Mrecord", "table")
    labels, known = connected(ASSOCIATIONS, pen.many(3, 13), pen.random)
    names = {label: pen.node(label, kind, pen.ordered(CLASSES[label], pen.random.randint(2, 4))) for label in labels}
    whole = pen.dash("part")
    for start, link, end in known:
        if link == INHERITS:
            pen.join(names[start], names[end], role=INHERITS)
        else:
            pen.join(names[start], names[end], link, whole)


def control_flow(pen: Pen) -> None:
    pen.things = "block"
    pen.flows = ("TB", "TB", "TB", "LR", "BT")
    end = pen.role("end", "entry and exit blocks", "ellipse", "doublecircle", "octagon")
    block = pen.role("block", "statement blocks", "box", "note", "parallelogram")
    test = pen.role("test", "tests", "diamond", "hexagon")
    last, way = pen.node("entry", end), ""  # the label of the arrow to the next step
    counters = pen.pick("i, j, k, n, count, total, left, right, depth, sum", 10)
    for index in range(pen.many(2, 10)):
        counter = counters[index % len(counters)]
        if pen.chance(0.55):
            bound = pen.random.randint(1, 99)
            here = pen.node(f"{counter} {pen.random.choice(('<', '>', '=='))} {bound}?", test)
            pen.join(last, here, way)
            then = pen.node(f"{counter} = {counter} + {pen.random.randint(1, 9)}", block)
            pen.join(here, then, "yes")
            if pen.chance(0.4):
                pen.join(then, here)
                last, way = here, "no"
            else:
                after = pen.node(f"print {counter} ({index + 1})", block)
                pen.join(here, after, "no")
                pen.join(then, after)
                last, way = after, ""
        else:
            here = pen.node(f"{counter} = {pen.random.randint(0, 50)} * {index + 2}", block)
            pen.join(last, here, way)
            last, way = here, ""
    pen.join(last, pen.node("exit", end), way)


def commits(pen: Pen) -> None:
    pen.things = "commit"
    pen.flows = ("LR", "LR", "BT", "RL", "TB")
    commit = pen.role("commit", "commits", "circle", "ellipse", "box")
    branch = pen.role("branch", "branch names", "cds", "box", "note")
    digits = [f"{pen.random.randrange(16**5):05x}" for _ in range(40)]
    digits = [f"c{text}" for text in dict.fromkeys(digits)]
    main = pen.nodes(digits[: pen.many(3, 9)], commit)
    pen.chain(main)
    pen.join(pen.node("main", branch), main[-1])
    used = len(main)
    for label in pen.pick("feature-login, feature-search, hotfix-12, release-2.0, experiment, docs", pen.many(1, 4)):
        side = pen.nodes(digits[used : used + pen.random.randint(1, 4)], commit)
        used += len(side)
        start = pen.random.randrange(len(main) - 1)
        pen.chain([main[start], *side])
        if pen.chance():
            pen.join(side[-1], main[-1], "merge")
        pen.join(pen.node(label, branch), side[-1])


def integration(pen: Pen) -> None:
    pen.things = "step"
    pen.flows = ("LR", "LR", "TB", "RL")
    step = pen.role("step", "steps", "box", "component", "cds")
    gate = pen.role("gate", "gates", "diamond", "hexagon", "octagon")
    stages = {
        "Build": "Checkout, Restore Cache, Compile, Package Image, Sign Artifact",
        "Test": "Unit Tests, Lint, Type Check, Integration Tests, Coverage, License Scan",
        "Deploy": "Push Image, Deploy Staging, Smoke Tests, Deploy Production, Notify Team",
    }
    before: list[str] = []
    for title, pool in stages.items():
        names = pen.nodes(pen.ordered(pool, pen.many(2, 5)), step)
        parallel = title == "Test" and pen.chance(0.7)
        if not parallel:
            pen.chain(names)
        for name in names if parallel else names[:1]:
            for earlier in before:
                pen.join(earlier, name)
        pen.group(title, names)
        if title != "Deploy" and pen.chance(0.6):
            check = pen.node(f"{title} passed?", gate)
            for name in names if parallel else names[-1:]:
                pen.join(name, check)
            before = [check]
        else:
            before = names if parallel else names[-1:]


def services(pen: Pen) -> None:
    pen.things = "component"
    front = pen.role("front", "clients", "box", "tab", "house")
    middle = pen.role("middle", "services", "component", "hexagon", "ellipse")
    store = pen.role("store", "data stores", "cylinder")
    clients = pen.nodes(pen.pick("Web Browser, Mobile App, Partner API, Admin Console", pen.many(1, 4)), front)
    gateway = pen.node("API Gateway", middle)
    names = pen.nodes(pen.pick(SERVICES, pen.many(2, 12)), middle)
    stores = pen.nodes(pen.pick("User DB, Order DB, Product DB, Redis, Event Log, Search Index", pen.many(1, 5)), store)
    for client in clients:
        pen.join(client, gateway, pen.random.choice(("HTTPS", "REST", "GraphQL")))
    for name in names:
        pen.join(gateway, name)
    for _ in range(pen.many(1, 5)):
        start, end = pen.random.sample(names, 2)
        pen.join(start, end, pen.random.choice(("gRPC", "events", "queue")))
    for index, name in enumerate(stores):
        pen.join(names[index % len(names)], name)
        if pen.chance(0.4):
            pen.join(pen.random.choice(names), name, "reads")
    if pen.chance(0.7):
        pen.group("Backend", [gateway, *names])
        pen.group("Storage", stores)


RECIPES = (
    Recipe("build-targets", "Build targets of a software project", "software", build_targets, ("packages", "calls")),
    Recipe("packages", "Dependencies among installed packages", "software", packages, ("build-targets",)),
    Recipe("calls", "Calls between the functions of a program", "software", calls, ("control-flow",)),
    Recipe("classes", "Classes of an object-oriented program", "software", classes, ("database",)),
    Recipe("control-flow", "Control flow inside a procedure", "software", control_flow, ("calls", "order-handling")),
    Recipe("commits", "Commits and branches in version control", "software", commits),
    Recipe("integration", "Continuous integration and deployment", "software", integration, ("build-targets",)),
    Recipe("services", "Services behind a web application", "software", services, ("office-network",)),
)
