"""Submissions repeated by a verifier, who asks the model again or makes annotations again."""
