"""Sandboxes: `sandbox` runs one program, `pool` keeps many sandboxed services.

`backend` chooses between `bubblewrap` and `container`; `bubblewrap_process` and `container_process` represent a running
sandbox of either kind.
"""
