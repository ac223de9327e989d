"""`sgpkit dataset probe` on built folders: its table, its JSON, and its exit code."""

import json
from types import MappingProxyType

import pytest
from toy_probed import BENCHMARK, question

from sgpkit.benchmark import Source, families
from sgpkit.cli.main import main
from sgpkit.data import build
from sgpkit.families.sgp_bench import ILLUSION

pytestmark = pytest.mark.process

PATHS = {"A": "LLL", "B": "HHH", "C": "CCC", "D": "QQQ"}


def toy(gives_away):
    """Return a benchmark whose builtin rows name the answer by their command letters, or do not."""

    def rows(path, seed):
        for index in range(80):
            letter = "ABCD"[(index * 7 + index // 4) % 4]
            row = question(1000 * seed + index, letter, path=PATHS[letter] if gives_away else "")
            yield "test", row | {"source": "builtin", "license": "CC0-1.0"}

    return BENCHMARK.replacing(
        config="toy-probed",
        columns=BENCHMARK.rows.columns | {"code": "string"},
        sources={"builtin": Source(rows)},
        counts={"test": 80},
        score=ILLUSION.scoring.score,
        headline=("accuracy",),
    )


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a function that builds and registers a toy benchmark."""

    def built(gives_away, name="data"):
        benchmark = toy(gives_away)
        monkeypatch.setattr(families, "locate", lambda config: ("toy", benchmark))
        build.build(benchmark, tmp_path / name)
        return tmp_path / name

    return built


def test_rows_that_give_nothing_away_pass(folder, capsys):
    assert main(["dataset", "probe", str(folder(False))]) == 0
    shown = capsys.readouterr().out
    assert "all within limits" in shown and "another seed" in shown


def test_rows_that_give_the_answer_away_end_with_1(folder, capsys):
    assert main(["dataset", "probe", str(folder(True)), "--json"]) == 1
    (probed,) = json.loads(capsys.readouterr().out)
    figures = {(figure["probe"], figure["split"]): figure for figure in probed["figures"]}
    assert not probed["passes"] and not figures["letters", "random"]["passes"]
    assert figures["letters", "random"]["value"] == 1.0 and figures["letters", "random"]["limit"] == pytest.approx(0.35)
    assert figures["tags", "random"]["passes"]


def test_real_rows_that_give_as_much_away_excuse_ours(folder, capsys):
    real = folder(True, "real")
    assert main(["dataset", "probe", str(folder(True)), "--real", str(real)]) == 0
    assert "100.0%" in capsys.readouterr().out


def test_a_folder_that_is_none_and_a_config_that_is_not_there_are_refused(folder, tmp_path, capsys):
    assert main(["dataset", "probe", str(tmp_path / "none")]) == 2
    assert main(["dataset", "probe", str(folder(False)), "--config", "sgp-svg"]) == 2
    assert "has no config 'sgp-svg'" in capsys.readouterr().err


def test_the_card_and_the_report_show_what_was_probed(folder, tmp_path, capsys):
    """Figures are stored with their rows, and not used for other rows."""
    from sgpkit.data import probe_records, record
    from sgpkit.quality.probing import kept_or_probed
    from sgpkit.reports.overview import section
    from sgpkit.runs import data

    built = folder(True)
    benchmark = families.locate("toy-probed")[1]
    assert probe_records.read(built, "toy-probed", record.find(built, "toy-probed")) is None
    kept = kept_or_probed(built, benchmark)
    assert kept and kept.real == "" and max(figure["value"] for figure in kept.figures) == 1.0
    loaded = data.load(str(built), benchmark)
    assert loaded.probes == kept

    class Asked:
        """A run over these rows, with the fields that a section reads."""

        run = type("", (), {"data": loaded})
        benchmark = families.locate("toy-probed")[1]
        figures = MappingProxyType({"value": 0.5, "by": {}, "parts": {}, "method": ""})

    shown = section([Asked]).shortcuts
    assert shown[0]["probe"] == "letters" and shown[0]["high"] == 1.0
    made = json.loads((built / "toy-probed" / "build.json").read_text())
    made["sha256"] = dict.fromkeys(made["sha256"], "0" * 64)
    (built / "toy-probed" / "build.json").write_text(json.dumps(made))
    assert probe_records.read(built, "toy-probed", record.find(built, "toy-probed")) is None


def test_copies_say_what_training_rows_teach(folder, capsys):
    """No drawing is a copy of another, but the nearest one by letters has the answer."""
    built = folder(True)
    assert main(["dataset", "copies", f"{built}:toy-probed:test", "--of", f"{built}:toy-probed:test", "--json"]) == 1
    (compared,) = json.loads(capsys.readouterr().out)
    assert compared["learned"][0]["figures"][0]["value"] == 1.0


def test_a_part_of_the_rows_is_probed_when_asked_and_a_whole_build_always(folder, tmp_path):
    from sgpkit.quality.probing import kept_or_probed

    built = folder(True)
    benchmark = families.locate("toy-probed")[1]
    build.build(benchmark, tmp_path / "part", limit=12)
    assert kept_or_probed(tmp_path / "part", benchmark, parts=False) is None
    assert kept_or_probed(tmp_path / "part", benchmark, parts=True) is not None
    assert kept_or_probed(tmp_path / "part", benchmark, parts=False) is not None, "what is kept costs nothing"
    assert kept_or_probed(built, benchmark, parts=False) is not None
