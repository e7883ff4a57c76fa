"""An adapter that answers at once, because it knows the answers beforehand.

    python benchmarks/instant_adapter.py FILE [FEATURES]

FILE holds the result of each request that will come, one JSON document a line and in their order;
after the last the first is due again. It reads no more of a request than its id.
"""

import os
import re
import sys
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

_CHUNK = 2**18
_ID = re.compile(rb'"id":(\d+),"ask":"(\w+)"')


def main() -> None:
    """Answer until the input ends."""
    answers = cycle(Path(sys.argv[1]).read_bytes().splitlines())
    features = ",".join(f'"{name}"' for name in sys.argv[2:])
    hello = (
        '{"protocol":1,"name":"instant","version":"1","language":"Python","boards":"any",'
        f'"positions":true,"swap":"seats","refuses":true,"features":[{features}]}}'
    ).encode()
    for lines in _chunks():
        replies = [_reply(line, answers, hello) for line in lines]
        sys.stdout.buffer.write(b"\n".join(replies) + b"\n")
        sys.stdout.buffer.flush()


def _chunks() -> Iterator[list[bytes]]:
    """The lines of the input, as many at a time as have come."""
    half = b""
    while chunk := os.read(sys.stdin.fileno(), _CHUNK):
        *lines, half = (half + chunk).split(b"\n")
        if lines:
            yield lines


def _reply(line: bytes, answers: Iterator[bytes], hello: bytes) -> bytes:
    (number, ask), *within = _ID.findall(line)
    if ask == b"hello":
        return b'{"id":%s,"result":%s}' % (number, hello)
    if ask != b"batch":
        return b'{"id":%s,"result":%s}' % (number, next(answers))
    replies = [b'{"id":%s,"result":%s}' % (each, next(answers)) for each, _ in within]
    return b'{"id":%s,"result":{"replies":[%s]}}' % (number, b",".join(replies))


if __name__ == "__main__":
    main()
