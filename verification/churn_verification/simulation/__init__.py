"""Random play in bulk: statistics of any board, on any number of workers, stopped and resumed.

| module | holds |
|---|---|
| `statistics` | what is counted, and the means and standard errors that follow from it |
| `parts` | a part of the work as a value, and the function that plays it on any worker |
| `run` | which parts there are, how their results come together, and when it is enough |
| `checkpoints` | a run in a file |
| `simulate` | the run, its workers, its file and its progress, put together |
| `estimates` | what a run will take, before it starts |
| `reports`, `table`, `plots` | what a run found: as JSON, as text, as a picture |
| `claims` | the designer's two figures, and whether a measurement supports them |
| `replay` | a random game by the specification, to compare with |

Nothing that a run finds depends on the number or the speed of the workers, on the order in which
parts come back, or on interruptions: games depend on seed and number alone, all counts are
integers, and a run ends after a number of games that depends on these counts alone.
"""
