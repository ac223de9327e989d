"""Local web pages with which people work: the application, its server, access checks and shared files. They need
Starlette and uvicorn, which the extra `web` installs.
"""

import importlib.util

from sgpkit.errors import UserError


def check_installed() -> None:
    """Raise UserError, with the command to install it, if a library of the extra is missing."""
    if any(importlib.util.find_spec(library) is None for library in ("starlette", "uvicorn")):
        raise UserError("a page needs Starlette and uvicorn: pip install 'sgpkit[web]'")
