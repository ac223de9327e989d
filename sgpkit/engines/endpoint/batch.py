"""Batch files: the requests of a run as JSONL to upload, and their results as JSONL to read back, for servers that
answer within a day at a lower price. https://platform.openai.com/docs/guides/batch

    sgpkit run … --engine endpoint --model M --batch-write requests.jsonl --out runs/mine
    (upload requests.jsonl, have it answered, download results and errors)
    sgpkit run … --engine endpoint --model M --batch-read results.jsonl --out runs/mine
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from sgpkit.benchmark import Completion
from sgpkit.engines import Request
from sgpkit.engines.endpoint import replies
from sgpkit.engines.endpoint.bodies import Form
from sgpkit.engines.endpoint.replies import Failure, Kind
from sgpkit.errors import UserError
from sgpkit.files import reading, write_atomically
from sgpkit.sandbox.untrusted import documents

MOST_REQUESTS = 50_000
MOST_BYTES = 200_000_000
"""Limits of one file, from OpenAI's API reference; more requests are written into further files."""

OUTCOMES = {Kind.TOO_LARGE: "too_large", Kind.REFUSED: "content_filter"}


def custom_id(request: Request, body: str) -> str:
    """Return the id of a request in a batch file: its row, and a hash of the whole request, so that results of other
    prompts or parameters never match. At most 64 characters, of those that servers accept."""
    text = f"{request.row['id']}:{request.sample}:{request.turn}:{request.attempt}:{body}"
    name = re.sub(r"[^A-Za-z0-9_-]+", "-", str(request.row["id"]))[:32]
    return f"{name}-{hashlib.sha256(text.encode('utf-8', 'replace')).hexdigest()[:24]}"


def asked(form: Form, requests: Sequence[Request]) -> Iterator[tuple[str, str]]:
    """Yield the custom id and the JSON body of each request."""
    for request in requests:
        body = json.dumps(form.body(request), ensure_ascii=True)
        yield custom_id(request, body), body


def write(path: Path, form: Form, requests: Sequence[Request]) -> list[Path]:
    """Write the requests, and return the paths of the files: `path` and, if that is full, `NAME-2.jsonl`, …"""
    if path.is_dir():
        raise UserError(f"--batch-write {path}: expected a file name, such as {path / 'requests.jsonl'}")
    path.parent.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    lines: list[str] = []
    size = 0

    def put() -> None:
        number = len(written) + 1
        part_path = path if number == 1 else path.with_name(f"{path.stem}-{number}{path.suffix}")
        write_atomically(part_path, "".join(lines))
        written.append(part_path)

    for identifier, body in asked(form, requests):
        line = f'{{"custom_id": "{identifier}", "method": "POST", "url": "/v1/{form.path}", "body": {body}}}\n'
        if lines and (len(lines) >= MOST_REQUESTS or size + len(line) > MOST_BYTES):
            put()
            lines, size = [], 0
        lines.append(line)
        size += len(line)
    put()
    return written


def read(path: Path, form: Form, requests: Sequence[Request]) -> Iterator[tuple[int, Completion]]:
    """Yield the results in a file, or in the .jsonl files of a folder, with the indices of their requests."""
    files = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
    if not files or not files[0].is_file():
        raise UserError(f"--batch-read {path}: expected a JSONL file of results, or a folder of such files")
    indices = {identifier: index for index, (identifier, _) in enumerate(asked(form, requests))}
    for file in files:
        for identifier, completion in results_of(file):
            index = indices.pop(identifier, None)
            if index is not None:
                yield index, completion


def results_of(file: Path) -> Iterator[tuple[str, Completion]]:
    """Yield the custom ids and completions of a downloaded batch file, which workers read. Raises UserError for a line
    that is not a result."""
    with reading(file, "Download it again."):
        for line in documents.json_lines(file, parse=read_lines):
            if line.error:
                raise UserError(f"{file}, line {line.number}: {line.error}")
            yield line.value


def read_lines(lines: list[tuple[int, bytes]]) -> list[documents.Line]:
    """Return the custom id and the completion in each numbered line, or the error: in a worker."""
    return [read_line(line) for line in documents.parse_all(lines)]


def read_line(line: documents.Line) -> documents.Line:
    """Return a parsed line with the custom id and the completion as its value."""
    item = line.value
    if line.error:
        return line._replace(error=f"not JSON ({line.error}); the download may be incomplete")
    if not isinstance(item, dict) or "custom_id" not in item:
        return line._replace(value=None, error="expected a result with a custom_id")
    if "response" not in item and "error" not in item:
        return line._replace(value=None, error="this is a request, not a result; give the downloaded results")
    return line._replace(value=(str(item["custom_id"]), outcome(item)))


def outcome(item: Mapping[str, Any]) -> Completion:
    """Return the completion in a line of results; the next run repeats requests with the finish reason `error`."""
    response, error = item.get("response"), item.get("error")
    if not isinstance(response, dict):
        return Completion("", finish_reason="error", error=replies.plain(error) or "the result has no response")
    status = response.get("status_code", 200)
    reply = replies.read(status if isinstance(status, int) else 500, {}, response.get("body"))
    if isinstance(reply, Failure):
        return Completion("", finish_reason=OUTCOMES.get(reply.kind, "error"), error=reply.message)
    return reply
