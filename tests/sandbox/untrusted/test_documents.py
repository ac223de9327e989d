"""Untrusted JSON and CSV in sources, tables and people's answers: read in workers, within limits."""

import csv
import gzip
import io
import json
import os
import time
from contextlib import nullcontext

import pytest

from sgpkit.data import drawings
from sgpkit.errors import UserError
from sgpkit.families.genbench.sources import published as genbench
from sgpkit.families.shared import icon_sets
from sgpkit.families.ssvg_bench.sources import pubchem
from sgpkit.families.svgedit.sources import published as svgedit
from sgpkit.families.svgedit.sources import triplets
from sgpkit.families.turtlebench.sources import published as turtlebench
from sgpkit.families.vgbench.sources import vgbench
from sgpkit.runs import parts
from sgpkit.sandbox.untrusted import documents, tables

pytestmark = pytest.mark.process

RECORDS = [{"id": "Ü1", "code": "<svg/>", "number": 1.5, "parts": [1, None]}, {"id": "2", "more": {"a": True}}]
BOMBS = {
    "deep": b"[" * 200_000,
    "deep and closed": b'{"a":' * 5_000 + b"1" + b"}" * 5_000,
    "a long number": b'[{"prompt_tokens": ' + b"9" * 5_000_000 + b"}]",
    "no UTF-8": b'{"x": "\xff\xfe"}',
    "no end": b'[{"x": "',
}


@pytest.fixture(autouse=True)
def quickly():
    begun = time.process_time()
    yield
    assert time.process_time() - begun < 10


@pytest.mark.parametrize("packed", [False, True])
def test_documents_are_what_python_reads(packed, tmp_path):
    def file(name, text):
        content = b"\xef\xbb\xbf" + text.encode()
        (tmp_path / name).write_bytes(gzip.compress(content) if packed else content)
        return tmp_path / name

    assert documents.read_json(file("a.json", json.dumps(RECORDS))) == RECORDS
    lines = list(documents.json_lines(file("a.jsonl", "\n".join(map(json.dumps, RECORDS)) + "\n\n{\n7\n")))
    assert [line.value for line in lines] == [*RECORDS, None, 7]
    assert [line.number for line in lines] == [1, 2, 4, 5]
    assert [bool(line.error) for line in lines] == [False, False, True, False]
    text = 'id,verdict,note\r\na,right,"x\r\ny, z"\r\n\r\nb,wrong\r\nc,1,2,3\r\n'
    table = documents.read_csv(file("a.csv", text))
    assert table.names == ["id", "verdict", "note"]
    assert table.records == list(csv.DictReader(io.StringIO(text, newline="")))


@pytest.mark.parametrize("content", BOMBS.values(), ids=BOMBS)
def test_json_that_is_none_or_unbounded_is_refused(content, tmp_path):
    path = tmp_path / "a.json"
    path.write_bytes(content)
    with pytest.raises(ValueError):
        documents.read_json(path)
    good = json.dumps(RECORDS[0]).encode()
    path.write_bytes(good + b"\n" + content + b"\n" + good + b"\n")
    first, bad, last = documents.json_lines(path)
    assert first.value == last.value == RECORDS[0] and bad.error and bad.value is None


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"[" * 30 + b"]" * 30, ""),
        (b"[" * 31 + b"]" * 31, "nested more than 30 deep"),
        (b"[" + b"1" * 64 + b"]", ""),
        (b"[" + b"1" * 65 + b"]", "more than 64 digits"),
        (b"[0." + b"1" * 63 + b"]", "more than 64 digits"),
    ],
)
def test_limits_of_json_are_those_of_the_package_and_not_of_the_parser(content, message, tmp_path):
    path = tmp_path / "a.json"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=message) if message else nullcontext():
        documents.read_json(path)
    path.write_bytes(content + b"\n")
    assert message in next(iter(documents.json_lines(path))).error


def test_a_document_that_unfolds_takes_the_workers_memory(tmp_path, monkeypatch):
    """60 MB of empty lists take 2 GB in memory: more than a worker's limit here, and none of this process."""
    monkeypatch.setattr(documents, "DOCUMENT", documents.Limits(memory=1 << 30))
    path = tmp_path / "a.json"
    path.write_bytes(gzip.compress(b"[" + b"[]," * 20_000_000 + b"1]", 1))
    assert path.stat().st_size < 2_000_000
    with pytest.raises(ValueError):
        documents.read_json(path)


@pytest.mark.parametrize("text", [
    'id,verdict\na,"' + "x" * 300_000, "id,verdict\n\0\0,right\n" + "x" * 200_000, "id,verdict\na,\"b\"c\n",
], ids=["a quote that is never closed", "a field that never ends", "a quote within"])  # fmt: skip
def test_csv_that_is_none_is_refused(text, tmp_path):
    path = tmp_path / "a.csv"
    path.write_text(text)
    with pytest.raises(ValueError):
        documents.read_csv(path)


@pytest.mark.parametrize("kind", ["pipe", "device", "link to a device"])
def test_what_never_ends_is_never_read_from(kind, tmp_path):
    path = tmp_path / "a.json"
    if kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero") if "link" in kind else None
    path = path if path.exists() else tmp_path / "/dev/zero"
    for read in (documents.read_json, documents.read_csv, tables.read, tables.columns, lambda it: tables.read_text(it, "csv"),
                 lambda it: list(documents.json_lines(it))):  # fmt: skip
        with pytest.raises(ValueError, match=r"a pipe|a device"):
            read(path)


# --- every reader -----------------------------------------------------------------------------------------------------


def test_a_manifest_of_parts_is_bounded(tmp_path):
    (tmp_path / "scores").mkdir()
    path = tmp_path / "scores" / parts.MANIFEST
    for content in (*BOMBS.values(), b'{"parts": [' + b"1," * 5_000_000 + b"1]}"):
        path.write_bytes(content)
        with pytest.raises(UserError):
            parts.Table.open(tmp_path, "scores").read()
    path.unlink()
    path.symlink_to("/dev/zero")
    with pytest.raises(UserError, match="a link"):
        parts.Table.open(tmp_path, "scores").read()


SOURCES = {
    "drawings": ("a.json", lambda path: list(drawings.rows(path))),
    "drawings, lines": ("a.jsonl", lambda path: list(drawings.rows(path))),
    "vgbench": ("a.json", vgbench.records),
    "genbench": ("a.json", lambda path: genbench.records(str(path), next(iter(genbench.FIELDS)))),
    "icons": ("a.json", lambda path: list(svgedit.drawings(path))),
    "icon sets": ("a.json", icon_sets.icon_set),
    "compounds": ("a.json", pubchem._records),
    "triplets": ("a.jsonl", lambda path: list(triplets.read(path))),
    "turtlebench": (turtlebench.INDEX, lambda path: (turtlebench.recognises(str(path)), list(turtlebench.tasks(str(path))))),
}  # fmt: skip
GOOD = {
    "drawings": json.dumps([{"id": "a", "code": "<svg/>"}]),
    "vgbench": json.dumps([{"caption": "a", "code": "b"}]),
    "icons": json.dumps([{"answer": "<svg viewBox='0 0 9 9'/>"}]),
    "icon sets": json.dumps({"prefix": "a", "icons": {}}),
    "compounds": json.dumps({"PC_Compounds": [{"id": 1}]}),
}


@pytest.mark.parametrize("name", SOURCES)
@pytest.mark.parametrize("content", [*BOMBS.values(), None], ids=[*BOMBS, "good"])
def test_sources_read_json_in_workers(name, content, tmp_path, monkeypatch):
    """This process never parses the content; a reader reports the error or skips the document."""

    def refuse(*arguments, **options):
        raise AssertionError("it is parsed in this process")

    file, read = SOURCES[name]
    text = content if content is not None else GOOD.get(name, '{"a": 1}').encode()
    (tmp_path / file).write_bytes(text)
    monkeypatch.setattr(json, "loads", refuse)
    monkeypatch.setattr(csv, "DictReader", refuse)
    try:
        result = read(tmp_path / file)
    except UserError as error:
        assert content is not None or name not in GOOD, error
        return
    if content is None and name in GOOD:
        assert result
