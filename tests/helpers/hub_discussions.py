"""The loopback Hub's discussions and pull requests: opened, listed, commented, closed and merged."""

from typing import Any

from hub_exchange import Answer, Request, signed_in
from hub_store import KINDS, Commit, Discussion, Refused, Repo, Store, User, may_write


def open_pull_request(store: Store, repo: Repo, commit: Commit, author: str) -> int:
    number = len(repo.discussions) + 1
    date = store.now()
    pull = Discussion(number, commit.title, author, True, "open", date, [comment(commit.message, author, date)])
    repo.discussions[number] = pull
    repo.pulls[f"refs/pr/{number}"] = commit.id
    return number


def comment(text: str, author: str, date: str) -> dict[str, Any]:
    edit = {"raw": text, "html": text, "editor": {"name": author}, "updatedAt": date}
    data = {"edited": False, "hidden": False, "latest": edit, "history": [edit], "numEdits": 0}
    return event("comment", data, author, date)


def event(kind: str, data: dict[str, Any], author: str, date: str) -> dict[str, Any]:
    return {"id": f"{kind}-{date}", "type": kind, "author": {"name": author}, "createdAt": date, "data": data}


def repo_of(store: Store, request: Request, at: dict[str, str]) -> Repo:
    return store.repo(KINDS[at["kind"]], at["repo"], request.user)


def described(repo: Repo, one: Discussion) -> dict[str, Any]:
    return {
        "num": one.number,
        "title": one.title,
        "author": {"name": one.author},
        "createdAt": one.date,
        "status": one.status,
        "repo": {"name": repo.id, "type": repo.kind},
        "isPullRequest": one.is_pull_request,
    }


def listing(store: Store, request: Request, at: dict[str, str]) -> Answer:
    repo = repo_of(store, request, at)
    wanted = request.query.get("status", ["all"])[0]
    kind = request.query.get("type", ["all"])[0]
    chosen = [
        described(repo, one)
        for one in reversed(repo.discussions.values())
        if wanted in ("all", one.status) and kind in ("all", "pull_request" if one.is_pull_request else "discussion")
    ]
    return Answer({"count": len(chosen), "start": 0, "discussions": chosen})


def create(store: Store, request: Request, at: dict[str, str]) -> Answer:
    repo, asked, user = repo_of(store, request, at), request.json(), signed_in(request)
    with store.lock:
        number, date = len(repo.discussions) + 1, store.now()
        is_pull = bool(asked.get("pullRequest"))
        events = [comment(asked["description"], user.name, date)]
        status = "draft" if is_pull else "open"
        repo.discussions[number] = Discussion(number, asked["title"], user.name, is_pull, status, date, events)
        if is_pull:
            repo.pulls[f"refs/pr/{number}"] = repo.branches["main"]
    return Answer({"num": number})


def details(store: Store, request: Request, at: dict[str, str]) -> Answer:
    repo = repo_of(store, request, at)
    one = numbered(repo, at)
    answer = described(repo, one) | {"events": one.events}
    if one.is_pull_request:
        changes = {"base": "refs/heads/main"} | ({"mergeCommitId": one.merge_commit} if one.merge_commit else {})
        answer |= {"changes": changes, "filesWithConflicts": [], "diff": difference(repo, one)}
    return Answer(answer)


def numbered(repo: Repo, at: dict[str, str]) -> Discussion:
    if int(at["number"]) not in repo.discussions:
        raise Refused(404, "no such discussion")
    return repo.discussions[int(at["number"])]


def changed_files(repo: Repo, one: Discussion) -> dict[str, Any]:
    """Return, by path, the files that a pull request changes relative to its base; None for a deleted file."""
    head = repo.commits[repo.pulls[f"refs/pr/{one.number}"]]
    on_main = {commit.id for commit in repo.history("main")}
    base = next(commit for commit in repo.history(head.id) if commit.id in on_main)
    paths = sorted(head.files.keys() | base.files.keys())
    return {path: head.files.get(path) for path in paths if head.files.get(path) != base.files.get(path)}


def difference(repo: Repo, one: Discussion) -> str:
    return "".join(f"diff --git a/{path} b/{path}\n" for path in changed_files(repo, one))


def change(store: Store, request: Request, at: dict[str, str]) -> Answer:
    repo, user = repo_of(store, request, at), signed_in(request)
    one, date = numbered(repo, at), store.now()
    asked = request.json() or {}
    with store.lock:
        if at["what"] == "comment":
            made = comment(asked["comment"], user.name, date)
        elif not may_write(user, repo.id) and user.name != one.author:
            raise Refused(403, "You don't have the rights to change this discussion")
        elif at["what"] == "status":
            one.status = asked["status"]
            made = event("status-change", {"status": one.status}, user.name, date)
        else:
            made = merge(store, repo, one, user, date)
        one.events.append(made)
    return Answer({"newMessage": made, "newStatus": made})


def merge(store: Store, repo: Repo, one: Discussion, user: User, date: str) -> dict[str, Any]:
    if not one.is_pull_request or one.status in ("merged", "closed"):
        raise Refused(409, f"#{one.number} is {one.status}")
    if not may_write(user, repo.id):
        raise Refused(403, "You don't have the rights to merge")
    main = repo.commit_at("main")
    files = dict(main.files)
    for path, file in changed_files(repo, one).items():
        files.pop(path, None)
        if file is not None:
            files[path] = file
    made = store.add_commit(repo, main.id, files, f"{one.title} (#{one.number})", "", user.name)
    repo.branches["main"] = made.id
    one.status, one.merge_commit = "merged", made.id
    return event("status-change", {"status": "merged"}, user.name, date)
