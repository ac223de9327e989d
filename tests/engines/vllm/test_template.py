"""Chat templates that print moving text: the clock stands still, other text is refused."""

import itertools
import re

import pytest
from jinja2.sandbox import ImmutableSandboxedEnvironment

from sgpkit.engines.vllm import template
from sgpkit.errors import UserError

LLAMA = (
    "\n{{- 'BOS' }}{%- if not date_string is defined %}{%- if strftime_now is defined %}"
    "{%- set date_string = strftime_now('%d %b %Y') %}{%- else %}{%- set date_string = 'none' %}{%- endif %}{%- endif %}"
    "Today Date: {{ date_string }}{% for message in messages %}|{{ message.role }}: {{ message.content }}{% endfor %}"
)


def rendering(text, **arguments):
    """Render as transformers does, with a clock that shows another year each time."""
    years = itertools.count(2025)
    environment = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True)
    environment.globals["strftime_now"] = lambda format: re.sub("%Y", str(next(years)), format)
    compiled = environment.from_string(text)
    return lambda messages: compiled.render(messages=messages, **arguments)


PROBE = template.PROBES[0]


def test_the_date_is_pinned_and_nothing_else_changes():
    moving, still = rendering(LLAMA), rendering(template.with_pinned_clock(LLAMA))
    assert moving(PROBE) != moving(PROBE)
    assert still(PROBE) == still(PROBE) == "BOSToday Date: 26 Jul 2024|user: Which shape is drawn?"
    assert rendering(template.with_pinned_clock(LLAMA), date_string="1 Jan 1999")(PROBE).startswith(
        "BOSToday Date: 1 Jan 1999|"
    )
    plain = "\n\n{{ messages[0].content }}"
    assert template.with_pinned_clock(plain) == plain and template.with_pinned_clock(None) is None


@pytest.mark.parametrize("format", ["%Y-%m-%d", "%A, %B %d", "%-d %b %y", "%d%%", "%H:%M:%S", "%j"])
def test_every_format_of_a_date(format):
    text = "\n\n{{ strftime_now('" + format + "') }}"
    assert rendering(template.with_pinned_clock(text))(PROBE).strip() == template.PINNED.strftime(format)
    assert rendering(template.with_pinned_clock(text))(PROBE).startswith("\n")


def test_the_digest_is_of_what_is_rendered():
    digest = template.rendered_digest(rendering(template.with_pinned_clock(LLAMA)), "toy")
    assert digest == template.rendered_digest(rendering(template.with_pinned_clock(LLAMA)), "toy")
    assert digest != template.rendered_digest(rendering(template.with_pinned_clock(LLAMA), date_string="today"), "toy")
    assert digest != template.rendered_digest(rendering(template.with_pinned_clock(LLAMA).replace("|", "#")), "toy")


def test_other_moving_text_is_refused():
    with pytest.raises(UserError, match="a different prompt for the same messages each time"):
        template.rendered_digest(rendering(LLAMA), "toy")
    with pytest.raises(UserError, match="--chat-template"):
        template.rendered_digest(rendering("{{ range(10**4) | random }}"), "toy")
