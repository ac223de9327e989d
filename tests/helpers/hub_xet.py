"""The loopback Hub's chunk storage: the part of the CAS server's protocol that the Xet client needs for uploads.

Protocol: https://huggingface.co/docs/xet (API, xorb, shard). Chunks arrive in groups called xorbs, and shards list the
chunks of each file. The server assembles the file as soon as it receives the shard and stores it by its SHA-256, so
that all other code works on plain contents. Downloads use plain HTTP. The client's newest upload API (grants) is not
served: set `ENVIRONMENT` for it to use the first one.
"""

import hashlib
import struct
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from hub_exchange import Answer, Request, signed_in
from hub_store import Refused, Store

ENVIRONMENT = {"HF_XET_CLIENT_LEGACY_DIRECT_XORB_UPLOAD": "1", "HF_XET_CLIENT_SHARD_API_VERSION": "1"}

ENTRY = 48
HEADER = 48
TAG = b"HFRepoMetaData\0" + bytes([85, 105, 103, 69, 106, 123, 129, 87, 131, 165, 189, 217, 92, 205, 209, 74, 169])
BOOKEND = b"\xff" * 32
WITH_VERIFICATION, WITH_METADATA = 1 << 31, 1 << 30
EVERY = 1024
"""The client asks the server about one chunk in this number, selected by hash, and about the first chunk of every
file."""


class File(NamedTuple):
    """A file of a shard: its SHA-256 and its pieces, (xorb, first chunk, end)."""

    sha256: str
    pieces: list[tuple[str, int, int]]


class Xorb(NamedTuple):
    """A xorb: its path, and the offset and length of each of its chunks."""

    path: Path
    chunks: list[tuple[int, int]]


class XetStorage:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.xorbs: dict[str, Xorb] = {}
        self.known_chunks: dict[str, bytes] = {}
        self.lock = threading.Lock()


def storage(store: Store) -> XetStorage:
    with store.lock:
        if not hasattr(store, "xet"):
            store.xet = XetStorage(store.contents.parent / "xorbs")  # type: ignore[attr-defined]
        return store.xet  # type: ignore[attr-defined, no-any-return]


def token(store: Store, request: Request, at: dict[str, str]) -> Answer:
    signed_in(request)
    url, expires = f"{request.endpoint}/xet", 4_000_000_000
    known = request.headers["Authorization"].partition(" ")[2]  # used as a token
    headers = {"X-Xet-Cas-Url": url, "X-Xet-Access-Token": known, "X-Xet-Token-Expiration": str(expires)}
    return Answer({"casUrl": url, "accessToken": known, "exp": expires}, headers=headers)


def put_xorb(store: Store, request: Request, at: dict[str, str]) -> Answer:
    xet = storage(store)
    path = xet.folder / at["hash"]
    new = at["hash"] not in xet.xorbs
    if new:
        path.write_bytes(request.body)
        xet.xorbs[at["hash"]] = Xorb(path, list(chunk_offsets(request.body)))
    return Answer({"was_inserted": new})


def chunk_offsets(xorb: bytes) -> Iterator[tuple[int, int]]:
    """Yield the offset and the length of each chunk. A chunk has a head of 8 bytes (version, packed size, scheme,
    size) and its packed bytes; a footer may follow the last one."""
    offset = 0
    while offset + 8 <= len(xorb) and xorb[offset] == 0:
        size = 8 + int.from_bytes(xorb[offset + 1 : offset + 4], "little")
        yield offset, size
        offset += size


def unpacked(chunk: bytes) -> bytes:
    scheme, size, packed = chunk[4], int.from_bytes(chunk[5:8], "little"), chunk[8:]
    if scheme == 0:
        return packed
    import lz4.frame

    data: bytes = lz4.frame.decompress(packed)
    assert len(data) == size
    if scheme == 1:
        return data
    out, offset = bytearray(size), 0
    for first in range(4):  # bytes grouped by their position in words of four
        count = len(range(first, size, 4))
        out[first::4] = data[offset : offset + count]
        offset += count
    return bytes(out)


def put_shard(store: Store, request: Request, at: dict[str, str]) -> Answer:
    xet, shard = storage(store), request.body
    if shard[:32] != TAG:
        raise Refused(400, "no shard")
    files, cas_at = read_files(shard)
    for file in files:
        assemble(store, xet, file)
    dedupable = shard[:HEADER] + bookend() + shard[cas_at:]
    with xet.lock:
        for chunk in chunks_worth_asking_for(shard, cas_at):
            xet.known_chunks[chunk] = dedupable
    return Answer({"result": 1})


def bookend() -> bytes:
    return BOOKEND + bytes(ENTRY - 32)


def read_files(shard: bytes) -> tuple[list[File], int]:
    """Return the files of a shard, and the start of its section on xorbs."""
    offset, files = HEADER, []
    while shard[offset : offset + 32] != BOOKEND:
        flags, count = struct.unpack_from("<II", shard, offset + 32)
        offset += ENTRY
        pieces = []
        for _ in range(count):
            first, end = struct.unpack_from("<II", shard, offset + 40)
            pieces.append((text_of(shard[offset : offset + 32]), first, end))
            offset += ENTRY
        offset += count * ENTRY if flags & WITH_VERIFICATION else 0
        digest = ""
        if flags & WITH_METADATA:
            digest = text_of(shard[offset : offset + 32])
            offset += ENTRY
        files.append(File(digest, pieces))
    return files, offset + ENTRY


def text_of(digest: bytes) -> str:
    """Return the text of a hash, which is written as four numbers of 64 bits."""
    return "".join(f"{number:016x}" for number in struct.unpack("<4Q", digest))


def assemble(store: Store, xet: XetStorage, file: File) -> None:
    part, digest = xet.folder / f"{file.sha256}.part", hashlib.sha256()
    with part.open("wb") as out:
        for xorb, first, end in file.pieces:
            with xet.xorbs[xorb].path.open("rb") as source:
                for offset, size in xet.xorbs[xorb].chunks[first:end]:
                    source.seek(offset)
                    data = unpacked(source.read(size))
                    digest.update(data)
                    out.write(data)
    if digest.hexdigest() != file.sha256:
        raise Refused(400, f"the chunks of {file.sha256} make {digest.hexdigest()}")
    part.replace(store.content(file.sha256))


def chunks_worth_asking_for(shard: bytes, offset: int) -> Iterator[str]:
    """Yield the first chunk of every xorb, and the chunks that the protocol selects by hash."""
    while shard[offset : offset + 32] != BOOKEND:
        (count,) = struct.unpack_from("<I", shard, offset + 36)
        for number in range(count):
            digest = shard[offset + ENTRY * (number + 1) :][:32]
            if number == 0 or struct.unpack("<4Q", digest)[3] % EVERY == 0:
                yield text_of(digest)
        offset += ENTRY * (count + 1)


def get_chunk(store: Store, request: Request, at: dict[str, str]) -> Answer:
    """Answer with a shard that contains the chunk, so that the other chunks of its xorb need not be sent either."""
    shard = storage(store).known_chunks.get(at["hash"])
    if shard is None:
        raise Refused(404, "nobody has sent this chunk")
    end, cas_at = len(shard), HEADER + ENTRY
    lookups = struct.pack("<6Q", end, 0, end, 0, end, 0)  # optional tables: empty, at the end
    footer = struct.pack("<QQQ", 1, HEADER, cas_at) + lookups + bytes(32) + struct.pack("<QQ", 0, 2**64 - 1)
    footer += bytes(72) + struct.pack("<Q", end)
    return Answer(shard[:40] + struct.pack("<Q", len(footer)) + shard[HEADER:] + footer)
