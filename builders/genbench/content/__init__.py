"""The generator of prompts that are decided exactly, each with a drawing that satisfies it, and its colors."""
