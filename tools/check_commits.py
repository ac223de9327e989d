"""Check the subjects of commits: `area: verb …`, at most 72 characters, no period at the end.

    python tools/check_commits.py [BASE..HEAD]
    python tools/check_commits.py --message FILE

The default range is the commits of HEAD that are not on the revision in the environment variable BASE, or else not on
`origin/main`. Only HEAD is checked if neither is known. Merge and revert commits are exempt.
"""

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import dropwhile, takewhile
from pathlib import Path

MAX_LENGTH = 72

SUBJECT = re.compile(r"[a-z0-9][a-z0-9_/,-]*(?: [a-z0-9_/,-]+)*: (?P<description>\S.*)")

PARTICIPLE = re.compile(r"[a-z-]*(?:ed|ing)")

IMPERATIVE = re.compile(
    r"(?:re-?)?(?:bring|embed|exceed|feed|heed|need|ping|proceed|ring|seed|shed|shred|speed|spring|string|succeed)"
)
"""Imperatives that end like a participle."""

STATEMENT_OPENING = re.compile(
    r"an?|the|this|that|these|those|its?|he|she|they|we|i|you|my|our|your|their|there"
    r"|what|which|who|whose|when|where|how|no|each|every"
)
"""First words of a statement, which never begin an instruction."""

REVERT = re.compile(r'(?:Revert|Reapply) "')

UNCHECKED_MESSAGE = re.compile(r"Merge |(?:fixup|squash|amend)! ")
"""Messages that git writes for a merge, which has one parent until it is committed, and for a later autosquash."""


def subject_problems(subject: str) -> Iterator[str]:
    """Yield one line per problem of a subject."""
    if REVERT.match(subject):
        return
    if len(subject) > MAX_LENGTH:
        yield f"{len(subject)} characters, at most {MAX_LENGTH} allowed: {subject}"
    if subject.endswith("."):
        yield f"remove the period at the end: {subject}"
    match = SUBJECT.fullmatch(subject)
    if match is None:
        yield f'expected "area: verb …" with a lower-case area: {subject}'
        return
    word = re.match(r"[A-Za-z][A-Za-z-]*", match["description"])
    if word is None:
        yield f"begin the description with a verb: {subject}"
    elif not is_imperative(word[0].lower()):
        yield f'begin the description with an imperative instead of "{word[0]}": {subject}'


def is_imperative(word: str) -> bool:
    """Return False for articles, pronouns and participles."""
    is_participle = PARTICIPLE.fullmatch(word) and not IMPERATIVE.fullmatch(word)
    return not is_participle and not STATEMENT_OPENING.fullmatch(word)


def commit_problems(commits: Sequence[str]) -> Iterator[str]:
    """Yield one line per problem of the commits that `git log` selects, oldest first."""
    log = git("log", "--reverse", "--no-merges", "--format=%h %s", *commits, "--")
    if log.returncode:
        sys.exit(f"check_commits: {log.stderr.strip()}")
    for line in log.stdout.splitlines():
        commit, _, subject = line.partition(" ")
        yield from (f"{commit} {problem}" for problem in subject_problems(subject))


def default_commits() -> list[str]:
    """Return the arguments of `git log` that select the new commits of HEAD."""
    base = os.environ.get("BASE")
    if not base and git("rev-parse", "--verify", "--quiet", "origin/main^{commit}").returncode:
        return ["--no-walk", "HEAD"]
    return [f"{base or 'origin/main'}..HEAD"]


def message_problems(text: str) -> Iterator[str]:
    """Yield one line per problem of a message that git is about to commit."""
    lines = (line.strip() for line in text.splitlines() if not line.startswith("#"))
    subject = " ".join(takewhile(bool, dropwhile(lambda line: not line, lines)))
    if not UNCHECKED_MESSAGE.match(subject):
        yield from subject_problems(subject)


def git(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run git in the current folder."""
    return subprocess.run(["git", *arguments], capture_output=True, encoding="utf-8", errors="replace", check=False)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the problems, and return 1 if there are any."""
    parser = argparse.ArgumentParser(description="Check the subjects of commits.")
    source = parser.add_mutually_exclusive_group()
    source.add_argument("commits", nargs="?", metavar="BASE..HEAD", help="default: the commits that are not on main")
    source.add_argument(
        "--message", type=Path, metavar="FILE", help="check a commit message, as a commit-msg hook does"
    )
    options = parser.parse_args(arguments)
    if options.message:
        problems = list(message_problems(options.message.read_text(encoding="utf-8")))
    else:
        problems = list(commit_problems([options.commits] if options.commits else default_commits()))
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
