/* A yardstick for the engine: random games of a map game in plain C, equal to those of the engine move for move.
 *
 * It plays and scores by the same rules with the same chance, but keeps nothing that a game needs only to be shown:
 * what everybody knows of a hand, what the last action was, which routes a station uses. */

#include "scoring.h"

#ifdef _WIN32
#define EXPORT __declspec(dllexport)
#else
#define EXPORT
#endif

static void deal_tickets(Game *game, int sort, int count) {
    uint8_t deck[TICKET_RING];
    int size = 0;
    for (int ticket = 0; ticket < TICKETS; ticket++)
        if (ticket_long[ticket] == sort) deck[size++] = (uint8_t)ticket;
    shuffle(&game->stream, deck, size);
    memcpy(game->ticket_deck, deck, sizeof deck);
    game->ticket_top = 0;
    game->ticket_size = size;
    for (int step = 0; step < game->players; step++)
        offer_tickets(game, &game->seats[(game->first + step) % game->players], count);
}

static void deal(Game *game, int players, int first) {
    game->players = players;
    game->first = game->player = first;
    game->phase = OPENING;
    game->final_left = -1;
    memset(game->market, EMPTY, sizeof game->market);
    for (int seat = 0; seat < players; seat++) {
        Player *player = &game->seats[seat];
        player->trains = TRAINS;
        player->stations_left = STATIONS;
        memcpy(player->open, in_play[players], sizeof player->open);
        for (int city = 0; city < CITIES; city++) player->part[city] = (int8_t)city;
    }
    below(&game->stream, players); /* a starting seat is drawn even if one is given (RUL-1) */
    new_deck(game);
    for (int step = 0; step < players; step++)
        for (int i = 0; i < START_HAND; i++) game->seats[(first + step) % players].hand[take_top(game)]++;
    settle_market(game);
    if (DEAL_LONG) deal_tickets(game, 1, DEAL_LONG);
    deal_tickets(game, 0, DEAL_REGULAR);
}

static int next_to_act(const Game *game) {
    int seat = game->player;
    if (game->phase == OPENING)
        for (seat = 0; game->seats[seat].chosen;) seat++;
    return seat;
}

/* Play a whole game; return the number of actions, which are written to `actions` unless that is NULL. */
static int play_game(Game *game, int players, uint64_t *random, Action *actions) {
    int count = 0;
    memset(game, 0, sizeof *game);
    seed_stream(&game->stream, random);
    deal(game, players, cheap_below(random, players));
    while (game->phase != OVER) {
        Player *player = &game->seats[next_to_act(game)];
        Action action = random_action(game, player, random);
        play(game, player, &action);
        if (actions) actions[count] = action;
        count++;
    }
    finish(game);
    return count;
}

/* Play this number of games in a row; return the number of actions. */
EXPORT int64_t play_games(int players, int games, uint64_t *random) {
    Game game;
    int64_t count = 0;
    for (int i = 0; i < games; i++) count += play_game(&game, players, random, NULL);
    return count;
}

/* Play one game and write its actions (which must have enough space), the final scores and the ranks. */
EXPORT int trace_game(int players, uint64_t *random, Action *actions, int *final, int *rank) {
    Game game;
    int count = play_game(&game, players, random, actions);
    for (int seat = 0; seat < players; seat++) {
        final[seat] = game.seats[seat].final;
        rank[seat] = game.seats[seat].rank;
    }
    return count;
}
