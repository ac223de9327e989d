"""Bands of the length of programs, from the paper's Table 8."""

BANDS = ("1-1000", "1001-2000", "2001-3000", "3001-4000", "4001+")


def band(code: str) -> str:
    return BANDS[min(max(len(code) - 1, 0) // 1000, len(BANDS) - 1)]
