"""Metrics of what a drawing holds: geometry, molecules, turtle figures, things that a caption names."""
