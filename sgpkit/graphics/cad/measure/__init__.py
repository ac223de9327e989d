"""Measurements of solids: the values that a machinist could measure, and their computation with OpenCASCADE. Nothing is
imported here, since `measurements` is used without OpenCASCADE, too.
"""
