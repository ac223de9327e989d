"""What a study's page asks for: where a participant stands, and what happens when they agree, begin, answer or leave.

A participant is a random name in a cookie, made when they have agreed; before that nothing is kept. Each step is on the
disk before it is acknowledged, and one that comes twice counts once, so that reloading, going back, a lost reply or a
second tab neither loses nor doubles an answer. The page gets one item at a time, never a key.
"""

import hashlib
import hmac
import random
import secrets
import threading
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from sgpkit.review.journal import Journal
from sgpkit.review.study import plan
from sgpkit.review.study.folder import JOURNAL, Study
from sgpkit.review.study.items import Item
from sgpkit.review.study.state import Participant
from sgpkit.webapp.messages import Handler, Refused, Reply, Request, cookie, json_reply

LONGEST = 24 * 3600.0
"""Seconds that an answer is believed to have taken."""

CODE_SIGNS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Without those that are taken for one another."""

LONGEST_NAME = 200
"""Characters of a platform's name for a participant."""


def now() -> datetime:
    return datetime.now(UTC)


class Sessions:
    """A study that is under way. `clock` says what time it is."""

    def __init__(self, study: Study, clock: Callable[[], datetime] = now) -> None:
        self.study, self.clock = study, clock
        self.journal = Journal(study.folder / JOURNAL)
        self.state = study.state()
        self.lock = threading.Lock()
        # Cookies know no ports: each study on this machine needs a name of its own.
        self.name = hashlib.sha256(study.facts["salt"].encode()).hexdigest()[:12]
        self.cookie = f"sgpkit_participant_{self.name}"

    def routes(self) -> Mapping[tuple[str, str], Handler]:
        steps = {"consent": self.consent, "begin": self.begin, "answer": self.answer, "withdraw": self.withdraw}
        posted = {("POST", f"/api/{name}"): step for name, step in steps.items()}
        return {("GET", "/api/state"): self.stand, **posted}

    def stand(self, request: Request) -> Reply:
        with self.lock:
            return self.shown(self.participant(request))

    def consent(self, request: Request) -> Reply:
        """Somebody agreed to take part. Only now there is a participant."""
        asked = request.body.get("request")
        if request.body.get("agreed") is not True or not isinstance(asked, str) or not 8 <= len(asked) <= 64:
            raise Refused(400, "nobody takes part without having agreed")
        with self.lock:
            participant = self.participant(request) or self.state.participants.get(self.state.by_request.get(asked, ""))
            if participant is None:
                name = secrets.token_urlsafe(12)
                platform = self.platform(request)
                if self.study.facts.get("platform") and not platform:
                    raise Refused(400, "open the whole address that you were given: it ends in participant=…")
                self.note({"what": "consent", "participant": name, "request": asked, "platform": platform})
                participant = self.state.participants[name]
            return self.shown(participant)

    def begin(self, request: Request) -> Reply:
        """Give out a batch, in an order of this participant's own."""
        with self.lock:
            participant = self.known(request)
            if not participant.begun and not participant.withdrawn:
                study, seed = self.study, self.study.facts["seed"]
                draw = random.Random(f"{seed}:{participant.name}:batch")
                standings = self.state.standings(study.batches, self.clock(), study.patience)
                batch = plan.next_batch(standings, study.people, draw)
                if batch is None:
                    return json_reply({"phase": "full"})
                order = plan.order(study.of_batch(batch), participant.name, seed)
                code = study.facts.get("code") or "".join(secrets.choice(CODE_SIGNS) for _ in range(8))
                self.note(
                    {"what": "begin", "participant": participant.name, "batch": batch, "order": order, "code": code}
                )
            return self.shown(participant)

    def answer(self, request: Request) -> Reply:
        """Take the answer to the item at which the participant stands; any other is a repeat and counts for nothing."""
        with self.lock:
            participant = self.known(request)
            item = self.current(participant)
            if item is not None and request.body.get("item") == item.name:
                shown = self.options(participant, item)
                chosen = request.body.get("chosen")
                if not isinstance(chosen, int) or isinstance(chosen, bool) or chosen not in self.choices(item):
                    raise Refused(400, "that is none of the answers")
                said = {"rating": chosen} if not item.options else {"letter": item.letters[shown[chosen]]}
                line = {"what": "answer", "participant": participant.name, "trial": len(participant.answers)}
                line |= {"item": item.name, **({"shown": shown} if item.options else {}), **said}
                self.note(line | {"took": seconds(request.body.get("took"))})
            return self.shown(participant)

    def withdraw(self, request: Request) -> Reply:
        """Whoever leaves the study for good takes their answers along."""
        with self.lock:
            participant = self.known(request)
            if not participant.withdrawn:
                self.note({"what": "withdraw", "participant": participant.name})
            return self.shown(participant)

    # --- who asks, and what they see next -----------------------------------------------------------------------------

    def participant(self, request: Request) -> Participant | None:
        """By the platform's name for them, where the study takes these, or else by their cookie."""
        platform = self.platform(request)
        if platform:
            return self.state.participants.get(self.state.by_platform.get(platform, ""))
        return self.state.participants.get(request.cookies.get(self.cookie, ""))

    def known(self, request: Request) -> Participant:
        participant = self.participant(request)
        if participant is None:
            raise Refused(409, "this browser has not agreed to take part yet")
        return participant

    def platform(self, request: Request) -> str:
        """A hash of the name that a recruiting platform gave in the page's address, if the study is to keep one."""
        given = request.query.get("participant") or request.body.get("participant")
        if not self.study.facts.get("platform") or not isinstance(given, str) or not given:
            return ""
        return hmac.new(
            bytes.fromhex(self.study.facts["salt"]), given[:LONGEST_NAME].encode(errors="replace"), hashlib.sha256
        ).hexdigest()

    def current(self, participant: Participant) -> Item | None:
        if not participant.begun or participant.withdrawn or participant.complete:
            return None
        return self.study.items[participant.order[len(participant.answers)]]

    def options(self, participant: Participant, item: Item) -> list[int]:
        return plan.option_order(item.options, participant.name, item.name, self.study.facts["seed"])

    def choices(self, item: Item) -> range:
        if item.options:
            return range(len(item.options))
        low, high = self.study.facts["scale"]
        return range(low, high + 1)

    def shown(self, participant: Participant | None) -> Reply:
        """`study` is what the browser keeps unsent answers under."""
        if participant is None:
            return json_reply({"study": self.name, **self.welcome()})
        view = {"study": self.name, **self.view(participant)}
        return json_reply(view, headers=(cookie(self.cookie, participant.name),))

    def welcome(self) -> dict[str, Any]:
        texts = self.study.facts["texts"]
        return {"phase": "consent", "consent": texts["consent"], "placeholder": self.study.facts["placeholder"]}

    def view(self, participant: Participant) -> dict[str, Any]:
        """What the page shows this participant now."""
        if participant.withdrawn:
            return {"phase": "withdrawn"}
        facts = self.study.facts
        told = {"kind": self.study.kind, "criteria": facts.get("criteria", "")}
        if not participant.begun:
            return {"phase": "instructions", "instructions": facts["texts"]["instructions"], **told}
        item = self.current(participant)
        if item is None:
            return {"phase": "end", "code": participant.code}
        trial = len(participant.answers)
        view = {"phase": "trial", "trial": trial, "of": len(participant.order), "item": item.name, **told}
        view |= {"question": item.question, "notes": item.notes}
        view["pictures"] = [
            {"address": f"/pictures/{name}", "caption": caption}
            for name, caption in zip(item.pictures, item.captions or ("",) * len(item.pictures), strict=True)
        ]
        if item.options:
            view["options"] = [item.options[place] for place in self.options(participant, item)]
        else:
            view["scale"] = facts["scale"]
        after = participant.order[trial + 1 : trial + 2]
        view["next"] = [f"/pictures/{name}" for name in after for name in self.study.items[name].pictures]
        return view

    def note(self, line: Mapping[str, Any]) -> None:
        """On the disk first, and then it counts."""
        line = {**line, "at": self.clock().isoformat(timespec="seconds")}
        self.journal.append(line)
        self.state.apply(line)


def seconds(took: object) -> float | None:
    """How long the page says that an answer took; None where it says nothing that can be."""
    if isinstance(took, bool) or not isinstance(took, int | float) or not 0 <= took <= LONGEST:
        return None
    return round(float(took), 2)
