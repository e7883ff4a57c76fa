"""Proofs: what holds for all positions of a board, and what holds on all boards.

`model` states the rules a third time, over the operations of an `algebra`: on z3's bit-vectors it
speaks of all positions at once, on numpy's integers of as many as there are in an array. What it
takes for granted of groups and their sizes comes from a `foundation`: counted out, or described by
facts that are theorems themselves. `catalogue` lists the theorems, `obligations` makes formulas of
them, `proving` has them solved.
"""
