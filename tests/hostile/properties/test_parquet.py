"""Readers of Parquet files with damaged bytes: a UserError, or rows."""

import examples
import mutations
import odd_files
from file_seeds import COUNTED, DATIKZ, RESPONSE, VECTORGYM
from hypothesis import given

from tests.hostile.properties.test_own_files import read_replay, read_responses
from tests.hostile.properties.test_source_files import read_datikz, read_vectorgym
from tests.hostile.properties.test_submissions import read_responses as read_submitted

REPLIES = odd_files.parquet([RESPONSE])
RESPONSES = odd_files.parquet([COUNTED])
DRAWINGS = odd_files.parquet([VECTORGYM])
CAPTIONS = odd_files.parquet([{name: value for name, value in DATIKZ.items() if name != "image"}])


@examples.always([REPLIES])
@given(mutations.contents([REPLIES]))
def test_replay_survives_damaged_parquet(content):
    with odd_files.written("a.parquet", content) as path:
        read_replay(path)


@examples.always([RESPONSES])
@given(mutations.contents([RESPONSES]))
def test_responses_survive_damaged_parquet(content):
    with odd_files.written("responses.parquet", content) as path:
        read_responses(path)


@examples.always([RESPONSES])
@given(mutations.contents([RESPONSES]))
def test_submitted_responses_survive_damaged_parquet(content):
    with odd_files.written("responses.parquet", content) as path:
        read_submitted(path)


@examples.always([DRAWINGS])
@given(mutations.contents([DRAWINGS]))
def test_vectorgym_survives_damaged_parquet(content):
    with odd_files.written("test.parquet", content) as path:
        read_vectorgym(path)


@examples.always([CAPTIONS])
@given(mutations.contents([CAPTIONS]))
def test_datikz_survives_damaged_parquet(content):
    with odd_files.written("test.parquet", content) as path:
        read_datikz(path)
