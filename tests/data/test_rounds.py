"""Secret rounds: a hash first, rows that do not reveal the seed, the seed at the end, and rows rebuilt from it."""

import hashlib
import json
import re
import stat

import polars as pl
import pytest
from run_fixtures import for_verifiers
from toy_seeded import SEEDED, seeded

from sgpkit.benchmark import Skipped, Source, families
from sgpkit.cli import main
from sgpkit.data import build, record, rounds
from sgpkit.errors import UserError
from sgpkit.runs import run
from sgpkit.runs.data import load
from sgpkit.runs.folder import Run
from sgpkit.runs.scoring import score
from sgpkit.runs.scoring.scored_run import ScoredRun
from sgpkit.submissions import package, verify

SEED = 1234567890123456


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setattr(families, "get", {"toy": SEEDED}.__getitem__)
    monkeypatch.setattr(rounds, "workers", lambda: 1)
    for_verifiers(monkeypatch, "toy_seeded:BENCHMARKS")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def step(*arguments):
    return main.main(["dataset", "round", *map(str, arguments)])


def begun(home, *arguments):
    assert step("commit", "spring_2027", "toy", "--out", home / "data", "--seed", SEED, *arguments) == 0
    return home / "data" / "round-spring_2027.json", home / "spring_2027.secret.json"


def test_a_round_from_its_hash_to_its_rows(home, capsys):
    public, secret = begun(home)
    measurements, hidden = (json.loads(path.read_text()) for path in (public, secret))
    assert (measurements["seed"], measurements["salt"]) == (None, None)
    assert str(SEED) not in public.read_text()
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    message = {name: value for name, value in hidden.items() if name != "commitment"}
    text = json.dumps(message, sort_keys=True, separators=(",", ":"))
    assert hashlib.sha256(text.encode()).hexdigest() == measurements["commitment"], "as anyone can compute it"

    assert step("build", secret, "--out", home / "data") == 0
    for path in (home / "data").rglob("*"):
        if path.is_file():
            assert str(SEED).encode() not in path.read_bytes(), path
    rows = pl.concat([pl.read_parquet(path) for path in (home / "data" / "toy").glob("test-*.parquet")])
    assert rows.height == 12
    own = hidden["canary"]
    assert own == measurements["canary"] == record.read(home / "data", "toy")["canary"] != record.CANARY
    assert load(str(home / "data"), SEEDED).canary == own
    assert rows["id"][0] == "toy-spring_2027-row-0"
    assert "toy-spring_2027-item-6" not in set(rows["id"])
    assert str(SEED) not in "".join(map(str, rows.rows()))

    assert step("check", public, "--data", home / "data") == 2
    assert "the seed is not revealed yet" in capsys.readouterr().err
    assert step("reveal", secret, "--out", home / "data") == 0
    assert json.loads(public.read_text()) == hidden
    assert step("check", public, "--data", home / "data") == 0
    assert "all rows follow from the seed of the round" in capsys.readouterr().out


def test_rows_of_another_seed_are_told_from_those_of_the_round(home, capsys):
    public, secret = begun(home)
    step("build", secret, "--out", home / "data")
    step("reveal", secret, "--out", home / "data")
    other = rounds.Round("spring_2027", ("toy",), None, "", "", SEED + 1, "")
    list(rounds.build([SEEDED], other, home / "other"))
    capsys.readouterr()
    assert step("check", public, "--data", home / "other") == 2
    match = re.search(r"toy: (\d+) rows differ from the round: .* differs in answer", capsys.readouterr().err)
    assert match
    assert 0 < int(match[1]) < 12


def test_a_seed_is_revealed_only_to_its_own_hash(home, capsys):
    public, secret = begun(home)
    measurements = json.loads(secret.read_text())
    for change in ({"seed": SEED + 1}, {"salt": "0" * 64}, {"limit": 3}, {"configs": ["toy", "toy2"]}):
        secret.write_text(json.dumps(measurements | change))
        assert step("reveal", secret, "--out", home / "data") == 2
        assert "do not match the committed hash" in capsys.readouterr().err
    another = rounds.commit("spring_2027", ["toy"])
    secret.write_text(rounds.as_text(another))
    assert step("reveal", secret, "--out", home / "data") == 2
    assert "was committed to a different seed" in capsys.readouterr().err
    assert json.loads(public.read_text())["seed"] is None


def test_slips_are_named_before_anything_is_written(home, capsys):
    public, _ = begun(home)
    before = public.read_text()
    for arguments, message in (
        (["spring_2027", "toy"], "a round can be committed to only once"),
        (["autumn", "toy", "--seed", 7], "is easy to guess"),
        (["Autumn 1", "toy"], "is not a valid name of a round"),
        (["autumn", "toy", "--secret", home / "data" / "s.json"], "is in the folder to publish"),
        (["autumn", "toy", "--secret", home / "spring_2027.secret.json"], "exists already and contains a seed"),
    ):
        assert step("commit", *arguments, "--out", home / "data") == 2
        assert message in capsys.readouterr().err
    assert public.read_text() == before
    assert [path.name for path in (home / "data").iterdir()] == [public.name]


def test_a_row_that_tells_the_seed_in_its_text_is_refused(home):
    def telling(path, seed):
        for item in seeded(path, seed):
            yield item if isinstance(item, Skipped) else (item[0], item[1] | {"question": f"What is {seed}?"})

    made = rounds.commit("spring_2027", ["toy"], SEED)
    with pytest.raises(ValueError, match="column question reveals the secret seed"):
        list(rounds.build([SEEDED.replacing(sources={"builtin": Source(telling)})], made, home / "data"))


@pytest.mark.parametrize(
    "telling",
    [
        [{"role": "user", "content": f"What is {SEED}?"}],
        {"first": {"second": [f"{SEED}"]}},
        [["fine"], [f"of {SEED}"]],
    ],
)
def test_a_row_that_tells_the_seed_within_a_column_is_refused(telling):
    row = {"id": f"toy-{SEED}-1", "cluster": f"toy-{SEED}", "messages": telling}
    with pytest.raises(ValueError, match="column messages reveals the secret seed"):
        rounds.finish_masked(None, str(SEED), "spring_2027", row)
    plain = rounds.finish_masked(None, str(SEED), "spring_2027", row | {"messages": [{"role": "user", "content": "?"}]})
    assert plain["id"] == "toy-spring_2027-1"


def test_drawn_seeds_are_large_and_never_the_same(home):
    made = [rounds.commit("spring_2027", ["toy"]) for _ in range(20)]
    assert len({item.seed for item in made}) == len({item.salt for item in made}) == 20
    assert min(item.seed for item in made) >= rounds.LEAST_SEED
    same = [rounds.commit("spring_2027", ["toy"], SEED) for _ in range(2)]
    assert same[0].commitment != same[1].commitment, "the salt hides even a known seed"


@pytest.mark.process
def test_verify_builds_the_rows_of_a_revealed_round(home, capsys):
    public, secret = begun(home)
    step("build", secret, "--out", home / "data")
    run.run(SEEDED, str(home / "data"), home / "run", run.Options("baseline", "reference"))
    score.score(Run.open(home / "run"))
    folder = package.package(ScoredRun.open(home / "run"), home / "out").folder
    assert str(SEED) not in (folder / "manifest.json").read_text()
    with pytest.raises(UserError, match="the seed is not revealed yet"):
        verify.verify(folder, str(home / "data"), secret_round=public)
    step("reveal", secret, "--out", home / "data")
    assert verify.verify(folder, str(home / "data"), secret_round=public).verified
    assert main.main(["verify", str(folder), "--data", str(home / "data"), "--round", str(public)]) == 0

    build.build(SEEDED, home / "chosen", seed=3)
    run.run(SEEDED, str(home / "chosen"), home / "cheat", run.Options("baseline", "reference"))
    score.score(Run.open(home / "cheat"))
    folder = package.package(ScoredRun.open(home / "cheat"), home / "out").folder
    verification = verify.verify(folder, str(home / "chosen"), secret_round=public)
    assert [finding.kind for finding in verification.findings] == ["round"]
    assert "24 rows do not follow from the seed of the round" in verification.findings[0].message


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"name": 1}', '{"name": "x", "configs": [1], "limit": 0.5}'])
def test_a_file_that_is_no_round(home, text):
    (home / "round.json").write_text(text)
    with pytest.raises(UserError, match="is not a round file"):
        rounds.read(home / "round.json")


@pytest.mark.parametrize("config", ["sgp-svg", "turtle-scratch", "ssvg-geometry-svg", "vgqa-svg"])
def test_rows_of_real_configs_do_not_tell_the_seed(config, tmp_path):
    """If a builder puts its seed into a value, the check finds it, or the round's name replaces it."""
    benchmark = families.get(config)
    made = rounds.commit("spring_2027", [config], SEED, limit=2)
    masked = rounds.without_seed(benchmark.replacing(finish=None), made)
    for _, (_, row) in zip(range(4), masked.rows.read(path=made.name, seed=made.seed), strict=False):
        hidden = masked.rows.finish(row)
        assert str(SEED) not in f"{hidden['id']} {hidden['cluster']}"
