"""The checks of the suite: `registry` says what a check is, `suite` gathers them all."""
