"""Files that users and maintainers keep: runs, replies, rounds, errata, changelogs, prices, batches, prompts, votes."""

import mutations
import odd_files
import promises
import pytest
from file_seeds import CHANGES, COUNTED, CSV, ERRATA, LOGGED, RESPONSE, ROUND, RUN, TOML
from hypothesis import given
from hypothesis import strategies as st
from odd_files import JSON_WORDS, Reader, documents

from sgpkit.benchmark import Completion, messages
from sgpkit.data import changelog, errata, record, rounds, versions
from sgpkit.engines import Request, replay
from sgpkit.engines.endpoint import batch, prices
from sgpkit.errors import UserError
from sgpkit.runs import folder as run_folder
from sgpkit.runs import prompts, responses
from tests.hostile import response_cases

DEEP = b"[" * 20_000
ASKED = [Request({"id": "a"}, 0, 0, messages("B?"))]


class Plain:
    """The request form of the endpoint for which a batch was written."""

    path = "chat/completions"

    def body(self, request: Request) -> dict[str, object]:
        return {"messages": request.messages}


PLAIN = Plain()
RESULT = {
    "custom_id": next(batch.asked(PLAIN, ASKED))[0],
    "response": {"status_code": 200, "body": {"choices": [{"message": {"content": "B"}, "finish_reason": "stop"}]}},
    "error": None,
}


@promises.kept(UserError)
def read_replay(path):
    for _, item in replay.read(path):
        assert "completion" not in item or isinstance(replay.completion(item), Completion)


@promises.kept(UserError)
def read_log(path):
    """Check that a log reads the same the second time, and that a torn end is cut off once."""
    first, _ = responses.read_log(path, True)
    again, torn = responses.read_log(path, True)
    assert again == first or any(response != response for response in first)
    assert torn is None or not torn.tail


@promises.kept(UserError)
def read_responses(path):
    responses.load(path.parent)
    responses.read_counted(responses.open_table(path.parent))


@promises.kept(UserError)
def read_run(path):
    run_folder.read_metadata(path.parent)


@promises.kept(UserError)
def read_round(path):
    first = rounds.read(path)
    assert rounds.as_text(rounds.read(path)) == rounds.as_text(first)
    rounds.read_revealed(path)


@promises.kept(UserError)
def read_errata(path):
    rows = errata.read(path.parent)
    errata.write(path.parent, rows)
    assert errata.read(path.parent) == rows


@promises.kept(UserError)
def read_record(path):
    record.read(path.parent.parent, path.parent.name)


@promises.kept(UserError)
def read_prices(path):
    assert prices.read(path, "m").of(1000, 1000, 10) >= 0


@promises.kept(UserError)
def read_batch(path):
    for _, completion in batch.read(path, PLAIN, ASKED):
        assert isinstance(completion, Completion) and isinstance(completion.text, str)


@promises.kept(UserError)
def read_prompt(path):
    """Check that an accepted template can be filled in."""
    prompts.read(path.parent, {"direct": "Draw {name}. {{x}}"}, "toy")["direct"].format(name="a star")


@promises.kept(UserError)
def read_changelog(path):
    log = changelog.read(mutations.decode(path.read_bytes()))
    assert changelog.read(changelog.write(log)) == log
    for section in log:
        changelog.lines(section)


@promises.kept(UserError)
def read_version(path):
    tag = mutations.decode(path.read_bytes())
    versions.newest([tag, "v1.0.0"])
    versions.parse(tag).next()


READERS = {
    "replay": Reader("a.jsonl", read_replay, documents(RESPONSE), JSON_WORDS, (DEEP,)),
    "response log": Reader(
        "responses.jsonl", read_log, tuple(line + b"\n" for line in documents(LOGGED | {"attempt": 0})), JSON_WORDS
    ),
    "run": Reader("run.json", read_run, documents(RUN), JSON_WORDS),
    "round": Reader(
        "round.json",
        read_round,
        documents(ROUND),
        JSON_WORDS,
        (b'{"name": "a", "configs": [' + DEEP + b"]" * 20_000 + b"]}",),
    ),
    "errata": Reader(
        errata.FILE,
        read_errata,
        (ERRATA.encode(),),
        "- : config: id: since: kind: withdrawn reason: & * !!set {} [] | > <<: ~ 2026-01-01 \\ud800 '",
    ),
    "changelog": Reader(
        "CHANGELOG.md",
        read_changelog,
        (CHANGES.encode(),),
        "# ## ### ` v1.0.0 - * \\n",
        (b"## v1.1.0\n\n\x1d## toy\n\n## v1.0.0\x85\n",),  # a heading after a control character
    ),
    "version": Reader(
        "version",
        read_version,
        (b"v1.2.3", b"v10.0.0-rc.1", b"1.2"),
        "v . - 0 01 rc + ١ ²",
        (b"v1.0.0-rc." + b"1" * 5000, b"9" * 5000),
    ),
    "build record": Reader("toy/build.json", read_record, documents({"sha256": {"a": "b"}}), JSON_WORDS, (DEEP,)),
    "prices in TOML": Reader(
        "a.toml",
        read_prices,
        (TOML.encode(),),
        '[models."m"] [ ] { } = date currency input output nan inf -1 2026-13-01 """ .',
        (b"a = " + DEEP, b"date=" + b"7" * 5000, b"date = 2026-01-31\n[models.m]\noutput = 1\ninput = 1" + b"0" * 400),
    ),
    "prices in CSV": Reader("a.csv", read_prices, (CSV.encode(),), 'model input , " m nan inf -1 date'),
    "batch results": Reader(
        "results.jsonl",
        read_batch,
        documents(RESULT, RESULT | {"response": None, "error": {"message": "late"}}),
        JSON_WORDS + ' "response" "body" "status_code" "choices" "error" "custom_id"',
        (DEEP,),
    ),
    "prompt text": Reader(
        "direct.txt",
        read_prompt,
        (b"Draw {name}.", b"{{a}} {name!r:>9}"),
        "{ } {name} {{ }} {name[0]} {name.x} {0} {} !r :>9 {name:{name}} %",
        (b"{name!x}", b"{name:{name}}", b"Draw \xed\xa0\x80."),
    ),
}
TABLES = {
    "replay": ("a.parquet", read_replay, [RESPONSE]),
    "responses": ("responses.parquet", read_responses, [COUNTED]),
}


@pytest.mark.parametrize("name", READERS)
def test_reader_reads_valid_and_once_fatal_files(name):
    reader = READERS[name]
    for content in (*reader.seeds, *reader.failures):
        reader.try_content(content)


@pytest.mark.parametrize("file", response_cases.FILES, ids=lambda file: file.name)
def test_replay_survives_hostile_files(file):
    with odd_files.written(f"a{file.suffix}", file.content()) as path:
        read_replay(path)


@pytest.mark.parametrize("name", READERS)
@given(data=st.data())
def test_reader_survives_odd_files(name, data):
    READERS[name].try_content(data.draw(READERS[name].contents()))


@pytest.mark.parametrize("name", TABLES)
@given(data=st.data())
def test_reader_survives_odd_tables(name, data):
    file, read, seeds = TABLES[name]
    content = odd_files.parquet_or_nothing(data.draw(odd_files.tables(seeds)))
    if content is not None:
        with odd_files.written(file, content) as path:
            read(path)
