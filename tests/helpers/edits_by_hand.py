"""Edits of builtin rows made by hand, from the instruction and the drawing alone, as one would make them in Inkscape.

Each removes elements, sets attributes or words of others, copies some, and draws new ones. Elements are numbered in
document order; the root is 0. `apply` refuses a row with an instruction for which the edit was not made.
"""

import copy
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from xml.etree import ElementTree

NAMESPACE = "http://www.w3.org/2000/svg"


@dataclass(frozen=True)
class Hand:
    """`quote`: words of the instruction. `add`: drawn over all; `below`: drawn just under an element."""

    kind: str
    quote: str
    add: str = ""
    gone: tuple[int, ...] = ()
    words: Mapping[int, str] = field(default_factory=dict)
    sets: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    below: Mapping[int, str] = field(default_factory=dict)
    copies: Mapping[int, str] = field(default_factory=dict)


def apply(hand: Hand, row: Mapping[str, str]) -> str:
    """Return the edited program of a row."""
    assert (hand.kind, hand.quote in row["instruction"]) == (row["edit"], True), "the row has another edit now"
    ElementTree.register_namespace("", NAMESPACE)
    root = ElementTree.fromstring(row["code"])
    elements = list(root.iter())
    parents = {child: parent for parent in elements for child in parent}
    for index, text in hand.words.items():
        elements[index].text = text
    for index, values in hand.sets.items():
        elements[index].attrib.update(values)
    for index, snippet in hand.below.items():
        parent = parents[elements[index]]
        item = list(parent).index(elements[index])
        for offset, new in enumerate(parsed(snippet)):
            parent.insert(item + offset, new)
    for index, transform in hand.copies.items():
        group = ElementTree.SubElement(root, f"{{{NAMESPACE}}}g", {"transform": transform})
        group.append(copy.deepcopy(elements[index]))
    for index in hand.gone:
        parents[elements[index]].remove(elements[index])
    root.extend(parsed(hand.add))
    return ElementTree.tostring(root, encoding="unicode")


def parsed(snippet: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(f'<svg xmlns="{NAMESPACE}">{snippet}</svg>'))


# --- shapes -----------------------------------------------------------------------------------------------------------


def star(x: float, y: float, radius: float, points: int, ratio: float) -> str:
    corners = []
    for step in range(2 * points):
        reach, turn = radius * (ratio if step % 2 else 1), math.pi * step / points - math.pi / 2
        corners.append(f"{x + reach * math.cos(turn):.1f},{y + reach * math.sin(turn):.1f}")
    return " ".join(corners)


def curls(*positions: tuple[int, int, int]) -> str:
    return "".join(
        f'<circle cx="{x}" cy="{y}" r="{r}" fill="#FB8C00" stroke="#D97000" stroke-width="2"/>' for x, y, r in positions
    )


def bows(colors: tuple[str, ...]) -> str:
    return "".join(
        f'<path d="M{320 - reach} 300a{reach} {reach} 0 0 1 {2 * reach} 0" fill="none" stroke="{color}" '
        'stroke-width="12"/>'
        for reach, color in zip(range(256, 160, -12), colors, strict=False)
    )


def bird(x: float, y: float) -> str:
    return f'<path d="M{x - 14} {y - 5}Q{x - 8} {y - 13} {x} {y}Q{x + 8} {y - 13} {x + 14} {y - 5}"/>'


def tear(x: float) -> str:
    return f'<path d="M{x} 274C{x + 7} 288 {x + 14} 295 {x + 14} 304a14 14 0 0 1 -28 0C{x - 14} 295 {x - 7} 288 {x} 274Z" fill="#A9DCF8"/>'


def shadow(x: float, y: float, wide: float, high: float) -> str:
    return f'<ellipse cx="{x}" cy="{y}" rx="{wide}" ry="{high}" fill="#000000" fill-opacity="0.4"/>'


def cloud(x: float, y: float) -> str:
    puffs = ((-55, 6, 38, 24), (-12, -16, 42, 34), (38, -8, 40, 28), (62, 8, 32, 20), (0, 12, 80, 18))
    return "".join(f'<ellipse cx="{x + a}" cy="{y + b}" rx="{rx}" ry="{ry}"/>' for a, b, rx, ry in puffs)


def heart(x: float, y: float, size: float) -> str:
    return (
        f'<path d="M{x} {y + size}C{x - 1.6 * size} {y - 0.1 * size} {x - 0.9 * size} {y - 1.2 * size} {x} '
        f'{y - 0.4 * size}C{x + 0.9 * size} {y - 1.2 * size} {x + 1.6 * size} {y - 0.1 * size} {x} {y + size}Z" '
        'fill="#E53935"/>'
    )


LEAVES = (
    (30, 440), (70, 400), (95, 455), (130, 420), (160, 375), (190, 450), (215, 425), (270, 460), (310, 400),
    (350, 440), (375, 380), (400, 465), (440, 420), (480, 460), (520, 400), (560, 440), (590, 380), (615, 455),
)  # fmt: skip
SNIPPETS = (
    (30, 30, 10), (90, 60, 60), (150, 25, 120), (330, 40, 20), (400, 25, 80), (470, 60, 140), (50, 120, 45),
    (110, 150, 100), (390, 110, 30), (450, 140, 110), (490, 190, 60), (25, 210, 150), (60, 270, 20), (30, 340, 80),
    (80, 400, 130), (40, 460, 40), (110, 480, 100), (170, 450, 15), (340, 470, 70), (410, 440, 120), (470, 400, 30),
    (490, 320, 90), (460, 260, 140), (480, 480, 50), (380, 490, 10), (440, 350, 60),
)  # fmt: skip


def question_mark() -> str:
    """Return a green question mark in five layers: a shadow, an outline, a face, and a seam."""
    hook = "M170 190a86 86 0 1 1 116 80q-28 12 -30 50"
    layers = ((10, 12, 64, "#1F5A36"), (0, 0, 64, "#101B3D"), (0, 0, 45, "#47A549"))
    drawn = "".join(
        f'<g transform="translate({x} {y})" stroke="{color}" stroke-width="{wide}"><path d="{hook}"/>'
        f'<path d="M256 380v10"/></g>'
        for x, y, wide, color in layers
    )
    seam = (
        f'<path d="{hook}M256 372v26" stroke="#F7F9FA" stroke-width="5" stroke-dasharray="12 9" stroke-linecap="butt"/>'
    )
    return f'<g fill="none" stroke-linecap="round" stroke-linejoin="round">{drawn}{seam}</g>'


def scattered_stars() -> str:
    spots = [(x, y) for y in (36, 476) for x in range(40, 490, 72)]
    spots += [(x, y) for x in (34, 478) for y in range(104, 440, 74)]
    return "".join(
        f'<polygon points="{star(x, y, 12, 5, 0.45)}" fill="{("#FF7F66", "#CFAE7C")[index % 2]}"/>'
        for index, (x, y) in enumerate(spots)
    )


def scattered_dots() -> str:
    spots = [(x, y) for y in (30, 482) for x in range(30, 500, 70)]
    spots += [(x, y) for x in (36, 476) for y in range(100, 440, 70)]
    return "".join(
        f'<circle cx="{x}" cy="{y}" r="11" fill="{("#FF7F66", "#2FB3C2")[index % 2]}"/>'
        for index, (x, y) in enumerate(spots)
    )


BY_HAND: Mapping[str, Hand] = {
    "vg-validation-0001": Hand(
        "face hair",
        "curly hair",
        gone=(24, 51),
        sets={58: {"style": "stroke:#C06A00"}, 59: {"style": "stroke:#C06A00"}},
        below={
            57: curls(
                *((116, 284, 28), (396, 284, 28), (126, 238, 36), (386, 236, 36), (132, 192, 38), (380, 188, 38)),
                *((158, 150, 40), (350, 146, 40), (198, 122, 42), (308, 118, 42), (252, 110, 44), (222, 150, 30)),
                (290, 150, 30),
            )
        },
    ),
    "vg-validation-0002": Hand(
        "display names",
        "Add a caption under every thing",
        add='<g font-family="sans-serif" font-size="14" fill="#222" text-anchor="middle"><text x="126" y="284">castle'
        '</text><text x="354" y="284">bicycle</text><text x="126" y="491">car</text><text x="354" y="491">hot-air '
        "balloon</text></g>",
    ),
    "vg-validation-0003": Hand(
        "place rainbow",
        "seven bands wide",
        below={34: bows(("#F44336", "#FF9800", "#FFEB3B", "#4CAF50", "#2196F3", "#3F51B5", "#9C27B0"))},
    ),
    "vg-validation-0004": Hand(
        "chart average",
        "Average 28.3",
        add='<path d="M343.5 103V400" stroke="#262626" stroke-width="2" stroke-dasharray="6 5"/><rect x="294" y="84" '
        'width="99" height="20" fill="#262626"/><text x="343.5" y="98" font-family="sans-serif" font-size="12" '
        'text-anchor="middle" fill="#ffffff">Average 28.3</text>',
    ),
    "vg-validation-0008": Hand(
        "place on top",
        "potted plant that stands on the chest of drawers",
        add="".join(
            f'<ellipse cx="340" cy="247" rx="6" ry="17" fill="#43A047" transform="rotate({turn} 340 264)"/>'
            for turn in (-70, -42, -14, 14, 42, 70)
        )
        + '<path d="M323 264h34l-5 28h-24z" fill="#F57C00"/><rect x="319" y="260" width="42" height="7" fill="#D96B00"/>',
    ),
    "vg-validation-0010": Hand(
        "chart value",
        "from 48 to 26",
        gone=(71, 72, 73),
        words={104: "26"},
        sets={104: {"y": "300"}},
        add='<rect x="412.7" y="305.1" width="23.6" height="94.9" rx="3" fill="#7B3FB5"/><rect x="433.5" y="308" '
        'width="2.8" height="92" fill="#59298A"/><rect x="412.7" y="306" width="6.6" height="94" fill="#A276D0"/>',
    ),
    "vg-validation-0012": Hand(
        "chart split",
        "“Lake A” (37) and “Lake B” (21)",
        gone=(23,),
        words={39: "37", 47: "Lake A"},
        sets={
            39: {"x": "313", "y": "193"},
            45: {"d": "M488 120h118v170h-118z"},
            **{index: {"transform": "translate(0 26)"} for index in range(48, 56)},
        },
        below={
            26: '<path d="M262 270V120A150 150 0 0 1 396.5 203.6Z" class="st5743"/>'
            '<path d="M262 270L396.5 203.6A150 150 0 0 1 409.8 295.8Z" fill="#1A2B5F" stroke="#fff" stroke-width="2"/>'
        },
        add='<g font-family="sans-serif"><text x="358" y="266" font-size="15" font-weight="bold" text-anchor="middle" '
        'fill="#fff">21</text><rect x="497" y="159" width="14" height="14" fill="#1A2B5F"/><text x="519" y="171" '
        'font-size="14" fill="#7A1F2E">Lake B</text></g>',
    ),
    "vg-validation-0013": Hand(
        "logo emblem",
        "an owl as the emblem",
        gone=(27,),
        add='<ellipse cx="184" cy="188" rx="46" ry="56" fill="#6D4C41"/><path d="M142 140l6 -28l26 16zM226 140l-6 -28l'
        '-26 16z" fill="#6D4C41"/><ellipse cx="184" cy="206" rx="27" ry="33" fill="#D7B98E"/><circle cx="165" cy="160" '
        'r="20" fill="#fff"/><circle cx="203" cy="160" r="20" fill="#fff"/><circle cx="165" cy="160" r="9" fill="#222"/>'
        '<circle cx="203" cy="160" r="9" fill="#222"/><path d="M176 172h16l-8 15z" fill="#F9A825"/><path d="M168 244v9'
        'm8 -9v9m16 -9v9m8 -9v9" stroke="#F9A825" stroke-width="5"/>',
    ),
    "vg-validation-0015": Hand(
        "diagram branch",
        "“Cleaning” under “Head”",
        below={47: '<path d="M360 144V250" stroke="#B71C1C" stroke-width="6"/>'},
        add='<polygon points="360,72 420,110 360,148 300,110" fill="#E53935" stroke="#B71C1C" stroke-width="3"/><g '
        'font-family="sans-serif" text-anchor="middle" fill="#fff"><text x="360" y="110" font-size="14" font-weight='
        '"bold">Cleaning</text><text x="360" y="124" font-size="10">leave it tidy</text></g>',
    ),
    "vg-validation-0016": Hand(
        "diagram shape",
        "“Fish” should have the shape of a diamond",
        gone=(75, 76, 77),
        below={
            78: '<polygon points="590.7,256 676,304 590.7,352 505,304" fill="#D8BDB0"/><polygon points="586.7,246 '
            '670,294 586.7,342 503,294" fill="#FF85B3" stroke="#E65C90" stroke-width="3"/>'
        },
    ),
    "vg-validation-0017": Hand(
        "place season",
        "picture of autumn",
        gone=tuple(range(107, 114)),
        sets={
            31: {"style": "fill:#D9A441"},
            33: {"style": "fill:#8D7F36"},
            **{index: {"style": "stroke:#5F5626"} for index in range(34, 43)},
        },
        below={
            96: "".join(
                f'<ellipse cx="{x}" cy="{y}" rx="8" ry="4" fill="#FF9022" transform="rotate({(7 * x) % 180} {x} {y})"/>'
                for x, y in LEAVES
            )
        },
        add='<circle cx="212" cy="302" r="26" fill="#E07B1A"/><circle cx="268" cy="300" r="28" fill="#E07B1A"/>'
        '<circle cx="240" cy="276" r="38" fill="#F08C1E"/><circle cx="222" cy="290" r="20" fill="#FFA63D"/>',
    ),
    "vg-validation-0018": Hand(
        "chart award",
        "star in red",
        add=f'<polygon points="{star(120.6, 131, 14, 5, 0.4)}" fill="#E53935"/>',
    ),
    "vg-validation-0019": Hand("face tears", "two tears in sky blue", add=tear(198) + tear(314)),
    "vg-validation-0020": Hand(
        "diagram merge",
        "“Shuttle and hubble”",
        gone=(81, 85, 93),
        words={79: "Shuttle and hubble"},
        sets={79: {"font-size": "15"}, 97: {"transform": "translate(-128 216)"}},
        below={
            97: '<path d="M482 292V354" stroke="#2962C9" stroke-width="3"/><circle cx="482" cy="292" r="12" '
            'fill="#2962C9"/><circle cx="482" cy="292" r="6" fill="#fff"/>'
        },
    ),
    "vg-validation-0022": Hand(
        "place birds",
        "five birds in black",
        add='<g fill="none" stroke="#212121" stroke-width="2.5">'
        + "".join(bird(250 + 38 * step, 112 - 11 * step) for step in range(5))
        + "</g>",
    ),
    "vg-validation-0023": Hand(
        "place sky",
        "airplane on the left of the sky",
        add='<ellipse cx="108" cy="142" rx="36" ry="10" fill="#D32F2F"/><path d="M72 138L64 118H78L90 134Z" '
        'fill="#43A047"/><path d="M104 142L88 164H99L122 144Z" fill="#8E9499"/><circle cx="114" cy="138" r="3" '
        'fill="#FDD835"/><circle cx="125" cy="138" r="3" fill="#FDD835"/>',
    ),
    "vg-validation-0024": Hand("logo wordmark", "to “Marlowe”", words={42: "Marlowe"}),
    "vg-validation-0025": Hand(
        "diagram return",
        "dashed navy blue (#16224D) arrow",
        add='<path d="M285 382H15V186H22" fill="none" stroke="#16224D" stroke-width="3.5" stroke-dasharray="9 6"/>'
        '<path d="M31 186l-11 -7v14z" fill="#16224D"/>',
    ),
    "vg-validation-0026": Hand(
        "logo ornament",
        "draw gear teeth instead",
        gone=(3, 4, 5),
        below={
            6: '<g fill="#8E24AA"><circle cx="256" cy="178" r="138"/>'
            + "".join(
                f'<rect x="243" y="24" width="26" height="24" transform="rotate({30 * step} 256 178)"/>'
                for step in range(12)
            )
            + "</g>"
        },
    ),
    "vg-validation-0029": Hand(
        "display ribbon",
        "Saturday, 8 pm",
        gone=(26,),
        add='<text x="210" y="508" font-family="sans-serif" font-size="23" font-weight="bold" text-anchor="middle" '
        'fill="#263238">Saturday, 8 pm</text>',
    ),
    "vg-validation-0032": Hand("chart title", "“How it went”", words={18: "How it went"}),
    "vg-validation-0033": Hand(
        "diagram circle",
        "third circle “Rabbits”",
        sets={46: {"transform": "translate(36 -62) scale(0.9)"}, 43: {"transform": "translate(36 -62) scale(0.9)"}}
        | {52: {"y": "180"}, 53: {"y": "202"}, 55: {"y": "180"}, 56: {"y": "202"}, 57: {"y": "262"}},
        below={
            50: '<circle cx="360" cy="330" r="134" fill="#2E9B4F" fill-opacity="0.55" stroke="#1D7338" '
            'stroke-width="3"/>'
        },
        add='<g font-family="sans-serif" fill="#6B1B2A"><text x="360" y="400" font-size="21" font-weight="bold" '
        'text-anchor="middle">Rabbits</text><text x="360" y="422" font-size="14" text-anchor="middle">hop, dig</text>'
        '<rect x="540" y="482" width="20" height="20" fill="#2E9B4F"/><text x="568" y="498" font-size="16">Rabbits'
        "</text></g>",
    ),
    "vg-validation-0034": Hand(
        "display end",
        "conical flask",
        sets={
            98: {"transform": "translate(-6 49) scale(0.84) translate(49.58 237.3) scale(1.008)"},
            105: {"transform": "translate(-6 49) scale(0.84) translate(141.77 202.96) scale(1.458)"},
            115: {"transform": "translate(-6 49) scale(0.84) translate(268.51 228.43) scale(1.03)"},
            123: {"transform": "translate(-6 49) scale(0.84) translate(363.29 218.35) scale(1.308)"},
            136: {"transform": "translate(-6 49) scale(0.84) translate(485 223) scale(1.1)"},
        },
        add='<path d="M541 226h22v34l32 62q4 9 -6 9h-74q-10 0 -6 -9l32 -62z" fill="#1E88E5" fill-opacity="0.85"/><path '
        'd="M530 280h44l21 42q4 9 -6 9h-74q-10 0 -6 -9z" fill="#F78FC0"/><rect x="536" y="220" width="32" height="8" '
        'fill="#1E88E5"/><circle cx="540" cy="310" r="5" fill="#4CAF50"/><circle cx="556" cy="298" r="4" fill="#4CAF50"/>'
        '<circle cx="570" cy="314" r="5" fill="#4CAF50"/>',
    ),
    "vg-validation-0037": Hand(
        "chart merge",
        "“The rest” takes their place",
        gone=(35, 38, 47, 61, 62),
        words={48: "35", 60: "The rest"},
        sets={
            48: {"x": "262", "y": "390", "fill": "#FFFFFF"},
            54: {"height": "118"},
            63: {"y": "211"},
            64: {"y": "223"},
        },
        below={
            41: '<path d="M373.8 370A150 150 0 0 1 126.9 335.1L191.7 303.8A78 78 0 0 0 320.2 322Z" fill="#2962C9" '
            'stroke="#fff" stroke-width="2"/>'
        },
    ),
    "vg-validation-0038": Hand("diagram overlap", "now “Rehearsal”", words={56: "Rehearsal"}),
    "vg-validation-0039": Hand(
        "place shadows",
        "see-through dark oval",
        below={
            116: shadow(474.8, 387, 58, 11)
            + shadow(169, 385, 48, 8)
            + shadow(274, 386, 50, 8)
            + shadow(558, 455, 20, 4)
            + shadow(434.7, 459, 24, 4)
        },
    ),
    "vg-validation-0040": Hand(
        "place rain",
        "three clouds in slate gray",
        add='<g stroke="#8FD0F5" stroke-width="2">'
        + "".join(
            f'<path d="M{x + 20 * (y % 60 == 0)} {y}l-6 20"/>' for y in range(120, 470, 40) for x in range(20, 640, 42)
        )
        + f'</g><g fill="#546371">{cloud(112, 72)}{cloud(325, 64)}{cloud(535, 72)}</g>',
    ),
    "vg-validation-0044": Hand(
        "diagram exchange",
        "“Monitor” where “Review” is",
        words={89: "Monitor", 90: "first hour", 119: "Review", 120: "two people"},
        sets={
            84: {"fill": "#FF9022", "stroke": "#DD7208"},
            85: {"stroke": "#FFB261"},
            114: {"fill": "#B4DC4C", "stroke": "#7E9A35"},
            115: {"stroke": "#CEE88B"},
        },
    ),
    "vg-validation-0047": Hand("diagram rename", "should read “Feedback”", words={67: "Feedback"}),
    "vg-validation-0050": Hand(
        "display title",
        "“My favorite things”",
        words={32: "My favorite things"},
        sets={33: {"transform": "translate(-56 0)"}, 34: {"transform": "translate(56 0)"}},
    ),
    "vg-validation-0055": Hand(
        "place add",
        "Put a rock next to the beach umbrella",
        add='<path d="M282 461l4 -20l17 -14l21 2l13 17l3 15z" fill="#9E9E9E"/><path d="M316 461l4 -22l4 -10l13 17l3 15'
        'z" fill="#6E6E6E"/>',
    ),
    "vg-validation-0057": Hand("place count", "office towers to two", copies={110: "translate(188 0)"}),
    "vg-validation-0058": Hand(
        "display replace",
        "cup of yoghurt",
        gone=(79, 80, 81, 82, 83, 84, 85),
        add='<path d="M388 172h90l-13 87h-64z" fill="#E53935"/><ellipse cx="433" cy="168" rx="52" ry="12" fill="#7E35A8"'
        "/>"
        + "".join(
            f'<circle cx="{x}" cy="{y}" r="6" fill="#FF85B3"/>'
            for x, y in ((414, 202), (433, 198), (452, 202), (418, 230), (434, 236), (449, 228))
        ),
    ),
    "vg-validation-0059": Hand(
        "speech bubble",
        "Good morning!",
        add='<path d="M22 416h126q14 0 14 14v2l26 14l-28 -4q-4 10 -12 10h-126q-14 0 -14 -14v-8q0 -14 14 -14z" '
        'fill="#FFF6E0" stroke="#333" stroke-width="2"/><text x="85" y="439" font-family="sans-serif" font-size="16" '
        'font-weight="bold" text-anchor="middle" fill="#222">Good morning!</text>',
    ),
    "vg-validation-0061": Hand(
        "logo plate",
        "should sit on a circle",
        gone=(23, 24, 25, 26, 27, 28),
        below={
            29: '<circle cx="184" cy="186" r="112" fill="#0E1834"/><circle cx="184" cy="180" r="112" fill="#1A2B5F"/>'
            '<circle cx="184" cy="180" r="101" fill="#FFDA2D"/><path d="M184 79a101 101 0 0 1 0 202z" fill="#EDBE0B"/>'
            '<circle cx="184" cy="180" r="82" fill="#FFF6E0"/><circle cx="184" cy="180" r="92" fill="none" '
            'stroke="#FFEA80" stroke-width="2" stroke-dasharray="7 5"/>'
        },
    ),
    "vg-validation-0065": Hand("logo tagline", "write “Small batches only”", words={38: "Small batches only"}),
    "vg-validation-0067": Hand(
        "face mouth",
        "broad grin that shows its teeth",
        gone=(49, 50, 51),
        add='<path d="M188 330h136q-8 66 -68 66t-68 -66z" fill="#fff" stroke="#212121" stroke-width="7"/><path '
        'd="M192 358q64 8 128 0M222 332v56M256 332v62M290 332v56" fill="none" stroke="#999" stroke-width="2"/>',
    ),
    "vg-validation-0068": Hand(
        "face background",
        "pattern of confetti",
        gone=tuple(range(7, 37)),
        below={
            37: "".join(
                f'<rect x="{x - 10}" y="{y - 3.5}" width="20" height="7" fill="{("#2962C9", "#F48FB1")[index % 2]}" '
                f'transform="rotate({turn} {x} {y})"/>'
                for index, (x, y, turn) in enumerate(SNIPPETS)
            )
        },
    ),
    "vg-validation-0069": Hand(
        "place replace",
        "there should be a ball",
        gone=(119, 120, 121, 122, 123),
        add='<circle cx="553" cy="446" r="18" fill="#fff"/><path d="M553 446L553 428A18 18 0 0 1 568.6 437Z" '
        'fill="#4CAF50"/><path d="M553 446L568.6 455A18 18 0 0 1 553 464Z" fill="#8E24AA"/><path d="M553 446L537.4 455A'
        '18 18 0 0 1 537.4 437Z" fill="#D32F2F"/><circle cx="553" cy="446" r="18" fill="none" stroke="#888"/>',
    ),
    "vg-validation-0071": Hand(
        "face expression",
        "hearts for eyes, no brows and a broad grin",
        gone=(43, 51, 63),
        below={
            66: heart(198, 240, 26)
            + heart(314, 240, 26)
            + '<path d="M182 330h148q-8 68 -74 68t-74 -68z" fill="#fff" stroke="#212121" stroke-width="7"/><path '
            'd="M187 360q69 8 138 0M218 332v56M256 332v64M294 332v56" fill="none" stroke="#999" stroke-width="2"/>'
        },
    ),
    "vg-validation-0073": Hand(
        "sticker",
        "burst of sixteen blunt points",
        add=f'<polygon points="{star(500, 60, 49, 16, 0.85)}" fill="#6B1B2A"/><text x="500" y="68" font-family='
        '"sans-serif" font-size="25" font-weight="bold" text-anchor="middle" fill="#fff">Best!</text>',
    ),
    "vg-validation-0075": Hand(
        "ribbon",
        "TOP 10",
        add='<path d="M316 26h196v52h-196l20 -26z" fill="#D32F2F"/><text x="424" y="62" font-family="sans-serif" '
        'font-size="28" font-weight="bold" text-anchor="middle" fill="#fff">TOP 10</text>',
    ),
    "vg-validation-0007": Hand(
        "glyph sign", "question mark instead of the plus sign", gone=(31, 32, 33, 34), add=question_mark()
    ),
    "vg-validation-0028": Hand(
        "icon plate",
        "rounded square instead of a shield",
        gone=(35, 36, 37, 38, 39),
        below={
            40: '<rect x="102" y="112" width="308" height="308" rx="50" fill="#000000" fill-opacity="0.3"/>'
            '<rect x="102" y="102" width="308" height="308" rx="50" fill="#FF7F66"/>'
            '<rect x="118" y="118" width="276" height="276" rx="42" fill="#6E2E94"/>'
            '<rect x="129" y="129" width="254" height="254" rx="36" fill="none" stroke="#A75CC4" stroke-width="3" '
            'stroke-dasharray="9 6"/>'
        },
    ),
    "vg-validation-0049": Hand(
        "single pattern", "small stars in coral", gone=tuple(range(12, 39)), below={39: scattered_stars()}
    ),
    "vg-validation-0056": Hand(
        "glyph decoration",
        "thin white (#F7F9FA) line",
        gone=(36,),
        add='<path d="M201 192v-8q4 -60 68 -60q70 2 70 70q0 36 -40 80l-97 117h151" fill="none" stroke="#F7F9FA" '
        'stroke-width="14"/>',
    ),
    "vg-validation-0077": Hand(
        "single pattern", "round dots in coral", gone=tuple(range(6, 31)), below={31: scattered_dots()}
    ),
}
