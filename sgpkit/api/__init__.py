"""The public Python API. `import sgpkit` exports its functions and imports their modules on first use."""
