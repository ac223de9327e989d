"""Programs that draw: reading, checking, rendering and comparing them.

The modules stand on each other bottom-up; `tests/test_architecture.py` holds the order.
"""
