"""Checking whether somebody else's implementation plays Churn, over a line protocol.

| module | holds |
|---|---|
| `messages` | what goes over the line, each way; `PROTOCOL.md` explains it |
| `limits`, `launcher`, `process` | the adapter as a child process that may do anything |
| `faults`, `replies`, `dialogue` | questions and answers over the line, and what can go wrong |
| `dialect`, `adapter` | how an adapter words questions and answers; an adapter as a player |
| `vectors/` | the published test cases |
| `smoke`, `plan` | the questions that each check asks |
| `interview`, `conforming`, `checking` | asking one player; one run; the whole command |
| `outcome`, `known` | what came of one check; differences that are known |
| `diagnosis`, `report` | which known misreading fits; what a person gets to see |
| `recorded` | recorded games, to be replayed |
| `testing` | an adapter's checks as pytest tests |
| `serving` | the other end of the line, for any implementation of this project |
"""
