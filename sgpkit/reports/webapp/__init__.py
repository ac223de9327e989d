"""Local web pages that people work on: the application, its server, access checks and shared files.

It stands on Starlette and uvicorn, which the extra `web` installs.
"""

import importlib.util

from sgpkit.errors import UserError


def check_installed() -> None:
    """Raise a UserError that says what to install where a library of the extra is missing."""
    if any(importlib.util.find_spec(library) is None for library in ("starlette", "uvicorn")):
        raise UserError("a page needs Starlette and uvicorn: pip install 'sgpkit[web]'")
