"""What `churnproof` and `python -m churn_verification` start: the command line, once it is loaded.

Loading takes some tenths of a second. It can be stopped from its first moment on, in one line as
anything later; so this module imports nothing that takes time, and no more may be imported by
`churn_verification` itself.
"""

import os
import signal
import sys

_INTERRUPTED = 130


def main() -> None:
    """Load the command line, run it, and leave with its exit status."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _leave)
    from churn_verification import cli  # noqa: PLC0415 - when it can be stopped

    try:
        cli.main()
    except SystemExit as end:
        # Where Ctrl-C came within `exec`, as when a class is made, Python would end by the signal.
        if end.code == _INTERRUPTED:
            sys.stderr.flush()
            os._exit(_INTERRUPTED)
        raise


def _leave(_number: int, _frame: object) -> None:
    """Leave at once: nothing was begun, and modules half loaded cannot be cleaned up after."""
    try:
        os.write(2, b"churnproof: stopped by hand\n")
    finally:
        os._exit(_INTERRUPTED)


if __name__ == "__main__":
    main()
