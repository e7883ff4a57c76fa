"""Makes the files of the vectors anew, or with --check only looks whether they are up to date."""

import sys
from pathlib import Path

from churn_verification.conformance.vectors.files import folder
from churn_verification.support.files import write_atomically
from tools.vectors.generating import generated


def main(arguments: list[str]) -> int:
    """Write the files, or compare them; the exit status is 1 where they differ."""
    root = Path(str(folder()))
    made = generated()
    kept = {str(path.relative_to(root)) for path in root.rglob("*.json")}
    stale = sorted(kept - set(made))
    changed = [name for name, text in made.items() if _text(root / name) != text]
    for name in (*changed, *stale):
        print(f"{name}: {'differs' if name in made else 'is no longer made'}")  # noqa: T201
    if "--check" in arguments:
        return 1 if changed or stale else 0
    for name in changed:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        write_atomically(root / name, made[name])
    for name in stale:
        (root / name).unlink()
    return 0


def _text(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
