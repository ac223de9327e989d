"""The drawings that the builtin sources make: everyday objects, optical illusions, symmetric figures."""
