"""A server that sends nonsense, bombs and the client's own key: the run continues, within limits, and stores none of
it."""

import asyncio
import base64
import gzip
import json
import re
import resource
import time
import zlib
from urllib.parse import quote

import httpx2
import loop_pauses
import pytest
from endpoint_asking import ask, no_secrets, question, requests, short_waits  # noqa: F401
from hypothesis import given, settings
from hypothesis import strategies as st
from openai_server import OpenAIServer, Reply, completion

from sgpkit.engines.endpoint import reading, replies, retries, transport, unpacking
from sgpkit.errors import UserError

pytestmark = pytest.mark.usefixtures("no_secrets", "short_waits")
KEY = "sk-T0p/secret+word=7"

USAGES = {
    "huge": b"1" + b"0" * 40,
    "endless": b"9" * 5000,
    "negative": b"-5",
    "a float": b"12.0",
    "a text": b'"12"',
    "a boolean": b"true",
    "not a number": b"NaN",
    "infinite": b"1e999",
    "null": b"null",
    "a list": b"[1]",
}


@pytest.mark.parametrize("usage", USAGES.values(), ids=USAGES)
def test_a_count_that_is_none_is_left_out(usage, tmp_path):
    prices = tmp_path / "prices.toml"
    prices.write_text('date = 2026-01-31\n[models."toy-model"]\ninput = 1\noutput = 10\n')
    counts = b'"prompt_tokens": %b, "completion_tokens": %b' % (usage, usage)
    details = b'"prompt_tokens_details": {"cached_tokens": %b}' % usage
    body = b'{"created": %b, "choices": [{"message": {"content": "A"}}], "usage": {%b, %b}}' % (usage, counts, details)
    with OpenAIServer(lambda _, number: Reply(body=body)) as server:
        got, statistics = ask(server.url, requests(3), prices=prices, max_cost=1.0)
        assert len(server.requests) == 3
    for reply in got.values():
        assert (reply.text, reply.finish_reason) == ("A", "stop")
        assert (reply.prompt_tokens, reply.completion_tokens, reply.cached_tokens) == (None, None, None)
    assert 0 < statistics["cost"] < 0.001


@pytest.mark.parametrize("usage", [7, "many", [1], {"prompt_tokens_details": 3}, {"prompt_tokens_details": [1]}])
def test_usage_of_another_type(usage):
    with OpenAIServer(lambda _, number: Reply(body=completion("A", usage=usage))) as server:
        got, statistics = ask(server.url, requests(1))
    assert got[0].text == "A" and got[0].prompt_tokens is None and statistics["retries"] == 0


def bomb(packing):
    """Return a completion with 256 MiB of spaces, compressed."""
    packer = zlib.compressobj(9, wbits={"gzip": 31, "deflate": 15}[packing])
    pieces = [packer.compress(b'{"choices": [{"message": {"content": "')]
    pieces += [packer.compress(b" " * (1 << 20)) for _ in range(256)]
    return b"".join([*pieces, packer.compress(b'"}}]}'), packer.flush()])


def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


@pytest.mark.parametrize("packing", ["gzip", "deflate"])
def test_a_bomb_is_unpacked_to_the_bound_and_not_asked_for_again(packing):
    body = bomb(packing)
    twice = gzip.compress(body)
    before = peak()

    def answer(asked, number):
        match question(asked):
            case 0:
                return Reply(body=body, headers={"Content-Encoding": packing})
            case 1:
                return Reply(body=twice, headers={"Content-Encoding": f"{packing}, gzip"})
        return Reply(body=completion("fine"))

    with OpenAIServer(answer) as server:
        got, _ = ask(server.url, requests(6), concurrency=3)
        assert len(server.requests) == 6
    assert [got[index].finish_reason for index in range(6)] == ["error"] * 2 + ["stop"] * 4
    assert "unpacks to more than 33,554,432 bytes" in got[0].error
    assert peak() - before < 4 * unpacking.LONGEST_BODY


def test_a_bomb_through_a_proxy_and_in_the_list_of_models(monkeypatch):
    packed = Reply(body=bomb("gzip"), headers={"Content-Encoding": "gzip"})
    before = peak()
    with OpenAIServer(lambda body, number: packed if question(body) == 0 else Reply(body=completion("fine"))) as proxy:
        monkeypatch.setenv("http_proxy", proxy.url.removesuffix("/v1"))
        monkeypatch.delenv("no_proxy", raising=False)
        monkeypatch.delenv("NO_PROXY", raising=False)
        got, _ = ask("http://models.invalid/v1", requests(4))
    assert [got[index].finish_reason for index in range(4)] == ["error", "stop", "stop", "stop"]
    monkeypatch.delenv("http_proxy")
    listing = OpenAIServer(lambda body, number: Reply(body=completion("fine")), packed)
    with listing as server, pytest.raises(UserError, match="no server answers"):
        ask(server.url, requests(1))
    assert peak() - before < 4 * unpacking.LONGEST_BODY


def test_a_packed_body_through_a_proxy(monkeypatch):
    body = gzip.compress(json.dumps(completion("packed")).encode())
    with OpenAIServer(lambda _, number: Reply(body=body, headers={"Content-Encoding": "gzip"})) as proxy:
        monkeypatch.setenv("http_proxy", proxy.url.removesuffix("/v1"))
        monkeypatch.delenv("no_proxy", raising=False)
        monkeypatch.delenv("NO_PROXY", raising=False)
        got, _ = ask("http://models.invalid/v1", requests(1))
    assert got[0].text == "packed"


@pytest.mark.parametrize("packing", ["br", "zstd", "gzip, gzip, gzip", "gzip, br"])
def test_packings_that_were_not_asked_for(packing):
    bad = Reply(body=b"\x28\xb5\x2f\xfd" + b"x" * 40, headers={"Content-Encoding": packing})
    with OpenAIServer(lambda body, number: bad if question(body) == 0 else Reply(body=completion("fine"))) as server:
        got, _ = ask(server.url, requests(2), retries=1)
    assert got[0].finish_reason == "error" and got[1].text == "fine"


def forms_of_the_key():
    raw = base64.b64encode(KEY.encode()).decode()
    return {
        "bare": KEY,
        "in a URL": quote(KEY, safe=""),
        "in Base64": raw,
        "in Base64 for URLs": base64.urlsafe_b64encode(KEY.encode()).decode(),
        "in a header, in Base64": base64.b64encode(f"Bearer {KEY}".encode()).decode(),
        "after two signs, in Base64": base64.b64encode(f"ab{KEY}!".encode()).decode(),
        "after a colon, in Base64": base64.b64encode(f"user:{KEY}\n".encode()).decode(),
        "every byte escaped for a URL": "".join(f"%{byte:02x}" for byte in KEY.encode()),
        "escaped in JSON": "".join(f"\\u{ord(sign):04X}" for sign in KEY),
        "escaped in Python": "".join(f"\\x{ord(sign):02x}" for sign in KEY),
        "escaped in XML": "".join(f"&#{ord(sign)};" for sign in KEY),
        "escaped in XML by hexadecimal digits": "".join(f"&#x{ord(sign):X};" for sign in KEY),
        "in hexadecimal digits": KEY.encode().hex(),
        "in capital hexadecimal digits": KEY.encode().hex().upper(),
        "escaped for a URL twice": quote("".join(f"%{byte:02X}" for byte in KEY.encode())),
        "quoted as mail is": "".join(f"={byte:02X}" for byte in KEY.encode()),
        "with invisible characters": "\u200b".join(KEY),
        "in Base64 on lines of ten": "\n".join(re.findall(".{1,10}", raw)),
        "in JSON with slashes escaped": KEY.replace("/", "\\/"),
        "in Base64 in a URL": quote(base64.b64encode(f"?>{KEY}>?>?".encode()).decode(), safe=""),
        "in Base64 in JSON with slashes escaped": base64.b64encode(f"???{KEY}".encode()).decode().replace("/", "\\/"),
        "escaped in JSON, in part": f"\\u{ord(KEY[0]):04x}{KEY[1:]}",
        "escaped in JSON with eight digits": "".join(f"\\U{ord(sign):08x}" for sign in KEY),
        "escaped in C": "".join(f"\\{ord(sign):03o}" for sign in KEY),
        "escaped in Markdown": re.sub(r"(\W|_)", r"\\\1", KEY),
        "escaped in JavaScript's way for a URL": "".join(f"%u{ord(sign):04x}" for sign in KEY),
        "escaped in XML without semicolons": "".join(f"&#{ord(sign)}" for sign in KEY),
        "escaped in XML by names": KEY.replace("/", "&sol;").replace("+", "&plus;").replace("=", "&equals;"),
        "escaped in XML twice": "".join(f"&amp;#{ord(sign)};" for sign in KEY),
        "in hexadecimal digits with colons": KEY.encode().hex(":"),
        "in a list of hexadecimal numbers": ", ".join(f"0x{byte:02X}" for byte in KEY.encode()),
        "on lines of mail": "=\n".join(re.findall(".{1,5}", KEY)),
        "with variation selectors": "\ufe0f".join(KEY),
        "with isolates": "\u2068".join(KEY),
        "on lines of five": "\n".join(re.findall(".{1,5}", KEY)),
    }


@pytest.mark.parametrize("form", forms_of_the_key().values(), ids=forms_of_the_key())
def test_our_key_is_blanked_wherever_a_server_repeats_it(form, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)

    def answer(body, number):
        match question(body):
            case 0:
                return Reply(body=completion(f"<svg>{form}</svg>", reasoning_content=f"the key is {form}."))
            case 1:
                return Reply(400, {"error": {"message": f"bad header {form}"}})
        return Reply(body=completion("fill='none' sk-"))

    with OpenAIServer(answer) as server:
        got, _ = ask(server.url, requests(3))
    kept = repr(got)
    assert form not in kept
    for start in range(len(form) - 11):
        assert form[start : start + 12] not in kept, "most of the key is left"
    assert got[0].text.startswith("<svg>") and got[0].text.endswith("</svg>") and "…" in got[0].text
    assert "…" in got[0].thinking and "…" in got[1].error
    assert got[2].text == "fill='none' sk-"


@pytest.mark.parametrize("key", ["", "none", "EMPTY", "ollama", "dummy"])
def test_a_key_that_is_a_word_changes_no_answer(key, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", key)
    text = f"<path fill='none' class='{key}'/>"
    with OpenAIServer(lambda body, number: Reply(body=completion(text))) as server:
        got, _ = ask(server.url, requests(1))
    assert got[0].text == text


def test_secrets_of_the_address_are_blanked(monkeypatch):
    with OpenAIServer(lambda body, number: Reply(body=completion("hunter2-hunter2 and t0ken-in-query"))) as server:
        url = server.url.replace("http://", "http://user:hunter2-hunter2@") + "?token=t0ken-in-query"
        got, _ = ask(url, requests(1))
    assert got[0].text == "… and …"


def many_members(count, padding=b""):
    return (gzip.compress(b"") + padding) * count


def test_unpacking_many_members_takes_linear_time():
    """Bodies of 0.4 MB and 3 MB of empty members: ten times the bytes, at most twenty times the time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(unpacking, "MOST_MEMBERS", 1 << 30)
        seconds = []
        for count in (20_000, 200_000):
            body = many_members(count)
            began = time.process_time()
            assert unpacking.unpack(body, "gzip") == b""
            seconds.append(time.process_time() - began)
    assert seconds[1] < 20 * seconds[0]


@settings(deadline=None)
@given(st.lists(st.binary(max_size=40_000), min_size=1, max_size=5), st.sampled_from([b"", b"\0", bytes(20_000)]))
def test_members_are_unpacked_as_the_standard_library_does(parts, padding):
    body = b"".join(gzip.compress(part) + padding for part in parts)
    assert unpacking.unpack(body, "gzip") == b"".join(parts) == gzip.decompress(body)


@pytest.mark.parametrize("packing", ["gzip", "deflate", "raw deflate"])
def test_a_body_that_is_cut_anywhere_is_damaged(packing):
    packer = zlib.compressobj(9, wbits={"gzip": 31, "deflate": 15, "raw deflate": -15}[packing])
    body = packer.compress(bytes(range(256)) * 200) + packer.flush()
    name = packing.removeprefix("raw ")
    assert unpacking.unpack(body, name) == bytes(range(256)) * 200
    for end in range(1, len(body) - 1, 7):
        with pytest.raises(httpx2.RemoteProtocolError):
            unpacking.unpack(body[:end], name)


HEAVY = {
    "many members": Reply(body=many_members(150_000), headers={"Content-Encoding": "gzip"}),
    "deep JSON": Reply(body=b"[" * 8_000_000),
    "large JSON": Reply(body=b'{"choices": [' + b"{}," * 2_000_000 + b"{}]}"),
    "one-byte chunks": Reply(body=b"x" * 200_000, how="chunks of one byte"),
}


@pytest.fixture
def pauses(monkeypatch):
    """Return the pauses of the event loop while it asks."""
    pauses = []
    ordinary = retries.Asking.run

    async def watched(self):
        task = asyncio.get_running_loop().create_task(loop_pauses.watch(pauses))
        try:
            await ordinary(self)
        finally:
            task.cancel()
            await asyncio.wait([task])

    monkeypatch.setattr(retries.Asking, "run", watched)
    return pauses


@pytest.mark.process
@pytest.mark.parametrize("reply", HEAVY.values(), ids=HEAVY)
def test_a_heavy_reply_does_not_hold_up_the_others(reply, pauses, monkeypatch):
    """While it is read, the event loop never pauses for long, and the others are answered."""
    monkeypatch.setenv("SGPKIT_SCORING", "workers")
    with OpenAIServer(lambda body, number: reply if question(body) == 0 else Reply(body=completion("fine"))) as server:
        got, _ = ask(server.url, requests(6), concurrency=3, retries=0)
    assert got[0].finish_reason == "error"
    assert [got[index].text for index in range(1, 6)] == ["fine"] * 5
    assert max(pauses) < 1.0, "parsed in the event loop it pauses for 2 to 20 s"


@pytest.mark.process
def test_only_short_plain_replies_are_parsed_in_this_process(monkeypatch):
    monkeypatch.setenv("SGPKIT_SCORING", "workers")
    parsed, parse = [], replies.read
    monkeypatch.setattr(replies, "read", lambda *reply: (parsed.append(reply), parse(*reply))[1])
    packed = gzip.compress(json.dumps(completion("packed")).encode())
    sent = {
        "x" * reading.SHORT: Reply(body=completion("x" * reading.SHORT)),
        "packed": Reply(body=packed, headers={"Content-Encoding": "gzip"}),
        "short": Reply(body=completion("short")),
    }
    with OpenAIServer(lambda body, number: list(sent.values())[question(body)]) as server:
        got, _ = ask(server.url, requests(3))
    assert [got[index].text for index in range(3)] == list(sent)
    assert [json.loads(content)["choices"][0]["message"]["content"] for _, _, content in parsed] == ["short"]


LONG = {
    "backslashes": "\\" * 400_000,
    "backslashes before a letter": "\\" * 400_000 + "a",
    "escapes of all kinds": "a b%20 &amp; =3D \\u0061 " * 200_000,
    "percent signs": "%" * 2_000_000,
    "colons": "73:" * 500_000,
}


@pytest.mark.slow
@pytest.mark.process
@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_a_long_reply_is_searched_for_our_key_without_holding_up_the_others(text, pauses, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    reply = Reply(body=completion(text))
    with OpenAIServer(lambda body, number: reply if question(body) == 0 else Reply(body=completion("fine"))) as server:
        got, _ = ask(server.url, requests(6), concurrency=3, retries=0)
    assert [got[index].text for index in range(6)] == [text] + ["fine"] * 5
    assert max(pauses) < 1.0, "the search once took minutes for some of these"


def test_what_follows_a_reply_is_not_taken_for_the_next():
    with OpenAIServer(lambda body, number: Reply(body=completion(f"answer {question(body)}"), how="twice")) as server:
        got, _ = ask(server.url, requests(20), concurrency=2)
    assert [got[index].text for index in range(20)] == [f"answer {index}" for index in range(20)]


@pytest.mark.parametrize(
    "lengths", ["Content-Length: 5\r\nContent-Length: 6", "Content-Length: 5, 6", "Content-Length: +5"]
)
def test_lengths_that_contradict_each_other(lengths):
    with pytest.raises(ValueError, match="Content-Length"):
        transport.length_of(transport.headers_of(lengths.split("\r\n"))["content-length"])


CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n"


def exchanged(reply):
    """Return the body of a reply, and whether its connection is kept."""

    class Unwritten:
        def write(self, message):
            """Send nothing."""

        async def drain(self):
            """Do not wait."""

    async def read():
        reader = asyncio.StreamReader(limit=transport.LONGEST_HEAD)
        reader.feed_data(reply)
        reader.feed_eof()
        raw, kept = await transport.exchange(transport.Connection(reader, Unwritten()), b"")
        return raw.content, kept

    return asyncio.run(read())


@pytest.mark.parametrize("size", [b"-5", b"+5", b"0x5", b"0_5", b"", b"5 5", b"\xd9\xa5", b"0" * 21])
def test_a_chunk_whose_size_is_no_hexadecimal_number(size):
    with pytest.raises(ValueError, match="a chunk of"):
        exchanged(CHUNKED + b"\r\n" + size + b"\r\nhello\r\n0\r\n\r\n")


def test_chunks_that_are_longer_than_they_say_or_than_another_length():
    chunks = b"2;name=value\r\nhe\r\n3 \r\nllo\r\n0\r\n\r\n"
    assert exchanged(CHUNKED + b"\r\n" + chunks) == (b"hello", True)
    assert exchanged(CHUNKED + b"Content-Length: 5\r\n\r\n" + chunks) == (b"hello", False)
    with pytest.raises(ValueError, match="Content-Length '4' of chunks of 5 bytes"):
        exchanged(CHUNKED + b"Content-Length: 4\r\n\r\n" + chunks)
    with pytest.raises(ValueError, match="longer than its size"):
        exchanged(CHUNKED + b"\r\n4\r\nhello\r\n0\r\n\r\n")


def test_a_length_that_is_stated_twice():
    assert transport.length_of(transport.headers_of(["Content-Length: 5", "content-length: 5"])["content-length"]) == 5
