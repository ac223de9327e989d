"""Submissions checked each in a separate process, which has limits and no secrets; results that are kept."""
