/* Train cards and tickets: decks, discard pile, market, hands and offers (COM-8 to COM-11, USA-26 to USA-30). */
#ifndef CARDS_H
#define CARDS_H

#include "game.h"

static void new_deck(Game *game) {
    game->deck_size = 0;
    for (int card = 0; card < CARDS; card++) {
        int count = copies[card];
        for (int i = 0; i < count; i++) game->deck[game->deck_size++] = (uint8_t)card;
    }
    shuffle(&game->stream, game->deck, game->deck_size);
}

static void reshuffle(Game *game) {
    for (int card = 0; card < CARDS; card++) {
        for (int i = 0; i < game->discard[card]; i++) game->deck[game->deck_size++] = (uint8_t)card;
        game->discard[card] = 0;
    }
    game->discard_size = 0;
    shuffle(&game->stream, game->deck, game->deck_size);
}

static int take_top(Game *game) {
    if (game->deck_size == 0) {
        if (game->discard_size == 0) return EMPTY;
        reshuffle(game);
    }
    return game->deck[--game->deck_size];
}

static void discard(Game *game, int card, int count) {
    game->discard[card] += count;
    game->discard_size += count;
}

static bool can_draw(const Game *game) {
    return game->deck_size + game->discard_size > 0;
}

static void fill_market(Game *game) {
    for (int slot = 0; slot < MARKET; slot++)
        if (game->market[slot] == EMPTY) game->market[slot] = (int8_t)take_top(game);
}

static int market_wilds(const Game *game) {
    int wilds = 0;
    for (int slot = 0; slot < MARKET; slot++) wilds += game->market[slot] == WILD;
    return wilds;
}

/* Whether a new market could show fewer wilds than the number that replaces a market (COM-10, RUL-8). */
static bool reset_helps(const Game *game, int wilds) {
    int cards = game->deck_size + game->discard_size;
    wilds += game->discard[WILD];
    for (int slot = 0; slot < MARKET; slot++) cards += game->market[slot] != EMPTY;
    for (int i = 0; i < game->deck_size; i++) wilds += game->deck[i] == WILD;
    return cards >= MARKET && cards - wilds > MARKET - RESET_AT;
}

static void settle_market(Game *game) {
    fill_market(game);
    int wilds = market_wilds(game);
    for (int resets = 0; wilds >= RESET_AT && resets < RESETS && reset_helps(game, wilds); resets++) {
        for (int slot = 0; slot < MARKET; slot++) {
            if (game->market[slot] != EMPTY) discard(game, game->market[slot], 1);
            game->market[slot] = EMPTY;
        }
        fill_market(game);
        wilds = market_wilds(game);
    }
}

/* The cards that the market shows, as bits. */
static unsigned market_cards(const Game *game) {
    unsigned cards = 0;
    for (int slot = 0; slot < MARKET; slot++)
        if (game->market[slot] != EMPTY) cards |= 1u << game->market[slot];
    return cards;
}

static void put_ticket_under(Game *game, int ticket) {
    game->ticket_deck[(game->ticket_top + (unsigned)game->ticket_size++) % TICKET_RING] = (uint8_t)ticket;
}

static int pop_ticket(Game *game) {
    game->ticket_size--;
    return game->ticket_deck[game->ticket_top++ % TICKET_RING];
}

static void offer_tickets(Game *game, Player *player, int count) {
    for (int i = least(count, game->ticket_size); i > 0; i--)
        player->offer[player->offer_size++] = (uint8_t)pop_ticket(game);
}

/* Keep a subset of the offered tickets; the others go to the bottom of the deck or out of the game. */
static void settle_offer(Game *game, Player *player, int subset, int refused_to) {
    for (int place = 0; place < player->offer_size; place++) {
        int ticket = player->offer[place];
        if (subset >> place & 1)
            player->tickets[ticket >> 6] |= bit(ticket & 63);
        else if (refused_to == TO_BOTTOM)
            put_ticket_under(game, ticket);
    }
    player->offer_size = 0;
}

#endif
