"""The explorer: a local page that shows positions, plays them, and says what is known of them.

Python does everything that has to do with the rules and answers in JSON; the page's JavaScript
only shows it. A request goes from `page/*.js` through `guard` and `app` to `answers`, which knows
the function that answers each question. On the documentation site the same page asks `in_browser`
through the files of `browser/` instead.

| module | holds |
|---|---|
| `limits` | limits on the size and time of what a request can start, and how requests are refused |
| `models`, `knowledge` | what the page sends and receives, as one model each |
| `guard` | protection from other sites: loopback hosts, own origin, content security policy |
| `app`, `pages` | the web application; the page's files |
| `rules_answers` | the questions that the specification answers, each with its function |
| `answers` | all questions of the page that this program serves |
| `in_browser` | all questions where Python runs in the browser and no engine is at hand |
| `reading`, `view`, `playing` | what the specification says: positions, turns, games |
| `valuing` | who wins and in how many turns, as the page is told |
| `solutions`, `values` | the same from the engine's solver |
| `small_boards` | the same from the specification alone, up to 9 cells |
| `lookahead` | a player who looks a few turns ahead |
| `graphs` | the positions around one, or of a whole small board |
| `checking` | what specification, engine and adapter each say of a turn |
| `statistics` | random play, counted while it goes on |
| `jobs` | work in the background |
| `glyphs` | the pieces of which the page puts boards together, from the renderer of all pictures |
| `serving`, `command` | running the web server; `churnproof explore` |

| word | means |
|---|---|
| question | a path below `/ask/` and what the page sends there |
| place | a point in a game: a position, the number of its turn, and who holds Red |
| view | all that the page shows of a place |
| step | one turn as the page's list of turns shows it |
| link | an address that opens a position, a game or a counterexample |
| value | who wins under best play, and in how many turns |
| line | the turns of best play from a position |
| node, edge | a position in a graph on the page; a turn between two of them |
| job | work in the background that reports its progress and can be stopped |
| glyph | a reusable piece of a drawing, such as a stone |
"""
