"""Files that users and maintainers keep: VectorGym's data, rounds, errata, changelogs, prices, batches, prompts."""

from pathlib import Path
from typing import Any

from sgpkit.benchmark import Completion, messages
from sgpkit.dataset import changelog, errata, record, rounds, versions
from sgpkit.engines import Request
from sgpkit.engines.endpoint import batch, prices
from sgpkit.errors import UserError
from sgpkit.families.vectorgym.sources import vectorgym as read_vectorgym
from sgpkit.runs import prompts
from tools.fuzz.target import Broken, Target, drained, of_file, of_text, seeds, words
from tools.fuzz.targets.written_files import CODE, FILES, JSON_WORDS, datikz, dumped, of_rows, parquet

RECORD = {
    "svg_id": "icon 1",
    "original_svg": CODE,
    "split": "test",
    "text_caption": "A red (#FF0000) house",
    "editing_prompt": "Make it blue.",
    "editing_target_svg": CODE,
    "editing_annotation_index": 1,
    "is_chart": False,
}
LISTED = RECORD | {"text_caption": '["red (#F00)", {"a": "a red house"}]', "split": "val"}
ROUND = {
    "name": "spring_2027",
    "configs": ["sgp-svg"],
    "limit": 3,
    "sgpkit": "1",
    "commitment": "c" * 64,
    "seed": 1 << 41,
    "salt": "00",
}
ERRATA = "- {config: a, id: b, since: v1.1.0, kind: flagged, reason: Two are right.}\n"
CHANGES = "# Changelog\n\n## v1.1.0\n\n### `toy`\n\n1 row added (`question` in 2 rows).\n\n## v1.0.0\n\nNo row.\n"
TOML = 'date = "2026-01-31"\ncurrency = "USD"\n[models."m"]\ninput = 0.5\ncached_input = 1\noutput = 1.5\n'
CSV = "model,input,output,date,currency\nm,0.5,1.5,2026-01-31,USD\n"
ASKED = [Request({"id": "a"}, 0, 0, messages("B?"))]
TEXTS = {"direct": "Draw {name}. {{x}}"}


class Plain:
    """The form of requests that a batch was written in."""

    path = "chat/completions"

    def body(self, request: Request) -> dict[str, object]:
        return {"messages": request.messages}


PLAIN: Any = Plain()
IDENTIFIER = next(batch.asked(PLAIN, ASKED))[0]
RESULT = {
    "custom_id": IDENTIFIER,
    "response": {"status_code": 200, "body": {"choices": [{"message": {"content": "B"}, "finish_reason": "stop"}]}},
    "error": None,
}


def vectorgym(path: Path) -> None:
    read_vectorgym.recognises(str(path))
    for task in read_vectorgym.NEEDED:
        try:
            drained(read_vectorgym.source(task)(str(path), 0))
        except UserError:
            continue


def of_round(path: Path) -> None:
    made = rounds.read(path)
    if rounds.as_text(rounds.read(path)) != rounds.as_text(made):
        raise Broken("a round reads differently the second time")
    rounds.read_revealed(path)


def flawed(path: Path) -> None:
    rows = errata.read(path.parent)
    errata.write(path.parent, rows)
    if errata.read(path.parent) != rows:
        raise Broken("errata read differently when they are written again")


def changed(text: str) -> None:
    log = changelog.read(text)
    if changelog.read(changelog.write(log)) != log:
        raise Broken("a changelog reads differently when it is written again")
    for section in log:
        changelog.lines(section)


def version(tag: str) -> None:
    versions.newest([tag, "v1.0.0"])
    versions.parse(tag).next()


def recorded(path: Path) -> None:
    record.read(path.parent.parent, path.parent.name)


def priced(path: Path) -> None:
    cost = prices.read(path, "m").of(1000, 1000, 10)
    if not cost >= 0:
        raise Broken(f"it costs {cost!r}")


def answered(path: Path) -> None:
    for _place, completion in batch.read(path, PLAIN, ASKED):
        if not isinstance(completion, Completion) or not isinstance(completion.text, str):
            raise Broken(f"no completion: {completion!r:.80}")


def swapped(path: Path) -> None:
    """Check that an accepted template can be filled in."""
    text = prompts.read(path.parent, TEXTS, "toy")["direct"]
    text.format(name="a star")


TARGETS = (
    Target(
        "vectorgym-rows",
        of_rows("vectorgym/test.parquet", vectorgym),
        dumped([RECORD, LISTED], [RECORD | {"sketch_image": {"path": "a.png"}}]),
        (*JSON_WORDS, *words('"text_caption" "original_svg" "split" "[" "{" "#FF0000" "(#F00" "svg_id"')),
        FILES,
    ),
    Target("vectorgym-parquet", of_file("vectorgym2/test.parquet", vectorgym), (parquet([RECORD]),), (), FILES),
    Target(
        "datikz-parquet",
        of_file("datikz/test.parquet", datikz),
        (parquet([{"caption": "x", "code": "\\draw", "uri": "u", "origin": "o", "date": "2020"}]),),
        (),
        FILES,
    ),
    Target("round", of_file("round/round.json", of_round), dumped(ROUND), JSON_WORDS, FILES),
    Target(
        "errata",
        of_file(f"errata/{errata.FILE}", flawed),
        seeds(ERRATA),
        words("- : config: id: since: kind: withdrawn reason: & * !!set {} [] | > <<: ~ 2026-01-01 \\ud800 '"),
        FILES,
    ),
    Target("changelog", of_text(changed), seeds(CHANGES), words("# ## ### ` v1.0.0 - * \\n"), FILES),
    Target("version", of_text(version), seeds("v1.2.3", "v10.0.0-rc.1", "1.2"), words("v . - 0 01 rc + ١ ²"), FILES),
    Target(
        "build-record", of_file("built/toy/build.json", recorded), dumped({"sha256": {"a": "b"}}), JSON_WORDS, FILES
    ),
    Target(
        "prices-toml",
        of_file("prices/a.toml", priced),
        seeds(TOML),
        words('[models."m"] [ ] { } = date currency input output nan inf -1 2026-13-01 """ .'),
        FILES,
    ),
    Target(
        "prices-csv", of_file("prices/a.csv", priced), seeds(CSV), words('model input , " m nan inf -1 date'), FILES
    ),
    Target(
        "batch-results",
        of_file("batch/results.jsonl", answered),
        dumped(RESULT, RESULT | {"response": None, "error": {"message": "late"}}),
        (*JSON_WORDS, *words('"response" "body" "status_code" "choices" "error" "custom_id"')),
        FILES,
    ),
    Target(
        "prompt-text",
        of_file("prompts/direct.txt", swapped),
        seeds("Draw {name}.", "{{a}} {name!r:>9}"),
        words("{ } {name} {{ }} {name[0]} {name.x} {0} {} !r :>9 {name:{name}} %"),
        FILES,
    ),
)
