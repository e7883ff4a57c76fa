"""`python -m tools.static_explorer FOLDER`; see the package's docstring."""

import sys
from pathlib import Path

from tools.static_explorer import build

if __name__ == "__main__":
    build(Path(sys.argv[1]))
