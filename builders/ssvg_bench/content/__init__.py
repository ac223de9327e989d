"""The material of the builtin sources: constructions of plane geometry, and the chosen molecules."""
