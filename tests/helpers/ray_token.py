"""The token of all clusters that this process starts, since Ray keeps the first token that it reads."""

import secrets

TOKEN = secrets.token_hex(32)
