"""Where Hypothesis keeps what it has learnt: with the caches, not in the folder where one works."""

import os

from platformdirs import user_cache_path


def keep_hypothesis_in_the_cache() -> None:
    """Have Hypothesis write to the user's cache, unless HYPOTHESIS_STORAGE_DIRECTORY says where.

    It is said in the environment, so that worker processes that are started later know it too.
    """
    os.environ.setdefault(
        "HYPOTHESIS_STORAGE_DIRECTORY", str(user_cache_path("churnproof") / "hypothesis")
    )
