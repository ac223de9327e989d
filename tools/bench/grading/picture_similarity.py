"""Visual similarity of drawings: 1,000 pairs, compared with a loop over cairosvg and scikit-image.

The drawings are scenes of VectorGym, and answers are the same with some numbers changed. The loop renders and compares
on white only; ours on white and on black, with the checks and the sandbox that a model's answers need.
"""

import io
import random
import re
from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from sgpkit.families.vectorgym.content import scenes
from sgpkit.graphics import raster
from sgpkit.metrics import pictures
from sgpkit.metrics.pictures import svg_similarity
from tools.bench.measure import Figure, at_least, seconds

PAIRS = 1_000
ANSWERS = 5
"""Number of answers per task, as in the paper; the reference is rendered once."""

DIFFERENT = 200
"""Number of pairs without equal drawings. Both sides use the same renderer, so the gain is from running on all
processors.
"""

GOAL = 4.0
NUMBER = re.compile(r"(?<=[ \"])\d{2,3}(?=[ \"])")


def figures() -> Iterator[Figure]:
    painted = [scenes.write(scenes.draw(kind, random.Random(0))) for kind in scenes.KINDS[:4]]
    raster.render_many(painted, 64)  # workers start
    of_processors = min(GOAL, float(raster.workers()))
    for tasks, answers_each, goal in ((PAIRS // ANSWERS, ANSWERS, GOAL), (DIFFERENT, 1, of_processors)):
        references, answers = pairs(tasks, answers_each)
        pictures.MEMORY.forget()
        ours = seconds(partial(svg_similarity.score, answers, references))
        again = seconds(partial(svg_similarity.score, answers, references))
        theirs = seconds(partial(loop, answers, references))
        what = f"similarity of {len(answers):,} pairs against a loop, {answers_each} a task"
        yield at_least(what, theirs / ours, goal)
        yield at_least(f"{what}, again", theirs / again, GOAL)


def pairs(tasks: int, answers_each: int) -> tuple[list[str], list[str]]:
    """Return references, each repeated for its answers, and the answers."""
    references, answers = [], []
    for task in range(tasks):
        generator = random.Random(f"bench:{task}")
        code = scenes.write(scenes.draw(generator.choice(scenes.KINDS), generator))
        references += [code] * answers_each
        answers += [altered(code, generator) for _ in range(answers_each)]
    return references, answers


def altered(code: str, generator: random.Random) -> str:
    """Return the drawing with a tenth of its larger integers slightly changed."""

    def moved(number: re.Match[str]) -> str:
        return str(int(number[0]) + generator.randint(-4, 4)) if generator.random() < 0.1 else number[0]

    return NUMBER.sub(moved, code)


def loop(answers: Sequence[str], references: Sequence[str]) -> list[tuple[float, float]]:
    from skimage.metrics import structural_similarity

    scores = []
    for answer, reference in zip(answers, references, strict=True):
        first, second = painted(answer), painted(reference)
        ssim = structural_similarity(first, second, win_size=svg_similarity.WINDOW, channel_axis=2)
        scores.append((float(ssim), float(((first / 255.0 - second / 255.0) ** 2).mean())))
    return scores


def painted(code: str) -> "np.ndarray":
    import cairosvg
    from PIL import Image

    size = svg_similarity.SIZE
    png = cairosvg.svg2png(bytestring=code.encode(), output_width=size, output_height=size, background_color="white")
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))
