"""Sandboxes and worker processes: `sandbox` runs one program, `pool` keeps many sandboxes.

`backend` chooses between `bubblewrap` and `container`; `bubblewrap_process` and `container_process` are a started one.
"""
