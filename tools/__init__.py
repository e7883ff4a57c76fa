"""Programs that make files of this repository. They run at development time only.

Run one with `python -m tools.NAME`; `python tools/programs.py` also runs before installation.

| module | makes |
|---|---|
| `rules_page` | the pictures of `spec/RULES.md`, and checks its facts |
| `vectors` | the published test cases in `verification/vectors` |
| `documents` | the generated pages and schemas in `docs` |
| `every_board` | for `documents`: the page of the theorems that Coq proves |
| `conformance_table` | `docs/conformance-table.md`: which implementations conformance tells apart |
| `screenshots` | the pictures of the explorer in `docs/pictures` |
| `static_explorer` | the explorer that runs in the browser, for the documentation site |
| `check_release` | nothing: it installs a built release and uses it as another user |
| `programs` | nothing: it lists the Debian packages that are missing |

| word | means |
|---|---|
| picture | an SVG or PNG file drawn from a position, or a screenshot |
| fact | a line of `RULES.md` about a picture, such as `forms: 3`, which is checked |
| reading | a way to misread a rule, which `RULES.md` rejects with an example |
| vector | a published test case: a position, what is asked, and the one right answer |
| edition | all published vectors, named by a hash of their files |

Nothing imports this package except its tests, and it is not installed.
"""
