"""Random play in bulk: statistics of any board, on any number of workers, stopped and resumed.

- `statistics`: what is counted, and the means and standard errors that follow from it;
- `parts`: a part of the work as a value, and the function that does it, wherever that is;
- `run`: which parts there are, how their results come together, and when it is enough;
- `workers`: the interface to whatever does the parts, local processes or a cluster;
- `checkpoints`: a run in a file; `simulate`: all of it together;
- `estimates`, `plots`: what a run will take, and a picture of what it found.

Nothing that a run finds depends on the number or the speed of the workers, on the order in which
parts come back, or on interruptions: games depend on seed and number alone, all counts are
integers, and a run ends after a number of games that depends on these counts alone.
"""
