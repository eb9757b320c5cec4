/* The number of legal actions, and the n-th one in the engine's order (games/mechanisms/turn.py, and the mechanisms
   of the map games). */
#ifndef LEGAL_H
#define LEGAL_H

#include "cards.h"

#define PAYMENTS (3 * COLORS + 1) /* the largest number of payments of at most three cards */

static unsigned takeable(const Game *game, bool second) {
    unsigned cards = market_cards(game);
    return second && WILD_ENDS_DRAW ? cards & ((1u << WILD) - 1) : cards;
}

static int count_draws(const Game *game, bool second) {
    return can_draw(game) + count_bits(takeable(game, second));
}

static Action nth_draw(const Game *game, bool second, int index) {
    if (can_draw(game) && index-- == 0) return (Action){.type = DRAW};
    return (Action){.type = TAKE, .color = nth_bit(takeable(game, second), index)};
}

/* Routes that the player may claim, considering only owners, twins and trains. */
static uint64_t reach(const Player *player, int word) {
    return player->open[word] & fits[least(player->trains, LENGTH)][word];
}

/* The engine counts by word and number of wilds and stores the counts; here the n-th action is found by counting
   again. */
static int count_claims(const Player *player) {
    int wilds = least(player->hand[WILD], LENGTH);
    int total = 0;
    uint64_t free[WORDS]; /* routes that may be claimed */
    for (int word = 0; word < WORDS; word++) {
        free[word] = reach(player, word);
        if (wilds) total += count_bits(free[word] & payable_wild[wilds][word]);
    }
    for (int color = 0; color < COLORS; color++) {
        int held = least(player->hand[color], LENGTH);
        for (int wild = 0; wild <= wilds; wild++)
            for (int word = 0; word < WORDS; word++)
                total += count_bits(free[word] & payable[word][wild][color][held]);
    }
    return total;
}

static Action nth_claim(const Player *player, int index) {
    int wilds = least(player->hand[WILD], LENGTH);
    for (int word = 0;; word++) {
        uint64_t free = reach(player, word);
        if (wilds) {
            uint64_t routes = free & payable_wild[wilds][word];
            int here = count_bits(routes);
            if (index < here) {
                int route = word * 64 + nth_bit(routes, index);
                return (Action){CLAIM, route, WILD, 0, route_length[route]};
            }
            index -= here;
        }
        for (int wild = 0; wild <= wilds; wild++) {
            for (int color = 0; color < COLORS; color++) {
                uint64_t routes = free & payable[word][wild][color][least(player->hand[color], LENGTH)];
                int here = count_bits(routes);
                if (index < here) {
                    int route = word * 64 + nth_bit(routes, index);
                    return (Action){CLAIM, route, color, route_length[route] - wild, wild};
                }
                index -= here;
            }
        }
    }
}

/* Payments of one to three cards: of one color and wilds, or of wilds alone (color WILD). */
static int list_small(const Player *player, int type, int color, int total, Action *out, int size) {
    int wilds = player->hand[WILD];
    if (color == WILD) {
        if (wilds >= total) out[size++] = (Action){type, 0, WILD, 0, total};
        return size;
    }
    for (int wild = 0; wild <= least(wilds, total - 1); wild++)
        if (player->hand[color] >= total - wild) out[size++] = (Action){type, 0, color, total - wild, wild};
    return size;
}

static int list_station_payments(const Player *player, Action *out) {
    int size = 0;
    if (player->stations_left)
        for (int color = 0; color <= COLORS; color++)
            size = list_small(player, STATION, color, STATIONS - player->stations_left + 1, out, size);
    return size;
}

static int count_free_cities(const Game *game) {
    int count = 0;
    for (int city = 0; city < CITY_COUNT; city++) count += !game->has_station[city];
    return count;
}

static int nth_free_city(const Game *game, int index) {
    int city = 0;
    while (game->has_station[city] || index-- > 0) city++;
    return city;
}

static Action random_turn(const Game *game, const Player *player, uint64_t *random) {
    Action payment[PAYMENTS]; /* of a station */
    int payments = STATIONS ? list_station_payments(player, payment) : 0;
    int draws = count_draws(game, false);
    int claims = count_claims(player);
    int tickets = game->ticket_size > 0;
    int stations = payments ? payments * count_free_cities(game) : 0;
    int total = draws + tickets + claims + stations;
    if (total == 0) return (Action){.type = PASS};
    int index = cheap_below(random, total);
    if (index < draws) return nth_draw(game, false, index);
    index -= draws;
    if (index < tickets) return (Action){.type = TAKE_TICKETS};
    index -= tickets;
    if (index < claims) return nth_claim(player, index);
    index -= claims;
    Action action = payment[index % payments];
    action.arg = nth_free_city(game, index / payments);
    return action;
}

static Action random_keep(const Player *player, int fewest, uint64_t *random) {
    int subsets[1 << OFFER];
    int size = 0;
    for (int subset = 0; subset < 1 << player->offer_size; subset++)
        if (count_bits((uint64_t)subset) >= fewest) subsets[size++] = subset;
    return (Action){.type = KEEP, .arg = subsets[cheap_below(random, size)]};
}

static Action random_surcharge(const Game *game, const Player *player, uint64_t *random) {
    Action actions[PAYMENTS + 1];
    int size = list_small(player, SURCHARGE, WILD, game->surcharge, actions, 0);
    if (game->laid_color != WILD)
        size = list_small(player, SURCHARGE, game->laid_color, game->surcharge, actions, size);
    actions[size++] = (Action){.type = WITHDRAW};
    return actions[cheap_below(random, size)];
}

static Action random_action(const Game *game, const Player *player, uint64_t *random) {
    switch (game->phase) {
    case OPENING: return random_keep(player, OPENING_KEEP_MIN, random);
    case TICKET_CHOICE: return random_keep(player, DRAW_KEEP_MIN, random);
    case SECOND_DRAW: return nth_draw(game, true, cheap_below(random, count_draws(game, true)));
    case TUNNEL: return random_surcharge(game, player, random);
    default: return random_turn(game, player, random);
    }
}

#endif
