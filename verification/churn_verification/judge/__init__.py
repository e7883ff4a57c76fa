"""The judge: asks players, compares their answers with the right ones, and shrinks what differs.

| module | holds |
|---|---|
| `reference` | the right answers, from the specification |
| `respects` | in which respects an answer is wrong, and which clause decides each |
| `judge` | putting cases to players, attributing differences, keeping a tally |
| `shrink` | the smallest question that is answered as wrongly |
| `difference` | a difference that no judge found: between figures, texts, boards, graphs |
| `questions`, `patterns`, `figures` | what is asked: games, positions, patterns, the rule sheet |
| `match`, `machine`, `games` | games: turn by turn, as Hypothesis chooses, at random |
| `exhaustive`, `geometry`, `perft`, `texts` | all placements, the board, counts, notation |
| `events` | what happened in a turn, in words that a tally can count |
| `comparing` | how a comparison becomes the results of checks |
"""
