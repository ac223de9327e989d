"""Hostile molecules and CAD programs: hard graphs, invalid numbers, impossible parts."""

from tests.hostile.case import case

LARGE, BROKEN, FAILS, DRAWN, UNSAFE, LATE, NOTHING = (
    "too_large",
    "parse_error",
    "compile_error",
    "ok",
    "unsafe",
    "timeout",
    "no_answer",
)
HEAD = '<svg xmlns="http://www.w3.org/2000/svg">'
SKETCH = "SOL;Circle:(176,128,48);"
EXTRUDE = "Ext:(128,128,128,32,128,128,192,147,128,Newbody,One-sided);EOS"


def chain(atoms: int) -> str:
    """Return a chain of carbon atoms, as in polyethylene."""
    drawn = "".join(f'<line x1="{n}" y1="0" x2="{n + 1}" y2="0" stroke="#000"/>' for n in range(atoms - 1))
    return HEAD + drawn + "".join(f'<circle cx="{n}" r=".3" fill="#274A4A"/>' for n in range(atoms)) + "</svg>"


def cage(side: int, wrapped: bool = True) -> str:
    """Return a net of rings closed in both directions, in which all atoms are equivalent."""
    lines, atoms = "", ""
    for row in range(side):
        for column in range(side):
            for down, right in ((1, 0), (0, 1)):
                ends = ((row + down) % side, (column + right) % side) if wrapped else (row + down, column + right)
                lines += f'<line x1="{column}" y1="{row}" x2="{ends[1]}" y2="{ends[0]}" stroke="#000"/>'
            atoms += f'<circle cx="{column}" cy="{row}" r=".2" fill="#274A4A"/>'
    return f"{HEAD}{lines}{atoms}</svg>"


MOLECULES = (
    case("a chain of 20,000", lambda: chain(20_000), LARGE, "takes RDKit down"),
    case("a chain of 3,000", lambda: chain(3_000), f"{DRAWN} {LARGE} {LATE}", "is long to compare"),
    case("a cage", lambda: cage(24), f"{DRAWN} {LARGE} {LATE}", "is hard to compare: every atom is alike"),
    case("a net", lambda: cage(40, wrapped=False), f"{DRAWN} {LARGE} {LATE}", "the same"),
    case(
        "everybody bound to everybody",
        lambda: (
            HEAD
            + "".join(f'<path d="M{a} {a * a}L{b} {b * b}" stroke="#000"/>' for a in range(70) for b in range(a))
            + "".join(f'<circle cx="{a}" cy="{a * a}" r=".1" fill="#274A4A"/>' for a in range(70))
            + "</svg>"
        ),
        f"{DRAWN} {LARGE} {LATE}",
        "the same",
    ),
    case("no molecule", HEAD + "</svg>", DRAWN, "an empty molecule is a valid one"),
    case(
        "one upon another",
        lambda: HEAD + '<circle r="3" fill="#274A4A"/>' * 6_000 + "</svg>",
        f"{DRAWN} {LARGE} {LATE}",
        "all bonds are all atoms'",
    ),
    case(
        "atoms of no size",
        HEAD + '<circle r="0" fill="#274A4A"/><circle r="-1" fill="#F00"/></svg>',
        f"{DRAWN} {BROKEN}",
        "divides by nothing",
    ),
    case(
        "atoms of NaN",
        HEAD + '<circle cx="NaN" cy="nan" r="NaN" fill="#274A4A"/></svg>',
        f"{DRAWN} {BROKEN}",
        "compares with nothing",
    ),
    case(
        "bonds of no length",
        HEAD + '<line x1="0" x2="0" stroke="#000"/><circle r="1" fill="#274A4A"/></svg>',
        DRAWN,
        "divides by nothing",
    ),
    case(
        "all but flat",
        HEAD + '<g transform="scale(1e-300 1e8)"><circle r="1" fill="#274A4A"/></g></svg>',
        f"{DRAWN} {BROKEN} {LARGE}",
        "turns circles into lines",
    ),
)

CAD = (
    case("NaN", "SOL;Circle:(NaN,128,48);" + EXTRUDE, BROKEN, "a number that is none"),
    case("infinity", "SOL;Circle:(inf,128,48);" + EXTRUDE, BROKEN, "the same"),
    case("1e308", "SOL;Circle:(1e308,128,48);" + EXTRUDE, f"{BROKEN} {LARGE}", "overflows"),
    case("too many digits", f"SOL;Circle:({'9' * 5000},128,48);{EXTRUDE}", f"{BROKEN} {LARGE}", "is long to read"),
    case("a level that is none", "SOL;Circle:(300,128,48);" + EXTRUDE, BROKEN, "is out of its range"),
    case("no radius", "SOL;Circle:(128,128,0);" + EXTRUDE, f"{BROKEN} {FAILS}", "makes no area"),
    case("no height", SKETCH + EXTRUDE.replace("147,128", "128,128"), f"{BROKEN} {FAILS}", "makes no body"),
    case("no scale", SKETCH + EXTRUDE.replace("192,147", "0,147"), f"{BROKEN} {FAILS}", "makes no area"),
    case(
        "a crossing loop",
        "SOL;Line:(200,200);Line:(200,128);Line:(128,200);Line:(128,128);" + EXTRUDE,
        f"{BROKEN} {FAILS} {DRAWN}",
        "has no inside",
    ),
    case("a loop of one line", "SOL;Line:(200,200);" + EXTRUDE, f"{BROKEN} {FAILS}", "has no area"),
    case("an open loop", "SOL;Line:(200,128);Line:(200,200);" + EXTRUDE, f"{BROKEN} {FAILS} {DRAWN}", "has no inside"),
    case(
        "10⁵ circles",
        lambda: "SOL;Circle:(176,128,48);" * 100_000 + EXTRUDE,
        f"{LARGE} {BROKEN} {FAILS}",
        "takes hours",
    ),
    case(
        "10⁵ lines",
        lambda: "SOL;" + "Line:(200,128);Line:(128,200);" * 50_000 + EXTRUDE,
        f"{LARGE} {BROKEN} {FAILS}",
        "takes hours",
    ),
    case(
        "500 bodies",
        lambda: (SKETCH + EXTRUDE.replace("EOS", "")) * 500 + "EOS",
        f"{LARGE} {FAILS} {LATE} {BROKEN} {DRAWN}",
        "takes hours",
    ),
    case(
        "cut to nothing",
        SKETCH + EXTRUDE.replace("EOS", "") + SKETCH + EXTRUDE.replace("Newbody", "Cut"),
        f"{FAILS} {BROKEN}",
        "leaves no body",
    ),
    case("cut first", SKETCH + EXTRUDE.replace("Newbody", "Cut"), f"{FAILS} {BROKEN}", "cuts what is not there"),
    case("a kind that is none", SKETCH + EXTRUDE.replace("Newbody", "__import__('os')"), BROKEN, "is a program"),
    case("a program", "__import__('os').system('touch FOLDER/made')", f"{BROKEN} {NOTHING}", "runs where it is read"),
    case("JSON of nothing", '{"sequence": []}', f"{BROKEN} {FAILS}", "has no body"),
    case(
        "deep JSON",
        lambda: '{"sequence": ' + "[" * 100_000 + "]" * 100_000 + "}",
        f"{BROKEN} {LARGE}",
        "fills the stack",
    ),
    case(
        "JSON of itself",
        '{"sequence": [{"type": "ExtrudeFeature", "entity": "a"}], "entities": {"a": {"type": "ExtrudeFeature", "profiles": [{"sketch": "a", "profile": "a"}]}}}',
        f"{BROKEN} {FAILS} {UNSAFE}",
        "refers to itself",
    ),
    case("blanks", lambda: "SOL" + " " * 1_900_000 + "!", f"{BROKEN} {LARGE}", "is read in quadratic time"),
    case("prose", "A washer.", f"{BROKEN} {NOTHING}", "is no program"),
    case("NUL", "SOL;\0", BROKEN, "ends a text early in C"),
    case("empty", "", f"{BROKEN} {NOTHING}", "is no program"),
)
