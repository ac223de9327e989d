"""Everything that handles untrusted input or starts processes."""
