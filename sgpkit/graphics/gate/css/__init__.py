"""Style sheets and CSS: which rules match, in copies too, the cascade, and the grammar of properties."""
