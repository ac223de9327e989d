"""Batches of a study: people come, leave and return, and every item is answered by enough people."""

import random
from datetime import UTC, datetime, timedelta
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from toy_questions import Person

from sgpkit.studies.review.study import plan
from sgpkit.studies.review.study.folder import Study
from sgpkit.studies.review.study.items import Item
from sgpkit.studies.review.study.plan import BatchProgress
from sgpkit.studies.review.study.sessions import Sessions
from sgpkit.studies.review.study.state import answers_by_item

NOWHERE = Path("no-such-study")


class Silent:
    """A journal in memory."""

    def __init__(self):
        self.lines = []

    def append(self, line):
        self.lines.append(line)


def study(items, batch, people):
    measurements = {
        "kind": "choices",
        "seed": 7,
        "people": people,
        "patience": 30,
        "salt": "ab" * 16,
        "placeholder": False,
    }
    measurements |= {"code": None, "platform": False}
    measurements["texts"] = {"consent": "You agree.", "instructions": "Choose."}
    made = [
        Item(f"{entry:04}", f"row-{entry}", 0, "question", plan.batch_of(entry, items, batch), "Which?",
             ("one", "two", "three"), tuple("ABC"), ("Answer: A", "Answer: B", "Answer: C"), "A")
        for entry in range(items)
    ]  # fmt: skip
    return Study(NOWHERE, measurements, {item.name: item for item in made})


class Clock:
    def __init__(self):
        self.now = datetime(2030, 1, 1, tzinfo=UTC)

    def __call__(self):
        return self.now


def opened(items, batch, people):
    clock = Clock()
    sessions = Sessions(study(items, batch, people), clock)
    sessions.journal = Silent()
    return sessions, clock


STEPS = st.lists(
    st.one_of(
        st.just(("come",)),
        st.tuples(st.just("answer"), st.integers(0, 30), st.integers(1, 9)),
        st.tuples(st.just("withdraw"), st.integers(0, 30)),
        st.tuples(st.just("wait"), st.integers(1, 90)),
    ),
    max_size=40,
)


@given(items=st.integers(1, 11), batch=st.integers(1, 6), people=st.integers(1, 4), steps=STEPS)
def test_every_item_is_answered_by_enough_people_whoever_comes_and_goes(items, batch, people, steps):
    sessions, clock = opened(items, batch, people)
    everybody = []
    for step, *how in steps:
        if step == "come":
            everybody.append(Person(sessions))
            everybody[-1].start()
        elif step == "wait":
            clock.now += timedelta(minutes=how[0])
        elif everybody:
            person = everybody[how[0] % len(everybody)]
            if step == "withdraw":
                person.post("withdraw") if person.cookies else None
                continue
            view = person.look()
            for _ in range(how[1]):
                view = person.answer(view) if view["phase"] == "trial" else view
    needed = people * sessions.study.batches
    for _ in range(needed):
        if Person(sessions).finish()["phase"] == "full":
            break
    assert Person(sessions).finish()["phase"] == "full", "as many as there are places are always enough"
    answers = answers_by_item(sessions.state.counted())
    assert set(answers) == set(sessions.study.items)
    for answer in answers.values():
        assert len(answer) >= people
        assert len({name for name, _ in answer}) == len(answer), "nobody answers an item twice"
    again = type(sessions.state)(sessions.journal.lines)
    assert again.participants == sessions.state.participants, "the journal holds all there is to know"


def test_without_anybody_leaving_exactly_enough_people_answer_each_item():
    sessions, _ = opened(items=10, batch=4, people=3)
    phases = [Person(sessions).finish()["phase"] for _ in range(10)]
    assert phases == ["end"] * 9 + ["full"]
    assert {len(item) for item in answers_by_item(sessions.state.counted()).values()} == {3}


def test_people_at_work_count_until_they_are_silent_for_too_long():
    sessions, clock = opened(items=4, batch=2, people=1)
    slow, quick = Person(sessions), Person(sessions)
    batches = {sessions.study.items[person.start()["item"]].batch for person in (slow, quick)}
    assert batches == {0, 1}, "two who come at once get different batches"
    left = sessions.study.items[slow.look()["item"]].batch
    clock.now += timedelta(minutes=31)
    quick_item = quick.look()
    while quick_item["phase"] == "trial":
        quick_item = quick.answer(quick_item)
    heir = Person(sessions)
    assert sessions.study.items[heir.start()["item"]].batch == left, "the batch is given out again"
    view = slow.look()
    assert view["phase"] == "trial", "whoever comes back takes up where they were"
    while view["phase"] == "trial":
        view = slow.answer(view)
    assert view["phase"] == "end"


@given(
    standings=st.lists(
        st.tuples(st.integers(0, 6), st.integers(0, 6)).map(lambda pair: BatchProgress(*pair)), min_size=1
    )
)
def test_the_next_batch_is_one_that_fewest_people_have(standings):
    chosen = plan.next_batch(standings, 5, random.Random(1))
    lacking = [standing for standing in standings if standing.complete < 5]
    if chosen is None:
        assert not lacking
    else:
        assert sum(standings[chosen]) == min(map(sum, lacking)) and standings[chosen] in lacking


@given(items=st.integers(1, 60), size=st.integers(1, 70))
def test_batches_are_nearly_even(items, size):
    batches = [plan.batch_of(item, items, size) for item in range(items)]
    sizes = [batches.count(batch) for batch in range(max(batches) + 1)]
    assert max(sizes) <= size and max(sizes) - min(sizes) <= 1 and len(sizes) == -(-items // size)


def test_orders_are_a_participants_own_and_always_the_same():
    names = [f"{item:04}" for item in range(20)]
    orders = {person: plan.order(names, person, 0) for person in "abcdefgh"}
    assert all(sorted(order) == names for order in orders.values())
    assert len({tuple(order) for order in orders.values()}) == 8
    assert plan.order(names, "a", 0) == orders["a"] != plan.order(names, "a", 1)
    shown = [tuple(plan.option_order("wxyz", person, "0001", 0)) for person in map(str, range(400))]
    assert len(set(shown)) == 24, "every order of four options occurs"
    first = [order[0] for order in shown]
    assert all(70 <= first.count(item) <= 130 for item in range(4)), "each option is first about as often"
    assert plan.option_order("0123456789", "a", "0001", 0) == list(range(10))
