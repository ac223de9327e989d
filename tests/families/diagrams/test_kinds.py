"""Kinds of diagrams other than graphs: drawings in other styles are right, and merely similar ones are not."""

import html
import json
import random

import pytest

from sgpkit.baselines.adversarial import svg as adversarial
from sgpkit.benchmark import Completion
from sgpkit.families.diagrams import kinds, scoring
from sgpkit.families.diagrams.content.sketch import PRINTERS
from sgpkit.graphics.compiled import Word
from sgpkit.graphics.geometry import Point
from sgpkit.graphics.svg.outline import Line, Subpath, bounding_box
from sgpkit.metrics.structure.recall.contents import Contents
from sgpkit.metrics.structure.recall.shapes import Figure
from sgpkit.metrics.structure.scene_match.groups import Drawn

pytestmark = [pytest.mark.process, pytest.mark.sandbox]

SEQUENCE = {
    "lanes": ["Ann", "Bob", "Cid"],
    "messages": [["Ann", "Bob", "ask"], ["Bob", "Cid", "pass on"], ["Bob", "Ann", "tell"]],
}
GANTT = [["Dig", 2, 4], ["Lay bricks", 5, 6], ["Paint", 9, 3]]
BARS = {"form": "bar", "top": 100, "values": [["North", 40], ["East", 75], ["South", 20]]}
LINE = {**BARS, "form": "line"}
TABLE = [["Pets", 0, 0, 1], ["Rex", 1, 0, 0], ["dog", 1, 1, 1], ["Momo", 2, 0, 0], ["cat", 2, 1, 1]]
FIGURE = {
    "points": [["A", 0, 100], ["B", 160, 100], ["C", 60, 0], ["M", 80, 100], ["H", 60, 100]],
    "conditions": [
        ["polygon", "A", "B", "C"],
        ["midpoint", "M", "A", "B"],
        ["segment", "C", "M"],
        ["foot", "H", "C", "A", "B"],
        ["segment", "C", "H"],
        ["through", "A", "B", "C"],
    ],
}


def row(kind, plain, **columns):
    name = kinds.KINDS[kind].name
    asserted = json.dumps({name: plain})
    return {
        "kind": kind,
        "asserted": asserted,
        "cluster": "a test",
        "start": 0.0,
        "positions": "",
        "keywords": "",
        **columns,
    }


SEQUENCES, PLANS, TABLES = row("sequence diagram", SEQUENCE), row("Gantt chart", GANTT), row("table", TABLE)
COLUMNS, CURVES, TRIANGLES = row("plot", BARS), row("plot", LINE), row("geometric figure", FIGURE)
ROWS = {"sequence": SEQUENCES, "gantt": PLANS, "table": TABLES, "bars": COLUMNS, "line": CURVES, "figure": TRIANGLES}


def scored(row, *codes, format="svg"):
    return scoring.score([row] * len(codes), list(map(Completion, codes)), format)


def svg(*marks, size="400 300", more=""):
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" font-size="10">{more}{"".join(marks)}</svg>'


def text(x, y, words, anchor="middle"):
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}">{html.escape(words)}</text>'


def rule(x1, y1, x2, y2, style=""):
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="black" {style}/>'


def bar(x, y, width, height, fill="teal"):
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}" rx="2"/>'


# --- sequence diagrams ------------------------------------------------------------------------------------------------

TIP = '<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L10 5L0 10z"/></marker></defs>'
POSITIONS = {"Ann": 60, "Bob": 200, "Cid": 340}


def exchange(messages, offset=-5, tip=TIP):
    """Return an exchange with dashed lifelines, participants in boxes at both ends, and markers as arrow heads."""
    marks = []
    for name, x in POSITIONS.items():
        for y in (10, 260):
            marks += [
                f'<rect x="{x - 30}" y="{y}" width="60" height="24" fill="none" stroke="navy"/>',
                text(x, y + 15, name),
            ]
        marks.append(rule(x, 34, x, 260, 'stroke-dasharray="4 3"'))
    for number, (start, end, words) in enumerate(messages, 1):
        y = 50 * number + 30
        marks.append(rule(POSITIONS[start], y, POSITIONS[end], y, 'marker-end="url(#tip)"'))
        marks.append(text((POSITIONS[start] + POSITIONS[end]) / 2, y + offset, words))
    return svg(*marks, more=tip)


def test_an_exchange_by_another_hand_is_right():
    above, below = scored(SEQUENCES, exchange(SEQUENCE["messages"]), exchange(SEQUENCE["messages"], offset=12))
    assert above.parts["exact"] == 1, above.reason
    assert below.parts["exact"] == 1, below.reason


def test_order_direction_and_heads_of_messages_count():
    ask, pass_on, tell = SEQUENCE["messages"]
    swapped, turned, missing, headless, mixed = scored(
        SEQUENCES,
        exchange([pass_on, ask, tell]),
        exchange([ask, ["Cid", "Bob", "pass on"], tell]),
        exchange([ask, pass_on]),
        exchange(SEQUENCE["messages"], tip=""),
        exchange([["Ann", "Bob", "tell"], pass_on, ["Bob", "Ann", "ask"]]),
    )
    assert swapped.parts["structure"] == pytest.approx(2 / 3)
    assert turned.parts["structure"] == pytest.approx(2 / 3)
    assert missing.parts["structure"] == pytest.approx(4 / 5)
    assert headless.value == 0
    assert mixed.parts["structure"] == pytest.approx(2 / 3)  # two arrows without their texts count half


# --- Gantt charts -----------------------------------------------------------------------------------------------------


def plan(tasks, day=20, dates="2024-03-{:02d}", names="in bars", extra=""):
    """Return a plan with vertical grid lines, bands behind rows, and names in bars or on the left."""
    left = 100 - day
    marks = [rule(left + day * at, 10, left + day * at, 150, 'stroke-opacity="0.3"') for at in range(1, 14, 2)]
    marks += [text(left + day * at, 165, dates.format(at)) for at in range(1, 14, 2)]
    for number, (name, start, days) in enumerate(tasks):
        y = 20 + 40 * number
        marks.append(bar(0, y - 5, 390, 34, "#f4f4ff"))
        marks.append(bar(left + day * start, y, day * days, 24))
        marks.append(
            text(left + day * (start + days / 2), y + 16, name) if names == "in bars" else text(40, y + 16, name)
        )
    return svg(*marks, extra)


@pytest.mark.parametrize("dates", ["2024-03-{:02d}", "{}", "Mar-{}"])
@pytest.mark.parametrize("names", ["in bars", "on the left"])
def test_a_plan_by_another_hand_is_right(dates, names):
    (score,) = scored(PLANS, plan(GANTT, dates=dates, names=names))
    assert score.parts["exact"] == 1, score.reason


def test_days_rows_and_further_bars_count():
    moved, longer, exchanged, another, unnumbered = scored(
        PLANS,
        plan([GANTT[0], ["Lay bricks", 6, 6], GANTT[2]]),
        plan([GANTT[0], ["Lay bricks", 5, 7], GANTT[2]]),
        plan([["Lay bricks", 2, 4], ["Dig", 5, 6], GANTT[2]]),
        plan(GANTT, extra=bar(150, 130, 60, 10)),
        plan(GANTT, dates="day"),
    )
    assert moved.parts["structure"] == pytest.approx(2 / 3)
    assert longer.parts["structure"] == pytest.approx(2 / 3)
    assert exchanged.parts["structure"] == pytest.approx(1 / 3)
    assert another.parts["structure"] == pytest.approx(6 / 7)
    assert unnumbered.parts["structure"] == 0


# --- plots ------------------------------------------------------------------------------------------------------------


def plot(values, form, top=100, numbers=None, grid=True, repeated=False):
    """Return a plot with horizontal lines, numbers on the left and, if `repeated`, the values at their marks."""
    numbers = numbers or range(0, top + 1, 20)
    marks = [
        text(34, 252 - 2 * at, str(number), "end") for at, number in zip(range(0, top + 1, 20), numbers, strict=True)
    ]
    marks += [rule(40, 250 - 2 * at, 340, 250 - 2 * at, 'stroke-opacity="0.2"') for at in range(0, top + 1, 20) if grid]
    points = []
    for number, (name, value) in enumerate(values):
        x = 90 + 100 * number
        marks.append(text(x, 265, name))
        marks += [text(x, 245 - 2 * value, str(value))] if repeated else []
        marks += (
            [bar(x - 30, 250 - 2 * value, 60, 2 * value)]
            if form == "bar"
            else [f'<circle cx="{x}" cy="{250 - 2 * value}" r="3"/>']
        )
        points.append(f"{x},{250 - 2 * value}")
    if form == "line":
        marks.append(f'<polyline points="{" ".join(points)}" fill="none" stroke="red"/>')
    return svg(*marks)


@pytest.mark.parametrize("form", ["bar", "line"])
def test_a_plot_by_another_hand_is_right(form):
    wanted = ROWS["bars" if form == "bar" else "line"]
    plain, bare, repeated = scored(
        wanted,
        plot(BARS["values"], form),
        plot(BARS["values"], form, grid=False),
        plot(BARS["values"], form, repeated=True),
    )
    assert plain.parts["exact"] == bare.parts["exact"] == repeated.parts["exact"] == 1, (plain, bare, repeated)


@pytest.mark.parametrize("form", ["bar", "line"])
def test_values_places_and_the_axis_count(form):
    wanted = ROWS["bars" if form == "bar" else "line"]
    north, _, south = BARS["values"]
    lower, exchanged, scaled, uneven, other = scored(
        wanted,
        plot([north, ["East", 65], south], form),
        plot([["East", 40], ["North", 75], south], form),
        plot(BARS["values"], form, numbers=range(0, 60, 10)),
        plot(BARS["values"], form, numbers=(0, 7, 31, 60, 75, 100)),
        plot(BARS["values"], "line" if form == "bar" else "bar"),
    )
    assert 0 < lower.parts["structure"] < 0.7
    assert exchanged.parts["structure"] == 0  # the names are in another order than requested
    assert scaled.parts["structure"] == 0
    assert uneven.parts["structure"] == 0
    assert other.parts["structure"] == 0


# --- tables -----------------------------------------------------------------------------------------------------------


def grid(cells, rules=True):
    """Return a table whose rules are continuous lines instead of boxes."""
    marks = [text(60 + 100 * (first + last) / 2, 30 + 40 * line, words) for words, line, first, last in cells]
    lines = [rule(10, y, 210, y) for y in (8, 48, 88, 128)]
    lines += [rule(10, 8, 10, 128), rule(210, 8, 210, 128), rule(110, 48, 110, 128)]
    return svg(*marks, *(lines if rules else []))


def test_a_table_by_another_hand_is_right():
    (score,) = scored(TABLES, grid(TABLE))
    assert score.parts["exact"] == 1, score.reason


def test_cells_have_rules_and_their_rows_and_columns():
    wide, rex, _, momo, cat = TABLE
    bare, swapped, turned = scored(
        TABLES,
        grid(TABLE, rules=False),
        grid([wide, ["dog", 1, 0, 0], ["Rex", 1, 1, 1], momo, cat]),
        grid([wide, rex, ["Momo", 1, 1, 1], ["dog", 2, 0, 0], cat]),
    )
    assert bare.parts["structure"] == 0
    assert swapped.parts["structure"] == turned.parts["structure"] == pytest.approx(3 / 5)


# --- geometric figures ------------------------------------------------------------------------------------------------


def triangle(middle=0.5, foot=60.0, radius=1.0, turn=0, more="", sides=True):
    """Return the triangle A(0,100) B(160,100) C(60,0) with its median, its altitude and its circumscribed circle,
    rotated."""
    m = 160 * middle
    center, r = (80, 80), (80**2 + 20**2) ** 0.5 * radius
    marks = ['<polygon points="0,100 160,100 60,0"/>' if sides else '<polyline points="0,100 60,0 160,100"/>']
    marks += [
        f'<path d="M60 0L{m} 100M60 0L{foot} 100"/>',
        f'<circle cx="{center[0]}" cy="{center[1]}" r="{r}"/>',
        more,
    ]
    letters = {"A": (-8, 108), "B": (168, 108), "C": (56, -9), "M": (m + 2, 111), "H": (foot - 2, 111)}
    words = "".join(
        f'<text x="{x}" y="{y + 3}" text-anchor="middle" stroke="none" fill="black">{label}</text>'
        for label, (x, y) in letters.items()
    )
    return svg(
        f'<g transform="translate(120 140) rotate({turn} 80 40)" fill="none" stroke="black">{"".join(marks)}{words}</g>'
    )


@pytest.mark.parametrize("turn", [0, 25, 140])
def test_a_figure_by_another_hand_is_right(turn):
    (score,) = scored(TRIANGLES, triangle(turn=turn))
    assert score.parts["exact"] == 1, score.reason


def test_facts_that_do_not_hold_and_strays_count():
    (whole, skewed, tilted, larger, stray, open_) = scored(
        TRIANGLES,
        triangle(),
        triangle(middle=0.56),
        triangle(foot=50),
        triangle(radius=1.15),
        triangle(more='<path d="M0 100L110 50"/>'),
        triangle(sides=False),
    )
    assert whole.parts["exact"] == 1
    assert skewed.parts["structure"] == pytest.approx(10 / 11)
    assert tilted.parts["structure"] == pytest.approx(10 / 11)
    assert larger.parts["structure"] == pytest.approx(10 / 12)
    assert stray.parts["structure"] == pytest.approx(12 / 13)
    assert 0.6 < open_.parts["structure"] < 1


# --- all kinds --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wanted", ROWS.values(), ids=ROWS)
def test_labels_without_structure_score_nothing(wanted):
    kind, content = kinds.KINDS[wanted["kind"]], kinds.content_of(wanted)
    labels = kind.labels(content)
    listed = svg(*(text(60, 20 + 16 * at, label) for at, label in enumerate(labels)))
    boxes = svg(*(bar(10, 10 + 20 * at, 100, 16) + text(60, 22 + 20 * at, label) for at, label in enumerate(labels)))
    blank, palette = (
        svg(rule(0, 0, 0, 0)),
        svg(*(bar(30 * at, 0, 20, 20, f"hsl({at * 40} 80% 50%)") for at in range(9))),
    )
    for score in scored(wanted, listed, boxes, blank, palette):
        assert score.value == 0, score.reason


def small(x, y, words):
    return f'<text x="{x}" y="{y}" font-size="4">{html.escape(words)}</text>'


def test_labels_in_every_position_are_worth_no_more_than_a_guess():
    """All texts in each cell, all names in each row of bars, all texts on each message: some are in the right place."""
    cells, names = [cell[0] for cell in TABLE], [task[0] for task in GANTT]
    positions = [(15, 12), *((x, y) for y in (52, 92) for x in (15, 115))]
    table = svg(*(small(x, y + 6 * at, words) for x, y in positions for at, words in enumerate(cells)))
    table = table.replace("</svg>", grid([]).partition(">")[2])
    rows = [small(5 + 40 * at, 36 + 40 * row, name) for row in range(3) for at, name in enumerate(names)]
    tasks = plan([["", start, days] for _, start, days in GANTT]).replace("</svg>", f"{''.join(rows)}</svg>")
    messages = [
        (start, end, " ".join(words for *_, words in SEQUENCE["messages"])) for start, end, _ in SEQUENCE["messages"]
    ]
    for wanted, code in ((TABLES, table), (PLANS, tasks), (SEQUENCES, exchange(messages))):
        (score,) = scored(wanted, code)
        assert score.parts["structure"] == 1, score.reason
        assert score.value <= 0.5 and score.parts["exact"] == 0, score.reason


@pytest.mark.parametrize("wanted", ROWS.values(), ids=ROWS)
def test_an_invisible_drawing_scores_nothing(wanted):
    code = kinds.KINDS[wanted["kind"]].write(kinds.content_of(wanted), "svg")
    whole, white, clear, beyond, *faint = scored(
        wanted,
        code,
        code.replace("black", "white").replace("#b9d3ee", "white"),
        code.replace("<g ", '<g opacity="0" '),
        code.replace("<g ", '<g transform="translate(9999 0)" '),
        *(adversarial.in_group(f'opacity="{share}"')(code) for share in (0.04, 0.06)),
    )
    assert whole.parts["exact"] == 1
    assert white.value == clear.value == beyond.value == 0
    assert [score.value for score in faint] == [0.0, 0.0]


@pytest.mark.parametrize("wanted", ROWS.values(), ids=ROWS)
def test_a_diagram_under_a_veil_is_not_drawn(wanted):
    code = kinds.KINDS[wanted["kind"]].write(kinds.content_of(wanted), "svg")
    page = '<rect x="-99" y="-99" width="9999" height="9999" '
    veils = ('fill="white" opacity=".5"/>', 'fill="#888" fill-opacity=".3"/>', 'fill="#fffc"/>')
    papers = ('fill="white"/>', 'fill="#fff8"/>', 'fill="#eee"/>')
    veiled = scored(wanted, *(adversarial.wrapped(code, "", page + veil) for veil in veils))
    assert [score.value for score in veiled] == [0.0] * len(veils)
    assert {score.reason for score in veiled} == {"an area over the whole page veils what is below"}
    assert [
        score.parts["exact"] for score in scored(wanted, *(adversarial.wrapped(code, page + paper) for paper in papers))
    ] == [1.0] * len(papers)


@pytest.mark.parametrize("wanted", ROWS.values(), ids=ROWS)
def test_wrong_content_is_never_exact(wanted):
    kind, content = kinds.KINDS[wanted["kind"]], kinds.content_of(wanted)
    codes = {kind.write(kind.wrong(content, random.Random(seed)), "svg") for seed in range(12)}
    for score in scored(wanted, *sorted(codes)):
        assert score.parts["exact"] == 0, score.reason


@pytest.mark.parametrize("name", kinds.CHARTS)
@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_descriptions_name_every_label(name, level):
    kind = kinds.CHARTS[name]
    for seed in range(6):
        content = kind.make(seed, level, random.Random(seed))
        described = kind.describe(content, random.Random(seed))
        assert all(label in described for label in kind.labels(content))


def test_a_language_lacks_the_kinds_that_it_cannot_draw():
    lacking = {name for name, kind in kinds.CHARTS.items() if "mermaid" not in kind.languages}
    assert lacking == {"geometric figure", "table"}
    assert all(set(PRINTERS) <= kind.languages for kind in kinds.CHARTS.values())


# --- translations -----------------------------------------------------------------------------------------------------


def test_a_translation_keeps_the_picture():
    positions = {"A": [0, 100], "B": [160, 100], "C": [60, 0]}
    wanted = row(
        "geometric figure",
        {"points": FIGURE["points"], "conditions": FIGURE["conditions"]},
        positions=json.dumps(positions),
    )
    kept, turned = scored(wanted, triangle(), triangle(turn=140))
    assert kept.parts["picture"] == kept.parts["exact"] == 1, kept.reason
    assert turned.parts["structure"] == 1
    assert turned.parts["picture"] < 0.5
    assert turned.parts["exact"] == 0
    (rejected,) = scored(wanted, "<svg")
    assert rejected.parts["picture"] == 0


def crowd(labels):
    """Return a page with a thousand zigzags and as many words."""
    figures, words = [], []
    for at in range(1000):
        points = tuple(Point((at * 7 + 13 * step) % 397, (at * 11 + 29 * (step // 2)) % 293) for step in range(20))
        outline = Subpath(points[0], tuple(map(Line, points[1:])), False)
        figures.append(Figure("curve", bounding_box([outline]), outline, False, None, None))
        for word in f"{at % 50} {labels[at % len(labels)]}".split():
            words.append(Word(word, at % 400, at % 300, at % 400 + 20, at % 300 + 10))
    return Drawn(Contents(frozenset(), tuple(words), tuple(figures)))


@pytest.mark.parametrize("wanted", ROWS.values(), ids=ROWS)
def test_crowded_drawings_are_no_diagrams(wanted):
    kind, content = kinds.KINDS[wanted["kind"]], kinds.content_of(wanted)
    assert kind.show(crowd(kind.labels(content)), content).structure < 0.1
