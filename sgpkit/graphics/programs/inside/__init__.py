"""Run programs of drawing libraries inside their sandbox. Not imported elsewhere, and not type-checked.

Only this folder is visible inside. Its files are top-level modules of the program's interpreter.
"""
