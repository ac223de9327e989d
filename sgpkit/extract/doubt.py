"""Words of denial and doubt, which keep an option next to them from being an answer, and ends of sentences."""

import re

REJECTED = re.compile(
    r"\s{0,3}(?:isn't\b|(?:is|was|seems|looks)\s(?:not|wrong|incorrect|false|out|impossible)\b)"
    r"|[\s:)]{0,3}(?:doesn't|does\snot)\sanswer\b",
    re.IGNORECASE,
)
DENIED = re.compile(
    r"(?:\b(?:not|neither|nor|cannot)\b|n't)[^.!?;,\n]{0,40}$|\b(?:if|whether|why|unless|either)\b[^.!?;\n]{0,40}$",
    re.IGNORECASE,
)
UNSURE = re.compile(
    r"\?|n't\b|\b(?:not|no|none|neither|nor|never|cannot|unclear|unsure|maybe|perhaps|either|or|if|unless|except|all|both)\b",
    re.IGNORECASE,
)
SENTENCE_ENDS = re.compile(r"[.!?;](?:\s|$)")
