"""Reinforcement learning (GRPO) on fresh rows, rewarded by what a drawing shows, with TRL and PEFT.

Try it: python -m sgpkit.training.recipes.grpo sgpkit/training/recipes/grpo/vectorgym-edit.toml --out runs/grpo-edit
"""
