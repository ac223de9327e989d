"""Benchmarks to train on: rows with prompts, rewards by a benchmark's own scorer, and environments of several turns.

    from sgpkit.training import environments

    rows = environments.rows("vectorgym-edit", limit=512)    # for TRL's trainers: prompt, row, columns
    reward = environments.reward("vectorgym-edit")           # the config's score, 0 to 1
    factory = environments.factory("vectorgym-edit")         # environment_factory=…: submit, read, improve

Rows for training are generated with seeds that no build uses, and none of them shows a drawing of the published test
rows (seed 0).
"""

import base64
import hashlib
import itertools
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sgpkit import user_cache
from sgpkit.benchmark import Benchmark, Completion, Messages, Row, Score, Skipped, families
from sgpkit.errors import UserError
from sgpkit.runs.conversation import Dialogue, opening
from sgpkit.status import Status
from sgpkit.training.rewards.reward import Reward

if TYPE_CHECKING:
    import datasets

    from sgpkit.training.rewards.reward import Row as Columns

FEW = 10
"""Minimum size of a train split: if it is smaller, training also uses rows that a fresh seed generates for the test
split, except those of clusters in our test split.
"""

FIRST_SEED = 1_000_000
"""The first seed of fresh rows: builds and rounds take lower ones."""

CONTENT = ("code", "target", "caption", "question", "text", "instruction")
"""Columns with the content of a row; rows with equal values in them are duplicates."""

SHARES = ("test", "validation", "train", "train")
"""The split of a fresh row, by the remainder of the hash of its drawing, since generators with few forms make the same
drawing from many seeds.
"""

HELD = ("test", "validation")
"""Splits that are never trained on."""


def stream(config: str, split: str = "train", seed: int = 0) -> Iterator[Row]:
    """Yield fresh rows endlessly, always the same for a seed; the stream ends if the generators ignore the seed. Splits
    are disjoint: each has separate seeds and drawings. No row is repeated or equals a published row that is held out,
    and rows that training borrows from the test split are of other clusters than the held-out rows.
    """
    benchmark = families.get(config)
    if "builtin" not in benchmark.rows.sources:
        raise UserError(f"{config} has no builtin source; build it from published data and use its train split")
    finish = benchmark.rows.finish
    if benchmark.rows.finish_in_folder is not None:
        finish = benchmark.rows.finish_in_folder(Path())
    taken = {split} | ({"test"} if benchmark.rows.counts.get(split, 0) < FEW else set())
    clusters, seen = published(benchmark)
    splits = ("train", "validation", "test")
    for round in itertools.count():
        own = FIRST_SEED + (seed << 32) + round * len(splits) + (splits.index(split) if split in splits else 0)
        fresh = 0
        for name, row in benchmark.rows.read(seed=own):
            is_borrowed = split not in HELD and name in HELD
            if name not in taken or (is_borrowed and str(row["cluster"]) in clusters) or content(row) in seen:
                continue
            seen.add(content(row))
            fresh += 1
            if split in SHARES and share(row) != split:
                continue
            finished = row if finish is None else finish(row)
            if not isinstance(finished, Skipped):
                yield finished | {"id": f"{own}/{row['id']}", "cluster": f"{own}/{row['cluster']}"}
        if not fresh:
            return


def published(benchmark: Benchmark) -> tuple[set[str], set[str]]:
    """Return the clusters and the contents of the published rows that are held out. They are stored in the user's
    cache, since making them takes as long as a build: a minute or two for thousands of drawings.
    """
    file = f"held-out/{benchmark.config}.json"
    stored = user_cache.read(file)
    if stored is None:
        held = [row for name, row in benchmark.rows.read() if name in HELD]
        stored = [sorted({str(row["cluster"]) for row in held}), sorted({content(row) for row in held})]
        user_cache.write(file, stored)
    clusters, contents = stored
    return set(clusters), set(contents)


def content(row: Row) -> str:
    """Return the hash of the content of a row."""
    own = [str(row[name]) for name in CONTENT if row.get(name)]
    return hashlib.sha256("\0".join(own or [undrawn(row)]).encode("utf-8", "surrogatepass")).hexdigest()


def undrawn(row: Row) -> str:
    """Return what a row without content is made from when it is finished: its own seed, if it has one."""
    return str(row.get("seed") or row["id"])


def share(row: Row) -> str:
    """Return the split of a fresh row, the same for all rows of one drawing (or of one text, if there is no drawing),
    whatever their seed."""
    drawing = next((str(row[name]) for name in CONTENT if row.get(name)), undrawn(row))
    return SHARES[hashlib.sha256(drawing.encode("utf-8", "surrogatepass")).digest()[0] % len(SHARES)]


def rows(
    config: str,
    split: str = "train",
    limit: int = 256,
    seed: int = 0,
    strategy: str | None = None,
    mode: str | None = None,
    setting: str | None = None,
) -> "datasets.Dataset":
    """Return fresh rows as a dataset for trainers.

    Columns: `prompt` (messages), `row` (JSON, for `reward` and environments), and the row's texts, for rewards of
    `sgpkit.training.rewards`. Pictures of a prompt are under `images`.
    """
    import datasets

    benchmark = families.get(config)
    items = []
    for row in itertools.islice(stream(config, split, seed), limit):
        messages, pictures = prompt(benchmark, row, strategy, mode, setting)
        texts = {name: value for name, value in row.items() if isinstance(value, str) and name not in ("prompt", "row")}
        item: dict[str, Any] = {**texts, "prompt": messages, "row": packed(benchmark, row, mode, setting)}
        items.append(item | ({"images": pictures} if pictures else {}))
    if not items:
        raise UserError(f"{config}: its generators have no fresh rows for the split {split!r}")
    return datasets.Dataset.from_list(items)


def prompt(
    benchmark: Benchmark, row: Row, strategy: str | None = None, mode: str | None = None, setting: str | None = None
) -> tuple[list[dict[str, Any]], list[bytes]]:
    """Return the messages that open the conversation about a row in the form of trainers, and their pictures."""
    messages = opened(benchmark, row, strategy, mode, setting).messages
    pictures = [
        part["image"]
        for message in messages
        if not isinstance(message["content"], str)
        for part in message["content"]
        if part["type"] == "image"
    ]

    def shown(contents: Any) -> Any:
        if isinstance(contents, str) or not pictures:
            return contents if isinstance(contents, str) else "\n".join(part["text"] for part in contents)
        return [{"type": "image"} if part["type"] == "image" else dict(part) for part in contents]

    return [{"role": message["role"], "content": shown(message["content"])} for message in messages], pictures


def opened(
    benchmark: Benchmark, row: Row, strategy: str | None = None, mode: str | None = None, setting: str | None = None
) -> Dialogue:
    """Return the conversation about a row before its first reply."""
    ask = benchmark.prompts.ask(mode or benchmark.prompts.modes[0], setting or benchmark.prompts.settings[0])
    name = strategy or next(iter(benchmark.prompts.strategies))
    return Dialogue(row, 0, *opening(benchmark.prompts.strategies[name](row, ask)))


def packed(benchmark: Benchmark, row: Row, mode: str | None = None, setting: str | None = None) -> str:
    """Return a row as JSON, with everything that the scorer needs; pictures as Base64."""
    whole = row | {"mode": mode or benchmark.prompts.modes[0], "setting": setting or benchmark.prompts.settings[0]}
    binary = [name for name, value in whole.items() if isinstance(value, bytes)]
    stated = {name: base64.b64encode(value).decode() if name in binary else value for name, value in whole.items()}
    return json.dumps({"row": stated, "binary": binary}, ensure_ascii=False)


def unpacked(text: str) -> Row:
    """Return the row that `packed` wrote."""
    stored = json.loads(text)
    row: Row = stored["row"]
    return row | {name: base64.b64decode(row[name]) for name in stored["binary"]}


def reward(config: str, part: str | None = None) -> Reward:
    """Return a config's own score as a reward, or a part of it. Needs the column `row`."""
    return rewards(config, [part])[0]


def rewards(config: str, parts: Sequence[str | None]) -> list[Reward]:
    """Return parts of a config's own score (None: the score itself) as rewards that score each batch only once."""
    benchmark = families.get(config)
    if benchmark.scoring.score is None:
        raise UserError(f"{config} is a training config and cannot be scored")
    scored: list[tuple[Any, list[Score]]] = []  # the last batch, which trainers pass to every reward

    def grade(texts: Sequence[str], columns: "Sequence[Columns]") -> list[Score]:
        batch = (list(texts), [item["row"] for item in columns])
        if not scored or scored[-1][0] != batch:
            scored[:] = [(batch, score(*batch))]
        return scored[-1][1]

    def score(texts: Sequence[str], packed_rows: Sequence[str]) -> list[Score]:
        scores = benchmark.score_isolated([unpacked(row) for row in packed_rows], list(map(Completion, texts)))
        if any(score.status == Status.INFRA_ERROR for score in scores):
            if len(scores) > 1:
                raise RuntimeError("an answer in the batch could not be scored")  # then one by one
            raise RuntimeError(scores[0].reason)
        return scores

    return [Reward(config.replace("-", "_"), grade, ("row",), part) for part in parts]


def feedback(benchmark: Benchmark, score: Score) -> str:
    """Return the feedback on an attempt: status, reason and score, but nothing about the expected answer. An
    infrastructure error is not blamed on the answer.
    """
    if score.status == Status.INFRA_ERROR:
        return "this answer could not be scored because of an infrastructure error; submit it again"
    state = f"{score.status}: {score.reason}" if score.status != Status.OK and score.reason else str(score.status)
    return f"{state}; {benchmark.scoring.value_name} {score.value:.2f}"


def revision(benchmark: Benchmark, score: Score, picture: bytes | None) -> Messages:
    """Return the message that answers an attempt: the feedback, and the picture of what was drawn, if any."""
    text = feedback(benchmark, score)
    if score.status != Status.INFRA_ERROR:
        text += "\n\nImprove your answer, and give it whole."
    shown = [{"type": "image", "image": picture}] if picture and score.status != Status.INFRA_ERROR else []
    return [{"role": "user", "content": [{"type": "text", "text": text}, *shown]}]


def factory(config: str, attempts: int = 3) -> Callable[[], "Environment"]:
    """Return an `environment_factory` for a config: the model submits an answer, reads the verdict, and improves the
    answer.
    """
    benchmark = families.get(config)
    reward(config)
    return lambda: Environment(benchmark, attempts)


class Environment:
    """One conversation about one row, as TRL's trainers use environments; the last attempt is rewarded. An attempt that
    the machine could not judge is not counted."""

    def __init__(self, benchmark: Benchmark, attempts: int) -> None:
        self._benchmark = benchmark
        self._attempts = attempts
        self._row: Row = {}
        self._judged = 0
        self._reward: float | None = 0.0

    def reset(self, **columns: Any) -> None:
        """Begin with another row, given by the columns that `rows` returns."""
        self._row = unpacked(columns["row"])
        self._judged, self._reward = 0, 0.0

    def submit(self, answer: str) -> str:
        """Submit an answer, and read how it was judged. Submit a better one after that, a few times at most.

        Args:
            answer: The whole answer, such as an SVG program.
        """
        if self._judged >= self._attempts:
            raise ValueError("no attempts left; the last answer counts")
        (score,) = self._benchmark.score_isolated([self._row], [Completion(str(answer))])
        failed = score.status == Status.INFRA_ERROR
        self._judged += not failed
        self._reward = None if failed else score.value
        return feedback(self._benchmark, score)

    def get_reward(self) -> float | None:
        """Return the score of the last answer: 0 without any, None if it could not be judged."""
        return self._reward
