"""Proofs: what holds for all positions of a board, and lemmas about all boards.

The specification's own source is what is proved. An interpreter runs it on sets of cells that stand
for all positions at once.

| module | holds |
|---|---|
| `algebra` | sets of cells, numbers and truths: as z3's bit-vectors, and as arrays of integers |
| `grid` | a board with its cells numbered; which boards are proved, and in what time |
| `values`, `expressions`, `specification` | the interpreter: values, expressions, statements |
| `foundation`, `facts` | groups and sizes: computed by the source, or described by proved facts |
| `rules` | the specification's functions as theorems ask for them |
| `theorem`, `hints` | what a theorem is, and which facts show it |
| `theorems/`, `catalogue` | the theorems about positions, and the list of them |
| `mistakes` | slips in the specification's source under which theorems must be refuted |
| `engine_source`, `engine_runs` | the kernels' source, run on bit-vectors |
| `engine_kept`, `engine_facts`, `engine_examples` | what the kernels keep of a player's stones |
| `everywhere` | lemmas about all boards |
| `obligations`, `solving`, `keeping` | questions, z3 and cvc5, kept answers |
| `samples`, `instances`, `comparing`, `replay` | theorems and interpreter on concrete positions |
| `certificates` | questions refuted by CaDiCaL, and its proofs checked |
| `compiled`, `compiled_solver` | compiled code that proofs leave out, compared exhaustively |
| `jobs`, `proving` | running proofs side by side |
| `rocq/` | the theorems for every board, proved in Coq |
"""
