"""Runs programs of matplotlib and Pillow inside their sandbox. Nothing else imports it; it is not type-checked.

Only this folder of ours is visible inside. Its files are top-level modules of the program's interpreter.
"""
