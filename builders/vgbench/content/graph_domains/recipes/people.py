"""Graphs of people and their work: families, offices, friends, papers, matches, words."""

from sgpkit.families.shared import tables

from ..pen import Pen
from ..recipe import Recipe

WORDS = tables.read(__file__, "people.toml")

WOMEN: str = WORDS["women"]
MEN: str = WORDS["men"]
FAMILIES = "Berg, Stone, Miller, Fischer, Novak, Rossi, Larsen, Dubois, Silva, Keller"
PAPERS: str = WORDS["papers"]
CLUBS: str = WORDS["clubs"]


def family(pen: Pen) -> None:
    pen.things = "person"
    pen.flows = ("TB", "TB", "TB", "LR", "BT")
    woman = pen.role("woman", "women", "ellipse", "egg")
    man = pen.role("man", "men", "box", "house")
    name = pen.random.choice(FAMILIES.split(", "))
    women, men = pen.pick(WOMEN, 20), pen.pick(MEN, 20)
    couples = [(pen.node(f"{women.pop()} {name}", woman), pen.node(f"{men.pop()} {name}", man))]
    for _ in range(pen.many(1, 7)):
        couple = couples.pop(0)
        for _ in range(pen.random.randint(1, 3)):
            girl = pen.chance()
            child = pen.node(f"{women.pop()} {name}", woman) if girl else pen.node(f"{men.pop()} {name}", man)
            for parent in couple:
                pen.join(parent, child)
            if pen.chance(0.6) or not couples:
                other = pen.node(men.pop(), man) if girl else pen.node(women.pop(), woman)
                couples.append((child, other))
        if not women[4:] or not men[4:]:
            break
    for _, other in couples:  # the couple that married last has no children here
        if not any(other in (edge.start, edge.end) for edge in pen.edges):
            pen.join(next(one for one, mate in couples if mate == other), other, "married to", pen.dash("married"))


def organization(pen: Pen) -> None:
    pen.things = "position"
    head = pen.role("head", "heads", "box", "house", "octagon")
    staff = pen.role("staff", "positions below them", "box", "ellipse", "tab")
    chief = pen.node(pen.random.choice(("Chief Executive", "Managing Director", "President")), head)
    departments = "Finance, Sales, Research, Production, Marketing, Legal, Personnel, Logistics, Support"
    for title in pen.pick(departments, pen.many(2, 7)):
        director = pen.node(f"Head of {title}", head)
        pen.join(chief, director)
        posts = pen.pick("Analyst, Clerk, Team Lead, Assistant, Planner, Trainee, Specialist", pen.many(1, 5))
        names = pen.nodes([f"{title} {post}" for post in posts], staff)
        for name in names:
            pen.join(director, name)
        if pen.chance(0.3):
            pen.group(f"{title} department", [director, *names])


def friends(pen: Pen) -> None:
    pen.directed = False
    pen.things = "person"
    pen.engines = ("dot", "neato", "circo", "neato")
    person = pen.role("person", "people", "ellipse", "circle", "egg")
    names = pen.nodes(pen.pick(f"{WOMEN}, {MEN}", pen.many(5, 26)), person)
    pen.mesh(names, pen.many(2, 16))
    if pen.chance(0.4):
        pen.edges = [
            edge._replace(label=pen.random.choice(("school", "work", "choir", "chess club", "neighbors")))
            if pen.chance(0.4)
            else edge
            for edge in pen.edges
        ]


def infection(pen: Pen) -> None:
    pen.things = "patient"
    sick = pen.role("sick", "infected people", "circle", "ellipse")
    names = [f"Case {index + 1}" for index in range(pen.many(5, 26))]
    first = pen.node("Index Patient", pen.role("first", "first patients", "doublecircle", "octagon"))
    pen.tree([first, *pen.nodes(names, sick)], 4)
    where = pen.pick("wedding, office, bus, school, choir, gym, dinner, hospital", 5)
    if pen.chance(0.7):
        pen.edges = [
            edge._replace(label=f"day {pen.random.randint(1, 20)}" if pen.chance(0.3) else pen.random.choice(where))
            for edge in pen.edges
        ]


def citations(pen: Pen) -> None:
    pen.things = "publication"
    pen.flows = ("BT", "TB", "RL", "LR")
    paper = pen.role("paper", "publications", "note", "box", "ellipse")
    years = sorted(pen.random.randint(1975, 2020) for _ in range(pen.many(5, 18)))
    authors = pen.pick(PAPERS, len(years))
    names = pen.nodes([f"{author} {year}" for author, year in zip(authors, years, strict=False)], paper)
    for index in range(1, len(names)):
        for other in pen.random.sample(names[:index], min(index, pen.random.randint(1, 3))):
            pen.join(names[index], other, "cites" if pen.chance(0.1) else "")


def tournament(pen: Pen) -> None:
    pen.things = "match or team"
    pen.flows = ("LR", "LR", "RL", "TB", "BT")
    club = pen.role("club", "teams", "box", "plaintext", "ellipse")
    match = pen.role("match", "matches", "hexagon", "box", "octagon")
    number = 8 if pen.fullness > 0.3 else 4
    number = 16 if pen.fullness > 0.8 else number
    waiting = pen.nodes(pen.pick(CLUBS, number), club)
    rounds = {16: "First Round", 8: "Quarterfinal", 4: "Semifinal", 2: "Final"}
    while len(waiting) > 1:
        games = []
        for index in range(0, len(waiting), 2):
            label = rounds[len(waiting)] + (f" {index // 2 + 1}" if len(waiting) > 2 else "")
            game = pen.node(label, match)
            goals = pen.random.sample((0, 2, 3, 4, 5), 2)  # no match ends in a draw
            is_told = pen.chance(0.15)
            for side, scored in zip(waiting[index : index + 2], goals, strict=True):
                pen.join(side, game, f"{scored} goals" if is_told else "")
            games.append(game)
        waiting = games


def languages(pen: Pen) -> None:
    pen.things = "language"
    proto = pen.role("proto", "language groups", "ellipse", "box", "egg")
    living = pen.role("living", "languages", "box", "plaintext", "note")
    branches = {
        "Germanic": "English, German, Dutch, Swedish, Danish, Icelandic, Norwegian",
        "Romance": "French, Spanish, Italian, Portuguese, Romanian, Catalan",
        "Slavic": "Polish, Czech, Russian, Bulgarian, Slovene, Ukrainian",
        "Celtic": "Irish, Welsh, Breton, Scottish Gaelic",
        "Indo-Aryan": "Hindi, Bengali, Punjabi, Marathi, Nepali",
        "Baltic": "Latvian, Lithuanian",
    }
    root = pen.node("Proto-Indo-European", proto)
    for branch in pen.pick(list(branches), pen.many(2, 6)):
        stem = pen.node(branch, proto)
        pen.join(root, stem)
        for name in pen.nodes(pen.pick(branches[branch], pen.many(2, 7)), living):
            pen.join(stem, name)


RECIPES = (
    Recipe("family", "Family tree over several generations", "people", family),
    Recipe("organization", "Positions in a company", "people", organization),
    Recipe("friends", "Acquaintances in a social network", "people", friends),
    Recipe("infection", "Spread of an infection from person to person", "people", infection),
    Recipe("citations", "Citations between scientific publications", "people", citations),
    Recipe("tournament", "Knockout tournament of sports teams", "people", tournament),
    Recipe("languages", "Descent of human languages", "people", languages, ("family",)),
)
