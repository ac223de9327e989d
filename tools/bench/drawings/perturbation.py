"""Moving drawings: the share of real ones that can be moved, the time compared with svgelements, and the cost of the
proof and of memory.

SGPKIT_ICONS names a folder with a folder of SVG files for each icon package (`npm pack`, unpacked); a seeded sample of
each is taken. SGPKIT_FIXTURES names a folder of samples of published data, all of whose SVG programs are used. Without
both, the drawings are the toolkit's own molecules.
"""

import csv
import gzip
import io
import itertools
import json
import os
import random
import re
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from unittest import mock
from xml.etree import ElementTree

from sgpkit.benchmark import Row, Skipped
from sgpkit.families.sgp_bench.sources import invariance
from sgpkit.families.ssvg_bench.sources.molecules import molecules
from sgpkit.graphics import perturb, raster
from sgpkit.graphics.geometry import Point
from sgpkit.graphics.perturb import proof
from sgpkit.status import Rejected
from tools.bench.measure import Figure, at_least, at_most, ratio

SAMPLE = 500  # drawings of each package
MOST_TIMED = 200
GOALS = {"T": 99.0, "SE2": 98.0}
SPEED = 4  # times as fast as svgelements
NAMES = {"T": "shifted", "SE2": "turned and shifted"}
TIMED = {"T": perturb.Motion(Point(1.0, 2.0)), "SE2": perturb.Motion(Point(1.0, 2.0), 10.0)}
PROGRAMS = 10  # of the builtin source, whose building is timed
PROGRAM = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
FEW, MANY = 300, 3000  # drawings, each moved ten times, for the memory
SVG = "{http://www.w3.org/2000/svg}"
SHAPES = frozenset(f"{SVG}{tag}" for tag in ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon"))
GEOMETRY = frozenset(["d", "x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2", "points"])


def figures() -> Iterator[Figure]:
    packages = drawings()
    together = [code for codes in packages.values() for code in codes]
    codes = random.Random(0).sample(together, min(MOST_TIMED, len(together)))
    yield from speed(codes)
    yield from shares_of_building()
    few, many = peak_memory(FEW), peak_memory(MANY)
    yield at_most(f"peak memory of moving {MANY:,} drawings ten times, beside {FEW:,}", many / few, 1.1, "×")
    for package, codes in packages.items():
        for kind, goal in GOALS.items():
            outcomes = moved_and_proven(codes, kind)
            share = 100 * outcomes.count("proven") / len(codes)
            yield at_least(f"{package}: {len(codes)} {NAMES[kind]} and proven", share, goal, "%")
            for reason, count in Counter(outcomes).items():
                if reason != "proven":
                    print(f"    {count} × {reason}")


def drawings() -> dict[str, list[str]]:
    """Return the drawings to move, by origin."""
    codes = {}
    if samples := os.environ.get("SGPKIT_FIXTURES"):
        for folder in sorted(path for path in Path(samples).iterdir() if path.is_dir()):
            texts = [text for file in sorted(folder.rglob("*")) if file.is_file() for text in texts_of(file)]
            if programs := list(dict.fromkeys(code for text in texts for code in PROGRAM.findall(text))):
                codes[folder.name] = programs
    if icons := os.environ.get("SGPKIT_ICONS"):
        for folder in sorted(path for path in Path(icons).iterdir() if path.is_dir()):
            files = sorted(folder.rglob("*.svg"))
            if sample := random.Random(f"0:{folder.name}").sample(files, min(SAMPLE, len(files))):
                codes[folder.name] = [path.read_text(encoding="utf-8") for path in sample]
    return codes or {"molecules": [row["code"] for split, row in molecules("", 0) if split == "test"][:100]}


def texts_of(file: Path) -> Iterator[str]:
    """Return the text in a table, a JSON document or a text file, without the format's own escapes."""
    csv.field_size_limit(10**9)
    if file.name.endswith(".csv.gz"):
        with gzip.open(file, "rt", encoding="utf-8", newline="") as opened:
            yield from itertools.chain.from_iterable(csv.reader(opened))
    elif file.suffix == ".json":
        waiting = [json.loads(file.read_text(encoding="utf-8"))]
        while waiting:
            value = waiting.pop()
            if isinstance(value, str):
                yield value
            elif isinstance(value, dict | list):
                waiting += reversed(list(value.values()) if isinstance(value, dict) else value)
    elif file.suffix in (".svg", ".txt"):
        yield file.read_text(encoding="utf-8")


def moved_and_proven(codes: list[str], kind: str) -> list[str]:
    """Return for each drawing `proven`, or the reason of its refusal."""

    def one(job: tuple[int, str]) -> str:
        number, code = job
        try:
            motion = perturb.draw_motion(code, kind, random.Random(f"0:{number}:{kind}"))
            perturb.verify(code, perturb.transform(code, motion.translate, motion.rotate), motion)
        except (perturb.Unsupported, perturb.Unproven, Rejected) as refused:
            return f"{type(refused).__name__}: {refused}"
        return "proven"

    with ThreadPoolExecutor(raster.workers()) as executor:
        return list(executor.map(one, enumerate(codes)))


def speed(codes: list[str]) -> Iterator[Figure]:
    """Compare with svgelements: every shape is read, moved, and written back into the document."""
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
        yield at_least(f"{what}: {name}", value, SPEED)
    yield at_least(f"{what}: half of each", ratio(lambda: ours(*NAMES), lambda: theirs(*NAMES)), SPEED)


def is_movable(code: str, motion: perturb.Motion) -> bool:
    try:
        perturb.transform(code, motion.translate, motion.rotate)
    except (perturb.Unsupported, Rejected):
        return False
    return True


def matrix(motion: perturb.Motion) -> Any:
    import svgelements

    # All are rotated about the same point, which does not affect the time.
    turned = svgelements.Matrix(f"rotate({motion.rotate}, 12, 12)")
    turned.post_translate(*motion.translate)
    return turned


def with_svgelements(code: str, by: Any) -> str:
    """Move a drawing as a user of svgelements would: its own writer keeps neither ids nor comments."""
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


def shares_of_building() -> Iterator[Figure]:
    """Print the steps' shares of the time that building `sgp-svg-invariance` takes, proofs included, in one process."""
    spent: dict[str, float] = defaultdict(float)

    def timed(name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def measured(*arguments: Any, **options: Any) -> Any:
            start = time.perf_counter()
            try:
                return work(*arguments, **options)
            finally:
                spent[name] += time.perf_counter() - start

        return measured

    parts = ((raster, "paint"), (perturb, "transform"), (proof, "difference"), (raster, "png"))
    patches = [mock.patch.object(module, name, timed(name, getattr(module, name))) for module, name in parts]
    wanted = itertools.islice(invariance.perturbed_rows("", 0), 4 * len(invariance.WANTED) * PROGRAMS)
    for patch in patches:
        patch.start()
    start = time.perf_counter()
    for item in wanted:
        if not isinstance(item, Skipped):
            invariance.proven(item[1])
    total = time.perf_counter() - start
    for patch in patches:
        patch.stop()
    yield at_least(f"renderers' share of building {PROGRAMS} programs", 100 * spent.pop("paint") / total, 70, "%")
    names = {"transform": "moving", "difference": "comparing pictures", "png": "writing PNG"}
    print(
        "    "
        + ", ".join(
            f"{names[name]} {100 * seconds / total:.1f} %"
            for name, seconds in sorted(spent.items(), key=lambda item: -item[1])
        )
    )


def move_many(count: int) -> None:
    """Stream this number of drawings through the source of moved drawings, and move each as stated in its rows,
    without proof.
    """
    codes = [code for group in drawings().values() for code in group]

    def icons(path: str, seed: int) -> Iterator[tuple[str, Row]]:
        for number, code in enumerate(itertools.islice(itertools.cycle(codes), count)):
            yield "test", {"id": f"{number}", "cluster": f"{number}", "code": code}

    for item in invariance.perturbed(icons)("", 0):
        if not isinstance(item, Skipped) and item[1]["motion"] != "none":
            code, draw = item[1]["code"], random.Random(item[1][invariance.SEED])
            try:
                motion = perturb.draw_motion(code, item[1]["motion"], draw)
                perturb.transform(code, motion.translate, motion.rotate)
            except (perturb.Unsupported, Rejected):
                continue


def peak_memory(count: int) -> float:
    """Return the peak memory in kilobytes, measured in a separate process."""
    script = (
        "import resource; from tools.bench import perturbation\n"
        f"perturbation.move_many({count})\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    return float(done.stdout)
