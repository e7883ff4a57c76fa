"""Does a stranger's implementation play Churn? Asked over a line protocol, judged here.

From the bottom up:

- `messages`: what goes over the line, each way; `PROTOCOL.md` tells it to people;
- `limits`, `launcher`, `process`: the adapter as a child process that may do anything;
- `faults`, `replies`, `dialogue`: questions and answers over it, what can go wrong, how to go on;
- `cases`, `oracle`, `dialect`: what is asked, the right answer, and how an adapter words both;
- `vectors`: the published test cases;
- `smoke`, `plan`, `conforming`, `checking`: what is asked of an adapter, and in which order;
- `diagnosis`, `report`: what the differences look like, and all that a person gets to see;
- `serving`: the other end of the line, for any implementation of this project.
"""
