"""Data from other processes and servers: replies of endpoints, archives of sandboxes, converted pages."""

import io
import tarfile

import examples
import mutations
import promises
from hypothesis import given

from sgpkit.engines.endpoint import replies
from sgpkit.graphics.compiled import page
from sgpkit.sandbox.workers import sandbox
from sgpkit.sandbox.workers.container_process import ContainerProcess, Samples
from sgpkit.status import Rejected

REPLIES = (
    b'{"choices":[{"message":{"content":"B","reasoning_content":"x"},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,'
    b'"completion_tokens":4,"prompt_tokens_details":{"cached_tokens":1}}}',
    b'{"error":{"message":"maximum context length is 4096 tokens. However, you requested 5000 tokens (4000 in the '
    b'messages)","code":400,"type":"x"}}',
    b'{"choices":[{"text":"A","finish_reason":"length"}]}',
)
REPLY_WORDS = b'"choices" "message" "content" "usage" "error" null [] {} "refusal" "text"'.split()
PAGES = (
    b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="100" height="200" viewBox="0 0 100 200">'
    b'<g id="glyph-0"><path d="M 0 0"/></g><path stroke-width="0.1" d="M1 1"/></svg>',
    b'<word xMin="1.0" yMin="2" xMax="3" yMax="4">a&amp;b</word>',
)
PAGE_WORDS = b"<svg </svg> <word /> viewBox= width= stroke-width=".split()
BROKEN_PAGES = (
    b'<word xMin="6" yMin="2" xMax="3" yMax=".."></word>',
    b'<svg viewBox="0 0 .. 1"></svg>',
    b'<svg viewBox="0 0 0 1"></svg>',
)
"""Pages on which readers have failed: boxes that are not numbers, a page without width."""


def archive() -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.GNU_FORMAT) as made:
        for name, data in (("./out.svg", b"<svg/>"), ("./" + "long/" * 30 + "a", b"b" * 600)):
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            made.addfile(entry, io.BytesIO(data))
    return stream.getvalue()


ARCHIVES = (archive(), b"mark 0 0 5\n" + archive(), b"137 1 5\n")


@promises.kept(Rejected)
def read_reply(data: bytes) -> None:
    replies.read(200, {}, data)
    replies.read(429, {"retry-after": data[:40].decode("latin-1")}, data)
    replies.room(data.decode("latin-1"))


@promises.kept(Rejected)
def read_page(data: bytes) -> None:
    page.words({page.WORDS: data})
    page.read("Page size: 100 x 200 pts\nPages: 1", {page.RESULT: data})


@promises.kept(Rejected)
def unpack(data: bytes) -> None:
    """Read the last report of a sandbox, which a program in it can forge: no more comes out than was sent."""
    files = sandbox._unpack(data, 4096)
    assert sum(map(len, files.values())) <= min(4096, len(data))
    for sent in (data, b"mark " + data, b"mark t 1 2 0 o3:" + data, b"mark t 1 2 1 o3:4,w5:6,\nmark t " + data):
        box = ContainerProcess(sandbox.Limits(), None, None, "name", Samples(b"mark"), b"", 0)
        half = len(sent) // 2
        clean = box.errors(sent[:half]) + box.errors(sent[half:])
        assert len(clean) + len(box.samples.rest) <= len(sent)
        box.outputs(clean, b"")


@examples.always((*REPLIES, b"[" * 20_000))
@given(mutations.contents(REPLIES, REPLY_WORDS))
def test_endpoint_reply_is_read_or_refused(data):
    read_reply(data)


@examples.always((*PAGES, *BROKEN_PAGES))
@given(mutations.contents(PAGES, PAGE_WORDS))
def test_converted_page_is_read_or_refused(data):
    read_page(data)


@examples.always(ARCHIVES)
@given(mutations.contents(ARCHIVES, (b"mark", b"0", b"137")))
def test_sandbox_report_unpacks_to_no_more_than_was_sent(data):
    unpack(data)
