"""A plugin of pytest that runs the kernels and the solver as the Python that they are written in.

Compiling takes most of a minute, so a changed kernel is not compiled but interpreted, with Python
integers in the place of machine words (`interpreted`); a word beyond the end of an array, which
compiled code does not notice, is an error here. Only `compiling`, `words` and `instructions`, which
are the way to the compiler, are changed and compiled.

The solver takes its positions a few at a time here, so that small boards are cut into pieces too.
"""

import os
import sys
from importlib import import_module

os.environ["NUMBA_DISABLE_JIT"] = "1"  # before numba is imported

np = import_module("numpy")
compiling = import_module("churn_engine.kernels.compiling")
instructions = import_module("churn_engine.kernels.instructions")
interpreted = import_module("mutation.interpreted")


def load(layout, array, index):
    """A word of an array."""
    check(layout.length, array, index)
    return interpreted.load(layout, array, index)


def store(array, index, word):
    """Put a word into an array."""
    check(word.length, array, index)
    interpreted.store(array, index, word)


def check(length, array, index):
    """Refuse a word that is not within its array."""
    if not 0 <= index * length < (index + 1) * length <= array.size:
        raise IndexError(index)


def cell_at(word, rank):
    """The cell with so many of the word's cells below it."""
    return [cell for cell in range(word.bits.bit_length()) if word.bits >> cell & 1][rank]


compiling.formula = compiling.helper = compiling.kernel = lambda function: function
for name in ("count", "first_cell", "nothing", "some"):
    setattr(instructions, name, getattr(interpreted, name))
instructions.load, instructions.store = load, store
instructions.cell_at = instructions.cell_at_portably = cell_at
for name in [name for name in sys.modules if name.startswith("churn_")]:
    if name not in {compiling.__name__, instructions.__name__}:
        del sys.modules[name]  # what was imported with the compiler
import_module("churn_engine.solver.sweep")._CHUNK = 16
import_module("churn_engine.solver.store")._ENTRIES_A_SHARD = 100
import_module("churn_engine.solver.reach")._ENTRIES_A_STEP = 100
np.seterr(over="ignore")  # machine integers wrap around without a word
