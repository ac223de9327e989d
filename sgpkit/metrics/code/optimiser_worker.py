"""The process inside the sandbox of `optimiser`, which shortens one drawing per request; messages are frames.

A request is a drawing's code. An answer is one letter, then its content: `s` the shorter code; `r` the reason of a
failure. Answers are untrusted.
"""

from sgpkit.sandbox.workers import serving

OPTIONS = ("--enable-id-stripping", "--shorten-ids", "--enable-comment-stripping", "--strip-xml-prolog")
SPACING = ("--indent=none", "--no-line-breaks", "--strip-xml-space")


def prepare() -> None:
    """Load all modules that are imported lazily."""
    shorter('<svg xmlns="http://www.w3.org/2000/svg"/>')


def answer(request: bytes) -> bytes:
    """Return the answer to one request."""
    try:
        return b"s" + shorter(request.decode()).encode()
    except Exception as error:  # on unexpected input, the library may raise any exception
        return b"r" + f"{type(error).__name__}: {error}"[:300].encode(errors="replace")


def shorter(code: str) -> str:
    """Return the program shortened by scour."""
    from scour import scour

    short: str = scour.scourString(code, scour.parse_args([*OPTIONS, *SPACING]))
    return short.strip()


def main() -> None:
    """Serve on standard input and output."""
    serving.main(prepare, answer)
