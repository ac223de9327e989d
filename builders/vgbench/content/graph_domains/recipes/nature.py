"""Graphs of living things, substances and landscapes, and of diagnoses by doctors and engineers."""

from itertools import pairwise

from sgpkit.families.shared import tables

from ..pen import Pen, split
from ..recipe import Recipe

WORDS = tables.read(__file__, "nature.toml")

FOODS: tuple[dict[str, str], ...] = WORDS["foods"]
"""The food of animals, from top predators down."""

SYMPTOMS: dict[str, str] = WORDS["symptoms"]
ANIMALS: dict[str, dict[str, str]] = WORDS["animals"]
METABOLITES: str = WORDS["metabolites"]
ENZYMES = "hexokinase, isomerase, aldolase, enolase, kinase, mutase, dehydrogenase, synthase, aconitase, fumarase"
GENES: str = WORDS["genes"]
RIVERS: str = WORDS["rivers"]


def food_web(pen: Pen) -> None:
    pen.things = "organism"
    pen.flows = ("BT", "BT", "TB", "LR", "RL")
    roles = [
        pen.role("plant", "plants", "ellipse", "box", "egg"),
        pen.role("grazer", "plant eaters", "ellipse", "hexagon"),
        pen.role("hunter", "hunters", "box", "octagon"),
        pen.role("top", "top predators", "doublecircle", "diamond", "box"),
    ]
    labels = pen.pick(list(FOODS[0]), pen.many(1, 4))
    names = dict(zip(labels, pen.nodes(labels, roles[3]), strict=True))
    for foods, role in zip(FOODS, roles[2::-1], strict=True):
        eaters, labels = labels, []
        for eater in eaters:
            for food in pen.pick(foods[eater], pen.many(1, 3)):
                if food not in names:
                    names[food] = pen.node(food, role)
                    labels.append(food)
                pen.join(names[food], names[eater])
    if pen.chance(0.4):
        decay = pen.node("Bacteria", pen.role("decay", "decomposers", "plaintext", "ellipse"))
        dead = pen.random.sample([*names.values()], min(3, len(names)))
        for name in dead:
            pen.join(name, decay, "decays")


def taxonomy(pen: Pen) -> None:
    pen.things = "group or species"
    group = pen.role("group", "groups", "box", "folder", "ellipse")
    species = pen.role("species", "species", "ellipse", "plaintext", "note")
    root = pen.node("Animals", group)
    for title in pen.pick(list(ANIMALS), pen.many(2, 5)):
        upper = pen.node(title, group)
        pen.join(root, upper)
        for order in pen.pick(list(ANIMALS[title]), pen.many(1, 3)):
            middle = pen.node(order, group)
            pen.join(upper, middle)
            for name in pen.nodes(pen.pick(ANIMALS[title][order], pen.many(1, 4)), species):
                pen.join(middle, name)


def metabolism(pen: Pen) -> None:
    pen.things = "substance"
    pen.flows = ("TB", "TB", "BT", "LR") if pen.fullness < 0.4 else ("TB", "TB", "BT")
    substance = pen.role("substance", "substances", "box", "ellipse", "plaintext")
    names = pen.nodes(pen.ordered(METABOLITES, pen.many(4, 13)), substance)
    enzymes = pen.pick(ENZYMES, 10)
    pen.chain(names, [enzymes[index % 10] if pen.chance(0.8) else "" for index in range(len(names))])
    side = pen.nodes(pen.pick("ATP, ADP, NADH, Carbon Dioxide, Water, Phosphate", pen.many(1, 5)),
                     pen.role("side", "by-products and carriers", "circle", "plaintext", "ellipse"))  # fmt: skip
    for name in side:
        pen.join(pen.random.choice(names[1:]), name, role=pen.dash("side"))
    if len(names) > 6 and pen.chance():
        pen.join(names[-1], names[len(names) // 2])


def genes(pen: Pen) -> None:
    pen.things = "gene"
    regulator = pen.role("regulator", "regulators", "hexagon", "diamond", "ellipse")
    target = pen.role("target", "regulated genes", "box", "ellipse", "cds")
    names = pen.pick(GENES, pen.many(5, 20))
    heads = pen.nodes(names[: max(2, len(names) // 4)], regulator)
    rest = pen.nodes(names[len(heads) :], target)
    for name in rest:
        for head in pen.random.sample(heads, pen.random.randint(1, min(2, len(heads)))):
            pen.join(head, name, pen.random.choice(("activates", "represses", "represses", "")))
    for start, end in pairwise(heads):
        pen.join(start, end, "activates")


def rivers(pen: Pen) -> None:
    pen.things = "river"
    pen.flows = ("TB", "TB", "LR", "RL", "BT")
    river = pen.role("river", "rivers", "ellipse", "box", "egg")
    sea = pen.node(
        pen.random.choice(("North Sea", "Black Sea", "Gulf", "Bay")), pen.role("sea", "seas", "box3d", "octagon")
    )
    names = pen.nodes([f"River {name}" for name in pen.pick(RIVERS, pen.many(5, 24))], river)
    pen.join(names[0], sea)
    for index in range(1, len(names)):
        length = f"{pen.random.randint(12, 300)} km" if pen.chance(0.2) else ""
        pen.join(names[index], names[pen.random.randrange(max(0, index // 3), index)], length)


def diagnosis(pen: Pen) -> None:
    """Draw a decision tree. It asks for each symptom at most once, until no symptom separates the remaining
    findings."""
    pen.things = "question or finding"
    question = pen.role("question", "questions", "diamond", "box", "hexagon")
    finding = pen.role("finding", "findings", "ellipse", "box", "note")
    unasked = {symptom for text in SYMPTOMS.values() for symptom in split(text)} - {""}

    def ask(findings: list[str]) -> str:
        present = {name: split(SYMPTOMS[name]) for name in findings}
        parting = [
            symptom for symptom in sorted(unasked) if 0 < sum(symptom in has for has in present.values()) < len(present)
        ]
        if not parting:
            return pen.node(" or ".join(findings), finding)
        symptom = pen.random.choice(parting)
        unasked.remove(symptom)
        here = pen.node(f"{symptom}?", question)
        pen.join(here, ask([name for name in findings if symptom in present[name]]), "yes")
        pen.join(here, ask([name for name in findings if symptom not in present[name]]), "no")
        return here

    ask(pen.pick(list(SYMPTOMS), pen.many(3, 13)))


def faults(pen: Pen) -> None:
    pen.things = "event or gate"
    event = pen.role("event", "events", "box", "ellipse")
    gate = pen.role("gate", "gates", "invhouse", "house", "triangle", "circle")
    causes = pen.pick(
        "Pump fails, Valve stuck, Power lost, Sensor dirty, Fuse blown, Leak in pipe, Operator error, Belt torn, "
        "Filter clogged, Battery empty, Cable cut, Software hangs, Bearing worn, Tank empty, Relay welded, Fan stops",
        pen.many(4, 16),
    )
    top = pen.node(
        pen.random.choice(("Reactor overheats", "Train does not stop", "Server room floods", "Brakes fail")), event
    )
    waiting, number = [top], 0
    while causes:
        number += 1
        here = pen.node(f"{pen.random.choice(('AND', 'OR'))} {number}", gate)
        pen.join(waiting.pop(0), here)
        number_of = min(len(causes), pen.random.randint(2, 3))
        number_of += len(causes) - number_of == 1  # a gate has at least two inputs
        names = pen.nodes([causes.pop() for _ in range(number_of)], event)
        for name in names:
            pen.join(here, name)
        waiting += names


RECIPES = (
    Recipe("food-web", "Food web of an ecosystem", "nature", food_web),
    Recipe("taxonomy", "Classification of animals", "nature", taxonomy),
    Recipe("metabolism", "Metabolic pathway", "nature", metabolism),
    Recipe("genes", "Regulation of genes", "nature", genes),
    Recipe("rivers", "Rivers and their tributaries", "nature", rivers),
    Recipe("diagnosis", "Decision tree for a diagnosis", "nature", diagnosis),
    Recipe("faults", "Fault tree of a technical accident", "nature", faults),
)
