"""The complexity of a drawing by its number of contours (paper, appendix C.5)."""

LEVELS = ("simple", "medium", "complex")


def level(contours: int) -> str:
    """One contour is simple, two to five medium, six and more complex."""
    return "simple" if contours <= 1 else "medium" if contours < 6 else "complex"
