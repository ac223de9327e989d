"""Doors into other people's frameworks: every config of every family, generated from its `Benchmark`.

Each module here is about one framework, which it imports when it is first needed. What all of them share is in `tasks`.
"""
