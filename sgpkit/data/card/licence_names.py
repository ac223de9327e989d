"""Licences by their names and addresses, for cards."""

import re

KNOWN = {
    "Apache-2.0": ("Apache 2.0", "https://www.apache.org/licenses/LICENSE-2.0"),
    "BSD-3-Clause": ("BSD 3-Clause", "https://opensource.org/license/bsd-3-clause"),
    "CC0-1.0": ("CC0 1.0", "https://creativecommons.org/publicdomain/zero/1.0/"),
    "CC BY-SA 3.0": ("CC BY-SA 3.0", "https://creativecommons.org/licenses/by-sa/3.0/"),
    "CC-BY-4.0": ("CC BY 4.0", "https://creativecommons.org/licenses/by/4.0/"),
    "CC-BY-SA-4.0": ("CC BY-SA 4.0", "https://creativecommons.org/licenses/by-sa/4.0/"),
    "CC-BY-NC-4.0": ("CC BY-NC 4.0", "https://creativecommons.org/licenses/by-nc/4.0/"),
    "CC-BY-NC-SA-4.0": ("CC BY-NC-SA 4.0", "https://creativecommons.org/licenses/by-nc-sa/4.0/"),
    "MIT": ("MIT", "https://opensource.org/license/mit"),
    "OFL-1.1": ("SIL Open Font License 1.1", "https://openfontlicense.org/"),
}
"""Names and addresses by the identifiers that rows state."""

WORD = re.compile("|".join(rf"(?<![\w-]){re.escape(name)}(?![\w-])" for name in sorted(KNOWN, key=len, reverse=True)))


def address(licence: str) -> str:
    """Return the address of a licence's text, "" for one that is not known."""
    match = WORD.search(licence)
    return KNOWN[match[0]][1] if match else ""


def with_links(plain: str) -> str:
    """Return an escaped Markdown text about licences with a link at each known name."""
    return WORD.sub(lambda match: f"[{KNOWN[match[0]][0]}]({KNOWN[match[0]][1]})", plain)
