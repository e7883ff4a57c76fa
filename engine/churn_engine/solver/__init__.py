"""Solving boards completely: values, distances, lengths of games, random play, tablebases.

The way of the data: `patterns` (what one colour's stones decide), `layout` (where a position
stands), `sweep` (values from the values a turn later), `store` (where finished values are kept, in
memory or in a folder), `solve` (the run over the whole board), `solution` (what came out).
"""
