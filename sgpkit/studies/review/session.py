"""The requests of the review page: the next candidate, a verdict, a step back.

Reviewers only see their own verdicts. A verdict is on the disk before it is acknowledged; the state in memory is
rebuilt from the journals when the server starts.
"""

import json
import re
import threading
from collections import Counter, defaultdict
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from sgpkit.benchmark.sources.authored import EDIT, EDITED
from sgpkit.errors import UserError
from sgpkit.reports.webapp.application import Handler, Request
from sgpkit.studies.review import candidates as review_candidates
from sgpkit.studies.review import selection, verdicts
from sgpkit.studies.review.candidates import Candidates
from sgpkit.studies.review.selection import Queue, Selection
from sgpkit.studies.review.verdicts import ACCEPT, REJECT, UNDO, Person, Verdict

REQUEST = re.compile(r"[A-Za-z0-9-]{8,64}")
MAX_COMMENT = 5_000
MAX_SECONDS = 86_400.0

Group = tuple[str, bool]
"""The type of a candidate, and whether it passed the automatic checks: with the person's verdicts, these determine
whether a selection includes it.
"""


class ReviewSession:
    """The state of one review: the candidates and all reviewers. `only` is the name of the only allowed reviewer, if
    any.
    """

    def __init__(self, candidates: Candidates, only: str | None = None) -> None:
        self.candidates = candidates
        self.only = only
        self.people = verdicts.read_people(candidates.folder, candidates.wording)
        self.queues: dict[str, Queue] = {}
        self.lock = threading.Lock()
        self.totals = Counter(zip(candidates.types, candidates.kept, strict=True))
        self.by_person: dict[str, Counter[Group]] = defaultdict(Counter)
        self.by_anybody: Counter[Group] = Counter()
        self.reviewers: Counter[str] = Counter()
        for person in self.people.values():
            for identifier in person.standing():
                self.count(person, identifier, 1)
        if only is not None:
            self.sign_in(only)

    def routes(self) -> dict[tuple[str, str], Handler]:
        """Return the handlers by method and path."""
        return {
            ("GET", "/api/about"): self.about,
            ("POST", "/api/person"): self.person,
            ("GET", "/api/next"): self.next,
            ("GET", "/api/before"): self.before,
            ("GET", "/api/candidate"): self.candidate,
            ("GET", "/api/more"): self.more,
            ("POST", "/api/verdict"): self.verdict,
            ("POST", "/api/undo"): self.undo,
        }

    # --- handlers -----------------------------------------------------------------------------------------------------

    def about(self, request: Request) -> Response:
        """Return the description of the candidates, for the page before sign-in."""
        candidates = self.candidates
        types = Counter(candidates.types)
        summary = {
            "set": candidates.name(),
            "title": candidates.folder.resolve().name.encode(errors="replace").decode(),
            "person": self.only,
            "types": [{"name": name, "count": types[name]} for name in sorted(types)],
            "candidates": len(candidates),
            "kept": sum(candidates.kept),
            "models": sorted(set(candidates.table["model"].to_list())),
        }
        return JSONResponse(summary)

    def person(self, request: Request) -> Response:
        """Sign a person in; a known name continues its work."""
        person = self.sign_in(request.body.get("name"))
        return JSONResponse({"person": person.name, "judged": len(person.standing())})

    def next(self, request: Request) -> Response:
        """Return the next selected candidate."""
        query = request.query
        queue, chosen = self.queue(query.get("person", "")), self.selection(query)
        after = self.known_id(query["after"]) if query.get("after") else None
        with queue.person.lock:
            index = queue.next(chosen, after, frozenset(filter(None, query.get("without", "").split("\n"))))
            return self.shown(queue.person, index, chosen)

    def before(self, request: Request) -> Response:
        """Return the selected candidate before another."""
        queue, chosen = self.queue(request.query.get("person", "")), self.selection(request.query)
        with queue.person.lock:
            index = queue.before(chosen, self.known_id(request.query.get("before")))
            return self.shown(queue.person, index, chosen)

    def candidate(self, request: Request) -> Response:
        """Return one candidate."""
        queue, chosen = self.queue(request.query.get("person", "")), self.selection(request.query)
        with queue.person.lock:
            return self.shown(queue.person, self.candidates.indices[self.known_id(request.query.get("id"))], chosen)

    def more(self, request: Request) -> Response:
        """Return a candidate's program, origin and machine checks."""
        details = self.candidates.details(self.known_id(request.query.get("id")))
        try:
            checks = json.loads(details["checks"] or "{}")
        except ValueError:
            checks = details["checks"]
        pairs = checks.items() if isinstance(checks, dict) else [("checks", checks)]
        texts = [[str(name), value if isinstance(value, str) else json.dumps(value)] for name, value in pairs]
        return JSONResponse({**details, "checks": texts})

    def verdict(self, request: Request) -> Response:
        """Write a verdict to the disk, and return the progress."""
        body = request.body
        person = self.sign_in(body.get("person"))
        identifier = self.known_id(body.get("candidate"))
        wording = self.candidates.wording(identifier)
        if body.get("of", wording) != wording:
            raise HTTPException(409, "it was changed after you opened it; review it again")
        line: dict[str, Any] = {
            "candidate": identifier,
            "of": wording,
            "verdict": body.get("verdict"),
            EDITED: {},
            "comment": comment(body),
            "at": now(),
            "took": seconds(body),
            "request": request_id(body),
        }
        if line["verdict"] not in verdicts.VERDICTS:
            raise HTTPException(400, f"verdict {line['verdict']!r:.40}; expected {ACCEPT}, {REJECT} or {EDIT}")
        candidate = self.candidates.row(self.candidates.indices[identifier])
        if line["verdict"] == EDIT:
            line[EDITED] = edits(candidate, body.get(EDITED))
        if line["verdict"] != REJECT and (problem := review_candidates.problem({**candidate, **line[EDITED]})):
            raise HTTPException(400, f"{problem}: edit it, or reject it")
        self.record(person, line)
        return JSONResponse({"progress": self.progress(person, self.lenient_selection(body))})

    def undo(self, request: Request) -> Response:
        """Take back the person's latest verdict that is still valid, whichever page it was given on."""
        body = request.body
        person, chosen, identifier = self.sign_in(body.get("person")), self.lenient_selection(body), request_id(body)
        with person.lock:
            before = person.requests.get(identifier)
            if before is not None:
                return self.shown(person, self.candidates.indices[before], chosen)
            latest = next((one for one in reversed(person.verdicts) if one.candidate in self.candidates.indices), None)
            if latest is None:
                return JSONResponse({"candidate": None, "progress": self.progress(person, chosen)})
            undone = {"candidate": latest.candidate, "of": self.candidates.wording(latest.candidate), "verdict": UNDO}
            self.record(person, {**undone, EDITED: {}, "comment": "", "at": now(), "took": 0.0, "request": identifier})
            return self.shown(person, self.candidates.indices[latest.candidate], chosen, latest)

    # --- state --------------------------------------------------------------------------------------------------------

    def sign_in(self, name: object) -> Person:
        """Return the person of a name. Raises HTTPException if the page is for someone else."""
        if not isinstance(name, str):
            raise HTTPException(400, "enter your name")
        name = verdicts.checked_name(name)
        if self.only is not None and name.casefold() != self.only.casefold():
            raise HTTPException(409, f"this page is only for {self.only}")
        with self.lock:
            if known := verdicts.known_name(self.people, name):
                return self.people[known]
            path = verdicts.journal_path(self.candidates.folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
            self.people[name] = Person(name, path, self.candidates.wording)
            return self.people[name]

    def queue(self, name: str) -> Queue:
        """Return the candidates in the order of the person of a name."""
        person = self.people.get(name)
        if person is None:
            raise HTTPException(404, f"there is no reviewer {name!r:.60}")
        with self.lock:
            if name not in self.queues:
                self.queues[name] = Queue(self.candidates, person)
            return self.queues[name]

    def known_id(self, identifier: object) -> str:
        """Return the id of a candidate; HTTPException if it does not exist."""
        if not isinstance(identifier, str) or identifier not in self.candidates.indices:
            raise HTTPException(404, f"there is no candidate {identifier!r:.80}")
        return identifier

    def selection(self, query: Mapping[str, str]) -> Selection:
        """Return the selection that a query names."""
        fields = {name: query[name] for name in Selection._fields if name in query}
        return selection.checked(Selection(**fields), set(self.candidates.types))

    def lenient_selection(self, body: Mapping[str, Any]) -> Selection:
        """Return the selection that came with a verdict; a selection that no longer exists does not invalidate the
        verdict."""
        try:
            return self.selection({name: str(body[name]) for name in Selection._fields if name in body})
        except UserError:
            return Selection()

    def record(self, person: Person, line: Mapping[str, Any]) -> None:
        """Write a line, and update the sums."""
        identifier = line["candidate"]
        with person.lock:
            had_verdict = person.verdict(identifier) is not None
            person.record(line)
            has_verdict = person.verdict(identifier) is not None
        with self.lock:
            self.count(person, identifier, has_verdict - had_verdict)

    def count(self, person: Person, identifier: str, change: int) -> None:
        """Add a verdict about a candidate to the sums that the page shows, or subtract one."""
        if change and identifier in self.candidates.indices:
            index = self.candidates.indices[identifier]
            group = (self.candidates.types[index], self.candidates.kept[index])
            self.by_person[person.name][group] += change
            before = self.reviewers[identifier]
            self.reviewers[identifier] += change
            self.by_anybody[group] += (before + change > 0) - (before > 0)

    def shown(self, person: Person, index: int | None, chosen: Selection, undone: Verdict | None = None) -> Response:
        """Return a candidate as the page shows it, with this person's own verdict."""
        candidate = None
        if index is not None:
            candidate = self.candidates.row(index)
            candidate["pictures"] = [f"/pictures/{name}" for name in candidate["pictures"]]
            candidate["of"] = self.candidates.wording(candidate["id"])
            verdict = person.verdict(candidate["id"])
            candidate["said"] = verdict.as_json() if verdict else None
        reply = {"candidate": candidate, "progress": self.progress(person, chosen)}
        return JSONResponse(reply | ({"undone": undone.as_json()} if undone else {}))

    def progress(self, person: Person, chosen: Selection) -> dict[str, int]:
        """Return the numbers of selected candidates, in any state: judged by this person, judged by anyone, and all."""
        groups = [group for group in self.totals if chosen.includes(*group)]
        with self.lock:
            counters = (self.by_person[person.name], self.by_anybody, self.totals)
            sums = [sum(counts[group] for group in groups) for counts in counters]
        return {**dict(zip(("mine", "anybody", "of"), sums, strict=True)), "undoable": len(person.verdicts)}


def edits(candidate: Mapping[str, Any], given: object) -> dict[str, Any]:
    """Return the fields that an edit changes. Raises HTTPException if it changes none, or other fields."""
    if not isinstance(given, dict):
        raise HTTPException(400, "expected the edited fields")
    try:
        changes = review_candidates.changed_fields(candidate, given)
    except ValueError as error:
        raise HTTPException(400, str(error)) from None
    if not changes:
        raise HTTPException(400, "nothing was edited; accept the candidate instead")
    return changes


def comment(body: Mapping[str, Any]) -> str:
    """Return the comment in a request."""
    text = body.get("comment", "")
    if not isinstance(text, str) or len(text) > MAX_COMMENT:
        raise HTTPException(400, f"a comment is text of at most {MAX_COMMENT:,} characters")
    return text.strip()


def seconds(body: Mapping[str, Any]) -> float:
    """Return the time that a verdict took, by the page's own account."""
    took = body.get("took", 0)
    if isinstance(took, bool) or not isinstance(took, int | float):
        raise HTTPException(400, "took: expected seconds")
    # In this order, since some integers are too large for a float.
    return round(float(min(max(took, 0), MAX_SECONDS)), 1)


def request_id(body: Mapping[str, Any]) -> str:
    """Return the id that the page gave a request, so that it counts once however often it is sent."""
    request = body.get("request")
    if not isinstance(request, str) or not REQUEST.fullmatch(request):
        raise HTTPException(400, "request: expected an id that the page made")
    return request


def now() -> str:
    """Return the time in the format of journals."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def open_session(folder: Path, only: str | None = None) -> ReviewSession:
    """Return the review of a folder of candidates, with what was judged in it before."""
    candidates = review_candidates.read(folder)
    if not (folder / "pictures").is_dir():
        raise UserError(f"{folder}: the folder of pictures is missing\nRun `sgpkit author draft` again.")
    return ReviewSession(candidates, verdicts.checked_name(only) if only is not None else None)
