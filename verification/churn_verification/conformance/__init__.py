"""Does a stranger's implementation play Churn? Asked over a line protocol, judged here.

From the bottom up:

- `messages`: what goes over the line, each way; `PROTOCOL.md` tells it to people;
- `limits`, `launcher`, `process`: the adapter as a child process that may do anything;
- `faults`, `replies`, `dialogue`: questions and answers over it, what can go wrong, how to go on;
- `dialect`, `adapter`: how an adapter words questions and answers, and the adapter as a player;
- `vectors`: the published test cases;
- `smoke`, `interview`, `plan`, `conforming`, `checking`: what is asked, and in which order;
- `reproducing`: whether a wrong answer is given again, and what it takes;
- `diagnosis`, `common`: what wrong answers look like, and what they have in common;
- `verdict`, `report`, `reporting`: the verdict, and all that a person gets to see;
- `serving`: the other end of the line, for any implementation of this project;
- `recorded`: games as they are kept and exported.
"""
