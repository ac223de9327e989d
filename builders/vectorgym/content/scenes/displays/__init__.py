"""Displays (sheets of icons, posters, still lifes): chosen by chance, and composed from their specification."""
