/* Connects an implementation of Churn to `churnproof conform`: a template, to be copied.

   Put your own implementation in the place of churn.c, then: cc -O2 -o adapter adapter.c churn.c
   and: churnproof conform -- ./adapter
   What is asked and answered is told in verification/PROTOCOL.md. Requests come without spaces or
   escapes and with their keys in one order, so they can be read without a JSON library. */
#include <stdlib.h>
#include <string.h>
#include "churn.h" /* your implementation */

#define IDENTITY                                                                    \
    "{\"protocol\":1,\"name\":\"example in C\",\"version\":\"1\",\"language\":\"C\"," \
    "\"boards\":\"any\",\"positions\":true,\"swap\":\"seats\",\"refuses\":true}"
static void write_cells(const Game *game, const bool marked[], const char *more) {
    const char *comma = "";
    for (int cell = 0; cell < game->board->cells; cell++)
        if (marked[cell]) printf("%s\"%s\"", comma, game->board->name[cell]), comma = ",";
    if (more) printf("%s\"%s\"", comma, more);
}

static void play(char *line) {
    static Game game;
    bool removed[MOST_CELLS] = {false}, legal[MOST_CELLS];
    char *position = strstr(line, "\"position\":\"") + 12, *turns = strstr(line, "\"turns\":[") + 9;
    position[strcspn(position, "\"")] = '\0';
    if (!game_begin(&game, position)) {
        printf("\"skipped\":{\"reason\":\"the board is too large\"}");
        return;
    }
    int number = 0;
    for (char *at = turns; *at == '"' || *at == ','; at++) {
        char *turn = at + (*at == ',') + 1;
        at = strchr(turn, '"');
        *at = '\0';
        number++;
        if (!game_play(&game, turn, removed)) {
            printf("\"result\":{\"refused\":%d}", number);
            return;
        }
    }
    printf("\"result\":{\"position\":\""), game_write(&game, stdout);
    game_legal(&game, legal);
    printf("\",\"legal\":["), write_cells(&game, legal, game.swap ? "swap" : NULL);
    printf("],\"removed\":["), write_cells(&game, removed, NULL);
    const char *winner = game_winner(&game), *quote = winner ? "\"" : "";
    printf("],\"over\":%s,", winner ? "true" : "false");
    printf("\"winner\":%s%s%s}", quote, winner ? winner : "null", quote);
}

int main(void) {
    char *line = NULL;
    for (size_t size = 0; getline(&line, &size, stdin) > 0; fflush(stdout)) {
        printf("{\"id\":%ld,", strtol(strstr(line, "\"id\":") + 5, NULL, 10));
        if (strstr(line, "\"ask\":\"hello\"")) printf("\"result\":" IDENTITY);
        else if (strstr(line, "\"ask\":\"play\"")) play(line);
        else printf("\"skipped\":{\"reason\":\"not known here\"}");
        puts("}");
    }
}
