"""Further edits made by hand, of kinds that `edits_by_hand` lacks: charts and diagrams in other forms, other
layouts."""

import math
from collections.abc import Mapping, Sequence

from edits_by_hand import Hand, star

SANS = 'font-family="sans-serif"'
BOLD = f'{SANS} font-weight="bold"'


def around(x: float, y: float, reach: float, share: float) -> tuple[float, float]:
    """Return the point on a circle after a share of a turn, clockwise from the top."""
    turn = 2 * math.pi * share
    return round(x + reach * math.sin(turn), 1), round(y - reach * math.cos(turn), 1)


def corners(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)


def web(names: Sequence[str], series: Sequence[tuple[str, str, Sequence[int]]]) -> str:
    """Return a radar chart up to 60, around (242, 270)."""
    count = len(names)
    parts = []
    for level in range(1, 6):
        ring = corners([around(242, 270, 27.6 * level, index / count) for index in range(count)])
        parts.append(f'<polygon points="{ring}" fill="none" stroke="#BEBC9E"/>')
    for index, name in enumerate(names):
        x, y = around(242, 270, 138, index / count)
        parts.append(f'<line x1="242" y1="270" x2="{x}" y2="{y}" stroke="#BEBC9E"/>')
        x, y = around(242, 270, 152, index / count)
        anchor = "middle" if abs(x - 242) < 5 else "start" if x > 242 else "end"
        parts.append(
            f'<text x="{x}" y="{y + 5}" {BOLD} font-size="13" text-anchor="{anchor}" fill="#263238">{name}</text>'
        )
    for light, dark, values in series:
        points = [around(242, 270, 138 * value / 60, index / count) for index, value in enumerate(values)]
        parts.append(f'<polygon points="{corners(points)}" fill="{light}" fill-opacity="0.4"/>')
        parts.append(f'<polygon points="{corners(points)}" fill="none" stroke="{light}" stroke-width="3"/>')
        parts += [f'<circle cx="{x}" cy="{y}" r="4.4" fill="{dark}"/>' for x, y in points]
    for level in range(1, 6):
        parts.append(
            f'<text x="246" y="{281 - 27.6 * level:.1f}" {SANS} font-size="10" fill="#263238">{12 * level}</text>'
        )
    return "".join(parts)


def lines(names: Sequence[str], series: Sequence[tuple[str, str, Sequence[int]]], step: int = 24) -> str:
    """Return a line chart up to five steps, from (70, 120) to (440, 400)."""
    parts = []
    for level in range(6):
        y = 400 - 56 * level
        parts.append(f'<path d="M70 {y}H460" stroke="#B79A8E"/>')
        parts.append(
            f'<text x="62" y="{y + 4}" {SANS} font-size="12" text-anchor="end" fill="#101B3D">{step * level}</text>'
        )
    across = [100 + 66 * index for index in range(len(names))]
    parts += [
        f'<text x="{x}" y="422" {BOLD} font-size="12" text-anchor="middle" fill="#101B3D">{name}</text>'
        for x, name in zip(across, names, strict=True)
    ]
    for light, dark, values in series:
        points = [(x, round(400 - 56 * value / step, 1)) for x, value in zip(across, values, strict=True)]
        parts.append(f'<polyline points="{corners(points)}" fill="none" stroke="{light}" stroke-width="3"/>')
        parts += [f'<circle cx="{x}" cy="{y}" r="4.5" fill="{dark}"/>' for x, y in points]
    return "".join(parts)


def bars(looks: Sequence[str], rows: Sequence[Sequence[int]]) -> str:
    """Return bars of several series next to each other, 7.3 units high per unit of a value, with their values."""
    parts = []
    for group, values in enumerate(zip(*rows, strict=True)):
        for index, (look, value) in enumerate(zip(looks, values, strict=True)):
            x, y = round(91.7 + 77.2 * group + 21 * index, 1), round(400 - 7.3 * value, 1)
            parts.append(f'<rect x="{x}" y="{y}" width="20" height="{400 - y:.1f}" {look}/>')
            parts.append(
                f'<text x="{x + 10:.1f}" y="{y - 5:.1f}" {BOLD} font-size="11" text-anchor="middle">{value}</text>'
            )
    return "".join(parts)


def stacks(names: Sequence[str], looks: Sequence[str], rows: Sequence[Sequence[int]]) -> str:
    """Return stacked bars from x 84 to 470, 1.825 units high per unit of a value, with names below and values
    inside."""
    parts = []
    step = 386 / len(names)
    for index, (name, values) in enumerate(zip(names, zip(*rows, strict=True), strict=True)):
        middle, y = round(84 + step * (index + 0.5), 1), 400.0
        parts.append(f'<text x="{middle}" y="420" {SANS} font-size="13" text-anchor="middle">{name}</text>')
        for look, value in zip(looks, values, strict=True):
            y -= 1.825 * value
            parts.append(f'<rect x="{middle - 15:.1f}" y="{y:.1f}" width="30" height="{1.825 * value:.1f}" {look}/>')
            parts.append(
                f'<text x="{middle}" y="{y + 0.9 * value + 4:.1f}" {SANS} font-size="11.5" text-anchor="middle">'
                f"{value}</text>"
            )
    return "".join(parts)


def pyramid(levels: Sequence[tuple[str, str, str, str]]) -> str:
    """Return numbered levels below (250, 92), each with its name and another line to the right."""
    parts = []
    high = 394 / len(levels)
    for index, (fill, ink, name, more) in enumerate(levels):
        top, bottom = 92 + high * index, 88 + high * (index + 1)
        a, b = (214 * (y - 92) / 394 for y in (top, bottom))
        y = (top + bottom) / 2
        parts.append(
            f'<path d="M{250 - a:.0f} {top:.0f}H{250 + a:.0f}L{250 + b:.0f} {bottom:.0f}H{250 - b:.0f}Z" fill="{fill}"/>'
            f'<path d="M{250 + (a + b) / 2:.0f} {y:.0f}H486" stroke="#A56B78" stroke-width="2" stroke-dasharray="5 4"/>'
            f'<text x="246" y="{y + 7:.0f}" {BOLD} font-size="18" text-anchor="middle" fill="{ink}">{index + 1}</text>'
            f'<text x="494" y="{y:.0f}" {BOLD} font-size="18" fill="#6B1B2A">{name}</text>'
            f'<text x="494" y="{y + 17:.0f}" {SANS} font-size="13" fill="#6B1B2A">{more}</text>'
        )
    return "".join(parts)


def ring(slices: Sequence[tuple[int, str, str]]) -> str:
    """Return a doughnut around (262, 270) with the values on its slices."""
    total = sum(value for value, _, _ in slices)
    parts, begin = [], 0.0
    for value, fill, ink in slices:
        end = begin + value / total
        (a, b), (c, d) = around(262, 270, 150, begin), around(262, 270, 150, end)
        (e, f), (g, h) = around(262, 270, 78, end), around(262, 270, 78, begin)
        parts.append(
            f'<path d="M{a} {b}A150 150 0 0 1 {c} {d}L{e} {f}A78 78 0 0 0 {g} {h}Z" fill="{fill}" stroke="#fff" '
            'stroke-width="2"/>'
        )
        x, y = around(262, 270, 114, (begin + end) / 2)
        parts.append(
            f'<text x="{x}" y="{y + 5}" {BOLD} font-size="15" text-anchor="middle" fill="{ink}">{value}</text>'
        )
        begin = end
    return "".join(parts)


def keys(entries: Sequence[tuple[str, str]]) -> str:
    """Return the entries of a legend below (500, 133)."""
    return "".join(
        f'<rect x="497" y="{133 + 26 * index}" width="14" height="14" rx="3" fill="{color}"/>'
        f'<text x="519" y="{145 + 26 * index}" {SANS} font-size="14" fill="#16224D">{name}</text>'
        for index, (color, name) in enumerate(entries)
    )


def cycle(items: Sequence[tuple[str, str, str, str]]) -> str:
    """Return numbered boxes in a ring around (360, 285), joined by arrows."""
    parts = [
        '<defs><marker id="tip" orient="auto" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="5" markerHeight="5">'
        '<path d="M0 0L10 5L0 10Z" fill="#74708B"/></marker></defs>'
        '<circle cx="360" cy="285" r="62" fill="none" stroke="#74708B" stroke-width="3" stroke-dasharray="6 5"/>'
        f'<text x="360" y="292" {BOLD} font-size="20" text-anchor="middle" fill="#18244A">levels</text>'
    ]
    positions = [around(0, 0, 1, index / len(items)) for index in range(len(items))]
    spots = [(round(360 + 235 * x), round(290 + 172 * y)) for x, y in positions]
    for (x, y), (left, top) in zip(spots, [*spots[1:], spots[0]], strict=True):
        parts.append(
            f'<path d="M{x + 0.36 * (left - x):.0f} {y + 0.36 * (top - y):.0f}L{x + 0.64 * (left - x):.0f} '
            f'{y + 0.64 * (top - y):.0f}" stroke="#74708B" stroke-width="4" marker-end="url(#tip)"/>'
        )
    for index, ((x, y), (fill, ink, name, more)) in enumerate(zip(spots, items, strict=True), start=1):
        parts.append(
            f'<rect x="{x - 76}" y="{y - 36}" width="152" height="72" rx="12" fill="{fill}"/>'
            f'<text x="{x}" y="{y - 12}" {BOLD} font-size="16" text-anchor="middle" fill="{ink}">{index}</text>'
            f'<text x="{x}" y="{y + 8}" {BOLD} font-size="17" text-anchor="middle" fill="{ink}">{name}</text>'
            f'<text x="{x}" y="{y + 26}" {SANS} font-size="12" text-anchor="middle" fill="{ink}">{more}</text>'
        )
    return "".join(parts)


def discs(color: str, ink: str) -> str:
    return "".join(
        f'<circle cx="{x}" cy="{y}" r="27" fill="{color}"/><polygon points="{star(x, y, 18, 5, 0.42)}" fill="{ink}"/>'
        for x in (30, 482)
        for y in (30, 482)
    )


BEANIE = (
    '<path d="M120 196C116 96 190 66 256 66S396 96 392 196Z" fill="#FFE100"/>'
    '<rect x="106" y="176" width="300" height="44" rx="20" fill="#D9BE00"/><circle cx="256" cy="58" r="24" fill="#FFF4A0"/>'
)
BRANCH = (
    '<path d="M133 335V375H247V415" fill="none" stroke="#3B445D" stroke-width="4"/>'
    '<path d="M247 418L253 404H241Z" fill="#3B445D"/>'
)

MORE: Mapping[str, Hand] = {
    "vg-validation-0006": Hand(
        "chart category",
        "“Air” 56, “Water” 23",
        gone=(19, 30, 36, 37, 38, 44, 45, 46, 52),
        add=web(
            ("Well", "Lake", "Sea", "Tap", "Rain", "River"),
            (("#35BFC9", "#25868D", (8, 42, 56, 52, 12, 56)), ("#D32F2F", "#A31515", (27, 23, 44, 48, 8, 23))),
        ),
    ),
    "vg-validation-0011": Hand(
        "diagram split",
        "Color the second turquoise",
        gone=(42, 52, 62, 72, 82, 92),
        add=pyramid(
            (
                ("#B4DC4C", "#1F2A37", "Board 1", "three people"),
                ("#35BFC9", "#1F2A37", "Board 2", "three people"),
                ("#2F7DE1", "#FFFFFF", "Directors", "eight people"),
                ("#F57C00", "#1F2A37", "Managers", "forty people"),
                ("#D32F2F", "#FFFFFF", "Leads", "ninety people"),
                ("#00897B", "#FFFFFF", "Staff", "six hundred people"),
                ("#FF7F66", "#1F2A37", "Trainees", "two hundred people"),
            )
        ),
    ),
    "vg-validation-0036": Hand(
        "diagram form",
        "numbered boxes in a ring",
        gone=(40, 48, 56, 64, 72),
        add=cycle(
            (
                ("#FF7F66", "#1F2A37", "Board", "three people"),
                ("#F48FB1", "#1F2A37", "Directors", "eight people"),
                ("#A4D037", "#1F2A37", "Managers", "forty people"),
                ("#2F7DE1", "#FFFFFF", "Leads", "ninety people"),
                ("#12807A", "#FFFFFF", "Staff", "six hundred people"),
            )
        ),
    ),
    "vg-validation-0041": Hand(
        "display layout",
        "four rows with one each",
        sets={
            **{
                index: {"x": f"{17 + shift}", "y": f"{97 + 104 * row + shift}", "width": "446", "height": "94"}
                for row in range(4)
                for index, shift in ((29 + 3 * row, 3), (30 + 3 * row, 0))
            },
            44: {"transform": "translate(164.4 24) scale(0.6)"},
            51: {"transform": "translate(27.6 128) scale(0.6)"},
            65: {"transform": "translate(164.4 109) scale(0.6)"},
            81: {"transform": "translate(27.6 213) scale(0.6)"},
        },
    ),
    "vg-validation-0046": Hand(
        "logo layout",
        "emblem on the left",
        gone=(54,),
        sets={
            0: {"width": "720", "height": "360", "viewBox": "0 0 720 360"},
            1: {"d": "M0 0H720V360H0Z"},
            **{index: {"transform": "translate(-76 2)"} for index in range(2, 47)},
            **{index: {"transform": "translate(264 -214)"} for index in range(47, 54)},
        },
    ),
    "vg-validation-0054": Hand(
        "chart form",
        "Redraw the data as a line chart",
        gone=(29, 41, 48, 49, 50, 57, 58, 59, 66, 67, 68, 75),
        add=lines(
            ("Straps", "Hands", "Dials", "Glass", "Bells", "Springs"),
            (
                ("#2F7DE1", "#1F5CAD", (38, 28, 17, 25, 51, 42)),
                ("#43A047", "#2A7530", (13, 33, 17, 7, 52, 13)),
                ("#FFDA2D", "#EDBE0B", (47, 17, 48, 13, 30, 15)),
            ),
            step=12,
        ),
    ),
    "vg-validation-0072": Hand(
        "chart series",
        "Add another series “Cargo”",
        gone=(48, 79),
        sets={90: {"height": "92"}},
        add=bars(
            ('class="st2951"', 'class="st6155"', 'fill="#7B3FB5"'),
            ((2, 14, 32, 33, 6), (16, 5, 9, 14, 11), (31, 5, 29, 19, 20)),
        )
        + '<rect x="497" y="185" width="14" height="14" rx="3" fill="#7B3FB5"/>'
        f'<text x="519" y="197" {SANS} font-size="14" class="st1090">Cargo</text>',
    ),
    "vg-validation-0074": Hand(
        "chart category",
        "missing at the end: “2020”",
        gone=(40, 48, 91),
        add=stacks(
            [str(year) for year in range(2013, 2021)],
            ('class="st8796"', 'class="st1828"'),
            ((71, 58, 88, 64, 49, 74, 86, 73), (46, 87, 37, 76, 29, 59, 45, 38)),
        ),
    ),
    "vg-validation-0083": Hand(
        "frame",
        "gold (#CF9B17) discs",
        add='<rect x="11" y="11" width="490" height="490" fill="none" stroke="#1A2B5F" stroke-width="22"/>'
        + discs("#CF9B17", "#1A2B5F"),
    ),
    "vg-validation-0087": Hand(
        "display layout",
        "four rows with one each",
        sets={
            **{
                index: {"x": f"{17 + shift}", "y": f"{97 + 104 * row + shift}", "width": "446", "height": "94"}
                for row in range(4)
                for index, shift in ((44 + 2 * row, 3), (45 + 2 * row, 0))
            },
            **{55 + row: {"transform": f"translate(198 {101 + 104 * row}) scale(0.85)"} for row in range(4)},
        },
    ),
    "vg-validation-0092": Hand(
        "chart form",
        "as a line chart instead",
        gone=(23, 35, 42, 52, 62, 72),
        add=lines(
            ("30 min", "60 min", "15 min", "Early", "On time", "Canceled"),
            (
                ("#FF7F66", "#B25947", (77, 63, 93, 62, 43, 58)),
                ("#E53935", "#B71C1C", (42, 42, 60, 87, 69, 52)),
                ("#FB8C00", "#D96B00", (55, 92, 55, 97, 66, 93)),
            ),
        ),
    ),
    "vg-validation-0095": Hand(
        "place exchange",
        "the sofa and the television",
        sets={
            185: {"transform": "translate(10 241.4) scale(1.608)"},
            186: {"transform": "translate(480.2 291.3) scale(1.044)"},
        },
    ),
    "vg-validation-0099": Hand("face hat", "a beanie on top of the head", add=BEANIE),
}
"""Edits by row id, written before any of them was scored."""
