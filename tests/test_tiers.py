"""The tiers: the last measurements of `make test-all` are compared with the markers of today's tests."""

import subprocess
from collections.abc import Iterator

import pytest
import tiers
from durations import without_group

from sgpkit.benchmark import families
from tools import changed_families

SLOW = 3.0
"""Processor seconds above which a test is slow."""

LIMIT = 1200.0
"""Processor seconds of `make test`."""


def test_slow_tests_are_marked(request: pytest.FixtureRequest) -> None:
    over = {name: spent for name, spent in tiers.measured()["test"]["tests"].items() if spent > SLOW}
    unmarked = {
        without_group(item.nodeid): over[without_group(item.nodeid)]
        for item in request.session.items
        if without_group(item.nodeid) in over and item.get_closest_marker("slow") is None
    }
    assert unmarked == {}, f"mark these tests `slow`, or make them faster than {SLOW} s"


def test_make_test_keeps_its_limit() -> None:
    assert tiers.measured()["test"]["sum"] <= LIMIT


def test_each_family_has_one_representative() -> None:
    assert sorted(families.locate(config)[0] for config in tiers.REPRESENTATIVES) == sorted(
        {families.locate(benchmark.config)[0] for benchmark in families.all_benchmarks()}
    )


@pytest.fixture
def checkout(tmp_path, monkeypatch) -> Iterator[None]:
    """A repository of two families and the code that they share."""
    for family in ("first", "second", "shared"):
        (tmp_path / "builders" / family).mkdir(parents=True)
        (tmp_path / "builders" / family / "__init__.py").touch()
    monkeypatch.setattr(changed_families, "ROOT", tmp_path)
    monkeypatch.setattr(changed_families, "FAMILIES", tmp_path / "builders")
    monkeypatch.delenv("BASE", raising=False)


def commit(*arguments: str) -> None:
    """Commit everything in the repository of the fixture."""
    settings = ("-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    for command in (
        ("add", "--all"),
        (*settings, "commit", "--quiet", "--message", "tests: add"),
        *([arguments] if arguments else []),
    ):
        subprocess.run(["git", *command], cwd=changed_families.ROOT, check=True)


@pytest.mark.process
def test_families_run_in_full_if_they_changed_since_the_tag(checkout, monkeypatch) -> None:
    assert changed_families.changed() == {"first", "second"}, "without a repository, every family counts as changed"
    subprocess.run(["git", "init", "--quiet"], cwd=changed_families.ROOT, check=True)
    commit("tag", "v1.0.0")
    assert changed_families.changed() == set()
    (changed_families.FAMILIES / "second" / "new.py").touch()
    assert changed_families.changed() == {"second"}
    commit()
    assert changed_families.changed() == {"second"}
    (changed_families.FAMILIES / "shared" / "new.py").touch()
    assert changed_families.changed() == {"first", "second"}, "what is shared is part of every family"
    commit()
    monkeypatch.setenv("BASE", "HEAD")
    assert changed_families.changed() == set()
    monkeypatch.setenv("BASE", "nosuch")
    with pytest.raises(ValueError, match="BASE=nosuch: no such commit"):
        changed_families.changed()
