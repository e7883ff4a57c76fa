"""Programs that make files of this repository. They run at development time only.

| run | makes |
|---|---|
| `python -m tools.rules_page` | the pictures of `spec/RULES.md`, and checks its facts |
| `python -m tools.vectors` | the published test cases in `verification/vectors` |
| `python -m tools.documents` | `docs/traceability.md` and `docs/report.schema.json` |
| `python tools/programs.py` | nothing: lists the Debian packages that tests lack here |
| `python -m tools.screenshots` | the pictures of the explorer in `docs/pictures` |

Nothing imports this package except its tests, and it is not installed.
"""
