"""Programs inside sandboxes of several kinds, in interpreters that see nothing of the package but this folder."""
