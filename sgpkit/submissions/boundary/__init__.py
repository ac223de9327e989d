"""Submissions checked each in a process of its own, which has limits and no secrets; results that are kept."""
