"""Packed bodies of replies, unpacked only as far as a bound. A few kilobytes can unpack to gigabytes."""

import zlib
from collections.abc import AsyncIterator

import httpx2

LONGEST_BODY = 1 << 25
"""Bytes of a body, packed and unpacked: 32 MiB, a hundred times the longest answer with the logits of every token."""

WINDOWS = {"gzip": 16 + zlib.MAX_WBITS, "x-gzip": 16 + zlib.MAX_WBITS, "deflate": zlib.MAX_WBITS}
"""What zlib is to expect, by the name of a packing."""


class Oversized(httpx2.RemoteProtocolError):
    """A body that is longer than `LONGEST_BODY`, or is packed in a way that was not asked for. Another request would
    bring another such body, and cost as much."""


def unpacked(content: bytes, packing: str) -> bytes:
    """Return a body without its packing, as a Content-Encoding names it. Raises Oversized for one that is too long or
    packed otherwise than by gzip or deflate, and RemoteProtocolError for one that is damaged."""
    names = [name for name in (part.strip().lower() for part in packing.split(",")) if name not in ("", "identity")]
    if len(names) > 2:
        raise Oversized(f"a body that is packed {len(names)} times")
    for name in reversed(names):
        if name not in WINDOWS:
            raise Oversized(f"a body packed by {name[:20]!r}, which was not asked for")
        content = inflated(content, name)
    return content


def inflated(content: bytes, name: str) -> bytes:
    """Return what gzip or deflate packed, as several members where there are such."""
    pieces: list[bytes] = []
    length = 0
    while content:
        try:
            packed = zlib.decompressobj(WINDOWS[name])
            piece = packed.decompress(content, LONGEST_BODY - length + 1)
        except zlib.error as error:
            if name == "deflate" and not pieces and WINDOWS[name] > 0:
                packed = zlib.decompressobj(-zlib.MAX_WBITS)  # some servers leave out zlib's own head
                try:
                    piece = packed.decompress(content, LONGEST_BODY + 1)
                except zlib.error:
                    raise httpx2.RemoteProtocolError(f"a damaged body ({error})") from None
            else:
                raise httpx2.RemoteProtocolError(f"a damaged body ({error})") from None
        pieces.append(piece)
        length += len(piece)
        if length > LONGEST_BODY:
            raise Oversized(f"a body that unpacks to more than {LONGEST_BODY:,} bytes")
        if not packed.eof:
            raise httpx2.RemoteProtocolError("a packed body that does not end")
        content = packed.unused_data.lstrip(b"\0")
    return b"".join(pieces)


class Bounded(httpx2.AsyncByteStream):
    """The body of a reply that httpx is about to read, unpacked and no longer than the bound."""

    def __init__(self, stream: httpx2.AsyncByteStream, packing: str) -> None:
        self.stream, self.packing = stream, packing

    async def __aiter__(self) -> AsyncIterator[bytes]:
        pieces, length = [], 0
        async for piece in self.stream:
            length += len(piece)
            if length > LONGEST_BODY:
                raise Oversized(f"a body of more than {LONGEST_BODY:,} bytes")
            pieces.append(piece)
        yield unpacked(b"".join(pieces), self.packing)

    async def aclose(self) -> None:
        await self.stream.aclose()


async def bound(response: httpx2.Response) -> None:
    """Keep httpx from reading more of a reply than the bound: a hook for responses."""
    if isinstance(response.stream, httpx2.AsyncByteStream) and not hasattr(response, "_content"):
        packing = response.headers.pop("content-encoding", "")
        response.headers.pop("content-length", None)
        response.stream = Bounded(response.stream, packing)
