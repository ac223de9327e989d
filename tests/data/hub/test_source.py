"""Published data by one flag: fetched at a pinned commit, read by the family's own reader, with the licence shown."""

import io
import json
from dataclasses import replace

import polars as pl
import pytest

from sgpkit.benchmark import families
from sgpkit.cli import main
from sgpkit.data.card import readme
from sgpkit.data.hub import source
from sgpkit.errors import UserError
from sgpkit.families.sgp_bench import published_data as sgp_published
from sgpkit.families.vgbench import published_data as vgbench_published

SVG = '<svg viewBox="0 0 10 10">\n<rect width="10" height="5" style="fill:#00f;" />\n</svg>'
CARD = b"---\nlicense: mit\n---\n# Published\n"


def question(number, **changes):
    whole = f"Examine the following SVG code carefully and answer the question.\n\n{SVG}\n\nQuestion: Which {number}?"
    return {"Question": whole, "A": "1", "B": "2", "C": "3", "D": "4", "Answer": "B", "Subject": "color"} | changes


def parquet(*records):
    file = io.BytesIO()
    pl.DataFrame(list(records)).write_parquet(file)
    return file.getvalue()


def csv(*records):
    return pl.DataFrame(list(records)).write_csv().encode()


def renamed(hub, name, start):
    """Give the head of main an id with this beginning, since ids of real commits cannot be made here."""
    repo = hub.repo("dataset", name)
    head = repo.commit_at("main")
    commit = replace(head, id=start.ljust(40, "0"))
    repo.commits[commit.id] = commit
    repo.branches["main"] = commit.id
    return commit.id


@pytest.fixture
def published(hub):
    hub.create("dataset", "sgp-bench/sgp-bench")
    files = {
        "README.md": b"# no licence here\n",
        "data/svg-00000-of-00001.parquet": parquet(question(1), question(2)),
        "data/inv-00000-of-00001.parquet": parquet(question(3)),
    }
    hub.commit("dataset", "sgp-bench/sgp-bench", files)
    hub.create("dataset", "vgbench/VGQA")
    asked = {"idx": 1, "code": SVG, "q": "Which?", "o": str(["A: 1", "B: 2", "C: 3", "D: 4"]), "a": "B"}
    hub.commit("dataset", "vgbench/VGQA", {"README.md": CARD, "svg_color.csv": csv(asked), "tikz_concept.csv": b"big"})
    return renamed(hub, "vgbench/VGQA", vgbench_published.PUBLISHED["vgqa-svg"].revision)


@pytest.mark.process
def test_one_flag_builds_the_published_rows(hub, published, tmp_path, capsys):
    hub.sign_in(None)
    out = tmp_path / "sgp-bench"
    assert main.main(["build", "sgp-svg", "--source", "hub", "--out", str(out), "--workers", "1"]) == 0
    commit = hub.repo("dataset", "sgp-bench/sgp-bench").branches["main"]
    output = capsys.readouterr().out
    assert f"sgp-svg: sgp-bench/sgp-bench at {commit} (current main). Licence: none stated for" in output
    assert "not stated on its card" in output and "sgp-svg: 2 test in" in output
    rows = pl.read_parquet(out / "sgp-svg" / "test-*.parquet")
    assert rows["question"].to_list() == ["Which 1?", "Which 2?"] and set(rows["source"]) == {"sgp-bench"}
    record = json.loads((out / "sgp-svg" / "build.json").read_text())
    assert record["source"] == "sgp_bench" and record["published"]["commit"] == commit
    assert record["published"]["repo"] == "sgp-bench/sgp-bench" and record["published"]["license"]
    fetched = [asked.path for asked in hub.requests if asked.method == "GET" and "/resolve/" in asked.path]
    assert not any("inv" in path for path in fetched), "only the files of this config"
    assert all(commit in path for path in fetched)


def test_a_pinned_commit_is_read_whatever_main_is(hub, published, tmp_path, capsys):
    hub.commit("dataset", "vgbench/VGQA", {"svg_color.csv": b"changed since", "README.md": b""})
    result = source.find(families.get("vgqa-svg"), "hub")
    assert result.origin["published"]["commit"] == published and result.reader == "vgbench"
    assert result.remark == (
        f"vgqa-svg: vgbench/VGQA at {published}. Licence: none stated by VGBench; mit, according to its card"
    )
    rows = [
        row for split, row in families.get("vgqa-svg").rows.sources["vgbench"].read(result.path, 0) if split == "test"
    ]
    assert [row["question"] for row in rows] == ["Which?"]


@pytest.mark.process
def test_any_repo_in_a_known_form(hub, published, tmp_path, capsys):
    out = str(tmp_path / "data")
    hub.create("dataset", "me/copy")
    hub.commit("dataset", "me/copy", {"README.md": CARD, "data/svg-00000-of-00001.parquet": parquet(question(5))})
    for argument in ("me/copy@main", "sgp_bench=me/copy@main"):
        assert main.main(["build", "sgp-svg", "--source", argument, "--out", out, "--workers", "1"]) == 0
        output = capsys.readouterr().out
        assert (
            "sgp-svg: me/copy at" in output and "Licence: mit, according to its card" in output and "1 test" in output
        )
    assert readme.open_readme(tmp_path / "data").configs == ["sgp-svg"]


@pytest.mark.parametrize(
    ("config", "argument", "words"),
    [
        ("sgp-illusion", "hub", "sgp-illusion is not published on the Hub"),
        ("sgp-symmetry", "hub", "not published on the Hub; it can read local files: sgp_bench"),
        ("sgp-mnist", "hub", "the Hub has no dataset 'sgp-bench/sgp-mnist' that you can access"),
        ("sgp-svg", "sgp-bench/sgp-bench@v9", "sgp-bench/sgp-bench has no revision 'v9' on the Hub"),
        ("sgp-svg", "sgpbench=sgp-bench/sgp-bench@main", "no source 'sgpbench'; did you mean 'sgp_bench'?"),
        ("turtle-scratch", "sgp-bench/sgp-bench@main", "no reader recognises 'sgp-bench/sgp-bench@main'"),
    ],
)
def test_what_cannot_be_had(hub, published, tmp_path, capsys, config, argument, words):
    assert main.main(["build", config, "--source", argument, "--out", str(tmp_path / "out")]) == 2
    assert words in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_hub_that_answers_another_commit_is_not_read(hub, published):
    repo = hub.repo("dataset", "vgbench/VGQA")
    repo.tags["7cb3546"] = repo.history("main")[0].parent or next(iter(repo.commits))
    with pytest.raises(UserError, match="for the commit 7cb3546 of vgbench/VGQA; nothing was read"):
        source.find(families.get("vgqa-svg"), "hub")


def test_a_hub_that_is_away_says_so(hub, published):
    hub.fail(drop="before", times=None)
    with pytest.raises(UserError, match="could not look at vgbench/VGQA after 5 attempts"):
        source.find(families.get("vgqa-svg"), "hub")


def test_what_lies_here_is_never_asked_of_the_hub(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b@c").write_text("")
    assert not source.is_on_hub("a/b@c") and not source.is_on_hub("sgp_bench=a/b@c")
    assert not source.is_on_hub("a/b") and not source.is_on_hub(None)
    assert source.is_on_hub("hub") and source.is_on_hub("d/e@f") and source.is_on_hub("x=d/e@f")


def test_every_declaration_names_a_reader_and_a_licence():
    declared = {family: source.published(family) for family in families.families()}
    assert declared["sgp_bench"] == sgp_published.PUBLISHED and not declared["turtlebench"]
    for family, known in declared.items():
        configs = {benchmark.config: benchmark for benchmark in families.benchmarks(family)}
        for config, data in known.items():
            assert data.reader in configs[config].rows.sources and data.license and "README.md" in data.files
            assert source.COMMIT.fullmatch(data.revision) or data.revision == "main"
