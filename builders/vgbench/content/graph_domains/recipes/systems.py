"""Graphs of machines, data and hardware: states, structures in memory, networks, circuits."""

from sgpkit.families.shared import tables

from ..links import connected, from_table, links
from ..pen import Pen
from ..recipe import Recipe

WORDS = tables.read(__file__, "systems.toml")

TABLES: dict[str, tuple[str, str]] = WORDS["tables"]
"""For each table, the tables that it refers to, and its other columns."""

REFERENCES = from_table({table: others for table, (others, _) in TABLES.items()})
SINGULARS = {"addresses": "address", "categories": "category"}
DEVICES = (
    links(
        "Off, power, Idle; Idle, start, Heating; Heating, ready, Brewing; Brewing, done, Idle; Idle, clean, Cleaning; "
        "Cleaning, done, Idle; Heating, fault, Error; Brewing, fault, Error; Error, reset, Idle; Error, power, Off; "
        "Idle, timeout, Standby; Standby, wake, Idle; Standby, power, Off; Idle, descale, Descaling; "
        "Descaling, done, Idle; Idle, power, Off"
    ),
    links(
        "Locked, key, Unlocked; Unlocked, key, Locked; Unlocked, push, Opening; Opening, done, Open; "
        "Open, timeout, Closing; Closing, done, Closed; Closed, key, Locked; Closed, push, Opening; "
        "Closing, obstacle, Opening; Opening, obstacle, Blocked; Blocked, reset, Closing; Locked, break-in, Alarm; "
        "Closed, break-in, Alarm; Alarm, reset, Locked"
    ),
    links(
        "Stopped, play, Buffering; Buffering, ready, Playing; Playing, pause, Paused; Paused, play, Playing; "
        "Playing, stop, Stopped; Paused, stop, Stopped; Playing, rewind, Rewinding; Rewinding, play, Playing; "
        "Rewinding, stop, Stopped; Stopped, eject, Ejected; Ejected, insert, Stopped; Stopped, record, Recording; "
        "Recording, stop, Stopped; Playing, gap, Buffering; Buffering, stop, Stopped"
    ),
    links(
        "Red, timer, Green; Green, timer, Yellow; Yellow, timer, Red; Red, fault, Flashing; Green, fault, Flashing; "
        "Yellow, fault, Flashing; Flashing, restart, Red; Red, switch, Manual; Manual, switch, Red; Red, dusk, Night; "
        "Night, dawn, Red; Night, outage, Dark; Flashing, outage, Dark; Dark, restart, Flashing; Manual, outage, Dark"
    ),
    links(
        "New, admit, Ready; Ready, schedule, Running; Running, preempt, Ready; Running, wait, Blocked; "
        "Blocked, wake, Ready; Running, exit, Zombie; Zombie, reap, Terminated; Ready, suspend, Suspended; "
        "Suspended, resume, Ready; Ready, kill, Terminated; Blocked, kill, Terminated; Suspended, kill, Terminated"
    ),
)
POINTERS = "left, right, next, prev, data, parent, child"
VALUES = "key, size, flags"


def automaton(pen: Pen) -> None:
    pen.things = "state"
    pen.flows = ("LR", "LR", "LR", "TB", "RL")
    state = pen.role("state", "states", "circle", "ellipse")
    final = pen.role("final", "accepting states", "doublecircle")
    stem = pen.random.choice(("q", "S", "LR_", "s"))
    number = pen.many(3, 16)
    ends = set(pen.random.sample(range(1, number), 1 + (number > 5)))
    names = [pen.node(f"{stem}{index}", final if index in ends else state) for index in range(number)]
    letters = pen.random.choice((("a", "b"), ("0", "1"), ("a", "b", "c"), ("x", "y", "z")))
    for index, name in enumerate(names):
        pen.join(name, names[min(index + 1, number - 1)], pen.random.choice(letters))
        for letter in letters:
            if pen.chance(0.4):
                pen.join(name, pen.random.choice(names), letter)


def device(pen: Pen) -> None:
    pen.things = "state"
    state = pen.role("state", "states", "box", "ellipse", "Mrecord", "octagon")
    labels, changes = connected(pen.random.choice(DEVICES), pen.many(4, 8), pen.random)
    names = dict(zip(labels, pen.nodes(labels, state), strict=True))
    for start, event, end in changes:
        pen.join(names[start], names[end], event)


def resources(pen: Pen) -> None:
    process = pen.role("process", "processes", "circle", "ellipse")
    resource = pen.role("resource", "resources", "box", "Msquare")
    pen.things = "node"
    processes = pen.nodes([f"P{index + 1}" for index in range(pen.many(3, 12))], process)
    pool = "Printer, Scanner, Disk, Tape, Lock A, Lock B, Camera, Modem, Buffer, Port, Plotter, Lock C"
    things = pen.nodes(pen.pick(pool, pen.many(2, 10)), resource)
    for index, thing in enumerate(things):
        pen.join(thing, processes[index % len(processes)], "held by")
    for name in processes:
        free = [thing for thing in things if (thing, name) not in {(edge.start, edge.end) for edge in pen.edges}]
        if free:
            pen.join(name, pen.random.choice(free), "waits for")


def gates(pen: Pen) -> None:
    pen.things = "element"
    pen.flows = ("LR", "LR", "LR", "TB", "RL")
    pin = pen.role("pin", "inputs", "plaintext", "circle", "cds")
    gate = pen.role("gate", "gates", "box", "invhouse", "trapezium", "house")
    out = pen.role("out", "outputs", "doublecircle", "plaintext", "octagon")
    waiting = pen.nodes(list("ABCDEFGH")[: pen.many(2, 6)], pin)
    unread = list(waiting)  # every input is used
    for index in range(max(len(waiting) - 1, pen.many(3, 16))):
        here = pen.node(f"{pen.random.choice(('AND', 'OR', 'XOR', 'NAND', 'NOR'))} {index + 1}", gate)
        first = pen.random.choice(unread or waiting)
        for name in (first, pen.random.choice([other for other in waiting if other != first])):
            pen.join(name, here)
            unread = [other for other in unread if other != name]
        waiting = [*unread, *[name for name in waiting if name not in unread][-5:], here]
    unused = [
        vertex.name
        for vertex in pen.vertices
        if vertex.role == gate and all(edge.start != vertex.name for edge in pen.edges)
    ]
    for index, name in enumerate(unused):
        pen.join(
            name, pen.node(("Sum", "Carry", "Q", "Z", "Y", "X")[index % 6] + (str(index) if index > 5 else ""), out)
        )


def memory(pen: Pen) -> None:
    pen.things = "structure"
    pen.flows = ("LR", "LR", "TB")
    cell = pen.role("cell", "structures", "record", "table", "Mrecord")
    free: list[tuple[str, str]] = []  # pointers without a target so far
    labels = pen.pick(
        "head, table, list, stack, queue, page, frame, heap, ring, slab, arena, inode, bucket, trie", pen.many(4, 14)
    )
    for index, label in enumerate(labels):
        pointers = pen.ordered(POINTERS, pen.random.randint(1, 3))
        values = pen.ordered(VALUES, pen.random.randint(1 if len(pointers) < 3 else 0, 2))
        name = pen.node(f"{label}{index}", cell, [*values, *pointers])
        if free:
            start, port = free.pop(pen.random.randrange(max(0, len(free) - 5), len(free)))
            pen.join(start, name, port=port)
        free += [(name, pointer) for pointer in pointers]


def database(pen: Pen) -> None:
    pen.things = "table"
    pen.flows = ("LR", "LR", "RL", "TB")
    table = pen.role("table", "tables", "table", "record", "table")
    labels, references = connected(REFERENCES, pen.many(3, 12), pen.random)
    names = {}
    for label in labels:
        keys = [foreign_key(end) for start, _, end in references if start == label]
        columns = pen.ordered(TABLES[label][1], pen.random.randint(1, 3))
        names[label] = pen.node(label, table, ["id", *keys, *columns])
    for start, _, end in references:
        pen.join(names[start], names[end], pen.random.choice(("", "", "N:1")), port=foreign_key(end))


def foreign_key(table: str) -> str:
    return f"{SINGULARS.get(table, table.removesuffix('s'))}_id"


def office_network(pen: Pen) -> None:
    pen.directed = False
    pen.things = "device"
    pen.engines = ("dot", "dot", "dot", "neato", "twopi")
    router = pen.role("router", "routers", "diamond", "hexagon", "octagon")
    switch = pen.role("switch", "switches", "box", "parallelogram", "component")
    host = pen.role("host", "hosts", "ellipse", "box3d", "tab")
    internet = pen.node("Internet", pen.role("net", "outer networks", "egg", "ellipse", "doublecircle"))
    firewall = pen.node("Firewall", router)
    pen.join(internet, firewall, "fiber" if pen.chance() else "")
    core = pen.nodes([f"Router {index + 1}" for index in range(pen.many(1, 3))], router)
    for name in core:
        pen.join(firewall, name, f"{pen.random.choice((1, 10, 40))} Gbit" if pen.chance(0.4) else "")
    rooms = pen.pick("Accounting, Sales, Lab, Reception, Warehouse, Support", pen.many(1, 5))
    machines = pen.pick("PC, Laptop, Printer, NAS, Phone, Camera, Mail Server, Web Server, Scanner", 9)
    for index, room in enumerate(rooms):
        here = pen.node(f"Switch {index + 1}", switch)
        pen.join(pen.random.choice(core), here)
        hosts = [pen.node(f"{machine} {index + 1}", host) for machine in machines[: pen.many(2, 6)]]
        pen.random.shuffle(machines)
        for name in hosts:
            pen.join(here, name)
        if pen.engines[0] == "dot" and pen.chance(0.7):
            pen.group(room, [here, *hosts])


def neurons(pen: Pen) -> None:
    pen.things = "neuron"
    pen.flows = ("LR", "LR", "BT", "TB", "RL")
    roles = [
        pen.role("input", "input neurons", "circle"),
        pen.role("hidden", "hidden neurons", "circle"),
        pen.role("output", "output neurons", "circle", "doublecircle"),
    ]
    sizes = [pen.many(2, 5), *[pen.many(2, 5) for _ in range(pen.many(1, 3))], pen.many(1, 3)]
    layers: list[list[str]] = []
    for index, size in enumerate(sizes):
        role = roles[0] if index == 0 else roles[2] if index == len(sizes) - 1 else roles[1]
        letter = "x" if index == 0 else "y" if index == len(sizes) - 1 else "h" if len(sizes) == 3 else f"h{index}_"
        layers.append(pen.nodes([f"{letter}{number + 1}" for number in range(size)], role))
        pen.level(layers[-1])
        if index:
            for before in layers[index - 1]:
                for name in layers[index]:
                    pen.join(before, name)


RECIPES = (
    Recipe("automaton", "Finite automaton that reads words", "systems", automaton, ("device",)),
    Recipe("device", "Operating states of a device", "systems", device, ("automaton",)),
    Recipe("resources", "Processes that hold and await resources", "systems", resources),
    Recipe("gates", "Logic gates of a digital circuit", "systems", gates),
    Recipe("memory", "Linked data structures in memory", "systems", memory, ("database",)),
    Recipe("database", "Tables of a relational database", "systems", database, ("classes", "memory")),
    Recipe("office-network", "Computer network of an office", "systems", office_network, ("services",)),
    Recipe("neurons", "Layers of a neural network", "systems", neurons),
)
