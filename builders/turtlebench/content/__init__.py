"""The material of the builtin source."""
