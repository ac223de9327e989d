"""Reinforcement learning (GRPO) on fresh rows, rewarded by what a drawing shows, with TRL and PEFT.

Try it: python -m sgpkit.recipes.grpo sgpkit/recipes/grpo/vectorgym-edit.toml --out runs/grpo-edit
"""
