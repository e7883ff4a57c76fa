"""Boards as pictures: SVG, PNG, text, and records that play.

    position + overlays --scene--> marks --shapes--> shapes --svg, png--> a file
                                   marks --terminal--> text
    record --film--> scenes --animation--> a picture that plays

Only `scene` and `film` ask the specification; what draws knows nothing of the rules. In a
notebook, `notebook.show` makes a picture of whatever it is handed.
"""
