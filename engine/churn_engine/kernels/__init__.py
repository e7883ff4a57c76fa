"""Compiled code: the same turns as the stepping engine, tens of millions of times a second.

From the bottom up:

- `formulas`: what a turn does to sets of cells, in straight-line code that proofs run as well;
- `words`, `instructions`: sets of cells as machine integers as wide as the board;
- `tables`, `sides`: a board and a player's stones as the kernels see them;
- `turns`: which placements are legal and what a placement does, once for all callers;
- `philox`, `random_games`: random numbers and random play;
- `stepping`, `batches`: single turns and many unrelated placements, to compare with.
"""
