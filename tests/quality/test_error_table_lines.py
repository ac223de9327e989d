"""Some lines of the table of both errors can be measured again, and the others stay."""

from tools import error_table

OLD = """Means over 4 rows.

| config | score | right answers | wrong answers |
| --- | --- | --- | --- |
| `a` | `x` | moved 1.00 | blank 0.00 |
| `ab` | `x` | moved 1.00 | blank 0.00 |"""


def test_lines_of_the_measured_configs_are_replaced():
    new = OLD.replace("`ab` | `x` | moved 1.00", "`ab` | `x` | moved 0.50").replace("| `a` |", "| `c` |")
    result = error_table.replaced(OLD, new)
    assert result == OLD.replace("`ab` | `x` | moved 1.00", "`ab` | `x` | moved 0.50")
