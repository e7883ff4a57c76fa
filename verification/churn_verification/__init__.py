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

| word | means |
|---|---|
| question | a position, turns from there, and what is asked of the state they lead to |
| answer | what a player says: a state, a refusal, or a count |
| case | a question with its right answer, which the specification gives |
| player | whatever answers questions: the specification, engine forms, mutants, adapters |
| adapter | the program through which somebody else's implementation speaks the protocol |
| judge | compares a player's answer with the right one and finds the clause that decides |
| difference | a question, two answers and the clause, made as small as possible |
| check | an id, the clauses it speaks for, a level, and a function |
| result | of a check: `held`, `failed` or `not-run`, with counts of what was covered |
| finding | failures put together by their cause |
| misreading, mutant | one mistaken reading of a rule; an implementation that has it, or a slip |
| vector | a published test case |
| theorem | a claim about positions or boards that is proved, refuted or left unknown |
| view | one form in which results are shown |
"""
