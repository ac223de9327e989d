"""Moving drawings: golden files, geometry compared with an independent reader, refusals, and failures of the proof."""

import csv
import gzip
import math
import random
import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sgpkit.graphics import perturb, raster, svg
from sgpkit.graphics.geometry import Affine, Point, rotation, translation
from sgpkit.graphics.svg import outline, path
from sgpkit.status import Rejected, Status

GOLDEN = Path(__file__).parent / "golden"
DRAWINGS = sorted(GOLDEN.glob("*.svg"))
MOTIONS = {
    "T": perturb.Motion(Point(2.5, -1.25)),
    "SE2": perturb.Motion(Point(2.5, -1.25), 10.0),
}
MOVED = [(source, kind) for source in DRAWINGS for kind in MOTIONS if (source.stem, kind) != ("shifted_only", "SE2")]
NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?")


def drawing(inside: str, attributes: str = 'viewBox="0 0 100 100"') -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}>{inside}</svg>'


def moved(code: str, motion: perturb.Motion) -> str:
    return perturb.transform(code, motion.translate, motion.rotate)


def as_affine(motion: perturb.Motion, middle: Point = Point(50.0, 50.0)) -> Affine:
    return translation(*motion.translate) @ rotation(motion.rotate, middle)


def samples(code: str, by: Affine | None = None) -> list[Point]:
    """Return points along every drawn outline, in the root's coordinates, as read by `svg.shapes`."""
    matches = []
    for shape in svg.shapes(code):
        for subpath in shape.outline:
            for start, piece in outline.steps(subpath):
                matches += [outline.point_at(start, piece, share / 4) for share in range(5)]
    return [by(point) for point in matches] if by is not None else matches


def apart(one: list[Point], other: list[Point]) -> float:
    assert len(one) == len(other)
    return max((here.distance(there) for here, there in zip(one, other, strict=True)), default=0.0)


@pytest.mark.parametrize(("source", "kind"), MOVED, ids=lambda value: getattr(value, "stem", value))
def test_golden(source, kind):
    assert moved(source.read_text(), MOTIONS[kind]) == source.with_suffix(f".{kind}.txt").read_text()


@pytest.mark.parametrize(("source", "kind"), MOVED, ids=lambda value: getattr(value, "stem", value))
def test_golden_files_are_proven(source, kind):
    after = source.with_suffix(f".{kind}.txt").read_text()
    perturb.verify(source.read_text(), after, MOTIONS[kind], paint=raster.paint)


@pytest.mark.parametrize("source", DRAWINGS, ids=lambda path: path.stem)
def test_a_shift_changes_nothing_but_numbers(source):
    """The exceptions are attributes for a position of 0, and separators of numbers that lost their sign."""
    before, after = source.read_text(), moved(source.read_text(), MOTIONS["T"])
    # A position that is not stated is 0, and must be stated after the move.
    after = re.sub(r'(<circle|<text|<linearGradient) (?:[xy]\d?|c[xy])="2.5"( (?:y|cy)="-1.25")?', r"\1", after)
    after = re.sub(r'<linearGradient y1="-1.25" y2="-1.25"', "<linearGradient", after)

    def masked(text):
        text = re.sub(r"#[\s,#]*#", "#", NUMBER.sub("#", text).replace("#px", "#").replace("#%", "#"))
        return text.replace("translate(#) ", "")  # inserted before a list

    assert masked(after) == masked(before)


def test_no_transform_is_added():
    for source, kind in MOVED:
        before, after = source.read_text(), source.with_suffix(f".{kind}.txt").read_text()
        assert len(re.findall(r"\btransform\s*=", after)) == len(re.findall(r"\btransform\s*=", before))


def test_no_motion_changes_nothing():
    for source in DRAWINGS:
        assert perturb.transform(source.read_text()) == source.read_text()


PIXEL = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
GRADIENT = '<linearGradient id="a"><stop stop-color="red"/></linearGradient>'
TURNED, SHIFTED = MOTIONS["SE2"], MOTIONS["T"]


@pytest.mark.parametrize(
    ("inside", "motion", "where", "why"),
    [
        ("<g><text>a</text></g>", TURNED, "/svg/g[1]/text[1]", "rotating text requires a transform"),
        (f'<image href="{PIXEL}" width="5" height="5"/>', TURNED, "/svg/image[1]", "rotating image requires a transform"),
        ('<svg width="5" height="5"><path d="M0 0h4v4"/></svg>', TURNED, "/svg/svg[1]", "rotating svg requires a transform"),
        ('<symbol id="s"/><use href="#s"/>', TURNED, "/svg/use[1]", "symbol requires a transform"),
        ('<circle r="4"><animate attributeName="cx"/></circle>', SHIFTED, "/svg/circle[1]/animate[1]", "animation"),
        ('<path d="M0 0L5"/>', SHIFTED, "/svg/path[1]", "invalid path data: 'L' takes 2 numbers"),
        ('<path d="M0 0,,5 5"/>', SHIFTED, "/svg/path[1]", "invalid path data"),
        ('<path d="L0 0"/>', SHIFTED, "/svg/path[1]", "must begin with 'M'"),
        ('<path d="M0 0A4 4 0 2 1 9 9"/>', TURNED, "/svg/path[1]", "arc flag"),
        ('<polygon points="1 2 3"/>', SHIFTED, "/svg/polygon[1]", "points"),
        ('<text x="1em">a</text>', SHIFTED, "/svg/text[1]", "depends on the font"),
        ('<rect x="wide" width="4" height="4"/>', SHIFTED, "/svg/rect[1]", "'wide' is not a length"),
        ('<g transform="turn(4)"><path d="M0 0h4"/></g>', SHIFTED, "/svg/g[1]", "transform"),
        ('<g transform="scale(2)" transform-origin="5 5"/>', SHIFTED, "/svg/g[1]", "transform-origin"),
        ('<circle style="cx:5px" r="4"/>', SHIFTED, "/svg/circle[1]", "cx in a style sheet"),
        ("<style>circle { transform: scale(2) }</style><circle r='4'/>", SHIFTED, "/svg/circle[1]", "transform in a"),
        ('<style>rect{fill:red}</style><rect width="4" height="4"/>', TURNED, "/svg/rect[1]", "became a path"),
        ('<path style="clip-path:circle(4px)" d="M0 0h4"/>', SHIFTED, "/svg/path[1]", "instead of a reference"),
        (f'{GRADIENT}<g fill="url(#a)"><path d="M0 0h4v4"/><path d="M9 9h4v4"/></g>', TURNED, "/svg/g[1]/path[2]", "several"),
        ('<radialGradient id="a"/><path d="M0 0h4v9" fill="url(#a)"/>', TURNED, "/svg/radialGradient[1]", "square"),
        ('<pattern id="p" width="1" height="1"/><path d="M0 0h4v9" fill="url(#p)"/>', TURNED, "/svg/path[1]", "patternTransform"),
        ('<mask id="m"/><path d="M0 0h4v9" mask="url(#m)"/>', TURNED, "/svg/path[1]", "mask region"),
        ('<filter id="f"><feTurbulence/></filter><path d="M0 0h4v9" filter="url(#f)"/>', SHIFTED, "/svg/filter[1]/feTurbulence[1]", "absolute positions"),
        ('<clipPath id="c" clipPathUnits="objectBoundingBox"/><path d="M0 0h4" clip-path="url(#c)"/>', TURNED, "/svg/clipPath[1]", "bounding-box"),
        ('<text><textPath href="#a">a</textPath></text>', SHIFTED, "/svg/text[1]/textPath[1]", "textPath"),
    ],
)  # fmt: skip
def test_what_cannot_be_moved_is_refused_with_its_path_and_why(inside, motion, where, why):
    with pytest.raises(perturb.Unsupported) as refused:
        moved(drawing(inside), motion)
    assert refused.value.path == where
    assert why in refused.value.reason
    assert str(refused.value) == f"{where}: {refused.value.reason}"


def test_a_transform_around_takes_up_the_turn_of_what_cannot_turn_itself():
    code = drawing('<g transform="translate(5 6)"><text>a</text><path d="M1 2h3"/></g><path d="M1 2h3"/>')
    after = moved(code, TURNED)
    assert '<text>a</text><path d="M1 2h3"/></g>' in after
    assert after.count('d="M1 2h3"') == 1
    before, by = samples(code), as_affine(TURNED)
    assert apart(list(map(by, before)), samples(after)) < 1e-3


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("", Status.NO_ANSWER),
        ("no drawing", Status.PARSE_ERROR),
        ("<svg><g></svg>", Status.PARSE_ERROR),
        ('<svg viewBox="0 0 0 5"/>', Status.PARSE_ERROR),
        ('<!DOCTYPE svg [<!ENTITY a "b">]><svg/>', Status.UNSAFE),
        ("<svg><script/></svg>", Status.UNSAFE),
        (f"<svg>{'<g>' * 5000}{'</g>' * 5000}</svg>", Status.TOO_LARGE),
        ('<svg><g id="a"><use href="#a"/></g></svg>', Status.PARSE_ERROR),
    ],
)
def test_what_is_no_drawing_is_rejected(code, status):
    with pytest.raises(Rejected) as rejected:
        perturb.transform(code, (1.0, 1.0), 5.0)
    assert rejected.value.status == status


coordinate = st.integers(-9000, 9000).map(lambda number: number / 100)
radius = st.integers(1, 4000).map(lambda number: number / 100)
PLACES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "Z": 0}


@st.composite
def path_data(draw):
    """A strategy for path data: any commands, in upper or lower case, without repeated letters, with minimal
    separators."""
    words = [f"{draw(st.sampled_from('Mm'))}{draw(coordinate)} {draw(coordinate)}"]
    for _ in range(draw(st.integers(1, 8))):
        letter = draw(st.sampled_from("MLHVCSQTAZmlhvcsqtaz"))
        sets = 1 if letter in "Zz" else draw(st.integers(1, 2))
        text = ""
        for _ in range(sets):
            if letter in "Aa":
                sizes = [draw(radius), draw(radius), draw(st.integers(0, 180))]
                flags = draw(st.sampled_from(["0 0 ", "1,0,", "01", "1 1"]))
                numbers = " ".join(map(str, sizes)) + f" {flags}{draw(coordinate)} {draw(coordinate)}"
            else:
                drawn = [draw(coordinate) for _ in range(PLACES[letter.upper()])]
                numbers = "".join(
                    f"{number}" if number < 0 and index else f"{' ' if index else ''}{number}"
                    for index, number in enumerate(drawn)
                )
                numbers = re.sub(r"(?<!\d)0\.", ".", numbers) if draw(st.booleans()) else numbers
            text += (" " if text else "") + numbers
        words.append(letter + text)
    return draw(st.sampled_from(["", " ", "\n"])).join(words)


motions = st.builds(
    perturb.Motion,
    st.builds(Point, st.integers(-500, 500).map(lambda n: n / 100), st.integers(-500, 500).map(lambda n: n / 100)),
    st.sampled_from([0.0, 0.0, 7.3, -15.0, 90.0, 11.1]),
)


def is_delicate(data: str) -> bool:
    """Return whether an arc has a tiny chord, so that no grid of a canvas can represent its end."""
    for subpath in path.subpaths(data):
        for start, piece in outline.steps(subpath):
            if isinstance(piece, outline.Arc) and start.distance(piece.end) < 0.02 * max(
                piece.radius_x, piece.radius_y
            ):
                return True
    return False


@given(path_data(), motions)
@example("M0 0.01L0 0", perturb.Motion(Point(0.0, 0.0), 7.3))  # a path may begin at any distance from the origin
@example("m.004-.003h.01", perturb.Motion(Point(0.0, 0.0), 7.3))
@example("M9 9A.01.31 0 0 0 9.02 9", perturb.Motion(Point(0.0, 0.0), 7.3))
def test_paths_are_moved_as_their_outlines_are(data, motion):
    code = drawing(f'<path d="{data}" stroke="red"/>')
    if is_delicate(data):
        return
    by = as_affine(motion)
    # Half a step of the grid at each end of a piece; of arcs, up to some steps of their centre.
    assert apart(list(map(by, samples(code))), samples(moved(code, motion))) < 0.02


@given(path_data(), motions, motions)
def test_two_motions_are_their_composition_and_the_inverse_leads_back(data, first, second):
    code = drawing(f'<path d="{data}" stroke="red"/><line x1="20" y2="30" stroke="red"/>')
    if is_delicate(data):
        return
    once = moved(code, first)
    by = as_affine(second) @ as_affine(first)
    assert apart(list(map(by, samples(code))), samples(moved(once, second))) < 0.04
    shifted_back = perturb.transform(once, (-first.translate.x, -first.translate.y))
    assert apart(samples(code), samples(perturb.transform(shifted_back, rotate=-first.rotate))) < 0.04


def test_a_shift_on_the_grid_is_exact():
    code = drawing('<path d="M1.23456789 2 3 4.5l1 1"/><rect x=".000001" width="2" height="2"/>')
    there = perturb.transform(code, (0.125, -3.001))
    assert 'd="M1.35956789 -1.001 3.125 1.499l1 1"' in there
    assert 'x=".125001" y="-3.001"' in there or 'y="-3.001" x=".125001"' in there
    assert apart(samples(code), samples(perturb.transform(there, (-0.125, 3.001)))) < 1e-12


@pytest.mark.parametrize(("canvas", "positions"), [(24, 4), (512, 3), (1024, 2), (0.5, 6), (100_000, 0)])
def test_numbers_are_as_long_as_the_canvas_needs(canvas, positions):
    code = drawing(
        f'<path d="M{canvas / 4} {canvas / 4}L{canvas / 2} {canvas / 3:.3f}"/>', f'viewBox="0 0 {canvas} {canvas}"'
    )
    after = perturb.transform(code, rotate=12.0)
    written = re.search(r' d="([^"]*)"', after)[1]
    assert max(len(number.partition(".")[2]) for number in NUMBER.findall(written)) == positions
    by = rotation(12.0, Point(canvas / 2, canvas / 2))
    assert apart(list(map(by, samples(code))), samples(after)) < canvas * 1e-5


def test_half_turns_keep_their_centre():
    code = drawing('<path d="M20 50a17.3 17.3 0 1 0 34.6 0A17.3 17.3 0 0 0 20 50"/>')
    for degrees in range(-15, 16):
        after = perturb.transform(code, (1.0, 2.0), degrees)
        by = translation(1.0, 2.0) @ rotation(degrees, Point(50, 50))
        assert apart(list(map(by, samples(code))), samples(after)) < 2e-3


@pytest.mark.parametrize(
    "data",
    [
        "M10 10A1e-200 1e-200 0 0 1 20 20",
        "M10 10A1e-200 5 0 0 1 20 20",
        "M10 0A5 5 0 0 1 10 1e-200",
        "M0 0L1e-320 0c1e-320 0 0 1e-320 1e-300 0",
        "M0 0a9e8 1e-9 0 0 1 1e-9 9e8",
    ],
)
def test_numbers_next_to_nothing_are_moved(data):
    """Their squares are 0, and quotients by them are infinite."""
    code = drawing(f'<path d="{data}" stroke="red"/>')
    for motion in MOTIONS.values():
        moved(moved(code, motion), motion)


def test_flags_stay_one_digit():
    code = drawing('<path d="M10 50a5 5 0 01.5 2 5 7 30 1110-4l2 3"/><path d="M10 50a5 5 0 0 1-.5 2"/>')
    after = moved(code, TURNED)
    assert apart(list(map(as_affine(TURNED), samples(code))), samples(after)) < 2e-3
    assert re.search(r'd="M[\d. ]+a5 5 0 01', after)


def test_text_that_is_not_ascii_stays():
    code = drawing('<!-- né 日本 --><g id="größe"><title>„x“</title><path d="M1 1h2"/></g><desc>ü</desc>')
    assert perturb.transform(code, (1.0, 1.0)) == code.replace("M1 1", "M2 2")


# The proof


def scene(rng: random.Random, size: float) -> list[str]:
    """Shapes on a background, apart from each other: (name, x, y, colour) as code with a placeholder for the
    position."""
    spots = [(x, y) for x in range(20, 90, 20) for y in range(20, 90, 20)]
    rng.shuffle(spots)
    shapes = []
    for x, y in spots[:7]:
        level = rng.choice((0, 90, 180, 225))
        paint = f'fill="#{level:02x}{rng.choice((0, level)):02x}{level:02x}"'
        shapes.append(
            rng.choice(
                (
                    f'<circle cx="{x}" cy="{y}" r="{size / 2}" {paint}/>',
                    f'<path d="M{x} {y}h{size}v{size}h-{size}z" {paint}/>',
                    f'<polygon points="{x},{y} {x + size},{y} {x},{y + size}" {paint}/>',
                    f'<line x1="{x}" y1="{y}" x2="{x + size}" y2="{y + size}" stroke="#000" stroke-width="{size / 3}"/>',
                )
            )
        )
    return shapes


@pytest.mark.parametrize("kind", ["T", "SE2"])
@pytest.mark.parametrize("size", [0.5, 1.0, 4.0])
def test_one_element_left_behind_is_seen(kind, size):
    """0.5 of a canvas of 100 is 2.5 pixels of 512: 0.002 % of the picture, less for a triangle or a line."""
    rng = random.Random(f"{kind}:{size}")
    shapes = scene(rng, size)
    code = drawing("".join(shapes))
    motion = perturb.draw_motion(code, kind, rng)
    after = moved(code, motion)
    perturb.verify(code, after, motion, paint=raster.paint)
    parts = [moved(drawing(shape), motion)[len(drawing("")) - 6 : -6] for shape in shapes]
    assert drawing("".join(parts)) == after
    middle = as_affine(motion)
    for index, shape in enumerate(shapes):
        spot = samples(drawing(shape))[0]
        if spot.distance(middle(spot)) < size / 4:
            continue  # next to the fixed point of the motion
        behind = drawing("".join([*parts[:index], shape, *parts[index + 1 :]]))
        with pytest.raises(perturb.Unproven):
            perturb.verify(code, behind, motion, paint=raster.paint)


FAINT = '<path d="M5 5h90v90h-90z" fill="#ccc"/>{}<circle cx="30" cy="30" r="9" fill="#36c"/>'


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('<path d="M40 40h8v8z" fill="#c4c4c4"/>', ""),
        ('<path d="M40 40h8v8z" fill="#c4c4c4"/>', '<path d="M40 40h8v8z" fill="#c4c4c4"/>'),
        ('<path d="M40 40h40" stroke="#000" stroke-width=".1"/>', ""),
        ("", '<circle cx="60" cy="60" r=".4"/>'),
        ('<path d="M40 40h8v8z"/>', '<path d="M42.1 38.75h8v8z"/>'),
        ('<path d="M40 40h8v8z" fill="red"/>', '<path d="M42.5 38.75h8v8z" fill="#f00800"/>'),
    ],
    ids=["missing, faint", "left behind, faint", "hairline missing", "dot added", "0.4 % beside", "colour changed"],
)
def test_the_proof_fails_on_what_is_wrong(before, after):
    around = moved(drawing(FAINT.format("<g/>")), SHIFTED)
    with pytest.raises(perturb.Unproven):
        perturb.verify(drawing(FAINT.format(before)), around.replace("<g/>", after), SHIFTED, paint=raster.paint)


@pytest.mark.parametrize("size", ["", 'width="503px" height="503px"'])
def test_the_published_defect_fails(size):
    """It fails even if width and height equal the viewBox, since such a drawing does not scale with its frame."""
    code = drawing('<path d="M40 40h8v8z"/>', f'viewBox="0 0 503 503" x="0px" y="0px" {size}')
    after = moved(code, SHIFTED).replace("viewBox", "viewbox")
    with pytest.raises(perturb.Unproven):
        perturb.verify(code, after, SHIFTED, paint=raster.paint)


def test_what_cannot_be_painted_is_not_proven():
    code = drawing('<path d="M40 40h8v8z"/>')
    with pytest.raises(perturb.Unproven, match="cannot be read"):
        perturb.verify(code, code[:-5], SHIFTED, paint=raster.paint)
    with pytest.raises(Rejected):
        perturb.verify(code[:-5], code, SHIFTED, paint=raster.paint)


@pytest.mark.process
def test_a_foreign_drawing_is_painted_in_the_sandbox_by_default():
    code = drawing('<path d="M40 40h8v8z"/>')
    perturb.verify(code, moved(code, TURNED), TURNED)


def test_motions_are_small_and_the_same_for_the_same_seed():
    code = drawing('<path d="M40 40h8v8z"/>', 'viewBox="0 0 200 100"')
    for seed in range(200):
        for kind in perturb.KINDS:
            (dx, dy), degrees = perturb.draw_motion(code, kind, random.Random(seed))
            assert min(abs(dx), abs(dy)) >= 1 - 1e-9 and max(abs(dx), abs(dy)) <= 5
            assert (degrees == 0) if kind == "T" else (3 <= abs(degrees) <= 15)
            assert perturb.draw_motion(code, kind, random.Random(seed)) == ((dx, dy), degrees)
    with pytest.raises(ValueError, match="'R'"):
        perturb.draw_motion(code, "R", random.Random(0))


@pytest.mark.parametrize(
    ("inside", "motion", "stays"),
    [
        ('<path d="M40 40h8v8z"/>', perturb.Motion(Point(5.0, 5.0), 15.0), True),
        ('<path d="M2 40h8v8z"/>', perturb.Motion(Point(-5.0, 0.0)), False),
        ('<path d="M2 2h8v8z"/>', perturb.Motion(Point(0.0, 0.0), 15.0), False),
        ('<path d="M10 50h80" stroke="#000" stroke-width="4"/>', perturb.Motion(Point(0.0, 0.0), 15.0), True),
        ('<path d="M10 96h80" stroke="#000" stroke-width="4"/>', perturb.Motion(Point(0.0, 3.0)), False),
        ('<path d="M-9 40h4v4z"/>', perturb.Motion(Point(0.0, 0.0)), False),
        ("", perturb.Motion(Point(50.0, 0.0)), True),
    ],
)
def test_what_leaves_the_canvas(inside, motion, stays):
    assert perturb.stays_on_canvas(drawing(inside), motion, paint=raster.paint) is stays


# Published drawings


def published(folder: Path, name: str) -> list[str]:
    csv.field_size_limit(10**8)
    with gzip.open(folder / "sgp-bench" / f"{name}.csv.gz", "rt", newline="") as file:
        questions = [row["Question"] for row in csv.DictReader(file)]
    return [question[question.index("<svg") : question.rindex("</svg>") + 6] for question in questions]


def first_pair(code: str) -> Point:
    match = re.search(r"\s(?:d|points)=\"\s*[Mm]?\s*(-?[\d.]+)[\s,]*(-?[\d.]+)", code)
    return Point(float(match[1]), float(match[2])) if match else Point(0.0, 0.0)


@pytest.mark.slow
@pytest.mark.realdata
def test_no_published_translation_is_proven(fixtures_path):
    originals = published(fixtures_path, "inv")
    assert len(originals) == 210
    pairs = {
        (before, after)
        for draw in range(5)
        for before, after in zip(originals, published(fixtures_path, f"inv_t{draw}"), strict=True)
    }
    for before, after in sorted(pairs):
        motion = perturb.Motion(first_pair(after) - first_pair(before))
        assert math.hypot(*motion.translate) < 60
        with pytest.raises(perturb.Unproven):
            perturb.verify(before, after, motion)


@pytest.mark.process
@pytest.mark.realdata
@pytest.mark.parametrize("kind", perturb.KINDS)
def test_published_originals_are_moved_and_proven(fixtures_path, kind):
    for number, code in enumerate(sorted(set(published(fixtures_path, "inv")))[::4]):
        motion = perturb.draw_motion(code, kind, random.Random(number))
        perturb.verify(code, moved(code, motion), motion)
