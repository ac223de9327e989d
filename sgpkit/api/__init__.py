"""The public Python API. `import sgpkit` offers its functions, and imports their modules when they are first used."""
