"""Sandboxes and worker processes: `sandbox` runs one program, `pool` keeps many sandboxes."""
