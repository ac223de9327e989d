"""Drawings of solids: cameras, meshes, hidden lines, line drawings and shaded pictures."""
