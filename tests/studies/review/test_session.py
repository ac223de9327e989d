"""The session behind the page: turns, counted verdicts, and refusals."""

import json
import threading

import polars as pl
import pytest
import toy_candidates
from starlette.exceptions import HTTPException

from sgpkit.errors import UserError
from sgpkit.reports.webapp.application import Request
from sgpkit.studies.review import candidates, journal, session, summary
from sgpkit.studies.review.selection import Queue, Selection


@pytest.fixture
def folder(tmp_path):
    return toy_candidates.folder(tmp_path / "toys", drawings=3)


@pytest.fixture
def opened(folder):
    return session.open_session(folder)


def get(opened, path, person="Ada", **query):
    return call(opened, "GET", path, {"person": person, **query}, {})


def post(opened, path, person="Ada", **body):
    return call(opened, "POST", path, {}, {"person": person, **body})


def call(opened, method, path, query, body):
    reply = opened.routes()[method, path](Request(query, body))
    assert reply.status_code == 200
    return json.loads(reply.body)


def say(opened, candidate, verdict="accept", person="Ada", **more):
    number = sum(len(item.requests) for item in opened.people.values())
    body = {"candidate": candidate, "verdict": verdict, "request": f"request-{number:04}", **more}
    return post(opened, "/api/verdict", person, **body)


def enter(opened, *names):
    for name in names:
        call(opened, "POST", "/api/person", {}, {"name": name})


def walk(opened, person, **wanted):
    """Judge every candidate in the order of display."""
    result, after = [], {}
    while candidate := get(opened, "/api/next", person, **wanted, **after)["candidate"]:
        result.append(candidate["id"])
        after = {"after": candidate["id"]}
        say(opened, candidate["id"], "reject", person)
    return result


def test_everybody_sees_the_drawings_in_one_order_and_their_candidates_in_an_order_of_their_own(opened):
    people = ("Ada", "Bob", "Cyd", "Dee")
    enter(opened, *people)
    orders = {name: walk(opened, name) for name in people}
    kept = [name for name, was in zip(opened.candidates.ids, opened.candidates.kept, strict=True) if was]
    assert len(kept) == 9
    assert all(sorted(order) == sorted(kept) for order in orders.values())
    assert len({tuple(order) for order in orders.values()}) > 1
    drawings = {tuple(dict.fromkeys(name.split(":")[0] for name in order)) for order in orders.values()}
    assert len(drawings) == 1 and len(drawings.pop()) == 3
    for order in orders.values():
        seen = [name.split(":")[0] for name in order]
        assert sum(seen[item] != seen[item - 1] for item in range(1, 9)) == 2, "a drawing at a time"


def test_the_order_is_the_same_after_a_restart_and_with_more_candidates(folder, opened, tmp_path):
    enter(opened, "Ada")
    order = [opened.candidates.ids[item] for item in Queue(opened.candidates, opened.people["Ada"]).order]
    more = session.open_session(toy_candidates.folder(tmp_path / "more", drawings=5))
    enter(more, "Ada")
    longer = [more.candidates.ids[item] for item in Queue(more.candidates, more.people["Ada"]).order]
    assert [name for name in longer if name in opened.candidates.indices] == order


def test_filters_choose_by_type_state_and_what_the_machine_thought(opened):
    enter(opened, "Ada")
    assert walk(opened, "Ada", type="color", state="todo") and opened.people["Ada"].verdicts
    first = get(opened, "/api/next", type="color", state="done")
    assert first["candidate"]["said"]["verdict"] == "reject"
    assert first["progress"] == {"mine": 3, "anybody": 3, "of": 3, "undoable": 3}
    dropped = get(opened, "/api/next", type="", machine="dropped")
    assert dropped["candidate"]["type"] == "count"
    assert dropped["candidate"]["reason"]
    assert dropped["progress"]["of"] == 3
    assert get(opened, "/api/next", machine="all")["progress"]["of"] == 12
    assert get(opened, "/api/next", type="color", machine="dropped")["candidate"] is None


def test_next_goes_round_and_before_goes_back(opened):
    enter(opened, "Ada")
    order = [opened.candidates.ids[item] for item in opened.queue("Ada").order]
    wanted = {"state": "all", "machine": "all"}
    assert get(opened, "/api/next", **wanted)["candidate"]["id"] == order[0]
    assert get(opened, "/api/next", after=order[-1], **wanted)["candidate"]["id"] == order[0]
    assert (
        get(opened, "/api/next", after=order[2], without=f"{order[3]}\n{order[4]}", **wanted)["candidate"]["id"]
        == order[5]
    )
    assert get(opened, "/api/before", before=order[2], **wanted)["candidate"]["id"] == order[1]
    assert get(opened, "/api/before", before=order[0], **wanted)["candidate"] is None


def test_nobody_sees_what_others_said(opened):
    enter(opened, "Ada", "Bob")
    say(opened, "toys/square-0:color:1", "reject", "Ada", comment="a secret of mine")
    for path in ("/api/candidate", "/api/next"):
        reply = get(opened, path, "Bob", id="toys/square-0:color:1", state="all")
        assert "secret" not in json.dumps(reply)
        assert reply["candidate"]["said"] is None
    assert get(opened, "/api/candidate", "Bob", id="toys/square-0:color:1")["progress"] == {
        "mine": 0,
        "anybody": 1,
        "of": 9,
        "undoable": 0,
    }
    assert get(opened, "/api/candidate", "Ada", id="toys/square-0:color:1")["candidate"]["said"]["comment"]


def test_two_people_on_one_candidate_at_once_both_count(folder, opened):
    enter(opened, "Ada", "Bob")
    together = threading.Barrier(2)

    def judge(name):
        for number, identifier in enumerate(opened.candidates.ids):
            together.wait(20)
            body = {"candidate": identifier, "verdict": "accept", "request": f"{name}-{number:08}"}
            post(opened, "/api/verdict", name, **body)

    threads = [threading.Thread(target=judge, args=(name,)) for name in ("Ada", "Bob")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for name in ("Ada", "Bob"):
        assert len(journal.read(folder / "reviews" / f"{name}.jsonl")) == 12
        assert get(opened, "/api/next", name, machine="all")["progress"] == {
            "mine": 12,
            "anybody": 12,
            "of": 12,
            "undoable": 12,
        }


def test_two_tabs_of_one_person_the_last_verdict_counts_and_undo_goes_back_through_both(opened):
    enter(opened, "Ada")
    say(opened, "toys/square-0:color:1", "accept")  # one tab
    say(opened, "toys/square-1:color:1", "accept")  # the other
    say(opened, "toys/square-0:color:1", "reject")  # the other, about the same
    steps = []
    for number in range(4):
        reply = post(opened, "/api/undo", request=f"undo-{number:04}")
        result = reply["candidate"]
        steps.append((result["id"], result["said"] and result["said"]["verdict"]) if result else None)
    assert steps == [
        ("toys/square-0:color:1", "accept"),
        ("toys/square-1:color:1", None),
        ("toys/square-0:color:1", None),
        None,
    ]
    assert reply["progress"]["mine"] == reply["progress"]["anybody"] == 0


def test_a_repeated_verdict_or_undo_counts_once_also_after_a_restart(folder, opened):
    enter(opened, "Ada")
    body = {"candidate": "toys/square-0:color:1", "verdict": "accept", "request": "the-same-one"}
    post(opened, "/api/verdict", **body)
    post(opened, "/api/verdict", **body)
    say(opened, "toys/square-1:color:1")
    post(opened, "/api/undo", request="one-undo")
    again = session.open_session(folder)
    for server in (opened, again):
        assert post(server, "/api/verdict", **body)["progress"]["mine"] == 1
        assert post(server, "/api/undo", request="one-undo")["candidate"]["id"] == "toys/square-1:color:1"
        assert server.people["Ada"].standing().keys() == {"toys/square-0:color:1"}
    assert len(journal.read(folder / "reviews" / "Ada.jsonl")) == 3


def test_a_restart_knows_people_their_verdicts_and_the_sums(folder, opened):
    enter(opened, "Ada", "Bob")
    say(opened, "toys/square-0:color:1", "reject", "Ada", comment=" why? ", took=3.14159)
    say(opened, "toys/square-0:count:1", "mend", "Bob", mended={"question": "How  many?\n", "answer": "C"})
    again = session.open_session(folder)
    assert again.people.keys() == {"Ada", "Bob"}
    output = again.people["Ada"].verdict("toys/square-0:color:1")
    assert (output.comment, output.seconds) == ("why?", 3.1)
    assert again.people["Bob"].verdict("toys/square-0:count:1").edits == {"question": "How many?"}, (
        "the key was C before"
    )
    for machine in ("kept", "dropped", "all"):
        assert again.progress(again.people["Bob"], Selection(machine=machine)) == opened.progress(
            opened.people["Bob"], Selection(machine=machine)
        )


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (400, {"person": None}),
        (404, {"candidate": "nobody"}),
        (404, {"candidate": None}),
        (400, {"verdict": "undo"}),
        (400, {"verdict": None}),
        (400, {"request": "short"}),
        (400, {"request": "has spaces in it"}),
        (400, {"comment": 7}),
        (400, {"comment": "x" * 5001}),
        (400, {"took": "long"}),
        (400, {"took": True}),
        (400, {"verdict": "mend"}),
        (400, {"verdict": "mend", "mended": {}}),
        (400, {"verdict": "mend", "mended": {"answer": "A"}}),
        (400, {"verdict": "mend", "mended": {"code": "<svg/>"}}),
        (400, {"verdict": "mend", "mended": {"caption": "a caption"}}),
        (400, {"verdict": "mend", "mended": {"answer": "E"}}),
        (400, {"verdict": "mend", "mended": {"answer": "AB"}}),
        (400, {"verdict": "mend", "mended": {"question": "  "}}),
        (400, {"verdict": "mend", "mended": {"question": 7}}),
        (400, {"verdict": "mend", "mended": {"type": ""}}),
        (400, {"verdict": "mend", "mended": {"options": "abcd"}}),
        (400, {"verdict": "mend", "mended": {"options": ["a", "b", "c"]}}),
        (400, {"verdict": "mend", "mended": {"options": ["a", "b", "c", " "]}}),
        (400, {"verdict": "mend", "mended": {"options": ["a", "b", "c", " A "]}}),
        (400, {"verdict": "mend", "mended": {"options": ["a", "b", "c", 1]}}),
        (400, {"verdict": "mend", "mended": {"question": "x" * 2001}}),
    ],
)
def test_a_verdict_that_says_nothing_sensible_is_refused_and_not_written(folder, opened, status, body):
    enter(opened, "Ada")
    sound = {"candidate": "toys/square-0:color:1", "verdict": "accept", "request": "request-0"}
    with pytest.raises(HTTPException) as refused:
        post(opened, "/api/verdict", **{**sound, **body})
    assert refused.value.status_code == status
    assert journal.read(folder / "reviews" / "Ada.jsonl") == []


def test_the_unknown_is_told_to_be_unknown(opened):
    with pytest.raises(HTTPException, match="there is no reviewer 'Eve'"):
        get(opened, "/api/next", "Eve")
    with pytest.raises(UserError, match="is not a valid name"):
        enter(opened, "../Eve")
    enter(opened, "Ada")
    with pytest.raises(UserError, match="'colour' cannot be chosen; did you mean 'color'"):
        get(opened, "/api/next", type="colour")
    with pytest.raises(HTTPException, match="no candidate"):
        get(opened, "/api/more", id="nothing")


def test_a_verdict_is_taken_though_the_choice_beside_it_no_longer_exists(opened):
    assert say(opened, "toys/square-0:color:1", type="a type of yesterday")["progress"]["mine"] == 1


def test_a_time_beyond_all_bounds_is_a_day(opened):
    say(opened, "toys/square-0:color:1", took=10**400)
    assert opened.people["Ada"].verdict("toys/square-0:color:1").seconds == 24 * 3600


def test_a_verdict_about_other_words_under_the_same_id_no_longer_counts(folder, opened):
    color, shape = "toys/square-0:color:1", "toys/square-0:shape:1"
    say(opened, shape)
    say(opened, color, "mend", mended={"answer": "B"})
    table = pl.read_parquet(folder / "candidates.parquet")
    turned = pl.when(pl.col("id") == color).then(pl.col("options").list.reverse()).otherwise(pl.col("options"))
    table.with_columns(options=turned).write_parquet(folder / "candidates.parquet")
    seen = get(opened, "/api/candidate", id=color)["candidate"]["of"]
    again = session.open_session(folder)
    assert get(again, "/api/candidate", id=color)["candidate"]["said"] is None
    with pytest.raises(HTTPException, match="changed after you opened it"):
        say(again, color, of=seen)
    assert get(again, "/api/next")["progress"]["mine"] == 1
    assert "1 candidates were changed after a verdict" in summary.as_text(summary.summary(folder))
    assert post(again, "/api/undo", request="request-x")["candidate"]["id"] == shape
    say(again, color, "reject")
    assert session.open_session(folder).people["Ada"].verdict(color).verdict == "reject"
    table.write_parquet(folder / "candidates.parquet")
    assert session.open_session(folder).people["Ada"].verdict(color).verdict == "mend", "as they were when it was said"


def test_names_that_differ_in_case_are_one_person_and_a_page_can_be_one_persons(folder, opened):
    enter(opened, "Ada", "ada", "ADA")
    assert list(opened.people) == ["Ada"]
    own = session.open_session(folder, "Ada")
    assert call(own, "GET", "/api/about", {}, {})["person"] == "Ada"
    with pytest.raises(HTTPException, match="only for Ada"):
        enter(own, "Bob")


def test_what_the_machine_dropped_as_malformed_must_be_edited_before_it_passes(folder):
    table = pl.read_parquet(folder / "candidates.parquet")
    five = pl.when(pl.col("type") == "count").then(pl.lit(["1", "2", "3", "4", "5"])).otherwise(pl.col("options"))
    table.with_columns(five.alias("options")).write_parquet(folder / "candidates.parquet")
    opened = session.open_session(folder)
    with pytest.raises(HTTPException, match="expected 4 options, got 5: edit it, or reject it"):
        say(opened, "toys/square-0:count:1")
    say(opened, "toys/square-0:count:1", "mend", mended={"options": ["1", "2", "3", "4"]})
    say(opened, "toys/square-1:count:1", "reject")


def test_program_and_checks_come_when_asked_for(opened):
    for number in (2, 0):
        result = get(opened, "/api/more", id=f"toys/square-{number}:color:1")
        assert f'fill="{toy_candidates.COLORS[number]}"' in result["code"]
        assert ["second asking", "the same answer"] in result["checks"]
        assert result["source"] == "toys"


def test_candidates_that_are_written_anew_meanwhile_do_not_get_others_programs(folder, opened):
    table = pl.read_parquet(folder / "candidates.parquet")
    gone = "toys/square-1:color:1"
    table.filter(pl.col("id") != gone).reverse().write_parquet(folder / "candidates.parquet")
    assert 'fill="red"' in get(opened, "/api/more", id="toys/square-0:color:1")["code"]
    with pytest.raises(UserError, match="is no longer in candidates"):
        get(opened, "/api/more", id=gone)


def test_folders_that_hold_no_candidates_are_told_apart(folder, tmp_path):
    with pytest.raises(UserError, match="sgpkit author"):
        session.open_session(tmp_path)
    table = pl.read_parquet(folder / "candidates.parquet")
    for broken, words in (
        (table.drop("answer"), "no column 'answer'"),
        (table.clear(), "has no candidates"),
        (pl.concat([table, table[:1]]), "two candidates"),
        (table.with_columns(kind=pl.lit("poem")), "kind 'poem'"),
    ):
        broken.write_parquet(folder / "candidates.parquet")
        with pytest.raises(UserError, match=words):
            candidates.read(folder)
    (folder / "candidates.parquet").write_bytes(b"PAR1 not really")
    with pytest.raises(UserError, match="is damaged"):
        candidates.read(folder)
