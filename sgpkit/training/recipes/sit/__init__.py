"""Symbolic instruction tuning (SIT): fine-tuning on drawings' programs and what they show, with TRL and PEFT.

Paper: SGP-Bench (https://arxiv.org/abs/2408.08313), §5, §6 and appendix E; its three settings are the TOML files here.
Try it:

    python -m sgpkit.training.recipes.sit train sgpkit/training/recipes/sit/one-gpu.toml \\
        --data sgp-bench:sgp-sit-10k --out runs/sit
"""
