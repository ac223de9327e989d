"""Local web pages that people work on: the server, its access checks and shared files."""
