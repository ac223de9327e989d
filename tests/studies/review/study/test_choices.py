"""A study of choices: stored data, repeated items, refusals, and the use of answers."""

import json
import signal
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from datetime import UTC, datetime, timedelta

import pytest
import toy_questions
from paths import ROOT
from starlette.exceptions import HTTPException
from toy_questions import NAMES, QUESTIONS, Person

from sgpkit.benchmark import families
from sgpkit.cli.main import main
from sgpkit.data import build
from sgpkit.errors import UserError
from sgpkit.studies.review.study import folder as study_folder
from sgpkit.studies.review.study import make, page_server, summary
from sgpkit.studies.review.study.options import Options
from sgpkit.studies.review.study.sessions import Sessions


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    folder = tmp_path_factory.mktemp("questions") / "data"
    build.build(QUESTIONS, folder, workers=1)
    return folder


@pytest.fixture
def workspace(data, tmp_path, monkeypatch):
    monkeypatch.setattr(families, "get", {QUESTIONS.config: QUESTIONS}.__getitem__)
    monkeypatch.setattr(families, "names", lambda: [QUESTIONS.config])
    monkeypatch.chdir(tmp_path)
    return tmp_path


def made(position, data, **given):
    asked = {"batch": 6, "people": 2, "out": position / "study"} | given
    return make.make("toy-questions", Options("choices", data=str(data), **asked))


def lines(study):
    return [json.loads(line) for line in (study.folder / "journal.jsonl").read_text().splitlines()]


def right(study, view):
    item = study.items[view["item"]]
    return view["options"].index(item.options["ABC".index(item.key)])


def test_a_study_holds_questions_with_their_pictures_and_nothing_else_reaches_the_page(workspace, data):
    study = made(workspace, data)
    assert len(study.items) == 12 and study.batches == 2
    assert {item.id for item in study.items.values()} == {f"row-{number:02}" for number in range(12)}
    assert [item.id for item in study.items.values()] != sorted(item.id for item in study.items.values())
    sessions = Sessions(study)
    person = Person(sessions)
    view = person.start()
    item = study.items[view["item"]]
    assert view["question"] == item.question and sorted(view["options"]) == sorted(NAMES)
    assert view["pictures"] == [{"address": f"/pictures/{item.name}-1.png", "caption": ""}]
    assert (study.folder / "pictures" / item.pictures[0]).read_bytes().startswith(b"\x89PNG")
    message = json.dumps(view)
    assert item.id not in message and "Answer:" not in message and "svg" not in message
    assert view.keys() == {
        "study", "phase", "trial", "of", "item", "kind", "criteria", "question", "notes", "pictures", "options", "next"
    }  # fmt: skip


def test_nothing_is_kept_before_consent_and_nobody_takes_part_without(workspace, data):
    study = made(workspace, data)
    person = Person(Sessions(study))
    assert person.look()["phase"] == "consent" and not person.cookies
    assert not (study.folder / "journal.jsonl").exists()
    for body in ({}, {"agreed": False, "request": "12345678"}, {"agreed": "yes", "request": "12345678"}):
        with pytest.raises(Exception, match="must agree first"):
            person.post("consent", **body)
    for step in ("begin", "withdraw"):
        with pytest.raises(Exception, match="not agreed"):
            person.post(step)
    with pytest.raises(Exception, match="not agreed"):
        person.post("answer", item="0001", chosen=0)
    assert not (study.folder / "journal.jsonl").exists()


def test_the_journal_says_what_was_shown_and_chosen_and_nothing_of_the_person(workspace, data):
    study = made(workspace, data)
    person = Person(Sessions(study))
    view = person.start()
    person.answer(view, 2)
    consent, begin, answer = lines(study)
    assert consent.keys() == {"what", "participant", "request", "platform", "at"}
    assert begin["order"][0] == answer["item"] == view["item"] and len(begin["order"]) == 6
    item = study.items[view["item"]]
    assert [item.options[workspace] for workspace in answer["shown"]] == view["options"]
    assert item.options["ABCD".index(answer["letter"])] == view["options"][2]
    assert answer["took"] == 2.5 and answer["trial"] == 0


def test_what_comes_twice_counts_once(workspace, data):
    study = made(workspace, data)
    sessions = Sessions(study)
    person = Person(sessions)
    agreed = {"agreed": True, "request": "the-same-request"}
    first = person.post("consent", **agreed)
    person.cookies.clear()  # the reply was lost
    assert person.post("consent", **agreed) == first and len(sessions.state.participants) == 1
    view = person.post("begin")
    assert person.post("begin") == view
    after = person.answer(view, 1)
    assert person.answer(view, 3) == after, "a repeat, or a second tab, changes nothing"
    assert person.look() == after and after["trial"] == 1
    assert [line["what"] for line in lines(study)] == ["consent", "begin", "answer"]


def test_a_server_that_died_goes_on_where_everybody_was(workspace, data):
    study = made(workspace, data)
    person = Person(Sessions(study))
    view = person.answer(person.answer(person.start()))
    with (study.folder / "journal.jsonl").open("a") as journal:
        journal.write('{"what": "answer", "participant": "to')
    again = Sessions(study_folder.read(study.folder))
    person.routes = again.routes()
    assert person.look() == view
    assert person.answer(view)["trial"] == 3


@pytest.mark.parametrize("chosen", [-1, 4, True, None, "1", 1.0])
def test_an_answer_that_is_none_is_refused(workspace, data, chosen):
    person = Person(Sessions(made(workspace, data)))
    view = person.start()
    with pytest.raises(Exception, match="not one of the answers"):
        person.answer(view, chosen)
    assert person.look() == view


def test_whoever_leaves_takes_their_answers_along(workspace, data):
    study = made(workspace, data, people=1, batch=12)
    sessions = Sessions(study)
    person = Person(sessions)
    person.finish()
    assert person.post("withdraw")["phase"] == person.look()["phase"] == "withdrawn"
    assert sessions.state.counted(unfinished=True) == []
    assert Person(sessions).finish()["phase"] == "end", "their place is free again"


def test_a_code_of_ones_own_or_one_for_all(workspace, data):
    study = made(workspace, data, batch=12)
    sessions = Sessions(study)
    codes = [Person(sessions).finish()["code"] for _ in range(2)]
    assert len(set(codes)) == 2 and [line["code"] for line in lines(study) if line["what"] == "begin"] == codes
    study = made(workspace, data, out=workspace / "other", batch=12, code="C1A2B3")
    assert Person(Sessions(study)).finish()["code"] == "C1A2B3"


def test_a_platforms_name_is_kept_only_if_wanted_and_only_as_a_hash(workspace, data):
    study = made(workspace, data)
    sessions = Sessions(study)
    Person(sessions, platform="5f3c0a1b2c3d").start()
    assert "platform" in lines(study)[0] and lines(study)[0]["platform"] == ""
    study = made(workspace, data, out=workspace / "known", platform=True)
    sessions = Sessions(study)
    view = Person(sessions, platform="5f3c0a1b2c3d").start()
    assert "5f3c0a1b2c3d" not in (study.folder / "journal.jsonl").read_text()
    assert len(lines(study)[0]["platform"]) == 64
    elsewhere = Person(sessions, platform="5f3c0a1b2c3d")
    assert elsewhere.look() == view, "in another browser it goes on where it was"
    assert Person(sessions, platform="000000000000").look()["phase"] == "consent"
    with pytest.raises(HTTPException, match="the complete link"):
        Person(sessions).start()  # or a person could take part again by removing the name from the link
    assert Person(
        Sessions(made(workspace, data, out=workspace / "third", platform=True)), platform="5f3c0a1b2c3d"
    ).start()
    hashes = {lines(study_folder.read(workspace / name))[0]["platform"] for name in ("known", "third")}
    assert len(hashes) == 2, "two studies cannot be put together by it"


def test_the_same_command_goes_on_and_another_study_is_refused(workspace, data):
    study = made(workspace, data)
    Person(Sessions(study)).start()
    assert made(workspace, data) == study
    for given in ({"seed": 1}, {"batch": 3}, {"items": 5}):
        with pytest.raises(UserError, match="a different study"):
            made(workspace, data, **given)
    (workspace / "text.md").write_text("Other words.")
    with pytest.raises(UserError, match="texts was"):
        made(workspace, data, consent=workspace / "text.md")
    (workspace / "full").mkdir()
    (workspace / "full" / "file").write_text("x")
    with pytest.raises(UserError, match="contains other files"):
        made(workspace, data, out=workspace / "full")
    with pytest.raises(UserError, match="--items 13"):
        made(workspace, data, items=13, out=workspace / "more")


def test_a_study_that_was_half_made_is_made_again_and_more_people_may_be_wanted(workspace, data):
    study = made(workspace, data)
    names = {path.name: path.read_bytes() for path in (study.folder / "pictures").iterdir()}
    (study.folder / "study.json").unlink()
    next((study.folder / "pictures").iterdir()).unlink()
    again = made(workspace, data)
    assert {path.name: path.read_bytes() for path in (again.folder / "pictures").iterdir()} == names
    assert again.items == study.items
    for _ in range(4):
        Person(Sessions(again)).finish()
    assert Person(Sessions(again)).finish()["phase"] == "full"
    more = study_folder.changed(again, {"people": 3})
    assert Person(Sessions(more)).finish()["phase"] == "end"
    assert study_folder.read(again.folder).people == 3


def test_words_of_ones_own_are_shown_as_they_stand(workspace, data):
    (workspace / "consent.md").write_text("﻿# You agree\n\n<b>bold</b>\n", encoding="utf-8")
    (workspace / "how.md").write_text("Click.\n")
    study = made(workspace, data, consent=workspace / "consent.md", instructions=workspace / "how.md")
    person = Person(Sessions(study))
    assert person.look()["consent"] == "# You agree\n\n<b>bold</b>" and person.look()["placeholder"] is False
    assert person.post("consent", agreed=True, request="request-x")["instructions"] == "Click."
    (workspace / "bad.md").write_bytes(b"\xff\xfe")
    (workspace / "empty.md").write_text(" \n")
    for name, message in (("bad.md", "not UTF-8"), ("empty.md", "found 0"), ("none.md", "no such file")):
        with pytest.raises(UserError, match=message):
            made(workspace, data, consent=workspace / name, out=workspace / "other")


def test_a_study_without_consent_text_stays_on_this_machine(workspace, data):
    study = made(workspace, data)
    with pytest.raises(UserError, match=r"--consent FILE\.md"):
        page_server.serve(study, "0.0.0.0", 0, None, {})


def test_over_http_with_a_token(workspace, data):
    study = made(workspace, data)
    server = page_server.open_page(study, token="a-token-of-ours")
    running = threading.Thread(target=server.run)
    running.start()
    try:
        base = server.address.partition("?")[0]
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        with pytest.raises(urllib.error.HTTPError, match="403"):
            opener.open(f"{base}api/state")
        page = opener.open(server.address)
        assert b"study.js" in page.read() and "Set-Cookie" not in page.headers
        assert json.load(opener.open(f"{base}api/state"))["phase"] == "consent"
        assert opener.open(f"{base}pictures/0001-1.png").headers["Content-Type"] == "image/png"
        for hidden in ("study.json", "items.jsonl", "pictures/../items.jsonl", "journal.jsonl"):
            with pytest.raises(urllib.error.HTTPError, match="404"):
                opener.open(f"{base}{hidden}")
        body = json.dumps({"agreed": True, "request": "request-0"}).encode()
        reply = opener.open(urllib.request.Request(f"{base}api/consent", body, {"Content-Type": "application/json"}))
        assert json.load(reply)["phase"] == "instructions" and "HttpOnly" in reply.headers["Set-Cookie"]
    finally:
        server.close()
        running.join()


def test_the_summary_tells_of_people_and_how_they_agree(workspace, data):
    study = made(workspace, data, people=3, batch=6)
    sessions = Sessions(study)
    for _ in range(6):
        Person(sessions).finish(lambda view: right(study, view))
    Person(sessions).start()
    later = datetime.now(UTC) + timedelta(hours=2)
    result = summary.summary(study, now=later)
    assert result["people"] == {"agreed": 7, "begun": 6, "finished": 6, "withdrawn": 0}
    assert result["kappa"] == 1.0 and result["kappa by batch"] == [1.0, 1.0] and result["entropy"] == 0.0
    assert result["mode is the key"]["right"] == 12 and result["lacking"] == 0 and result["median seconds"] == 2.5
    text = summary.as_text(result)
    assert "6 finished" in text and "100.0%" in text and "12 of 12" in text


def test_the_summary_of_a_study_that_nobody_has_seen(workspace, data):
    study = made(workspace, data)
    result = summary.summary(study)
    assert result["answers"] == 0 and result["lacking"] == 4 and "kappa" not in result
    assert "still wanted" in summary.as_text(result)


def test_digits_are_options_where_a_config_has_no_other():
    from sgpkit.families.sgp_bench import MNIST
    from sgpkit.studies.review.study import items

    row = toy_questions.row(0) | {"answer": "7"}
    del row["options"]
    (stimulus,) = items.questions(MNIST, [row], None, 0)
    assert stimulus.item.options == tuple("0123456789") and stimulus.item.key == "7"
    assert stimulus.item.completions[7] == MNIST.evidence.reference(row)


def test_a_config_without_options_is_refused_with_the_way_to_rate(workspace, data):
    import toy_drawing

    from sgpkit.studies.review.study import items

    with pytest.raises(UserError, match="author study RUN --kind ratings"):
        items.questions(toy_drawing.DRAWING, [toy_drawing.row("square-1")], None, 0)


@pytest.mark.process
def test_the_command_opens_one_page_a_study_and_ends_when_told(workspace, data, capsys):
    made(workspace, data)
    asked = [
        sys.executable,
        "-c",
        "from sgpkit.cli.main import entry; entry()",
        "author",
        "study",
        str(workspace / "study"),
        "--port",
        "0",
    ]
    process = subprocess.Popen(asked, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        output = [process.stdout.readline() for _ in range(4)]
        assert "12 items in 2 batches" in output[0] and "placeholder" in output[2]
        address = output[1].split()[-1]
        assert json.load(urllib.request.urlopen(f"{address}api/state"))["phase"] == "consent"
        assert main(["author", "study", "study", "--port", "0"]) == 2
        assert "another `sgpkit author study` has study open" in capsys.readouterr().err
        assert main(["author", "study", "study", "--summary", "--json"]) == 0, "while it goes on"
        assert json.loads(capsys.readouterr().out)["answers"] == 0
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=30) == 0
    assert "All answers are in" in process.stdout.read()
    process.stdout.close()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["toy-question", "--kind", "choices", "--data", "data"], "did you mean 'toy-questions'?"),
        (["toy-questions", "--kind", "choices", "--true", "5"], "only apply to ratings"),
        (["toy-questions", "--kind", "choices", "--summary"], "expected a study folder"),
        (["toy-questions", "--kind", "ratings"], "is not a run folder"),
        (["study", "--kind", "ratings"], "is a study of choices"),
        (
            ["toy-questions", "--items", "5"],
            "is not a study folder; to create a study, add --kind choices or --kind ratings",
        ),
        (
            ["study", "--consent", "words.md"],
            "--consent: the study study exists, and its items cannot be changed",
        ),
    ],
)
def test_what_the_user_can_mend_is_said(workspace, data, capsys, arguments, message):
    made(workspace, data)
    assert main(["author", "study", *arguments]) == 2
    assert message in capsys.readouterr().err
