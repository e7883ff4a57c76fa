"""The evidence that the engine plays by the specification, and the command line.

From the bottom up; a package imports only those above it in this table (`lint-imports` checks it):

| where | holds |
|---|---|
| `results`, `hexagons`, `support` | results; the boards up to a size; files, locks, progress |
| `registry`, `findings` | checks and their levels; failures put together by cause |
| `links`, `work` | addresses in the explorer; worker processes |
| `players`, `strategies` | the specification and the engine as players; Hypothesis strategies |
| `judge`, `misreadings` | comparing and shrinking; players that misread one rule |
| `stategraph`, `simulation`, `properties` | game graphs; random play; clauses as properties |
| `drawing` | boards as pictures |
| `proofs`, `conformance` | what z3 proves; other people's implementations |
| `checks` | the checks of the suite |
| `mutants` | which checks kill each misreading |
| `suite`, `running`, `reports` | all checks; running them side by side; what is recorded of a run |
| `views` | each command's results in the terminal and as HTML, Markdown, JUnit and TAP |
| `cli` | one module for each command |

The words: a *question* is a position, turns and what is asked; a *player* answers it; the *judge*
compares the answer with the specification's; a *difference* is a question with two answers and the
clause that decides; a *check* has an id, clauses, a level and a function; its *result* is `held`,
`failed` or `not-run`, with counts of what was covered.
"""
