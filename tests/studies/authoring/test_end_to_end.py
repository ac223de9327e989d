"""`sgpkit author` from drawings to candidates, with a model that shows every behavior of a vision model."""

import json
import multiprocessing
import re
import time
from collections import Counter
from itertools import pairwise

import polars as pl
import pytest
import toy_author
from openai_server import OpenAIServer
from toy_author import COLORS, Eyes, author, write_drawings

from sgpkit.cli.main import main
from sgpkit.errors import UserError
from sgpkit.studies.authoring import authoring, candidates

pytestmark = pytest.mark.sandbox

FEW = ("good", "steady", "repaired", "several")


@pytest.fixture(scope="module")
def everyone(tmp_path_factory):
    """The folder of a whole run, the requests, and the result."""
    path = tmp_path_factory.mktemp("everyone")
    eyes = Eyes()
    with OpenAIServer(eyes) as server:
        source = write_drawings(path / "icons")
        authored = author(source, path / "out", server.url)
        requests = list(server.requests)
    return path / "out", eyes.asked, authored, requests


def table(folder):
    return {row["id"]: row for row in pl.read_parquet(folder / candidates.FILE).iter_rows(named=True)}


@pytest.mark.process
def test_each_part_is_kept_or_dropped_for_its_own_reason(everyone):
    out, _, authored, _ = everyone
    rows = table(out)
    reasons = {
        row["item"].removeprefix("squares/"): row["reason"]
        for row in rows.values()
        if row["kind"] == "question" and not row["kept"]
    }
    kept = {row["item"].removeprefix("squares/") for row in rows.values() if row["kind"] == "question" and row["kept"]}
    assert kept == {"good", "steady", "repaired", "thrice", "two"}
    expected = {
        "prosaic": "reply: parse_error: prose instead of JSON",
        "wrong": "reply: parse_error: wrong JSON",
        "refusing": "reply: refused: refusal",
        "cut": "reply: truncated: cut off by the token limit",
        "five": "options: it has 5 options, not four",
        "outside": "options: the answer 'gray' is none of the options",
        "twofold": "options: two options are the same: 'Black' and 'the black'",
        "telling": "code: the program says it in words: 'teal'",
        "known": "blind: guessed right without the picture each of 3 times",
        "several": "second asking: more than one option is right",
        "changing": "second asking: the answer was",
        "thrice": "repeated: it asks the same as squares/thrice:color:1",
        "two": "surplus: 1 of the type were asked for",
    }
    assert reasons.keys() == expected.keys()
    for part, reason in expected.items():
        assert reasons[part].startswith(reason), part
    assert [row["reason"] for row in rows.values() if row["item"].endswith("thrice") and not row["kept"]] == [
        expected["thrice"]
    ] * 2
    assert authored.metadata["complete"] is True


def test_what_was_found_stands_beside_each(everyone):
    out, _, authored, _ = everyone
    rows = table(out)
    good = rows["squares/good:color:1"]
    assert json.loads(good["checks"])["second asking"] == "the same answer"
    assert json.loads(good["checks"])["blind"].startswith("right ")
    assert json.loads(rows["squares/repaired:color:1"]["checks"])["reply"] == "asked twice"
    assert rows["squares/prosaic:color:0"]["reason"].endswith(", asked twice")
    assert json.loads(rows["squares/known:color:1"]["checks"])["blind"] == "right 3 of 3 times"
    assert (good["category"], good["format"], good["model"], good["dialect"]) == ("squares", "svg", "toy-model", "")
    assert good["code"] == toy_author.code("red")
    assert all((out / "pictures" / name).is_file() for row in rows.values() for name in row["pictures"])
    counts = authored.metadata["counts"]
    assert counts["types"]["color"] == {
        "candidates": 19, "kept": 5, "reply": 4, "options": 3, "code": 1, "blind": 1, "second asking": 2, "repeated": 2, "surplus": 1,
    }  # fmt: skip
    skipped = [json.loads(line) for line in (out / "author-log.jsonl").read_text().splitlines()]
    assert [one["name"] for one in skipped] == ["other/blank", "other/broken.svg"]
    assert skipped[0]["reason"] == "compile_error: the drawing shows nothing"


def test_captions_are_asked_for_and_asked_about_again(everyone):
    out, asked, _, _ = everyone
    captions = {row["item"]: row for row in table(out).values() if row["kind"] == "caption"}
    assert len(captions) == len(COLORS)
    dropped = [item for item, row in captions.items() if not row["kept"]]
    assert dropped == ["squares/changing"]
    assert captions["squares/good"]["id"] == "squares/good:caption"
    assert captions["squares/good"]["caption"] == "A square that is red stands alone on a white ground."
    assert captions["squares/good"]["options"] == []
    assert Counter(kind for kind, _ in asked)["fits"] == len(COLORS)


def test_nothing_is_asked_that_can_change_nothing(everyone):
    _, asked, _, requests = everyone
    counts = Counter(asked)
    assert {part for kind, part in asked if kind == "again"} == {"repaired", "prosaic", "wrong", "refusing", "cut"}
    assert {part for kind, part in asked if kind == "blind"} == {
        "good",
        "steady",
        "repaired",
        "thrice",
        "two",
        "known",
        "several",
        "changing",
    }
    assert counts["blind", "known"] == 3
    assert counts["check", "known"] == 0, "what is guessed blind is not shown again"
    assert counts["check", "thrice"] == counts["check", "good"] == 1
    assert max(counts["blind", part] for part in COLORS if part != "known") <= 2, (
        "a letter that is always A is not right three times"
    )
    assert all(request["response_format"]["json_schema"]["schema"]["properties"] for request in requests)
    for request in requests:
        words, pictures = toy_author.content(request)
        assert "<svg" not in words
        assert len(pictures) == (toy_author.kind_of(words, pictures) != "blind")


def test_keys_are_balanced_and_the_right_option_stays_right(everyone):
    out, _, _, _ = everyone
    kept = [row for row in table(out).values() if row["kept"] and row["kind"] == "question"]
    for row in kept:
        part = row["item"].removeprefix("squares/")
        assert row["options"]["ABCD".index(row["answer"])] == COLORS[part]
    letters = Counter(row["answer"] for row in kept)
    assert sorted(letters.values()) == [1, 1, 1, 2]


def test_the_second_asking_puts_the_answer_elsewhere(everyone):
    """The author's answer is A. A model that always says A must not agree with itself."""
    _, _, _, requests = everyone
    for request in requests:
        words, pictures = toy_author.content(request)
        if pictures and toy_author.kind_of(words, pictures) == "check":
            assert toy_author.letter_of(COLORS[toy_author.seen(pictures[0])], words) != "A"


# --- resumed runs -----------------------------------------------------------------------------------------------------


def files(folder):
    """Return everything that must be the same, byte for byte. Of the responses, only the times may differ."""
    kept = {
        path.relative_to(folder): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != ".lock"
    }
    latency = kept.pop(next(path for path in kept if path.name == "responses.parquet"))
    return kept, pl.read_parquet(latency).drop("latency").rows()


@pytest.mark.slow
def test_killed_at_any_request_it_asks_nothing_twice_and_ends_the_same(tmp_path):
    """It is killed by SIGKILL, at first while drawings are painted. Requests in flight and answers of the last 20 ms
    are lost."""
    write_drawings(tmp_path / "icons", FEW)
    eyes = Eyes(delay=0.05)
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["sgpkit.studies.authoring.authoring"])
    stops = [3, 14]
    with OpenAIServer(eyes) as server:
        author(tmp_path / "icons", tmp_path / "undisturbed", server.url)
        whole = len(eyes.asked)
        server.requests.clear()
        for stop in [0, *stops, None]:
            process = context.Process(target=author, args=(tmp_path / "icons", tmp_path / "out", server.url))
            process.start()
            while stop is not None and process.is_alive():
                if len(server.requests) >= stop and any((tmp_path / "out" / "pictures").glob("*.png")):
                    process.kill()
                time.sleep(0.001)
            process.join()
        assert process.exitcode == 0
        bodies = Counter(json.dumps(request, sort_keys=True) for request in server.requests)
    assert len(bodies) == whole
    assert bodies.total() - whole <= 2 * len(stops)
    assert files(tmp_path / "out") == files(tmp_path / "undisturbed")


def test_stopped_at_its_cost_again_and_again_it_ends_the_same(tmp_path):
    """Each call spends a little more. If it stops in the last check, all candidates after the first unasked one wait, so
    that keys are assigned as in a single call."""
    write_drawings(tmp_path / "icons", FEW)
    (tmp_path / "prices.toml").write_text('date = "2026-01-01"\n[models.toy-model]\ninput = 1.0\noutput = 1.0\n')
    eyes = Eyes()
    with OpenAIServer(eyes) as server:
        author(tmp_path / "icons", tmp_path / "at-once", server.url, captions=False)
        whole, kept = Counter(eyes.asked), []
        eyes.asked = []
        complete = False
        while not complete:
            limits = {"prices": tmp_path / "prices.toml", "max_cost": 3 * 25e-6}
            done = author(tmp_path / "icons", tmp_path / "out", server.url, captions=False, engine_options=limits)
            complete = done.metadata["complete"]
            assert complete or "--max-cost" in done.stopped
            kept.append({name: row for name, row in table(tmp_path / "out").items() if row["kept"]})
    assert Counter(eyes.asked) == whole
    assert files(tmp_path / "out") == files(tmp_path / "at-once")
    assert len({len(rows) for rows in kept}) > 2, "some were kept before all was asked"
    for rows in kept:
        assert rows.items() <= kept[-1].items()


def test_what_the_server_fails_at_waits_and_then_nobody_s_key_moves(tmp_path):
    write_drawings(tmp_path / "icons", FEW)
    eyes = Eyes(fails=["repaired"])
    with OpenAIServer(eyes) as server:
        first = author(tmp_path / "icons", tmp_path / "out", server.url, captions=False)
        before = {name: row for name, row in table(tmp_path / "out").items() if row["kept"]}
        assert (first.metadata["complete"], first.metadata["counts"]["waiting"], len(before)) == (False, 1, 2)
        eyes.fails, eyes.asked = set(), []
        second = author(tmp_path / "icons", tmp_path / "out", server.url, captions=False)
    assert second.metadata["complete"] is True
    assert {part for _, part in eyes.asked} == {"repaired"}
    after = table(tmp_path / "out")
    assert all(after[name] == row for name, row in before.items())
    assert sum(row["kept"] for row in after.values()) == 3


def test_more_drawings_and_types_go_into_the_same_folder_and_other_models_do_not(tmp_path):
    write_drawings(tmp_path / "icons", FEW)
    eyes = Eyes()
    with OpenAIServer(eyes) as server:
        author(tmp_path / "icons", tmp_path / "out", server.url, captions=False, limit=2)
        before = table(tmp_path / "out")
        assert len(before) == 2
        eyes.asked = []
        author(tmp_path / "icons", tmp_path / "out", server.url)
        assert ("ask", "good") not in eyes.asked
        assert all(table(tmp_path / "out")[name] == row for name, row in before.items())
        with pytest.raises(
            UserError, match=r"contains different candidates: per_type was 1, now 2\nChoose another --out"
        ):
            author(tmp_path / "icons", tmp_path / "out", server.url, per_type=2)
        with pytest.raises(UserError, match=r"identity.parameters.top_p was .*, now 0.5\n"):
            author(tmp_path / "icons", tmp_path / "out", server.url, sampling={"top_p": 0.5})


def test_a_checker_of_its_own_is_asked_to_guess_and_to_look(tmp_path):
    write_drawings(tmp_path / "icons", ("good",))
    authors, checkers = Eyes(), Eyes()
    with OpenAIServer(authors) as server, OpenAIServer(checkers) as other:
        done = author(
            tmp_path / "icons", tmp_path / "out", server.url, check_options={"base_url": other.url}, check_model="other"
        )
    assert {kind for kind, _ in authors.asked} == {"ask", "caption"}
    assert {kind for kind, _ in checkers.asked} == {"blind", "check", "fits"}
    assert done.metadata["checker"]["model"] == "other"
    assert all(row["model"] == "toy-model" for row in table(tmp_path / "out").values())


def test_the_texts_can_be_changed_and_the_schema_left_out(tmp_path):
    write_drawings(tmp_path / "icons", ("good",))
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "blind.txt").write_text("Guess: {question} of\n{options}")
    with OpenAIServer(Eyes()) as server:
        author(tmp_path / "icons", tmp_path / "out", server.url, prompts=tmp_path / "texts", schema=False)
        assert not any("response_format" in request for request in server.requests)
        blind = [
            request["messages"][0]["content"]
            for request in server.requests
            if len(request["messages"][0]["content"]) > 3
        ]
        assert any(item.startswith("Guess: What color is the good thing? of\nA) ") for item in blind)
        (tmp_path / "texts" / "blnd.txt").write_text("Guess")
        with pytest.raises(UserError, match="an author has no prompt text 'blnd'; did you mean 'blind'"):
            author(tmp_path / "icons", tmp_path / "out", server.url, prompts=tmp_path / "texts")


def test_its_replies_can_be_replayed(everyone, tmp_path, capsys):
    out, _, _, _ = everyone
    source, replies = out.parent / "icons", out / "responses.parquet"
    line = f"author draft {source} --format svg --types color --captions --engine replay --model {replies} --out {tmp_path / 'again'}"
    assert main(line.split()) == 0
    printed, message = capsys.readouterr()
    assert "responses.parquet" not in message
    assert re.search(r"^color +19 +5 +26% +4 +3 +1 +2 +1 +1 +2$", printed, re.MULTILINE)
    assert re.search(
        r"^type +candidates +kept +reply +options +code +repeated +surplus +blind +second asking$",
        printed,
        re.MULTILINE,
    )
    columns = pl.exclude("model")
    again, first = (pl.read_parquet(folder / candidates.FILE).select(columns) for folder in (tmp_path / "again", out))
    assert again.equals(first)


# --- errors that the user can fix -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"types": [], "captions": False}, "nothing to draft"),
        ({"types": ["colour"]}, "svg has no type 'colour'; did you mean 'color'"),
        ({"types": ["caption"]}, "use --captions to draft captions"),
        ({"source": "nowhere"}, "no folder, .zip, table or dataset 'nowhere'"),
        ({"format": "tikz", "types": ["concept"]}, "expected *.tex *.tikz files, one folder per category; found .svg"),
        ({"engine": "baseline"}, "a baseline cannot write questions"),
        ({"engine": "replay", "model": "none.jsonl"}, "no file 'none.jsonl' to replay"),
        (
            {"engine": "endpoint", "engine_options": {"gpus": 2}},
            "--gpus is only for engines that load the model themselves",
        ),
    ],
)
def test_mistakes_are_told(changed, message, tmp_path):
    write_drawings(tmp_path / "icons", ("good",))
    given = {"source": str(tmp_path / "icons"), "format": "svg", "engine": "replay", "model": "m", "types": ["color"]}
    with pytest.raises(UserError) as mistake:
        authoring.author(tmp_path / "out", authoring.Options(**(given | changed)))
    assert message in str(mistake.value)


def test_a_limit_takes_the_first_that_can_be_drawn_and_pictures_are_made_once(tmp_path):
    from sgpkit.benchmark import Skipped
    from sgpkit.studies.authoring import drawing, programs

    write_drawings(tmp_path / "icons", FEW)
    result = list(drawing.draw_all(programs.read(str(tmp_path / "icons"), "svg"), tmp_path / "out", 2))
    assert [isinstance(one, Skipped) for one in result] == [True, True, False, False]
    paths = sorted((tmp_path / "out" / "pictures").iterdir())
    stamps = [path.stat().st_mtime_ns for path in paths]
    assert list(drawing.draw_all(programs.read(str(tmp_path / "icons"), "svg"), tmp_path / "out", 2)) == result
    assert [path.stat().st_mtime_ns for path in paths] == stamps
    assert all(one != other for one, other in pairwise(path.read_bytes() for path in paths))
