"""Draw programs in general languages: matplotlib, Pillow, or whichever language a completion uses."""
