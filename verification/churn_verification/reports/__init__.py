"""Views of a run: `model` is what all of them show, `table` for the terminal, `junit` for CI."""
