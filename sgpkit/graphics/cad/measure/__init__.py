"""Measurements of solids: what a machinist could measure on one, as values, and how OpenCASCADE measures it.

Nothing is imported here: `measurements` is read where OpenCASCADE is not installed.
"""
