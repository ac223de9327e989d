"""Losses over steps as a picture, SVG and PNG: every step as a faint line, their running mean as a strong one."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from sgpkit.errors import UserError
from sgpkit.files import write_atomically

from .losses import Step

WIDTH, HEIGHT = 760, 420
LEFT, RIGHT, TOP, BOTTOM = 64, 24, 36, 54
TICKS = 6
POINTS = 600
"""Maximum number of points of a curve; longer trainings are drawn by the means of neighbouring steps."""

SMOOTHING = 100
"""The running mean covers this share of the steps of a training."""

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00")
"""Colours that people with any colour vision can distinguish: https://jfly.uni-koeln.de/color/"""


def write(trainings: Mapping[str, Sequence[Step]], path: Path) -> list[Path]:
    """Write PATH.svg and PATH.png; `path` has no suffix."""
    import cairosvg

    code = drawing(trainings)
    path.parent.mkdir(parents=True, exist_ok=True)
    paths = [path.with_name(f"{path.name}.svg"), path.with_name(f"{path.name}.png")]
    write_atomically(paths[0], code)
    write_atomically(paths[1], cairosvg.svg2png(bytestring=code.encode(), scale=2))
    return paths


def drawing(trainings: Mapping[str, Sequence[Step]]) -> str:
    """Return the losses of up to six trainings, by name, as SVG. Raises UserError for more, or for no steps."""
    if not trainings or not all(trainings.values()):
        raise UserError("there is no step to draw yet")
    if len(trainings) > len(COLOURS):
        raise UserError(f"{len(trainings)} trainings are too many for one picture; expected up to {len(COLOURS)}")
    last = max(steps[-1].step for steps in trainings.values())
    highest = max(step.loss for steps in trainings.values() for step in steps)
    lowest = min(0.0, *(step.loss for steps in trainings.values() for step in steps))
    ticks_up, ticks_across = ticks(lowest, highest), ticks(0, last)
    bottom, top = ticks_up[0], max(ticks_up[-1], highest)

    def across(step: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * step / last

    def up(loss: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (loss - bottom) / ((top - bottom) or 1)

    pieces = [f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>']
    for tick in ticks_up:
        pieces.append(line(LEFT, up(tick), WIDTH - RIGHT, up(tick), "#ddd"))
        pieces.append(words(LEFT - 8, up(tick) + 4, f"{tick:g}", "end"))
    for tick in ticks_across:
        pieces.append(line(across(tick), HEIGHT - BOTTOM, across(tick), HEIGHT - BOTTOM + 5, "#444"))
        pieces.append(words(across(tick), HEIGHT - BOTTOM + 20, f"{tick:,g}", "middle"))
    pieces.append(line(LEFT, HEIGHT - BOTTOM, WIDTH - RIGHT, HEIGHT - BOTTOM, "#444"))
    pieces.append(words((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, "step", "middle"))
    pieces.append(words(LEFT, TOP - 18, "loss on the answers' tokens", "start"))
    for (name, steps), colour in zip(trainings.items(), COLOURS, strict=False):
        for points, style in ((binned(steps), "0.9"), (binned(smoothed(steps)), "2.4")):
            track = " ".join(f"{across(step.step):.1f},{up(step.loss):.1f}" for step in points)
            faint = ' stroke-opacity="0.35"' if style == "0.9" else ""
            pieces.append(
                f'<polyline fill="none" stroke="{colour}" stroke-width="{style}" stroke-linejoin="round"{faint} '
                f'points="{track}"/>'
            )
        if len(trainings) > 1:
            row = TOP + 10 + 20 * list(trainings).index(name)
            pieces.append(line(WIDTH - RIGHT - 24, row, WIDTH - RIGHT, row, colour, 2.4))
            pieces.append(words(WIDTH - RIGHT - 32, row + 4, name, "end"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'role="img" font-family="sans-serif" font-size="13" fill="#222"><title>{escape(caption(trainings))}</title>'
        f"{''.join(pieces)}</svg>\n"
    )


def caption(trainings: Mapping[str, Sequence[Step]]) -> str:
    """Return the picture's title: each training's first and last smoothed loss."""
    text = (
        f"{name}: {smoothed(steps)[0].loss:.3f} at step {steps[0].step}, {smoothed(steps)[-1].loss:.3f} at step "
        f"{steps[-1].step}"
        for name, steps in trainings.items()
    )
    return f"Loss over steps. {'; '.join(text)}"


def smoothed(steps: Sequence[Step]) -> list[Step]:
    """The mean of each step and of those shortly before it."""
    width = max(1, len(steps) // SMOOTHING)
    smooth, total = [], 0.0
    for number, step in enumerate(steps):
        total += step.loss - (steps[number - width].loss if number >= width else 0.0)
        smooth.append(step._replace(loss=total / min(number + 1, width)))
    return smooth


def binned(steps: Sequence[Step]) -> list[Step]:
    """Return at most `POINTS` points, each the mean loss of neighbouring steps."""
    size = -(-len(steps) // POINTS)
    groups = [steps[start : start + size] for start in range(0, len(steps), size)]
    return [group[-1]._replace(loss=sum(step.loss for step in group) / len(group)) for group in groups]


def ticks(low: float, high: float) -> list[float]:
    """Return round numbers from below the lowest to near the highest."""
    span = (high - low) or abs(high) or 1.0
    power = 10.0**-12
    while not any(span / (power * factor) <= TICKS for factor in (1, 2, 5)):
        power *= 10
    size = next(power * factor for factor in (1, 2, 5) if span / (power * factor) <= TICKS)
    first = int(low // size)
    return [round(number * size, 12) for number in range(first, int(high / size + 1e-9) + 1)]


def line(x1: float, y1: float, x2: float, y2: float, colour: str, width: float = 1) -> str:
    """Return an SVG line between two points."""
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" stroke-width="{width:g}"/>'


def words(x: float, y: float, text: str, anchor: str) -> str:
    """Return an SVG text, escaped, with `anchor` as its `text-anchor`."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
