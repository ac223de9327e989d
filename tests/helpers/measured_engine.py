"""An engine module with known properties, for `--estimate` and the checks before a run.

Tests set `MEASURE` and `SESSION`.
"""

import scripted

from sgpkit.benchmark import Messages
from sgpkit.engines import ModelProperties, Setup


def words(messages: Messages) -> int:
    """Count one token per word, and ten per picture."""
    total = 0
    for message in messages:
        content = message["content"]
        for part in [{"type": "text", "text": content}] if isinstance(content, str) else content:
            total += len(part["text"].split()) if part["type"] == "text" else 10
    return total


MEASURE = ModelProperties(words, exact=True)
LOG = None


def measure(setup: Setup) -> ModelProperties:
    return MEASURE


def open_engine(setup: Setup) -> scripted.Scripted:
    return scripted.Scripted(LOG, delay=0)
