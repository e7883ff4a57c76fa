"""The explorer: a local page that shows positions, plays them, and says what is known of them.

Python does everything that has to do with the rules and answers in JSON; the page's JavaScript
only shows. The way of a request:

    page/*.js --POST, JSON--> guard --> app --> answers: which question is it?
                                                   |
        reading, view, playing, setup   <----------+  what the specification says
        solutions, values               <----------+  what the solver says, in the background
        graphs                          <----------+  positions around one, or of a whole board
        checking                        <----------+  who says what: specification, engine, adapter
        statistics                      <----------+  random play, in the background

`guard` holds what protects the user's browser: loopback hosts, own origin, content security
policy, size of requests. `limits` has every limit on what a request can start, `models` and
`knowledge` all that is asked and answered, `jobs` the work in the background. `glyphs` makes the
pieces of which the page puts boards together, from the renderer in `churn_verification.drawing`,
so that a stone on the page is the stone of every other picture. `links` writes addresses that open
a position, a game or a counterexample here; `serving` runs it all; `screenshots` takes the
pictures for the documentation.
"""
