"""Faces: chosen by chance, and composed from their specification."""
