"""Started in an adapter's place: sets its limits, then becomes the adapter.

A script on its own, run with `python -I -S`: setting limits between fork and exec would need Python
code in a forked process, which is not safe in a program with threads.

    launcher.py MEMORY COMMAND [ARGUMENT ...]
"""

import os
import signal
import sys

try:
    import resource
except ImportError:  # a system without such limits
    resource = None  # type: ignore[assignment]

CANNOT_START = 127


def main() -> None:
    """Set the limits and become the command."""
    memory, command = int(sys.argv[1]), sys.argv[2:]
    if memory and resource is not None:
        # Data, not address space: runtimes such as V8 reserve far more addresses than they use.
        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
    if resource is not None:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # Python ignores this one, and what is ignored stays so in the command.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        os.execvp(command[0], command)  # noqa: S606 - no shell is the point
    except OSError as error:
        sys.stderr.write(f"cannot start {command[0]}: {error.strerror}\n")
        sys.exit(CANNOT_START)


if __name__ == "__main__":
    main()
