"""The evidence that the engine plays by the specification, and the command line.

| where | what |
|---|---|
| `implementations` | what is asked of anything that claims to play Churn, and the sides compared |
| `comparison` | ways to compare an implementation with the specification |
| `checks` | the registry of checks: each an id, the clauses it speaks for, and a function |
| `running` | runs checks side by side and gathers their results |
| `reports` | the results as a table, JSON and JUnit |
| `strategies`, `hexagons` | positions and boards to try things on |
| `properties` | each clause as a property of the specification alone |
| `proofs` | what z3 shows of all positions, and of all boards |
| `stategraph` | complete game graphs, and solutions compared |
| `simulation` | random play in bulk |
| `conformance` | other people's implementations, by vectors and by adapters |
| `mutants` | deliberate misreadings, which the suite must see |
| `drawing`, `explorer` | boards as pictures, and the local page to play on |
| `processes`, `locks`, `files`, `progress`, `extras` | what all of these use to run and write |
| `cli` | one module a command |
"""
