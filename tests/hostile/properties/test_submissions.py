"""Submissions by anyone: manifest, scores, results for the model's page, retraction, responses."""

import odd_files
import promises
import pytest
from file_seeds import COUNTED, MANIFEST, RESULTS
from hypothesis import given
from hypothesis import strategies as st
from odd_files import JSON_WORDS, Reader, documents

from sgpkit.errors import UserError
from sgpkit.sandbox.untrusted import json_values
from sgpkit.submissions import answers, eval_results, manifest, submission


@promises.kept(UserError)
def read_manifest(path):
    """Check that a manifest that can be read can be written, and reads the same again."""
    result = manifest.read(path)
    again = path.with_name("again.json")
    manifest.write(again, result)
    assert manifest.read(again) == result
    eval_results.as_text(result, "https://example.org")


@promises.kept(UserError)
def read_scores(path):
    json_values.read_object(path)


@promises.kept(UserError)
def read_retraction(path):
    assert submission.retraction(path.parent), "a retraction without a reason"


@promises.kept(UserError)
def read_results(path):
    for result in eval_results.read(path)[:1]:
        result.get("source", {}).get("url", "").encode()


@promises.kept(UserError)
def read_responses(path):
    table, responses = answers.read(path)
    assert len(responses) >= table.height


READERS = {
    "manifest": Reader(
        "manifest.json",
        read_manifest,
        documents(MANIFEST),
        JSON_WORDS + ' "repo" "score" "files" "../../x" "/etc" "2026-02-30" "\\u2028" true 0.5 -1 9e99 "config"',
    ),
    "scores": Reader("scores.json", read_scores, documents({"value": 0.5, "n": 2, "statuses": {"ok": 2}}), JSON_WORDS),
    "retraction": Reader("retracted.json", read_retraction, documents({"reason": "x"}), JSON_WORDS),
    "results": Reader(
        "a.yaml",
        read_results,
        (RESULTS.encode(),),
        "- : dataset: source: url: value: & * !!python/object: {} [] | > <<: 2026-02-30 .nan ~ *a &a",
    ),
}


@pytest.mark.parametrize("name", READERS)
def test_submission_reader_reads_valid_files(name):
    for content in READERS[name].seeds:
        READERS[name].try_content(content)


@pytest.mark.parametrize("name", READERS)
@given(data=st.data())
def test_submission_reader_survives_odd_files(name, data):
    READERS[name].try_content(data.draw(READERS[name].contents()))


@given(odd_files.tables([COUNTED]))
def test_submitted_responses_survive_odd_tables(rows):
    content = odd_files.parquet_or_nothing(rows)
    if content is not None:
        with odd_files.written("responses.parquet", content) as path:
            read_responses(path)
