"""`sgpkit annotate measure` and `sgpkit score` on small real runs, through the command line."""

import csv
import io
import json

import polars as pl
import pytest
import tiny_encoders

from sgpkit import published
from sgpkit.benchmark import families
from sgpkit.cli import main
from sgpkit.data import build
from sgpkit.runs import parts, run
from sgpkit.status import Status

pytestmark = [pytest.mark.perceptual, pytest.mark.sandbox]

ROWS = 6


def printed_by(*arguments):
    assert main.main([str(argument) for argument in arguments]) == 0


def built(benchmark, position):
    build.build(benchmark, position / "data", limit=ROWS, workers=2)
    return position


def answered(benchmark, position, completions, name="run"):
    """Return a run whose answers are the references, except for answers that are given by row number."""
    data = pl.read_parquet(next((position / "data").rglob("test*.parquet")))
    rows = data.to_dicts()
    items = [
        {"id": row["id"], "completion": completions.get(number, benchmark.evidence.reference(row))}
        for number, row in enumerate(rows)
    ]
    (position / f"{name}.jsonl").write_text("".join(json.dumps(item) + "\n" for item in items))
    run.run(benchmark, str(position / "data"), position / name, run.Options("replay", str(position / f"{name}.jsonl")))
    return position / name


def scored(folder):
    printed_by("score", folder)
    figures = json.loads((folder / "scores.json").read_text())
    return figures, pl.read_parquet(folder / "scores" / "part-*.parquet")


@pytest.fixture
def vgen(monkeypatch):
    benchmark = families.get("vgen-svg").replacing(
        learned={"clip": lambda row: row["caption"], "dino": lambda row: row["code"], "kid": lambda row: row["code"]},
        headline=("clip", "depiction"),
    )
    monkeypatch.setattr(families, "get", {benchmark.config: benchmark}.__getitem__)
    return benchmark


def test_generation_by_captions(vgen, tmp_path, models, capsys):
    folder = answered(vgen, built(vgen, tmp_path), {1: "no drawing", 2: "<svg><g></svg>", 3: "```svg\n<svg/>\n```"})
    before, _ = scored(folder)
    with_models = [f"clip={models / 'clip'}", f"dino={models / 'dino'}", f"kid={models / 'dino'}"]
    arguments = ["annotate", "measure", folder, "--device", "cpu"]
    for item in with_models:
        arguments += ["--with", item]
    printed_by(*arguments)
    assert "CLIP score" in capsys.readouterr().out
    figures, table = scored(folder)
    assert before["headline"] == "depiction"
    assert figures["headline"] == "clip"
    assert table["dino"].to_list() == pytest.approx([1, 0, 0, 0, 1, 1], abs=1e-5)
    assert table["clip"].to_list()[1:4] == [0, 0, 0]
    assert max(table["clip"]) > 0
    assert table["value"].to_list() == pytest.approx([entry / 100 for entry in table["clip"]])
    assert table["depiction"].mean() == pytest.approx(before["value"])
    assert table["status"].to_list()[1] == Status.NO_ANSWER
    assert figures["measured"]["clip"]["identity"]["model"] == "clip", "no place of this machine"
    assert 0 < figures["measured"]["clip"]["cut"] <= ROWS  # a token is a byte here; most captions have more than 77
    assert figures["summary"]["KID"]["value"] == pytest.approx(figures["measured"]["kid"]["value"])
    first = parts.Table.open(folder, "scores").digest()
    printed_by(*arguments)
    assert " 0 new" in capsys.readouterr().out
    scored(folder)
    assert parts.Table.open(folder, "scores").digest() == first


def test_the_originals_score_of_vgbench_is_printed_next_to_any_run(tmp_path, models, capsys):
    """The commands of docs/how-to/compare.md, with random weights, give the value that transformers computes from the
    drawings."""
    import torch
    from transformers import AutoProcessor, CLIPModel

    from sgpkit.graphics import raster

    position = built(families.get("vgen-svg"), tmp_path)
    folder = position / "blank"
    asked = ["run", "vgen-svg", "--data", position / "data", "--engine", "baseline", "--model", "blank"]
    printed_by(*asked, "--out", folder)
    printed_by("annotate", "measure", folder, "--with", f"long_clip={models / 'long-clip'}", "--device", "cpu")
    scored(folder)
    capsys.readouterr()
    printed_by("tables", "vgbench", folder, "--table", "5", "--format", "csv")
    (line,) = [line for line in capsys.readouterr().out.splitlines() if "originals of the rows" in line]
    rows = pl.read_parquet(next((position / "data").rglob("test*.parquet"))).to_dicts()
    clip = CLIPModel.from_pretrained(models / "long-clip").eval()
    processor = AutoProcessor.from_pretrained(models / "long-clip")
    size = clip.config.vision_config.image_size
    pictures = [raster.render(row["code"], size) for row in rows]
    limit = {"padding": True, "truncation": True, "max_length": 248}
    inputs = processor(text=[row["caption"] for row in rows], images=pictures, return_tensors="pt", **limit)
    with torch.no_grad():
        output = clip(**inputs)
    cosines = (output.image_embeds * output.text_embeds).sum(-1)
    expected = float((100 * cosines.clamp(min=0)).mean())
    assert float(line.split(",")[3]) == pytest.approx(expected, abs=0.05)


def test_complementary_metrics_and_their_average_are_printed_in_the_papers_table(tmp_path, models, capsys):
    """SSVG-Bench's Table 8 of a run with all its learned metrics: every column is filled, and the average follows from
    the line and the printed lines of Tables 7 to 12 by appendix E.1."""
    position = built(families.get("ssvg-geometry-svg"), tmp_path)
    folder = answered(families.get("ssvg-geometry-svg"), position, {0: "", 1: "<svg"})
    dreamsim = f"clip_vitb32:{tiny_encoders.save_dreamsim(tmp_path / 'dreamsim')}"
    given = {"clip": models / "clip", "kid": models / "dino", "dreamsim": dreamsim}
    measures = [f"{name}={model}" for name, model in given.items()]
    printed_by(
        "annotate", "measure", folder, "--device", "cpu", *(one for item in measures for one in ("--with", item))
    )
    figures, table = scored(folder)
    capsys.readouterr()
    printed_by("tables", "ssvg-bench", folder, "--table", "8", "--format", "csv")
    (line,) = [row for row in csv.DictReader(io.StringIO(capsys.readouterr().out)) if row["is_run"] == "True"]
    names = ("accuracy", "dreamsim", "kid", "clip", "crystal_bleu", "eed", "coverage")
    own = {name: float(line[name]) for name in names}
    assert own["accuracy"] == pytest.approx(100 * table["value"].mean())
    assert own["dreamsim"] == pytest.approx(100 * table["dreamsim"].mean())
    assert own["kid"] == pytest.approx(1000 * figures["measured"]["kid"]["value"])
    pool = [own]
    for number in range(7, 13):
        printed = published.table(f"ssvg-bench-table-{number}").select(names).drop_nulls()
        pool += printed.to_dicts()
    shares = []
    for name in names:
        low, high = (choose(row[name] for row in pool) for choose in (min, max))
        share = (own[name] - low) / (high - low)
        shares.append(1 - share if name in ("kid", "eed") else share)
    assert float(line["average"]) == pytest.approx(100 * sum(shares) / len(shares), abs=1e-6)


@pytest.fixture(scope="session")
def trunk(tmp_path_factory):
    return tiny_encoders.save_lpips_trunk(tmp_path_factory.mktemp("trunk") / "squeeze.pth", "squeeze")


def test_drawings_from_descriptions(tmp_path, models, trunk):
    benchmark = families.get("vectorgym-text")
    folder = answered(benchmark, built(benchmark, tmp_path), {0: "", 1: "<svg"})
    printed_by("annotate", "measure", folder, "--with", f"clip={models / 'clip'}", "--with", f"lpips=squeeze:{trunk}")
    printed_by("annotate", "measure", folder, "--with", f"dino={models / 'dino'}", "--with", f"fid={models / 'clip'}")
    figures, table = scored(folder)
    assert figures["headline"] == "similarity"
    assert table["lpips"].to_list() == pytest.approx([1, 1, 0, 0, 0, 0], abs=1e-5)
    assert table["dino"].to_list() == pytest.approx([0, 0, 1, 1, 1, 1], abs=1e-5)
    assert figures["measured"].keys() == {"clip", "lpips", "dino", "fid"}
    assert figures["measured"]["fid"]["failed"] == 2
    assert figures["summary"]["FID"]["value"] > 0


def test_captions(tmp_path, models):
    benchmark = families.get("vectorgym-caption")
    folder = answered(benchmark, built(benchmark, tmp_path), {0: "", 2: "A house by a lake."})
    printed_by(
        "annotate",
        "measure",
        folder,
        "--with",
        f"bert_score={models / 'bert'}",
        "--with",
        f"embedding={models / 'sentence'}",
    )
    _, table = scored(folder)
    for name in ("bert_score", "embedding"):
        values = table[name].to_list()
        assert [values[at] for at in (0, 1, 3, 4, 5)] == pytest.approx([0, 1, 1, 1, 1], abs=1e-5)
        assert 0 < values[2] < 0.999


def test_a_measure_whose_model_is_not_there_leaves_the_others_values(vgen, tmp_path, models, capsys):
    folder = answered(vgen, built(vgen, tmp_path), {})
    code = main.main(
        ["annotate", "measure", str(folder), "--with", f"dino={models / 'dino'}", "--with", "clip=org/nothing"]
    )
    assert code == 2
    assert "org/nothing cannot be loaded" in capsys.readouterr().err
    assert scored(folder)[0]["measured"].keys() == {"dino"}
