"""The evidence that the engine plays by the specification, and the command line.

| where | what |
|---|---|
| `implementation` | what is asked of anything that claims to play Churn, and the sides compared |
| `comparison` | ways to compare an implementation with the specification |
| `checks` | the registry of checks: each an id, the clauses it speaks for, and a function |
| `running` | runs checks side by side and gathers their results |
| `reports` | the results as a table, JSON and JUnit |
| `strategies`, `hexagons` | positions and boards to try things on |
| `drawing` | boards as pictures |
| `cli` | one module a command |
"""
