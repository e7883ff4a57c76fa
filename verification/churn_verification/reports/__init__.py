"""Views of a run. Nothing that they list is kept by hand: all of it comes from the registry.

    Outcomes --model--> RunReport --table--> the terminal
                                  --page--> report.html, self-contained
                                  --junit, summary--> the pages of CI systems

`recording` takes down a run as it goes on, so that it can be stopped and resumed; `folder` keeps
its files; `live` shows it on stderr. `words` and `cases` are how all views tell of verdicts and
counterexamples; `circumstances` is what was run, and on what.
"""
