"""Functions for all margins: points near the figure, lines along its sides, and recorded labels."""

from ..pen import Pen

BOX = "current bounding box"


def corner(where: str, across: str = "0mm", up: str = "0mm") -> str:
    """Return a point near the current figure; `where` names a corner or a side of it."""
    return f"([shift={{({across},{up})}}]{BOX}.{where})"


def along(pen: Pen, side: str, gap: int) -> tuple[str, str]:
    """Write the ends of a line along a side, `gap` mm outside, without changing the bounding box. Return the ends."""
    start, end, across, up = {
        "top": ("north west", "north east", 0, gap),
        "bottom": ("south west", "south east", 0, -gap),
        "left": ("south west", "north west", -gap, 0),
        "right": ("south east", "north east", gap, 0),
    }[side]
    first, second = pen.random.choice((("from", "to"), ("p", "q"), ("lo", "hi"), ("first", "last"), ("E1", "E2")))
    shift = f"{across}mm", f"{up}mm"
    pen.line(
        f"\\path[overlay] {corner(start, *shift)} coordinate ({first}) {corner(end, *shift)} coordinate ({second});"
    )
    return f"({first})", f"({second})"


def text(pen: Pen, pool: tuple[str, ...]) -> str:
    """Return a text that is not in the figure, and record it as a label."""
    label = pen.random.choice(pool)
    pen.named.append(pen.label_of(label))
    return label
