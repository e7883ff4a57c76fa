#include "churn.h"

#include <stdlib.h>
#include <string.h>

/* The board -------------------------------------------------------------------------------- */

static void write_name(char *name, int steps_up, int place) {
    char letters[4] = "";
    for (int rest = steps_up + 1; rest > 0; rest = (rest - 1) / 26) {
        memmove(letters + 1, letters, strlen(letters) + 1);
        letters[0] = (char)('a' + (rest - 1) % 26);
    }
    snprintf(name, LONGEST_NAME, "%s%d", letters, place);
}

static int cell_at(const Board *board, const int begin[], int row, int column) {
    if (row < 0 || row >= board->rows) return -1;
    int first = 0;
    for (int above = 0; above < row; above++) first += board->length[above];
    int place = (column - begin[row]) / 2;
    return column >= begin[row] && place < board->length[row] ? first + place : -1;
}

static bool build(Board *board, const char *text, int length) {
    static const int steps[6][2] = {{0, -2}, {0, 2}, {-1, -1}, {-1, 1}, {1, -1}, {1, 1}};
    int side[6], count = 0, begin[MOST_ROWS];
    if (length >= (int)sizeof board->sides) return false;
    snprintf(board->sides, sizeof board->sides, "%.*s", length, text);
    for (char *next = board->sides; count < 6; next++) {
        side[count++] = (int)strtol(next, &next, 10);
        if (*next != '-') break;
    }
    for (int each = 1; each < 6 && count == 1; each++) side[each] = side[0];
    board->rows = side[1] + side[2] - 1;
    board->cells = 0;
    if (board->rows > MOST_ROWS) return false;
    int from = 0, to = 2 * (side[0] - 1); /* in half cells */
    for (int row = 0; row < board->rows; row++) {
        begin[row] = from;
        board->length[row] = (to - from) / 2 + 1;
        for (int place = 1; place <= board->length[row]; place++) {
            if (board->cells == MOST_CELLS) return false;
            write_name(board->name[board->cells++], board->rows - 1 - row, place);
        }
        from += row < side[5] - 1 ? -1 : 1;
        to += row < side[1] - 1 ? 1 : -1;
    }
    for (int row = 0, cell = 0; row < board->rows; row++) {
        for (int place = 0; place < board->length[row]; place++, cell++) {
            board->sides_with_a_cell[cell] = 0;
            for (int step = 0; step < 6; step++) {
                int column = begin[row] + 2 * place + steps[step][1];
                int near = cell_at(board, begin, row + steps[step][0], column);
                if (near >= 0) board->beside[cell][board->sides_with_a_cell[cell]++] = near;
            }
        }
    }
    return true;
}

static const Board *board_of(const char *text, int length) {
    static Board kept[8];
    static int boards, oldest;
    for (int each = 0; each < boards; each++)
        if ((int)strlen(kept[each].sides) == length && !strncmp(kept[each].sides, text, length))
            return &kept[each];
    Board *board = &kept[boards < 8 ? boards : oldest++ % 8];
    if (!build(board, text, length)) {
        board->sides[0] = '\0';
        return NULL;
    }
    if (boards < 8) boards++;
    return board;
}

/* The rules -------------------------------------------------------------------------------- */

/* Number the groups of the mover's stones from 1 (0: no stone of the mover) and count them. */
static void find_groups(const Game *game, int group[MOST_CELLS], int size[MOST_CELLS + 1]) {
    int found[MOST_CELLS], groups = 0;
    const Board *board = game->board;
    memset(group, 0, sizeof(int) * (size_t)board->cells);
    size[0] = 0;
    for (int start = 0; start < board->cells; start++) {
        if (game->stone[start] != game->mover || group[start]) continue;
        int count = 1;
        found[0] = start;
        group[start] = ++groups;
        for (int next = 0; next < count; next++)
            for (int side = 0; side < board->sides_with_a_cell[found[next]]; side++) {
                int near = board->beside[found[next]][side];
                if (game->stone[near] != game->mover || group[near]) continue;
                group[near] = groups;
                found[count++] = near;
            }
        size[groups] = count;
    }
}

static int formed(const Game *game, int cell, const int group[], const int size[]) {
    int joined[6], count = 0, sum = 1;
    for (int side = 0; side < game->board->sides_with_a_cell[cell]; side++) {
        int near = group[game->board->beside[cell][side]];
        bool is_new = near > 0;
        for (int each = 0; each < count; each++) is_new = is_new && joined[each] != near;
        if (!is_new) continue;
        joined[count++] = near;
        sum += size[near];
    }
    return sum;
}

void game_legal(const Game *game, bool legal[MOST_CELLS]) {
    int group[MOST_CELLS], size[MOST_CELLS + 1], forms[MOST_CELLS], smallest = MOST_CELLS + 1;
    find_groups(game, group, size);
    for (int cell = 0; cell < game->board->cells; cell++) {
        forms[cell] = game->stone[cell] == '.' ? formed(game, cell, group, size) : MOST_CELLS + 2;
        if (forms[cell] < smallest) smallest = forms[cell];
    }
    for (int cell = 0; cell < game->board->cells; cell++) legal[cell] = forms[cell] == smallest;
}

static void place(Game *game, int cell, bool removed[MOST_CELLS]) {
    int group[MOST_CELLS], size[MOST_CELLS + 1];
    bool is_first = game->mover == 'r' && !memchr(game->stone, 'r', (size_t)game->board->cells) &&
                    !memchr(game->stone, 'b', (size_t)game->board->cells);
    game->stone[cell] = game->mover;
    find_groups(game, group, size);
    for (int each = 0; each < game->board->cells; each++) {
        removed[each] = group[each] && size[group[each]] < size[group[cell]];
        if (removed[each]) game->stone[each] = '.';
    }
    game->mover = game->mover == 'r' ? 'b' : 'r';
    game->swap = is_first && !game_over(game);
}

bool game_play(Game *game, const char *turn, bool removed[MOST_CELLS]) {
    bool legal[MOST_CELLS];
    memset(removed, 0, sizeof(bool) * MOST_CELLS);
    if (!strcmp(turn, "swap")) {
        bool offered = game->swap;
        game->swap = false;
        return offered;
    }
    game_legal(game, legal);
    for (int cell = 0; cell < game->board->cells; cell++)
        if (legal[cell] && !strcmp(game->board->name[cell], turn)) {
            place(game, cell, removed);
            return true;
        }
    return false;
}

bool game_over(const Game *game) {
    return !memchr(game->stone, '.', (size_t)game->board->cells);
}

const char *game_winner(const Game *game) {
    int lead = 0;
    if (!game_over(game)) return NULL;
    for (int cell = 0; cell < game->board->cells; cell++) lead += game->stone[cell] == 'r' ? 1 : -1;
    return lead > 0 ? "red" : lead < 0 ? "blue" : "tie";
}

/* Texts ------------------------------------------------------------------------------------ */

bool game_begin(Game *game, const char *text) {
    int length = (int)strcspn(text, " "), cell = 0;
    game->board = board_of(text, length);
    if (!game->board) return false;
    const char *next = text + length + 1;
    for (; *next && *next != ' '; next++)
        if (*next != '/' && cell < game->board->cells) game->stone[cell++] = *next;
    if (cell != game->board->cells || *next != ' ') return false;
    game->mover = next[1];
    game->swap = strstr(next, " swap") != NULL;
    return game->mover == 'r' || game->mover == 'b';
}

void game_write(const Game *game, FILE *out) {
    fprintf(out, "%s ", game->board->sides);
    for (int row = 0, first = 0; row < game->board->rows; first += game->board->length[row++])
        fprintf(out, "%s%.*s", row ? "/" : "", game->board->length[row], game->stone + first);
    fprintf(out, " %c%s", game->mover, game->swap ? " swap" : "");
}
