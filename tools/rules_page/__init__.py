"""`spec/RULES.md`: its pictures are drawn from it, and what it says is checked against the rules.

The page is the only source. Before each picture stands a comment:

    <!-- picture: figure-3
    position: 3 brb/rrb./b.brr/r..b/rbr r
    overlays: names sizes placing=d4
    turn: d4
    forms: 3
    removes: a1 a3 b1
    -->

`position` and `overlays` say what is drawn. The other lines are facts, which `facts` checks; `turn`
and `reading` say what some of them are about. `python -m tools.rules_page`
writes the pictures, and the explorer's panel of the rules (`panel`); with `--check` it says what is
stale, missing, left over or false.
"""
