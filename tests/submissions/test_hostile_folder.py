"""Malicious folders of submissions: links, devices, extra entries, decompression bombs."""

import json
import os
import resource
import subprocess
import sys
import time

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from submissions import caught, edit_manifest, settle, submitted, verified
from verify_workflow import BOTH_WAYS

from sgpkit.errors import UserError
from sgpkit.sandbox.untrusted import json_values, tables

pytestmark = pytest.mark.process


def refused(home, folder):
    """Return the findings or the error for a folder, which must come at once."""
    start = time.monotonic()
    try:
        findings = verified(home, folder).findings
    except UserError as error:
        return str(error)
    finally:
        assert time.monotonic() - start < 20
    assert findings, "it verifies"
    return " | ".join(finding.message for finding in findings)


@pytest.mark.parametrize("name", ["manifest.json", "scores.json", "responses.parquet", "retracted.json"])
@pytest.mark.parametrize("target", ["/dev/zero", "outside", "missing"])
def test_a_link_is_not_followed(home, name, target):
    folder = submitted(home)
    path = folder / name
    external = home / "outside"
    if path.exists():
        path.rename(external)
    else:
        external.write_text('{"reason": "said elsewhere"}')
    path.symlink_to({"/dev/zero": "/dev/zero", "outside": external, "missing": home / "nothing"}[target])
    message = refused(home, folder)
    assert "is a link" in message
    assert name in message


@pytest.mark.parametrize("name", ["scores.json", "responses.parquet", "extracted/run.json", "manifest.json"])
def test_a_pipe_is_not_waited_for(home, name):
    folder = submitted(home)
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    assert "is a pipe" in refused(home, folder)


@BOTH_WAYS
@pytest.mark.parametrize(
    "name",
    ["more.json", "notes/readme.md", "extracted/more.json", "judged/one/two/run.json", ".hidden", "run.json",
     "responses/part-0.parquet", "judged/run.json"],
)  # fmt: skip
def test_an_extra_entry_is_refused_though_the_manifest_names_it(home, name):
    folder = submitted(home)
    path = folder / name
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_text("{}")
    files = json.loads((folder / "manifest.json").read_text())["files"]
    edit_manifest(folder, files={**files, name: "0" * 64})
    assert name.split("/")[0] in caught(home, folder, "files")


def test_no_file_of_a_refused_folder_is_opened(home):
    """A changed file is a finding of its own, which is only known once the file is read."""
    folder = submitted(home)
    (folder / "responses.parquet").write_bytes(b"changed")
    assert "responses.parquet differs" in refused(home, folder)
    (folder / "more.json").write_text("{}")
    message = refused(home, folder)
    assert "more.json does not belong" in message
    assert "responses.parquet" not in message.replace("expected manifest.json, scores.json, responses.parquet", "")


def test_a_linked_folder_and_a_folder_for_a_file(home):
    folder = submitted(home)
    (folder / "judged").symlink_to(home)
    assert "judged is a link" in caught(home, folder, "files")
    (folder / "judged").unlink()
    (folder / "retracted.json").mkdir()
    assert "retracted.json is a folder" in refused(home, folder)


def test_ten_thousand_entries_are_not_looked_at_one_by_one(home):
    folder = submitted(home)
    (folder / "judged").mkdir()
    for number in range(3_000):
        (folder / "judged" / f"j{number}").mkdir()
    assert "more than 200 entries" in caught(home, folder, "files")


def test_a_file_without_end_is_not_read(home):
    folder = submitted(home)
    os.truncate(folder / "scores.json", 2**40)
    assert "the limit is" in refused(home, folder)


# --- JSON -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"a": ' + "9" * 1_000_000 + "}", "digits"),
        ('{"a": -1' + "0" * 100 + ".5}", "digits"),
        ('{"a": 1e999}', "number"),
        ('{"a": NaN}', "NaN"),
        ('{"a": -Infinity}', "Infinity"),
        ('{"a":' * 1_000_000 + "1" + "}" * 1_000_000, "deep"),
        ("[" * 40 + "]" * 40, "deep"),
        ('{"a": "\ud800"}', "not JSON"),
    ],
)
def test_numbers_and_depth_are_bounded_before_anything_is_parsed(tmp_path, monkeypatch, text, words):
    path = tmp_path / "scores.json"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(UserError, match=words):
        json_values.read_object(path)


def test_brackets_and_digits_in_texts_are_no_nesting(tmp_path):
    value = {"a": "[" * 100 + "9" * 100 + '\\"' + "{" * 100, "b" + "[" * 50: [1.5e-300, 2**63, None, True], "": '"'}
    path = tmp_path / "fine.json"
    path.write_text(json.dumps(value))
    assert json_values.read_object(path) == value


# --- tables -----------------------------------------------------------------------------------------------------------

BIG = 60_000_000


def dictionary_bomb(path, rows=40, nested=False):
    """Write a file of a few kB in which every row is the same text of 60 MB."""
    texts = pa.DictionaryArray.from_arrays(pa.array([0] * rows, pa.int32()), pa.array(["a" * BIG]))
    if nested:
        texts = pa.ListArray.from_arrays(pa.array(range(rows + 1), pa.int32()), texts)
    table = pa.table({"id": [str(row) for row in range(rows)], "completion": texts})
    pq.write_table(table, path, compression="zstd", store_schema=False)
    assert path.stat().st_size < 10_000


PEAK = """
import resource, sys
from pathlib import Path
from sgpkit.sandbox.untrusted import tables
import polars, pyarrow.parquet
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    tables.read(Path(sys.argv[1]))
except ValueError as error:
    print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024, error)
"""


@pytest.mark.slow
@pytest.mark.parametrize("nested", [False, True])
def test_a_small_file_with_a_large_dictionary_is_refused_before_it_is_unfolded(tmp_path, nested):
    path = tmp_path / "responses.parquet"
    dictionary_bomb(path, nested=nested)
    done = subprocess.run([sys.executable, "-c", PEAK, str(path)], capture_output=True, text=True, check=True)
    grown, _, words = done.stdout.partition(" ")
    assert "MiB of memory" in words
    assert int(grown) < 400, "MiB, of which one copy of the text is 57; all of them are 2,300"


def test_values_without_number_are_refused_by_the_files_own_account(tmp_path):
    path = tmp_path / "nothing.parquet"
    count = 200_000_000
    pq.write_table(pa.table({"a": pa.nulls(count, pa.int8())}), path, row_group_size=count, compression="zstd")
    assert path.stat().st_size < 1_000_000
    with pytest.raises(ValueError, match="MiB of memory"):
        tables.read(path)


def test_texts_that_repeat_their_predecessors_are_refused(tmp_path):
    path = tmp_path / "prefixes.parquet"
    table = pa.table({"a": ["b" * 1_000_000 + str(row) for row in range(20)]})
    pq.write_table(table, path, use_dictionary=False, column_encoding={"a": "DELTA_BYTE_ARRAY"})
    with pytest.raises(ValueError, match="DELTA_BYTE_ARRAY"):
        tables.read(path)


def test_a_table_within_its_budget_is_read_as_it_is(tmp_path):
    path = tmp_path / "fine.parquet"
    texts = [None if row % 7 == 0 else "text " * (row % 5) for row in range(5_000)]
    table = pa.table({
        "id": pa.array([str(row) for row in range(5_000)], pa.large_string()), "text": texts,
        "keys": [[str(row), None] if row % 3 else [] for row in range(5_000)],
        "number": pa.array(range(5_000), pa.int32()), "picture": [b"\x89PNG" + bytes([row % 256]) for row in range(5_000)],
    })  # fmt: skip
    for options in ({}, {"use_dictionary": False}, {"store_schema": False}, {"row_group_size": 700}):
        pq.write_table(table, path, compression="zstd", **options)
        assert tables.read(path).to_dicts() == table.to_pylist()
    with pytest.raises(ValueError, match="0 MiB"):
        tables.read(path, 10_000)


def test_a_list_whose_dictionary_ran_full_is_read(tmp_path):
    path = tmp_path / "mixed.parquet"
    table = pa.table({"keys": [[f"{row:064}", f"{-row:064}"] for row in range(40_000)]})
    pq.write_table(table, path, dictionary_pagesize_limit=10_000)
    assert tables.read(path).to_dicts() == table.to_pylist()


@BOTH_WAYS
def test_a_submission_with_such_a_table_is_refused(home):
    folder = submitted(home)
    dictionary_bomb(folder / "responses.parquet")
    settle(folder)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert "MiB of memory" in caught(home, folder, "submission")
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024 < 700
