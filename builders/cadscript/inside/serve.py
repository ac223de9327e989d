"""Answers requests to a module of this folder, each in a process forked from this one, which has a library loaded."""

import importlib

importlib.import_module("lean")

LONGEST = 64 << 20


def main(name: str) -> None:
    """Answer requests by the module's `reply`."""
    module = importlib.import_module(name)
    # OpenCASCADE would wait for a thread that is not copied, or that a program may not start.
    importlib.import_module("OCP.OSD").OSD_ThreadPool.DefaultPool_s().Init(1)
    importlib.import_module("forked_answers").serve(module.reply, max_bytes=LONGEST, childless=module.CHILDLESS)
