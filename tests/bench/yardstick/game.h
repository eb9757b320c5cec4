/* One game, and the functions that all rules use. board.py generates board.h from a ruleset. */
#ifndef GAME_H
#define GAME_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "board.h"
#include "chance.h"

#define TICKET_RING 128 /* a power of two, at least the size of every ticket deck */
#define EMPTY (-1)      /* a market slot without a card */

typedef struct {
    int hand[CARDS];
    uint64_t open[WORDS]; /* routes that are neither owned nor closed to this player */
    uint64_t owned[WORDS];
    uint64_t tickets[TICKET_WORDS];
    int8_t part[CITIES]; /* label of the part of the player's network that a city belongs to */
    uint8_t offer[OFFER];
    int offer_size;
    bool chosen; /* has made the opening choice, which is sealed until all players have made theirs */
    int sealed;
    int trains;
    int stations_left;
    uint8_t station_city[STATION_PLACES];
    int score, ticket_sum, completed, longest, bonus, final, rank;
} Player;

typedef struct {
    Stream stream;
    int players, first, player, phase;
    int final_left; /* turns left in the final round, -1 before it */
    int passes;     /* consecutive */
    uint8_t deck[DECK];
    int deck_size;
    int discard[CARDS];
    int discard_size;
    int8_t market[MARKET];
    uint8_t ticket_deck[TICKET_RING];
    unsigned ticket_top;
    int ticket_size;
    bool has_station[CITIES];
    int revealed[REVEAL]; /* cards revealed for a tunnel */
    int revealed_size;
    int laid_route, laid_color, laid_colored, laid_wild, surcharge;
    Player seats[PLAYERS];
} Game;

typedef struct {
    int type, arg, color, colored, wild;
} Action;

static int least(int a, int b) {
    return a < b ? a : b;
}

static int most(int a, int b) {
    return a > b ? a : b;
}

static uint64_t bit(int index) {
    return (uint64_t)1 << index;
}

static int count_bits(uint64_t word) {
    return __builtin_popcountll(word);
}

static int lowest_bit(uint64_t word) {
    return __builtin_ctzll(word);
}

static int nth_bit(uint64_t word, int index) {
    while (index-- > 0) word &= word - 1;
    return lowest_bit(word);
}

#endif
