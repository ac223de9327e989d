"""Readers of source data that families and authoring share: folders of programs, CAD texts, authored questions."""
