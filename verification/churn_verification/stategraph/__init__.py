"""Game graphs of small boards: build, query, count, export and draw them, and check solutions.

| module | holds |
|---|---|
| `kernels` | compiled passes over the arrays of a graph |
| `graph` | the graph of a board as compact arrays |
| `queries` | neighbourhoods, reachable positions, paths, exact random play |
| `convert` | the graph for networkx and rustworkx, and as the specification builds it |
| `facts`, `counting` | what is counted on a graph, in several ways that must agree |
| `ranking` | each turn raises the mover's ranking, so every game ends |
| `export`, `picture`, `ordering` | a graph as a file, as a picture, and where its nodes stand |
| `survey` | all boards up to a number of cells in one table |
| `plain_solver` | a slow solver on the specification alone |
| `solving` | runs of the engine's solver that can be stopped and continued |
| `comparisons` | comparisons of graphs, counts and solutions, for the checks of the suite |
"""
