"""Solving boards completely: values, distances, lengths of games, random play, tablebases.

The way of the data: `patterns` (what one colour's stones decide), `layout` (where a position
stands), `expand` (its moves, as entries), `sweep` (values from the successors' values), `solve`
(the run over the whole board), `solution` (what came out).
"""
