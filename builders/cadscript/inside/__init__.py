"""Programs that run inside the sandbox, in CadQuery's own packages: they import nothing of ours."""
