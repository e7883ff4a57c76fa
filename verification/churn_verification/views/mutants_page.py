"""The page `docs/mutants.md`: the catalogue, and what came of trying it."""

from jinja2 import Environment, PackageLoader, StrictUndefined

from churn_verification.mutants.examining import Examination
from churn_verification.mutants.report import levels_scores
from churn_verification.views.markdown import markdown_of_blocks
from churn_verification.views.of_mutants import (
    catalogue_table,
    checks_table,
    figures_blocks,
    ways_table,
)

HEADING = "# Mutants\n"


def page(examination: Examination, *, whole: bool = True) -> str:
    """The page, in Markdown.

    Args:
        examination: what came of the mutants.
        whole: whether every mutant was tried with every check, and not only up to the first that
            kills it; else nothing is said of what each check kills.
    """
    environment = Environment(  # noqa: S701 - Markdown, made here
        loader=PackageLoader("churn_verification.views"),
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
    kills = ", ".join(
        f"{killed} of {len(examination.mutants)} at level {level.value}"
        for level, killed in levels_scores(examination).items()
    )
    return environment.get_template("mutants.md").render(
        examination=examination,
        kills=kills,
        whole=whole,
        catalogue=markdown_of_blocks([catalogue_table(examination)]),
        checks=markdown_of_blocks([checks_table(examination)]),
        ways=markdown_of_blocks([ways_table(examination)]),
        seen=markdown_of_blocks(figures_blocks(examination)),
    )
