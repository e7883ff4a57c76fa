"""Makes the published test cases (`verification/vectors`). None is written by hand.

- `candidates`: positions and games from which vectors are chosen;
- `covering`: the choice, so that every misreading fails at least one vector;
- `statements`, `flags`, `making`: what a vector states, the mistake it catches, and its parts;
- `generating`: all files of an edition.
"""
