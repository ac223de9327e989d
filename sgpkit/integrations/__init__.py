"""Integrations into other frameworks: every config of every family, generated from its `Benchmark`. Each module is
about one framework, which it imports on first use; `tasks` has the shared code.
"""
