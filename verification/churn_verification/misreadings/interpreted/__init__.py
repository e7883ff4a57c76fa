"""What takes the place of the compiler in a copy of the engine's kernels.

With these three modules for `churn_engine.kernels.compiling`, `words` and `instructions` the rest
of the kernels runs as the Python that it is written in: slowly, and without compiling each copy.
"""
