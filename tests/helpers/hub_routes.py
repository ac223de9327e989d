"""The loopback Hub's endpoints: each takes the store and a request, and returns an answer or raises `Refused`.

The answers have the shape that the real `huggingface_hub` and `datasets` clients read; the table of endpoints is in
`ROUTES`, at the end. Pull requests and discussions are in `hub_discussions`.
"""

import base64
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, unquote

import hub_buckets
import hub_discussions
import hub_jobs
import hub_xet
import yaml
from hub_exchange import Answer, Request, signed_in
from hub_store import KINDS, TREE_PAGE, Commit, File, Refused, Repo, Store, is_lfs, may_write


def answer(store: Store, request: Request) -> Answer:
    for method, pattern, route in ROUTES:
        match = pattern.fullmatch(request.path)
        if match and request.method in method.split():
            return route(store, request, {name: unquote(text or "") for name, text in match.groupdict().items()})
    raise Refused(404, f"the loopback Hub has no endpoint {request.method} {request.path}")


def repo_of(store: Store, request: Request, at: dict[str, str]) -> Repo:
    kind = KINDS[at["kind"]] if at["kind"] else "model"
    return store.repo(kind, at["repo"], request.user)


def writable(store: Store, request: Request, at: dict[str, str]) -> Repo:
    repo = repo_of(store, request, at)
    if not may_write(signed_in(request), repo.id):
        raise Refused(403, f"You don't have the rights to change {repo.id}", "", {})
    return repo


def whoami(store: Store, request: Request, at: dict[str, str]) -> Answer:
    user = signed_in(request)
    orgs = [{"type": "org", "name": name, "roleInOrg": "write"} for name in user.writes]
    token = {"type": "access_token", "accessToken": {"displayName": "test", "role": "write"}}
    return Answer({"type": "user", "id": user.name, "name": user.name, "orgs": orgs, "auth": token})


def validate_yaml(store: Store, request: Request, at: dict[str, str]) -> Answer:
    content = request.json()["content"]
    head = re.match(r"---\n(.*?)\n---", content, re.DOTALL)
    errors = []
    try:
        known = yaml.safe_load(head[1]) if head else {}
        if not isinstance(known, dict):
            errors.append({"message": "YAML metadata must be a mapping"})
    except yaml.YAMLError as error:
        errors.append({"message": str(error)})
    return Answer({"errors": errors, "warnings": []}, 400 if errors else 200)


def create(store: Store, request: Request, at: dict[str, str]) -> Answer:
    asked, user = request.json(), signed_in(request)
    name = f"{asked.get('organization') or user.name}/{asked['name']}"
    kind = asked.get("type") or "model"
    if not may_write(user, name):
        raise Refused(403, f"You don't have the rights to create a {kind} under the namespace {name.split('/')[0]}")
    private = asked.get("visibility") == "private" or bool(asked.get("private"))
    answer = {"url": web_address(request, kind, name), "name": name, "id": name}
    try:
        store.create(kind, name, user.name, private, asked.get("sdk"))
    except Refused as refused:
        refused.fields = answer  # an answer about the existing repository
        raise
    return Answer(answer)


def delete(store: Store, request: Request, at: dict[str, str]) -> Answer:
    asked, user = request.json(), signed_in(request)
    kind, name = asked.get("type") or "model", f"{asked.get('organization') or user.name}/{asked['name']}"
    if not may_write(user, name):
        raise Refused(403, "You don't have the rights to delete it")
    store.repo(kind, name, user)
    del store.repos[kind, name]
    return Answer({})


def web_address(request: Request, kind: str, name: str) -> str:
    return f"{request.endpoint}/{'' if kind == 'model' else kind + 's/'}{name}"


def info(store: Store, request: Request, at: dict[str, str]) -> Answer:
    repo = repo_of(store, request, at)
    return Answer(described(store, repo, repo.commit_at(at.get("rev") or "main"), "blobs" in request.query))


def described(store: Store, repo: Repo, commit: Commit, with_blobs: bool = False) -> dict[str, Any]:
    siblings: list[dict[str, Any]] = []
    for path, file in sorted(commit.files.items()):
        entry: dict[str, Any] = {"rfilename": path}
        if with_blobs:
            entry |= {"size": file.size, "blobId": file.oid}
            entry |= {"lfs": {"size": file.size, "sha256": file.sha256, "pointerSize": 130}} if file.lfs else {}
        siblings.append(entry)
    first = repo.history("main")[-1]
    answer: dict[str, Any] = {
        "_id": first.id,
        "id": repo.id,
        "author": repo.id.split("/")[0],
        "sha": commit.id,
        "tags": [],
    }
    answer |= {"createdAt": first.date, "lastModified": commit.date, "private": repo.private, "gated": False}
    answer |= {
        "disabled": False,
        "downloads": 0,
        "likes": 0,
        "siblings": siblings,
        "cardData": store.card(repo, commit),
    }
    return answer | ({"sdk": repo.sdk} if repo.kind == "space" else {})


def listing(store: Store, request: Request, at: dict[str, str]) -> Answer:
    author, search = request.query.get("author", [""])[0], request.query.get("search", [""])[0]
    repos = [repo for (kind, _), repo in sorted(store.repos.items()) if kind == KINDS[at["kind"]]]
    chosen = [repo for repo in repos if search in repo.id and repo.id.startswith(f"{author}/" if author else "")]
    visible = [repo for repo in chosen if not repo.private or may_write(request.user, repo.id)]
    return Answer([described(store, repo, repo.commit_at("main")) for repo in visible])


def tree_entry(path: str, file: File | None) -> dict[str, Any]:
    if file is None:
        return {"type": "directory", "path": path, "size": 0, "oid": "0" * 40}
    lfs = {"lfs": {"oid": file.sha256, "size": file.size, "pointerSize": 130}} if file.lfs else {}
    return {"type": "file", "path": path, "size": file.size, "oid": file.oid} | lfs


def all_entries(files: dict[str, File]) -> dict[str, File | None]:
    """Return files and the folders that contain them."""
    folders = {str(parent) for path in files for parent in Path(path).parents} - {"."}
    return dict.fromkeys(folders, None) | files


def tree(store: Store, request: Request, at: dict[str, str]) -> Answer:
    commit = repo_of(store, request, at).commit_at(at["rev"])
    inside = at.get("path", "")
    entries = all_entries(commit.files)
    if inside and entries.get(inside, True) is not None:
        raise Refused(404, f"{inside} does not exist", "EntryNotFound")
    names = sorted(name for name in entries if not inside or name.startswith(f"{inside}/"))
    if request.query.get("recursive", ["false"])[0].lower() not in ("true", "1"):
        names = [name for name in names if "/" not in name.removeprefix(f"{inside}/" if inside else "")]
    first = int(request.query.get("cursor", ["0"])[0])
    page = [tree_entry(name, entries[name]) for name in names[first : first + TREE_PAGE]]
    headers = {}
    if first + TREE_PAGE < len(names):
        query = f"recursive={request.query.get('recursive', ['false'])[0]}&cursor={first + TREE_PAGE}"
        headers["Link"] = f'<{request.endpoint}{request.path}?{query}>; rel="next"'
    return Answer(page, headers=headers)


def paths_info(store: Store, request: Request, at: dict[str, str]) -> Answer:
    commit = repo_of(store, request, at).commit_at(at["rev"])
    try:
        paths = request.json()["paths"]
    except ValueError:
        paths = parse_qs(request.body.decode())["paths"]
    entries = all_entries(commit.files)
    return Answer([tree_entry(path, entries[path]) for path in paths if path in entries])


def preupload(store: Store, request: Request, at: dict[str, str]) -> Answer:
    pull_request = "create_pr" in request.query
    repo = (repo_of if pull_request else writable)(store, request, at)
    signed_in(request)
    known = repo.commit_at(at["rev"]).files
    files = []
    for asked in request.json()["files"]:
        lfs = is_lfs(asked["path"], asked["size"], base64.b64decode(asked["sample"]))
        file = known.get(asked["path"])
        oid = file and (file.sha256 if lfs else file.oid)
        mode = "lfs" if lfs else "regular"
        files.append({"path": asked["path"], "uploadMode": mode, "shouldIgnore": False, "oid": oid})
    return Answer({"files": files})


def lfs_batch(store: Store, request: Request, at: dict[str, str]) -> Answer:
    repo_of(store, request, at)
    signed_in(request)
    objects = []
    for asked in request.json()["objects"]:
        if not store.content(asked["oid"]).exists():
            address = f"{request.endpoint}/lfs-storage/{asked['oid']}"
            upload, verify = {"href": address, "header": {}}, {"href": f"{address}/verify", "header": {}}
            objects.append(asked | {"actions": {"upload": upload, "verify": verify}})
        else:
            objects.append(asked)
    return Answer({"transfer": "basic", "objects": objects})


def lfs_verify(store: Store, request: Request, at: dict[str, str]) -> Answer:
    path = store.content(at["oid"])
    if not path.exists() or path.stat().st_size != request.json()["size"]:
        raise Refused(404, "the object is not in the storage")
    return Answer({})


def commit(store: Store, request: Request, at: dict[str, str]) -> Answer:
    pull_request = "create_pr" in request.query
    repo = (repo_of if pull_request else writable)(store, request, at)
    user = signed_in(request)
    lines = [json.loads(line) for line in request.body.splitlines() if line.strip()]
    header = lines[0]["value"]
    with store.lock:
        parent = repo.commit_at(at["rev"])
        if header.get("parentCommit") not in (None, parent.id):
            raise Refused(412, "A commit has happened since. Please refresh and try again.")
        files = dict(parent.files)
        for line in lines[1:]:
            apply(store, files, line["key"], line["value"])
        made = store.add_commit(repo, parent.id, files, header["summary"], header.get("description", ""), user.name)
        answer = {"success": True, "commitOid": made.id, "hookOutput": ""}
        address = web_address(request, repo.kind, repo.id)
        answer["commitUrl"] = f"{address}/commit/{made.id}"
        if pull_request:
            number = hub_discussions.open_pull_request(store, repo, made, user.name)
            answer["pullRequestUrl"] = f"{address}/discussions/{number}"
        elif at["rev"] in repo.pulls:
            repo.pulls[at["rev"]] = made.id
        elif at["rev"] in repo.branches:
            repo.branches[at["rev"]] = made.id
        else:
            raise Refused(400, f"{at['rev']} is no branch")
    return Answer(answer)


def apply(store: Store, files: dict[str, File], key: str, value: dict[str, Any]) -> None:
    if key == "file":
        files[value["path"]] = store.put(base64.b64decode(value["content"]))
    elif key == "lfsFile":
        if not store.content(value["oid"]).exists():
            raise Refused(400, f"LFS pointer pointed to a file that does not exist: {value['path']}")
        files[value["path"]] = store.file(value["oid"], lfs=True)
    elif key == "deletedFile":
        if files.pop(value["path"], None) is None:
            raise Refused(404, f"A file with this name doesn't exist: {value['path']}", "EntryNotFound")
    elif key == "deletedFolder":
        for path in [path for path in files if path.startswith(value["path"].rstrip("/") + "/")]:
            del files[path]
    else:
        raise Refused(400, f"unknown operation {key}")


def create_tag(store: Store, request: Request, at: dict[str, str]) -> Answer:
    repo = writable(store, request, at)
    name = request.json()["tag"]
    with store.lock:
        if name in repo.tags:
            raise Refused(409, f"Tag reference exists already: {name}")
        repo.tags[name] = repo.commit_at(at["rev"]).id
    return Answer({})


def delete_tag(store: Store, request: Request, at: dict[str, str]) -> Answer:
    if writable(store, request, at).tags.pop(at["rev"], None) is None:
        raise Refused(404, f"no tag {at['rev']}", "RevisionNotFound")
    return Answer({})


def create_branch(store: Store, request: Request, at: dict[str, str]) -> Answer:
    repo = writable(store, request, at)
    with store.lock:
        if at["rev"] in repo.branches:
            raise Refused(409, f"Reference exists already: {at['rev']}")
        repo.branches[at["rev"]] = repo.commit_at(request.json().get("startingPoint") or "main").id
    return Answer({})


def delete_branch(store: Store, request: Request, at: dict[str, str]) -> Answer:
    repo = writable(store, request, at)
    if at["rev"] == "main" or repo.branches.pop(at["rev"], None) is None:
        raise Refused(404, f"{at['rev']} cannot be deleted", "RevisionNotFound")
    return Answer({})


def refs(store: Store, request: Request, at: dict[str, str]) -> Answer:
    repo = repo_of(store, request, at)

    def described_refs(known: dict[str, str], prefix: str) -> list[dict[str, str]]:
        return [{"name": name, "ref": prefix + name, "targetCommit": target} for name, target in known.items()]

    known = {"branches": described_refs(repo.branches, "refs/heads/"), "tags": described_refs(repo.tags, "refs/tags/")}
    pulls = {"pullRequests": described_refs(repo.pulls, "")} if "include_prs" in request.query else {}
    return Answer({"converts": []} | known | pulls)


def history(store: Store, request: Request, at: dict[str, str]) -> Answer:
    commits = repo_of(store, request, at).history(at["rev"])
    return Answer(
        [
            {
                "id": one.id,
                "title": one.title,
                "message": one.message,
                "date": one.date,
                "authors": [{"user": one.author}],
            }
            for one in commits
        ]
    )


def resolve(store: Store, request: Request, at: dict[str, str]) -> Answer:
    commit_there = repo_of(store, request, at).commit_at(at["rev"])
    file = commit_there.files.get(at["path"])
    headers = {"X-Repo-Commit": commit_there.id, "Accept-Ranges": "bytes"}
    if file is None:
        raise Refused(404, f"{at['path']} does not exist", "EntryNotFound", headers)
    headers["ETag"] = f'"{file.sha256 if file.lfs else file.oid}"'
    if file.lfs:
        headers |= {"X-Linked-Etag": f'"{file.sha256}"', "X-Linked-Size": str(file.size)}
    headers["Content-Disposition"] = f"inline; filename*=UTF-8''{quote(Path(at['path']).name)}"
    return Answer(store.content(file.sha256), headers=headers)


def leaderboard(store: Store, request: Request, at: dict[str, str]) -> Answer:
    """Return the results that models declare for a dataset, best first, as the Hub collects them."""
    store.repo("dataset", at["repo"], request.user)
    entries: list[dict[str, Any]] = []
    for (kind, name), repo in sorted(store.repos.items()):
        files = repo.commit_at("main").files if kind == "model" else {}
        for path, file in sorted(files.items()):
            if re.fullmatch(r"\.eval_results/[^/]+\.ya?ml", path):
                for entry in yaml.safe_load(store.content(file.sha256).read_bytes()):
                    if entry["dataset"]["id"] == at["repo"]:
                        author = {"type": "org", "name": name.split("/")[0], "fullname": "", "avatarUrl": ""}
                        result = {"modelId": name, "value": entry["value"], "filename": path, "verified": False}
                        entries.append(result | {"author": author})
    entries.sort(key=lambda entry: -float(entry["value"]))
    return Answer([entry | {"rank": rank} for rank, entry in enumerate(entries, 1)])


Route = Callable[[Store, Request, dict[str, str]], Answer]

API = r"/api/(?P<kind>models|datasets|spaces)/(?P<repo>[^/]+/[^/]+)"
PAGE = r"/(?:(?P<kind>datasets|spaces)/)?(?P<repo>[^/]+/[^/]+?)"
BUCKET = r"/api/buckets/(?P<bucket>[^/]+/[^/]+)"
REV = r"(?P<rev>refs/(?:pr|convert)/[^/]+|[^/]+)"

ROUTES: list[tuple[str, re.Pattern[str], Route]] = [
    (method, re.compile(pattern), route)
    for method, pattern, route in [
        ("GET", r"/api/whoami-v2", whoami),
        ("POST", r"/api/validate-yaml", validate_yaml),
        ("POST", r"/api/jobs/(?P<owner>[^/]+)", hub_jobs.create),
        ("GET", r"/api/jobs/(?P<owner>[^/]+)", hub_jobs.listing),
        ("POST", BUCKET, hub_buckets.create),
        ("GET", BUCKET, hub_buckets.info),
        ("GET", rf"{BUCKET}/tree(?:/(?P<path>.+))?", hub_buckets.tree),
        ("GET HEAD", r"/buckets/(?P<bucket>[^/]+/[^/]+)/resolve/(?P<path>.+)", hub_buckets.resolve),
        ("POST", r"/api/repos/create", create),
        ("DELETE", r"/api/repos/delete", delete),
        ("GET", r"/api/(?P<kind>models|datasets|spaces)", listing),
        ("GET", API, info),
        ("GET", rf"{API}/revision/{REV}", info),
        ("GET", rf"{API}/tree/{REV}(?:/(?P<path>.+))?", tree),
        ("POST", rf"{API}/paths-info/{REV}", paths_info),
        ("POST", rf"{API}/preupload/{REV}", preupload),
        ("POST", rf"{API}/commit/{REV}", commit),
        ("POST", rf"{API}/tag/{REV}", create_tag),
        ("DELETE", rf"{API}/tag/{REV}", delete_tag),
        ("POST", rf"{API}/branch/{REV}", create_branch),
        ("DELETE", rf"{API}/branch/{REV}", delete_branch),
        ("GET", rf"{API}/refs", refs),
        ("GET", rf"{API}/commits/{REV}", history),
        ("GET", rf"{API}/leaderboard", leaderboard),
        ("GET", rf"{API}/discussions", hub_discussions.listing),
        ("POST", rf"{API}/discussions", hub_discussions.create),
        ("GET", rf"{API}/discussions/(?P<number>\d+)", hub_discussions.details),
        ("POST", rf"{API}/discussions/(?P<number>\d+)/(?P<what>comment|status|merge)", hub_discussions.change),
        ("GET", rf"{API}/xet-(?:read|write)-token/{REV}", hub_xet.token),
        ("POST", r"/xet/v1/xorbs/[^/]+/(?P<hash>[0-9a-f]{64})", hub_xet.put_xorb),
        ("POST", r"/xet/v1/shards", hub_xet.put_shard),
        ("GET", r"/xet/v1/chunks/[^/]+/(?P<hash>[0-9a-f]{64})", hub_xet.get_chunk),
        ("POST", rf"{PAGE}\.git/info/lfs/objects/batch", lfs_batch),
        ("POST", r"/lfs-storage/(?P<oid>[0-9a-f]{64})/verify", lfs_verify),
        ("GET HEAD", rf"{PAGE}/resolve/{REV}/(?P<path>.+)", resolve),
    ]
]
