"""One way to compare whatever plays Churn, to say which clause decides, and to make a case small.

    questions --> cases with right answers --> players --> judge --> tallies --> results
                  (reference)                              (respects)  (shrink)

| where | holds |
|---|---|
| `reference` | the right answers: the specification's, or the engine's where it confirms them |
| `respects` | in which respects an answer is wrong, and the clause that decides each |
| `judge` | puts cases to players, side by side, and keeps a tally for each |
| `shrink` | makes the question of a wrong answer small |
| `match` | leads all players through one game, step by step |
| `machine`, `games` | who decides what happens in a match: Hypothesis, or a random generator |
| `exhaustive`, `patterns` | every position of a board, every pattern of stones |
| `perft` | counts of turn sequences |
| `questions` | random games and arbitrary positions as cases, for any player |
| `strata` | positions of every kind that the rules tell apart, drawn equally often |
| `sequences` | turns, undo, swap and illegal turns in one question |
| `comparing` | comparisons as checks: all forms of the engine go through one together |
| `events` | what happened in a turn, so that a comparison can tell what it has seen |
| `difference` | what comparisons find that ask no questions |
| `figures`, `texts`, `geometry` | the designer's figures; texts; boards |
"""
