"""What the commands stand on: commands and groups on click, help pages, types of values, shared options."""
