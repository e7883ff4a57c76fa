"""Connects an implementation of Churn to `churnproof conform`: a template, to be copied.

Put your own implementation in the place of `churn`, then: churnproof conform -- python adapter.py
What is asked and answered is told in verification/PROTOCOL.md.
"""

import json
import sys

from churn import Game  # your implementation


def hello(request):
    """Who we are and what we can do."""
    return {
        "protocol": 1,
        "name": "example in Python",
        "version": "1",
        "language": "Python",
        "boards": "any",  # or a list, as ["3", "3-4-3-4-3-4"]
        "positions": True,  # False: play begins at the empty board only
        "swap": "seats",  # or "colours", "recolour", "none"
        "refuses": True,  # False: illegal turns are not refused, only legal ones listed
    }


def play(request):
    """Begin at a position, take turns, say how things stand."""
    game = Game(request["position"])
    removed = []
    for number, turn in enumerate(request["turns"], start=1):
        if turn not in game.legal():
            return {"refused": number}
        removed = game.play(turn)
    return {
        "position": game.text(),
        "legal": game.legal(),
        "over": game.over(),
        "winner": game.winner(),
        "removed": removed,
    }


def reply_to(request):
    """One reply: a result, or why there is none."""
    answer = {"hello": hello, "play": play}.get(request["ask"])
    if answer is None:
        return {"id": request["id"], "skipped": {"reason": "not known here"}}
    try:
        return {"id": request["id"], "result": answer(request)}
    except Exception as error:
        return {"id": request["id"], "error": {"message": repr(error)}}


for line in sys.stdin:
    print(json.dumps(reply_to(json.loads(line))), flush=True)
