"""The `turtle` module for programs inside the sandbox, and the program that runs them. Not imported elsewhere.

Only this folder is visible inside. Its files are top-level modules of the program's interpreter, hence the prefix
`turtle_`, which avoids conflicts with a program's own modules. Like the standard module, it accepts arguments of any
type, so it is not type-checked.
"""
