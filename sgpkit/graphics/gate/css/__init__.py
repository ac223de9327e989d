"""Style sheets and CSS: matching of rules (also in copies), the cascade, and the grammar of properties."""
