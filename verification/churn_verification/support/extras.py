"""What is installed on request only, and how to ask for it."""


def brought_by(extra: str) -> str:
    """Say which extra brings a package that is missing, and how it is installed."""
    return f"which the extra {extra} brings: pip install -e '.[{extra}]' in the project's folder"
