"""Ways to compare an implementation with the specification.

`match` plays both side by side and is what the others are made of: `machine` (Hypothesis chooses
what happens), `games` (whole random games), `placements` and `legal_sets` (every pattern of stones
of a board), `perft` (counts). Each raises or returns a `Difference`, which holds the smallest case
it found. What is compared is an argument, so that mutants and strangers are compared the same way.
"""
