"""Where Hypothesis keeps what it has learnt: with the caches, not in the folder where one works."""

import os

from hypothesis.configuration import set_hypothesis_home_dir
from platformdirs import user_cache_path


def keep_hypothesis_in_the_cache() -> None:
    """Have Hypothesis write to the user's cache, unless HYPOTHESIS_STORAGE_DIRECTORY says where.

    For commands alone: a process that tests have started is not ours to set up.
    """
    if not os.environ.get("HYPOTHESIS_STORAGE_DIRECTORY"):
        set_hypothesis_home_dir(user_cache_path("churnproof") / "hypothesis")
