"""Views of a run: one document, and the forms in which it is shown.

    what a command found --of_COMMAND--> Document --terminal--> the terminal
                                                  --page--> HTML, self-contained
                                                  --markdown--> the page of a CI job
                                                  --machine--> JUnit XML, TAP

`of_verify`, `of_conform`, `of_matrix`, `of_mutants` and `of_proofs` make the document of one
command each; no view knows which command it shows. A new view is one function of a document. The
JSON document of a command is its own model, from which the document is made, so no view shows what
JSON lacks.
"""
