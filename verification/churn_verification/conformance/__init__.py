"""Does a third party's implementation play Churn? It is asked over a line protocol and judged here.

From the bottom up:

| where | holds |
|---|---|
| `messages` | what goes over the line, each way; `PROTOCOL.md` explains it to people |
| `limits`, `launcher`, `process` | the adapter as a child process that may do anything |
| `faults`, `replies`, `dialogue` | asking over the line, what can go wrong, how to go on |
| `dialect`, `adapter` | how an adapter words questions and answers; the adapter as a player |
| `interview` | one player under judgement, with the engine as reference |
| `vectors` | the published test cases |
| `smoke`, `plan` | what is asked, in which order; a new check is one entry in `plan` |
| `conforming`, `checking` | a whole run, from the command to the report |
| `reproducing` | whether a wrong answer is given again, and after which questions |
| `known`, `diagnosis`, `common` | known answers; misreadings; what wrong answers share |
| `outcome`, `verdict` | what came of one check; what a run as a whole shows |
| `report`, `reporting` | the document of a run, and how it is made |
| `matrix` | several implementations side by side |
| `serving` | the other end of the line, for any implementation of this project |
| `recorded` | recorded games, read and walked |
| `testing` | an adapter as pytest cases |
"""
