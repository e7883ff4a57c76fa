/* A plain implementation of Churn, for the template to have something to connect. */
#ifndef CHURN_H
#define CHURN_H

#include <stdbool.h>
#include <stdio.h>

enum { MOST_CELLS = 1000, MOST_ROWS = 100, LONGEST_NAME = 16 };

typedef struct {
    char sides[64];
    int cells, rows, length[MOST_ROWS];
    char name[MOST_CELLS][LONGEST_NAME];
    int beside[MOST_CELLS][6], sides_with_a_cell[MOST_CELLS];
} Board;

typedef struct {
    const Board *board;
    char stone[MOST_CELLS]; /* r, b or . */
    char mover;             /* r or b */
    bool swap;              /* whether the swap is on offer */
} Game;

/* Begin at a position's text; false where it cannot be read or the board is too large. */
bool game_begin(Game *game, const char *text);
/* Take a turn and mark the cells whose stones it removed; false, and nothing done, if illegal. */
bool game_play(Game *game, const char *turn, bool removed[MOST_CELLS]);
/* Mark the cells where the mover may place a stone. */
void game_legal(const Game *game, bool legal[MOST_CELLS]);
void game_write(const Game *game, FILE *out);
bool game_over(const Game *game);
/* "red", "blue" or "tie"; NULL while the game lasts. */
const char *game_winner(const Game *game);

#endif
