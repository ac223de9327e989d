"""Decompress bodies of replies up to a maximum size, since a few kilobytes can expand to gigabytes."""

import zlib
from collections.abc import AsyncIterator

import httpx2

LONGEST_BODY = 1 << 25
"""Maximum bytes of a body, both compressed and decompressed: a hundred times the longest answer with the logits of
every token.
"""

PIECE = 1 << 14

MOST_MEMBERS = 1000
"""Maximum number of members of a gzip body; servers send one."""

WINDOWS = {"gzip": 16 + zlib.MAX_WBITS, "x-gzip": 16 + zlib.MAX_WBITS, "deflate": zlib.MAX_WBITS}
"""The window bits of zlib, by the name of an encoding."""


class Oversized(httpx2.RemoteProtocolError):
    """A body that is longer than `LONGEST_BODY`, or is compressed in a way that was not requested. It is not retried,
    since the reply would be the same, at the same cost.
    """


def unpack(content: bytes, packing: str) -> bytes:
    """Return a body without its packing, as a Content-Encoding names it. Raises Oversized for one that is too long or
    packed otherwise than by gzip or deflate, and RemoteProtocolError for one that is damaged."""
    names = [name for name in (part.strip().lower() for part in packing.split(",")) if name not in ("", "identity")]
    if len(names) > 2:
        raise Oversized(f"a body that is packed {len(names)} times")
    for name in reversed(names):
        if name not in WINDOWS:
            raise Oversized(f"a body packed by {name[:20]!r}, which was not asked for")
        content = inflate(content, name)
    return content


def inflate(content: bytes, name: str) -> bytes:
    """Return the decompressed content of gzip, which may have several members, or deflate. The content is passed to
    zlib in pieces: zlib copies the data after each member, so passing the whole content would take quadratic time for
    many small members.
    """
    pieces: list[bytes] = []
    length = members = 0
    waiting = memoryview(content)
    unused = b""
    while unused or waiting:
        members += 1
        if members > MOST_MEMBERS:
            raise Oversized(f"a body of more than {MOST_MEMBERS:,} packed members")
        unpacker = new_unpacker(name, unused or bytes(waiting[:2]))
        while not unpacker.eof:
            if not unused:
                unused, waiting = bytes(waiting[:PIECE]), waiting[PIECE:]
            if not unused:
                raise httpx2.RemoteProtocolError("a packed body that does not end")
            try:
                piece = unpacker.decompress(unused, LONGEST_BODY - length + 1)
            except zlib.error as error:
                raise httpx2.RemoteProtocolError(f"a damaged body ({error})") from None
            pieces.append(piece)
            length += len(piece)
            if length > LONGEST_BODY:
                raise Oversized(f"a body that unpacks to more than {LONGEST_BODY:,} bytes")
            unused = unpacker.unconsumed_tail
        unused = unpacker.unused_data.lstrip(b"\0")
        while not unused and waiting and waiting[0] == 0:  # padding after the last member
            unused, waiting = bytes(waiting[:PIECE]).lstrip(b"\0"), waiting[PIECE:]
    return b"".join(pieces)


def new_unpacker(name: str, start: bytes) -> "zlib._Decompress":
    """Return zlib's unpacker for content that begins with `start`. Some servers send deflate without zlib's header."""
    if name == "deflate" and not (len(start) > 1 and start[0] & 15 == 8 and (start[0] << 8 | start[1]) % 31 == 0):
        return zlib.decompressobj(-zlib.MAX_WBITS)
    return zlib.decompressobj(WINDOWS[name])


class Bounded(httpx2.AsyncByteStream):
    """The body of a reply that httpx reads, limited to the maximum size."""

    def __init__(self, stream: httpx2.AsyncByteStream) -> None:
        self.stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        length = 0
        async for piece in self.stream:
            length += len(piece)
            if length > LONGEST_BODY:
                raise Oversized(f"a body of more than {LONGEST_BODY:,} bytes")
            yield piece

    async def aclose(self) -> None:
        await self.stream.aclose()


async def bound(response: httpx2.Response) -> None:
    """Prevent httpx from reading more of a reply than the maximum size, and from decompressing it: a hook for
    responses. The encoding is stored in the extension `packing`.
    """
    if isinstance(response.stream, httpx2.AsyncByteStream) and not hasattr(response, "_content"):
        response.extensions["packing"] = response.headers.pop("content-encoding", "")
        response.headers.pop("content-length", None)
        response.stream = Bounded(response.stream)
