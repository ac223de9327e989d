"""Moving drawings: how many real icons can be moved, what it costs beside svgelements, and what the proof costs.

SGPKIT_ICONS names a folder with a folder of SVG files for each icon package (`npm pack`, unpacked); a seeded sample of
each is taken. Without it, the drawings are the molecules that the toolkit makes itself.
"""

import io
import os
import random
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from bench.measure import Figure, at_least, ratio
from builders.ssvg_bench.generate_molecules import molecules
from sgpkit.graphics import perturb, raster
from sgpkit.graphics.geometry import Point
from sgpkit.status import Rejected

SAMPLE = 500  # drawings of each package
MOST_TIMED = 200
GOALS = {"T": 99.0, "SE2": 98.0}
SPEED = {"T": 4, "SE2": 3}  # times as fast as svgelements; a turn rewrites every number
NAMES = {"T": "shifted", "SE2": "turned and shifted"}
TIMED = {"T": perturb.Motion(Point(1.0, 2.0)), "SE2": perturb.Motion(Point(1.0, 2.0), 10.0)}
SVG = "{http://www.w3.org/2000/svg}"
SHAPES = frozenset(f"{SVG}{tag}" for tag in ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon"))
GEOMETRY = frozenset(["d", "x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2", "points"])


def figures() -> Iterator[Figure]:
    packages = drawings()
    together = [code for codes in packages.values() for code in codes]
    codes = random.Random(0).sample(together, min(MOST_TIMED, len(together)))
    yield from speed(codes)
    yield share_of_renderers(codes[:50])
    for package, codes in packages.items():
        for kind, goal in GOALS.items():
            outcomes = Counter(moved_and_proven(codes, kind))
            told = "".join(f", {count} {outcome}" for outcome, count in sorted(outcomes.items()) if outcome != "proven")
            share = 100 * outcomes["proven"] / len(codes)
            yield at_least(f"{package}: {len(codes)} {NAMES[kind]} and proven{told}", share, goal, "%")


def drawings() -> dict[str, list[str]]:
    """The drawings to move, by the package that they come from."""
    place = os.environ.get("SGPKIT_ICONS")
    if not place:
        return {"molecules": [row["code"] for split, row in molecules("", 0) if split == "test"][:100]}
    found = {}
    for folder in sorted(path for path in Path(place).iterdir() if path.is_dir()):
        files = sorted(folder.rglob("*.svg"))
        sample = random.Random(f"0:{folder.name}").sample(files, min(SAMPLE, len(files)))
        if sample:
            found[folder.name] = [path.read_text(encoding="utf-8") for path in sample]
    return found


def moved_and_proven(codes: list[str], kind: str) -> list[str]:
    """For each drawing `proven`, or what it was refused for."""

    def one(job: tuple[int, str]) -> str:
        number, code = job
        try:
            motion = perturb.draw_motion(code, kind, random.Random(f"0:{number}:{kind}"))
            perturb.verify(code, perturb.transform(code, motion.translate, motion.rotate), motion)
        except (perturb.Unsupported, perturb.Unproven, Rejected) as refused:
            return type(refused).__name__.lower()
        return "proven"

    with ThreadPoolExecutor(raster.workers()) as executor:
        return list(executor.map(one, enumerate(codes)))


def speed(codes: list[str]) -> Iterator[Figure]:
    """Against svgelements: every shape read, moved, and written back into the document."""
    movable = [code for code in codes if all(is_movable(code, motion) for motion in TIMED.values())]
    matrices = {kind: matrix(motion) for kind, motion in TIMED.items()}

    def ours(*kinds: str) -> None:
        for kind in kinds:
            for code in movable:
                perturb.transform(code, TIMED[kind].translate, TIMED[kind].rotate)

    def theirs(*kinds: str) -> None:
        for kind in kinds:
            for code in movable:
                with_svgelements(code, matrices[kind])

    what = f"moving {len(movable)} drawings against svgelements"
    for kind, name in NAMES.items():
        value = ratio(lambda kind=kind: ours(kind), lambda kind=kind: theirs(kind))  # type: ignore[misc]
        yield at_least(f"{what}: {name}", value, SPEED[kind])
    yield at_least(f"{what}: half of each", ratio(lambda: ours(*NAMES), lambda: theirs(*NAMES)), 4)


def is_movable(code: str, motion: perturb.Motion) -> bool:
    try:
        perturb.transform(code, motion.translate, motion.rotate)
    except (perturb.Unsupported, Rejected):
        return False
    return True


def matrix(motion: perturb.Motion) -> Any:
    import svgelements

    # About the middle of one canvas for all: which point it is makes no difference to the work.
    found = svgelements.Matrix(f"rotate({motion.rotate}, 12, 12)")
    found.post_translate(*motion.translate)
    return found


def with_svgelements(code: str, by: Any) -> str:
    """What a user of svgelements would write: its own writer keeps neither ids nor comments."""
    import svgelements

    drawing = svgelements.SVG.parse(io.StringIO(code), reify=True)
    outlines = [(svgelements.Path(element) * by).d() for element in drawing.elements(is_shape)]
    root = ElementTree.fromstring(code)
    shapes = [element for element in root.iter() if element.tag in SHAPES]
    for element, outline in zip(shapes, outlines, strict=False):
        for name in GEOMETRY & element.attrib.keys():
            del element.attrib[name]
        element.tag = f"{SVG}path"
        element.set("d", outline)
    return ElementTree.tostring(root, "unicode")


def is_shape(element: Any) -> bool:
    import svgelements

    return isinstance(element, svgelements.Shape)


def share_of_renderers(codes: list[str]) -> Figure:
    """Of the time to move and prove, how much the renderers take: one process, so that nothing else is counted."""
    spent = 0.0

    def paint(*arguments: Any, **options: Any) -> raster.Pixels:
        nonlocal spent
        start = time.perf_counter()
        pixels = raster.paint(*arguments, **options)
        spent += time.perf_counter() - start
        return pixels

    start = time.perf_counter()
    for number, code in enumerate(codes):
        motion = perturb.draw_motion(code, "SE2", random.Random(number))
        try:
            perturb.verify(code, perturb.transform(code, motion.translate, motion.rotate), motion, paint=paint)
        except (perturb.Unsupported, perturb.Unproven, Rejected):
            continue
    share = 100 * spent / (time.perf_counter() - start)
    return at_least("renderers' share of moving and proving", share, 70, "%")
