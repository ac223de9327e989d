"""Run axe (https://github.com/dequelabs/axe-core) on a page, and list the accessibility rules that it violates."""

from importlib import resources
from typing import Any

RUN = """axe.run(document, {}).then((result) => result.violations.map((rule) =>
  `${rule.id}: ${rule.help}: ${rule.nodes.map((node) => node.target.join(" ")).join(", ")}`))"""


def violations(browser: Any) -> list[str]:
    """Return the rules that the open page violates, with positions. The page's content security policy is not
    applied to axe.
    """
    script = resources.files("axe_core_python").joinpath("axe.min.js").read_text(encoding="utf-8")
    browser.call("Runtime.evaluate", expression=script)
    broken: list[str] = browser.ask(RUN)
    return broken
