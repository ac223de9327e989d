"""The content security policies of the static pages next to reports."""

import base64
import hashlib
import html
import json
import re

import pytest

from sgpkit import reports
from sgpkit.reports import index
from sgpkit.reports.leaderboard import page
from sgpkit.reports.leaderboard.models import Model

PAGES = {
    "leaderboard": lambda: page.render([], []),
    "model": lambda: page.render_model(Model("a model", "a-model.html", ())),
    "index": lambda: index.render([]),
}
META = re.compile('<meta http-equiv="Content-Security-Policy" content="([^"]*)">')


def source_of(tag: str, text: str) -> str:
    """Return the only element of a kind in a page as a source in a policy, by the hash of its content."""
    contents = re.findall(f"<{tag}>(.*?)</{tag}>", text, re.DOTALL) or [""]
    (content,) = contents
    return f"'sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}'"


@pytest.mark.parametrize("name", PAGES)
def test_a_page_allows_embedded_pictures_and_its_own_style_and_script(name):
    text = PAGES[name]()
    (policy,) = META.finditer(text)
    assert dict(part.split(" ", 1) for part in html.unescape(policy[1]).split("; ")) == {
        "default-src": "'none'",
        "img-src": "data:",
        "style-src": source_of("style", text),
        "script-src": source_of("script", text),
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    assert policy.end() < text.index("<style"), "a policy holds for what follows it"
    assert not re.search(r"<(?:iframe|object|embed|base|form)\b|<(?:img|script|link)[^>]*(?:src|href)=.(?!data:)", text)


@pytest.mark.parametrize("text", ["</script><script>alert(1)</script>", "<!--<script>", "</SCRIPT\n>"])
def test_json_in_a_page_ends_no_script_element(text):
    written = reports.as_json({"text": text})
    assert "<" not in written
    assert json.loads(written) == {"text": text}
