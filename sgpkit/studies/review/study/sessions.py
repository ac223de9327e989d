"""The requests of a study's page: a participant's progress, and the steps consent, begin, answer and withdraw.

A participant is a random name in a cookie, which is made after consent; before that, nothing is stored. Each step is on
disk before it is acknowledged, and a repeated step counts once, so that reloading, going back, a lost reply or a second
tab neither loses nor duplicates an answer. The page gets one item at a time, and never a key.
"""

import hashlib
import hmac
import random
import secrets
import threading
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from sgpkit.reports.webapp.application import Handler, Request, set_cookie
from sgpkit.studies.review.journal import open_journal
from sgpkit.studies.review.study import plan
from sgpkit.studies.review.study.folder import JOURNAL, Study
from sgpkit.studies.review.study.items import Item
from sgpkit.studies.review.study.state import Participant

MAX_SECONDS = 24 * 3600.0
"""Longest credible time of an answer."""

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Characters of completion codes, without those that look alike."""

MAX_NAME = 200
"""Maximum length of a platform's name for a participant."""


def now() -> datetime:
    """Return the current time."""
    return datetime.now(UTC)


class Sessions:
    """A study that is under way. `clock` returns the time."""

    def __init__(self, study: Study, clock: Callable[[], datetime] = now) -> None:
        self.study, self.clock = study, clock
        self.journal = open_journal(study.folder / JOURNAL)
        self.state = study.state()
        self.lock = threading.Lock()
        # Cookies are shared by all ports, so each study on this machine needs a different name.
        self.name = hashlib.sha256(study.metadata["salt"].encode()).hexdigest()[:12]
        self.cookie = f"sgpkit_participant_{self.name}"

    def routes(self) -> Mapping[tuple[str, str], Handler]:
        """Return the handlers by method and path."""
        steps = {"consent": self.consent, "begin": self.begin, "answer": self.answer, "withdraw": self.withdraw}
        posted = {("POST", f"/api/{name}"): step for name, step in steps.items()}
        return {("GET", "/api/state"): self.current_state, **posted}

    def current_state(self, request: Request) -> Response:
        """Return what the page shows now."""
        with self.lock:
            return self.shown(self.participant(request))

    def consent(self, request: Request) -> Response:
        """Record the consent of a person, who then becomes a participant."""
        identifier = request.body.get("request")
        if request.body.get("agreed") is not True or not isinstance(identifier, str) or not 8 <= len(identifier) <= 64:
            raise HTTPException(400, "participants must agree first")
        with self.lock:
            participant = self.participant(request) or self.state.participants.get(
                self.state.by_request.get(identifier, "")
            )
            if participant is None:
                name = secrets.token_urlsafe(12)
                platform = self.platform(request)
                if self.study.metadata["platform"] and not platform:
                    raise HTTPException(400, "open the complete link that you received; it ends in participant=…")
                self.record({"what": "consent", "participant": name, "request": identifier, "platform": platform})
                participant = self.state.participants[name]
            return self.shown(participant)

    def begin(self, request: Request) -> Response:
        """Give out a batch, in an order of this participant's own."""
        with self.lock:
            participant = self.known(request)
            if not participant.begun and not participant.withdrawn:
                study, seed = self.study, self.study.metadata["seed"]
                draw = random.Random(f"{seed}:{participant.name}:batch")
                progress = self.state.progress(study.batches, self.clock(), study.patience)
                batch = plan.next_batch(progress, study.people, draw)
                if batch is None:
                    return JSONResponse({"phase": "full"})
                order = plan.order(study.items_of_batch(batch), participant.name, seed)
                code = study.metadata["code"] or "".join(secrets.choice(CODE_LETTERS) for _ in range(8))
                self.record(
                    {"what": "begin", "participant": participant.name, "batch": batch, "order": order, "code": code}
                )
            return self.shown(participant)

    def answer(self, request: Request) -> Response:
        """Take the answer to the participant's current item; any other is a repeat and has no effect."""
        with self.lock:
            participant = self.known(request)
            item = self.current(participant)
            if item is not None and request.body.get("item") == item.name:
                shown = self.options(participant, item)
                chosen = request.body.get("chosen")
                if not isinstance(chosen, int) or isinstance(chosen, bool) or chosen not in self.choices(item):
                    raise HTTPException(400, "this is not one of the answers")
                answer = {"rating": chosen} if not item.options else {"letter": item.letters[shown[chosen]]}
                line = {"what": "answer", "participant": participant.name, "trial": len(participant.answers)}
                line |= {"item": item.name, **({"shown": shown} if item.options else {}), **answer}
                self.record(line | {"took": seconds(request.body.get("took"))})
            return self.shown(participant)

    def withdraw(self, request: Request) -> Response:
        """Record that a participant leaves the study permanently; their answers no longer count."""
        with self.lock:
            participant = self.known(request)
            if not participant.withdrawn:
                self.record({"what": "withdraw", "participant": participant.name})
            return self.shown(participant)

    # --- participants and their views --------------------------------------------------------------------------------

    def participant(self, request: Request) -> Participant | None:
        """Return the participant of a request, identified by the platform's name if the study uses one, else by the
        cookie.
        """
        platform = self.platform(request)
        if platform:
            return self.state.participants.get(self.state.by_platform.get(platform, ""))
        return self.state.participants.get(request.cookies.get(self.cookie, ""))

    def known(self, request: Request) -> Participant:
        """Return the participant of a request. Raises HTTPException before consent."""
        participant = self.participant(request)
        if participant is None:
            raise HTTPException(409, "this browser has not agreed to take part yet")
        return participant

    def platform(self, request: Request) -> str:
        """Return a hash of the name that a recruiting platform gave in the page's address, if the study keeps one."""
        given = request.query.get("participant") or request.body.get("participant")
        if not self.study.metadata["platform"] or not isinstance(given, str) or not given:
            return ""
        return hmac.new(
            bytes.fromhex(self.study.metadata["salt"]), given[:MAX_NAME].encode(errors="replace"), hashlib.sha256
        ).hexdigest()

    def current(self, participant: Participant) -> Item | None:
        """Return the item that a participant is to answer."""
        if not participant.begun or participant.withdrawn or participant.complete:
            return None
        return self.study.items[participant.order[len(participant.answers)]]

    def options(self, participant: Participant, item: Item) -> list[int]:
        """Return the order in which a participant sees the options of an item."""
        return plan.option_order(item.options, participant.name, item.name, self.study.metadata["seed"])

    def choices(self, item: Item) -> range:
        """Return the valid answers to an item: indices of the options shown, or ratings."""
        if item.options:
            return range(len(item.options))
        low, high = self.study.metadata["scale"]
        return range(low, high + 1)

    def shown(self, participant: Participant | None) -> Response:
        """Return the view of a participant; the browser stores unsent answers under the name `study`."""
        if participant is None:
            return JSONResponse({"study": self.name, **self.welcome()})
        response = JSONResponse({"study": self.name, **self.view(participant)})
        set_cookie(response, self.cookie, participant.name)
        return response

    def welcome(self) -> dict[str, Any]:
        """Return the view of someone who has not agreed yet."""
        texts = self.study.metadata["texts"]
        return {"phase": "consent", "consent": texts["consent"], "placeholder": self.study.metadata["placeholder"]}

    def view(self, participant: Participant) -> dict[str, Any]:
        """Return what the page shows a participant now."""
        if participant.withdrawn:
            return {"phase": "withdrawn"}
        metadata = self.study.metadata
        common = {"kind": self.study.kind, "criteria": metadata.get("criteria", "")}
        if not participant.begun:
            return {"phase": "instructions", "instructions": metadata["texts"]["instructions"], **common}
        item = self.current(participant)
        if item is None:
            return {"phase": "end", "code": participant.code}
        trial = len(participant.answers)
        view = {"phase": "trial", "trial": trial, "of": len(participant.order), "item": item.name, **common}
        view |= {"question": item.question, "notes": item.notes}
        view["pictures"] = [
            {"address": f"/pictures/{name}", "caption": caption}
            for name, caption in zip(item.pictures, item.captions or ("",) * len(item.pictures), strict=True)
        ]
        if item.options:
            view["options"] = [item.options[index] for index in self.options(participant, item)]
        else:
            view["scale"] = metadata["scale"]
        after = participant.order[trial + 1 : trial + 2]
        view["next"] = [f"/pictures/{name}" for name in after for name in self.study.items[name].pictures]
        return view

    def record(self, line: Mapping[str, Any]) -> None:
        """Write a line to the disk, then apply it."""
        line = {**line, "at": self.clock().isoformat(timespec="seconds")}
        self.journal.append(line)
        self.state.apply(line)


def seconds(took: object) -> float | None:
    """Return the time that an answer took, by the page's own account; None if that is not credible."""
    if isinstance(took, bool) or not isinstance(took, int | float) or not 0 <= took <= MAX_SECONDS:
        return None
    return round(float(took), 2)
