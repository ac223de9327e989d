"""Perturbed programs: the rows, the single proof of each program, and programs without a proof."""

import itertools
from collections import Counter

from sgpkit.benchmark import Skipped
from sgpkit.data import build
from sgpkit.families.sgp_bench import BENCHMARKS
from sgpkit.families.sgp_bench.sources import invariance, svg_folder, svg_objects
from sgpkit.graphics import perturb
from sgpkit.sandbox import parallel

INVARIANCE = next(benchmark for benchmark in BENCHMARKS if benchmark.config == "sgp-svg-invariance")


def first(count, seed=0):
    return [row for _, row in itertools.islice(invariance.perturbed_rows("", seed), count)]


def test_each_program_has_its_questions_under_every_motion():
    rows = first(2 * 44)
    assert len({row["id"] for row in rows}) == 88
    for program in (rows[:44], rows[44:]):
        assert len({row["code"] for row in program}) == 1
        assert Counter((row["motion"], row["draw"]) for row in program) == dict.fromkeys(invariance.WANTED, 4)
    for four in (rows[start : start + 4] for start in range(0, 88, 4)):
        assert len({(row["program"], row["motion"], row["draw"]) for row in four}) == 1
        assert len({row["question"] for row in four}) >= 3
    assert parallel.CHUNK % 4 == 0, "the questions of a perturbed program go to the same worker"


def test_the_programs_are_those_of_sgp_svg_that_have_room_to_move():
    taken = {row["program"] for row in first(3 * 44)}
    for rows in itertools.islice(svg_objects.program_rows("0"), 6):
        program = rows[0]["cluster"]
        if program in taken:
            of_it = [row for row in first(3 * 44) if row["program"] == program][:4]
            assert [{name: row[name] for name in rows[0]} | {"id": ""} for row in of_it] == [
                row | {"id": ""} for row in rows
            ]
        elif taken and program < max(taken):
            assert not invariance.is_movable(rows[0]["code"])


def test_a_finished_row_holds_its_motion_and_is_moved_by_it():
    rows = [invariance.proven(row) for row in first(44)[::4]]
    assert all(row.keys() == INVARIANCE.rows.columns.keys() for row in rows)
    original, *moved = rows
    assert (original["translate_x"], original["translate_y"], original["rotate"]) == (0.0, 0.0, 0.0)
    for row in moved:
        assert row["code"] != original["code"] and row["image"] != original["image"]
        assert "transform" not in row["code"] or "transform" in original["code"]
        assert (row["rotate"] != 0) is (row["motion"] == "SE2")
        again = perturb.transform(original["code"], (row["translate_x"], row["translate_y"]), row["rotate"])
        assert again == row["code"]
    assert len({row["code"] for row in rows}) == 11


def test_a_program_is_proven_once_for_all_its_questions(monkeypatch):
    invariance.moved_program.cache_clear()
    proofs = []
    verify = perturb.verify
    monkeypatch.setattr(perturb, "verify", lambda *args, **options: (proofs.append(args), verify(*args, **options)))
    for row in first(12):
        invariance.proven(row)
    assert 2 <= len(proofs) <= 2 * invariance.PROOFS
    assert len({after for _, after, _ in proofs}) == len(proofs)


def test_an_unproven_motion_is_drawn_again(monkeypatch):
    invariance.moved_program.cache_clear()
    seen = []

    def verify(before, after, motion, **options):
        seen.append(motion)
        if len(seen) < 3:
            raise perturb.Unproven("a shape was left behind")

    monkeypatch.setattr(perturb, "verify", verify)
    monkeypatch.setattr(perturb, "stays_on_canvas", lambda *args, **options: True)
    row = invariance.proven(first(5)[4])
    assert len(set(seen)) == 3 and row["translate_x"] == seen[2].translate.x
    invariance.moved_program.cache_clear()


def test_what_cannot_be_proven_or_moved_becomes_no_row(monkeypatch):
    row = first(5)[4]
    invariance.moved_program.cache_clear()

    def unproven(*args, **options):
        raise perturb.Unproven("a shape was left behind")

    monkeypatch.setattr(perturb, "stays_on_canvas", lambda *args, **options: True)
    monkeypatch.setattr(perturb, "verify", unproven)
    skipped = invariance.proven(row)
    assert (
        skipped.name == row["id"] and skipped.reason == "12 motions were not proven; the last: a shape was left behind"
    )
    invariance.moved_program.cache_clear()

    def unsupported(*args, **options):
        raise perturb.Unsupported("/svg/image[1]", "a bitmap cannot be turned")

    monkeypatch.setattr(perturb, "transform", unsupported)
    assert invariance.proven(row).reason == "cannot be moved: /svg/image[1]: a bitmap cannot be turned"
    invariance.moved_program.cache_clear()


def test_other_seeds_move_otherwise():
    moved = [invariance.proven(row) for row in (first(5)[4], first(5, seed=1)[4])]
    assert moved[0]["translate_x"] != moved[1]["translate_x"]


def test_a_folder_of_icons_is_perturbed_and_streams(tmp_path):
    icon = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M8 8h{0}v8h-{0}z"/></svg>'
    for number, name in enumerate(("cat", "dog", "bee", "owl", "ant")):
        (tmp_path / f"{name}.svg").write_text(icon.format(4 + number))
    (tmp_path / "broken.svg").write_text("<svg")
    source = invariance.perturbed(invariance.names_of(svg_folder.svg_questions))
    items = list(source(str(tmp_path), 0))
    assert len(items) == 5 * 11 + 1 and sum(isinstance(item, Skipped) for item in items) == 1
    name, path = build.choose_source(INVARIANCE, str(tmp_path))
    report = build.build(INVARIANCE, tmp_path / "out", name, path, limit=11)
    assert report.rows == {"test": 11}


def test_the_declared_size_is_the_papers():
    assert INVARIANCE.rows.counts == {"test": 13_200}
