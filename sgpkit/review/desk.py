"""What the review page asks its server: the next candidate, a verdict, a step back.

Everybody sees their own verdicts only. A verdict is on the disk before it is acknowledged; whatever is in memory here
is made anew from the journals when the server starts.
"""

import json
import re
import threading
from collections import Counter, defaultdict
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sgpkit.errors import UserError
from sgpkit.review import candidates as read_candidates
from sgpkit.review import choosing, verdicts
from sgpkit.review.candidates import Candidates
from sgpkit.review.choosing import Wanted, Way
from sgpkit.review.verdicts import Person, Verdict
from sgpkit.webapp.messages import Handler, Refused, Reply, Request, json_reply

REQUEST = re.compile(r"[A-Za-z0-9-]{8,64}")
LONGEST_COMMENT = 5_000
A_DAY = 86_400.0

Class = tuple[str, bool]
"""A type, and whether the machine kept it: all that a choice of candidates looks at, but for the person's verdicts."""


class Desk:
    """The state of one review: the candidates, and everybody who judges them. `only` is the one name that may."""

    def __init__(self, candidates: Candidates, only: str | None = None) -> None:
        self.candidates = candidates
        self.only = only
        self.people = verdicts.read_people(candidates.folder, candidates.wording)
        self.ways: dict[str, Way] = {}
        self.lock = threading.Lock()
        self.of = Counter(zip(candidates.types, candidates.kept, strict=True))
        self.mine: dict[str, Counter[Class]] = defaultdict(Counter)
        self.anybody: Counter[Class] = Counter()
        self.reviewers: Counter[str] = Counter()
        for person in self.people.values():
            for identifier in person.standing():
                self.count(person, identifier, 1)
        if only is not None:
            self.sign_in(only)

    def routes(self) -> dict[tuple[str, str], Handler]:
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

    def about(self, request: Request) -> Reply:
        """What there is to judge, before anybody has said who they are."""
        found = self.candidates
        types = Counter(found.types)
        facts = {
            "set": found.name(),
            "title": found.folder.resolve().name,
            "person": self.only,
            "types": [{"name": name, "count": types[name]} for name in sorted(types)],
            "candidates": len(found),
            "kept": sum(found.kept),
            "models": sorted(set(found.table["model"].to_list())),
        }
        return json_reply(facts)

    def person(self, request: Request) -> Reply:
        """Somebody says who they are; whoever has a name takes their work up again."""
        person = self.sign_in(request.body.get("name"))
        return json_reply({"person": person.name, "judged": len(person.standing())})

    def sign_in(self, name: object) -> Person:
        if not isinstance(name, str):
            raise Refused(400, "who are you?")
        name = verdicts.checked_name(name)
        if self.only is not None and name.casefold() != self.only.casefold():
            raise Refused(409, f"this page is for {self.only} alone")
        with self.lock:
            if known := verdicts.called(self.people, name):
                return self.people[known]
            path = verdicts.path_of(self.candidates.folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
            self.people[name] = Person(name, path, self.candidates.wording)
            return self.people[name]

    def way(self, name: str) -> Way:
        person = self.people.get(name)
        if person is None:
            raise Refused(404, f"nobody here is called {name!r:.60}")
        with self.lock:
            if name not in self.ways:
                self.ways[name] = Way(self.candidates, person)
            return self.ways[name]

    def known(self, identifier: object) -> str:
        if not isinstance(identifier, str) or identifier not in self.candidates.places:
            raise Refused(404, f"there is no candidate {identifier!r:.80}")
        return identifier

    def wanted(self, query: Mapping[str, str]) -> Wanted:
        fields = {name: query[name] for name in Wanted._fields if name in query}
        return choosing.checked(Wanted(**fields), set(self.candidates.types))

    def next(self, request: Request) -> Reply:
        query = request.query
        way, wanted = self.way(query.get("person", "")), self.wanted(query)
        after = self.known(query["after"]) if query.get("after") else None
        with way.person.lock:
            place = way.next(wanted, after, frozenset(filter(None, query.get("without", "").split("\n"))))
            return self.shown(way.person, place, wanted)

    def before(self, request: Request) -> Reply:
        way, wanted = self.way(request.query.get("person", "")), self.wanted(request.query)
        with way.person.lock:
            place = way.before(wanted, self.known(request.query.get("before")))
            return self.shown(way.person, place, wanted)

    def candidate(self, request: Request) -> Reply:
        way, wanted = self.way(request.query.get("person", "")), self.wanted(request.query)
        with way.person.lock:
            return self.shown(way.person, self.candidates.places[self.known(request.query.get("id"))], wanted)

    def more(self, request: Request) -> Reply:
        """The program and what the machine found, for who asks."""
        found = self.candidates.more(self.known(request.query.get("id")))
        try:
            checks = json.loads(found["checks"] or "{}")
        except ValueError:
            checks = found["checks"]
        lines = checks.items() if isinstance(checks, dict) else [("checks", checks)]
        told = [[str(name), value if isinstance(value, str) else json.dumps(value)] for name, value in lines]
        return json_reply({**found, "checks": told})

    def verdict(self, request: Request) -> Reply:
        body = request.body
        person = self.sign_in(body.get("person"))
        identifier = self.known(body.get("candidate"))
        of = self.candidates.wording(identifier)
        if body.get("of", of) != of:
            raise Refused(409, "it was written anew since you saw it: look at it again")
        line: dict[str, Any] = {
            "candidate": identifier,
            "of": of,
            "verdict": body.get("verdict"),
            "mended": {},
            "comment": comment_of(body),
            "at": now(),
            "took": seconds_of(body),
            "request": request_of(body),
        }
        if line["verdict"] not in verdicts.VERDICTS:
            raise Refused(400, f"verdict {line['verdict']!r:.40}; expected accept, reject or mend")
        candidate = self.candidates.at(self.candidates.places[identifier])
        if line["verdict"] == "mend":
            line["mended"] = changes(candidate, body.get("mended"))
        if line["verdict"] != "reject" and (wrong := read_candidates.problem({**candidate, **line["mended"]})):
            raise Refused(400, f"{wrong}: mend it, or reject it")
        self.keep(person, line)
        return json_reply({"progress": self.progress(person, self.wanted_of(body))})

    def undo(self, request: Request) -> Reply:
        """The person's latest verdict that stands is taken back, whichever page it was given on."""
        body = request.body
        person, wanted, identifier = self.sign_in(body.get("person")), self.wanted_of(body), request_of(body)
        with person.lock:
            before = person.requests.get(identifier)
            if before is not None:
                return self.shown(person, self.candidates.places[before], wanted)
            said = next((act for act in reversed(person.acts) if act.candidate in self.candidates.places), None)
            if said is None:
                return json_reply({"candidate": None, "progress": self.progress(person, wanted)})
            undone = {"candidate": said.candidate, "of": self.candidates.wording(said.candidate), "verdict": "undo"}
            self.keep(person, {**undone, "mended": {}, "comment": "", "at": now(), "took": 0.0, "request": identifier})
            return self.shown(person, self.candidates.places[said.candidate], wanted, said)

    def keep(self, person: Person, line: Mapping[str, Any]) -> None:
        """Write a line, and count who has a verdict about its candidate."""
        identifier = line["candidate"]
        with person.lock:
            had = person.stands(identifier) is not None
            person.record(line)
            has = person.stands(identifier) is not None
        with self.lock:
            self.count(person, identifier, has - had)

    def count(self, person: Person, identifier: str, change: int) -> None:
        """One verdict more or less about a candidate, in the sums that the page shows."""
        if change and identifier in self.candidates.places:
            place = self.candidates.places[identifier]
            its = (self.candidates.types[place], self.candidates.kept[place])
            self.mine[person.name][its] += change
            before = self.reviewers[identifier]
            self.reviewers[identifier] += change
            self.anybody[its] += (before + change > 0) - (before > 0)

    def wanted_of(self, body: Mapping[str, Any]) -> Wanted:
        """What the sums beside a verdict are of; a choice that no longer exists is no reason to refuse the verdict."""
        try:
            return self.wanted({name: str(body[name]) for name in Wanted._fields if name in body})
        except UserError:
            return Wanted()

    def shown(self, person: Person, place: int | None, wanted: Wanted, undone: Verdict | None = None) -> Reply:
        """A candidate as the page shows it, with this person's own verdict."""
        candidate = None
        if place is not None:
            candidate = self.candidates.at(place)
            candidate["pictures"] = [f"/pictures/{name}" for name in candidate["pictures"]]
            candidate["of"] = self.candidates.wording(candidate["id"])
            said = person.stands(candidate["id"])
            candidate["said"] = said._asdict() if said else None
        told = {"candidate": candidate, "progress": self.progress(person, wanted)}
        return json_reply(told | ({"undone": undone._asdict()} if undone else {}))

    def progress(self, person: Person, wanted: Wanted) -> dict[str, int]:
        """How much of what is chosen (whatever its state) there is, this person has judged, and anybody has."""
        chosen = [its for its in self.of if choosing.passes(*its, wanted)]
        with self.lock:
            sums = [sum(counts[its] for its in chosen) for counts in (self.mine[person.name], self.anybody, self.of)]
        return {**dict(zip(("mine", "anybody", "of"), sums, strict=True)), "undoable": len(person.acts)}


def changes(candidate: Mapping[str, Any], given: object) -> dict[str, Any]:
    if not isinstance(given, dict):
        raise Refused(400, "what was mended?")
    try:
        found = read_candidates.mended(candidate, given)
    except ValueError as mistake:
        raise Refused(400, str(mistake)) from None
    if not found:
        raise Refused(400, "nothing was changed: accept it as it is")
    return found


def comment_of(body: Mapping[str, Any]) -> str:
    comment = body.get("comment", "")
    if not isinstance(comment, str) or len(comment) > LONGEST_COMMENT:
        raise Refused(400, f"a comment is text of at most {LONGEST_COMMENT:,} characters")
    return comment.strip()


def seconds_of(body: Mapping[str, Any]) -> float:
    took = body.get("took", 0)
    if isinstance(took, bool) or not isinstance(took, int | float):
        raise Refused(400, "took: expected seconds")
    return round(float(min(max(took, 0), A_DAY)), 1)  # in this order, since not every whole number is a float


def request_of(body: Mapping[str, Any]) -> str:
    request = body.get("request")
    if not isinstance(request, str) or not REQUEST.fullmatch(request):
        raise Refused(400, "request: expected an id that the page made")
    return request


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def open_desk(folder: Path, only: str | None = None) -> Desk:
    found = read_candidates.read(folder)
    if not (folder / "pictures").is_dir():
        raise UserError(f"{folder} has no folder of pictures; people judge what they see. Run `sgpkit author` again")
    return Desk(found, verdicts.checked_name(only) if only is not None else None)
