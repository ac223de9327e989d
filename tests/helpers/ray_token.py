"""The token of all clusters that this process starts: Ray keeps the first one that it has read."""

import secrets

TOKEN = secrets.token_hex(32)
