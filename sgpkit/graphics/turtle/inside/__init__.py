"""The `turtle` that programs import inside the sandbox, and the program that runs them. Nothing else imports it.

Only this folder of ours is visible inside. Its files are top-level modules of the program's interpreter and import each
other by their bare names, hence the prefix `turtle_`, which no program's own names should have. Like the module that it
replaces, it accepts arguments of any type: it is not type-checked.
"""
