"""Views of a conformance run: `model` is what all of them show."""
