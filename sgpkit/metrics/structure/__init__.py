"""Metrics of the content of a drawing: geometry, molecules, turtle figures, things that a caption names."""
