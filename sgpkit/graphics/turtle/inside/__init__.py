"""The `turtle` that programs import inside the sandbox, and what runs them there. Nothing outside imports it.

The folder is all of ours that is shown inside, and its modules import each other by their bare names, as they are found
there. Like the module it stands for, it takes what programs give it, of whatever type: it is not type-checked.
"""
