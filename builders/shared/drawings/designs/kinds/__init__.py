"""The kinds of objects, by category: each a grammar whose parts a design builds in one of several ways."""
