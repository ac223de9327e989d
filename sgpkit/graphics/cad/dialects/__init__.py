"""CAD in its published forms: text, JSON and arrays, read and written."""
