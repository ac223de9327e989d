"""Differences between versions, against an oracle that compares plain rows."""

import tempfile
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sgpkit.data import changelog, differences, versions
from sgpkit.data.differences import Difference
from sgpkit.errors import UserError

values = st.tuples(
    st.sampled_from(["test", "train"]),
    st.text("ab", max_size=2) | st.none(),
    st.integers(0, 2),
    st.binary(max_size=2) | st.none(),
    st.lists(st.sampled_from("xy"), max_size=2),
)
versions_of_rows = st.dictionaries(st.sampled_from("abcdefg"), values, max_size=6)
SCHEMA = pa.schema(
    {
        "id": pa.string(),
        "text": pa.string(),
        "number": pa.int64(),
        "image": pa.struct({"bytes": pa.binary(), "path": pa.string()}),
        "options": pa.list_(pa.string()),
    }
)


def write(folder: Path, rows: dict, shard_rows: int) -> None:
    (folder / "toy").mkdir(parents=True)
    for split in ("test", "train"):
        mine = [
            {"id": name, "text": text, "number": number, "image": {"bytes": data, "path": None}, "options": options}
            for name, (there, text, number, data, options) in rows.items()
            if there == split
        ]
        shards = [mine[first : first + shard_rows] for first in range(0, len(mine), shard_rows)]
        for number, shard in enumerate(shards):
            table = pa.Table.from_pylist(shard, SCHEMA)
            pq.write_table(table, folder / "toy" / f"{split}-{number:05d}-of-{len(shards):05d}.parquet")


@given(old=versions_of_rows, new=versions_of_rows, shards=st.tuples(st.integers(1, 3), st.integers(1, 3)))
def test_differences_are_those_of_plain_rows_however_they_are_cut_into_files(old, new, shards):
    with tempfile.TemporaryDirectory() as position:
        for name, rows, size in (("old", old, shards[0]), ("new", new, shards[1])):
            write(Path(position, name), rows, size)
        result = differences.difference(Path(position, "old"), Path(position, "new"), "toy")
    changed = {name for name in old.keys() & new.keys() if old[name] != new[name]}
    assert set(result.added) == new.keys() - old.keys()
    assert set(result.removed) == old.keys() - new.keys()
    assert set(result.changed) == changed
    names = ("split", "text", "number", "image", "options")
    counted = {
        name: sum(old[one][position] != new[one][position] for one in changed) for position, name in enumerate(names)
    }
    assert result.columns == {name: count for name, count in counted.items() if count}
    assert not (result.columns_added or result.columns_removed or result.columns_retyped)
    assert bool(result) == (old != new)


def test_columns_that_come_go_and_change_their_type(tmp_path):
    old = pa.table({"id": ["a", "b"], "gone": [1, 2], "kept": ["x", "y"], "number": pa.array([1, 2], pa.int32())})
    new = pa.table({"id": ["a", "b"], "came": [1, 2], "kept": ["x", "z"], "number": pa.array([1, 2], pa.int64())})
    pq.write_table(old, tmp_path / "test-0.parquet")
    pq.write_table(new, tmp_path / "test-1.parquet")
    result = differences.between([tmp_path / "test-0.parquet"], [tmp_path / "test-1.parquet"])
    assert result == Difference((), (), ("b",), {"kept": 1}, ("came",), ("gone",), ("number",))
    text = "1 row changed, new: column `came`, gone: column `gone`, retyped: column `number` (`kept` in 1 row)."
    assert changelog.in_words(result) == f"{text} Changed: `b`."


def test_a_config_that_is_nowhere_differs_in_nothing(tmp_path):
    assert differences.difference(tmp_path / "a", tmp_path / "b", "toy") == Difference()
    assert Difference().counts() == "no changes"


def test_many_ids_are_counted_not_named():
    words = changelog.in_words(Difference(added=tuple(f"row-{number}" for number in range(1200))))
    assert words.startswith("1,200 rows added. Added: `row-0`, ") and words.endswith("`row-9` and 1,190 more.")


def test_a_changelog_is_read_as_it_was_written():
    first = changelog.section("v1.0.0", None, {"toy": {"train": 1, "test": 1200}}, {}, ())
    text = changelog.put("", first)
    assert text == "# Changelog\n\n## v1.0.0\n\n### `toy`\n\nNew: 1 train, 1,200 test.\n"
    differing = {"toy": Difference(removed=("a",)), "same": Difference()}
    rows = {"toy": {"test": 1}, "same": {"test": 1}, "more": {"test": 2}}
    second = changelog.section("v1.1.0", "v1.0.0", rows, differing, ["old"])
    text = changelog.put(text, second)
    assert changelog.read(text) == [second, first]
    assert second.text.split("\n\n") == [
        "### `toy`", "1 row removed. Removed: `a`.", "### `more`", "New: 2 test.", "### `old`", "Removed.",
    ]  # fmt: skip
    assert changelog.read(changelog.put(text, second._replace(text="anew"))) == [("v1.1.0", "anew"), first]
    assert (
        changelog.section("v1.2.0", "v1.1.0", {"toy": {}}, {"toy": Difference()}, ()).text == "No changes from v1.1.0."
    )


def test_versions_are_in_the_order_of_semver():
    """The example of https://semver.org, 11.4."""
    order = ["v1.0.0-alpha", "v1.0.0-alpha.1", "v1.0.0-alpha.beta", "v1.0.0-beta", "v1.0.0-beta.2", "v1.0.0-beta.11"]
    order += ["v1.0.0-rc.1", "v1.0.0", "v1.0.1", "v1.2.0", "v1.10.0", "v2.0.0"]
    assert sorted(order, key=versions.parse) == order
    assert versions.newest([*order, "latest", "v3"]) == "v2.0.0" and versions.newest(["main"]) is None
    assert [versions.parse(tag).next() for tag in ("v1.2.3", "v1.2.3-rc.1")] == ["v1.2.4", "v1.2.3"]
    with pytest.raises(UserError, match=r"'v1.2' is not a version; expected vMAJOR.MINOR.PATCH, such as v1.2.0"):
        versions.parse("v1.2")
