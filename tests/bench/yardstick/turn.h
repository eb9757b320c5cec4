/* Playing an action: the effects, the end of a turn and the end of the game (games/mechanisms/turn.py). */
#ifndef TURN_H
#define TURN_H

#include "legal.h"

static void pay(Game *game, Player *player, const Action *action) {
    player->hand[WILD] -= action->wild;
    discard(game, WILD, action->wild);
    if (action->colored) {
        player->hand[action->color] -= action->colored;
        discard(game, action->color, action->colored);
    }
}

static void join(int8_t *part, int a, int b) {
    int8_t kept = part[a], gone = part[b];
    for (int city = 0; city < CITIES; city++) part[city] = part[city] == gone ? kept : part[city];
}

static void claim(Game *game, Player *player, int route) {
    player->trains -= route_length[route];
    player->score += points[route_length[route]];
    player->owned[route >> 6] |= bit(route & 63);
    for (int seat = 0; seat < game->players; seat++) {
        Player *other = &game->seats[seat];
        other->open[route >> 6] &= ~bit(route & 63);
        if (other == player || game->players < TWINS_OPEN_FROM)
            for (int word = 0; word < WORDS; word++) other->open[word] &= ~twins[route][word];
    }
    join(player->part, route_a[route], route_b[route]);
}

/* Whether a second card follows the first: it does if one is available (USA-11). */
static bool goes_on(Game *game) {
    if (game->phase != TURN || !(can_draw(game) || takeable(game, true))) return false;
    game->phase = SECOND_DRAW;
    return true;
}

static bool draw(Game *game, Player *player) {
    player->hand[take_top(game)]++;
    return !goes_on(game);
}

static bool take(Game *game, Player *player, int card) {
    int slot = 0;
    while (game->market[slot] != card) slot++;
    game->market[slot] = EMPTY;
    player->hand[card]++;
    settle_market(game);
    return (card == WILD && WILD_ENDS_DRAW) || !goes_on(game);
}

/* All players choose their first tickets at once; the choices are executed in turn order. */
static bool keep(Game *game, Player *player, int subset) {
    if (game->phase == TICKET_CHOICE) {
        settle_offer(game, player, subset, DRAW_REFUSED);
        return true;
    }
    player->sealed = subset;
    player->chosen = true;
    for (int seat = 0; seat < game->players; seat++)
        if (!game->seats[seat].chosen) return false;
    for (int step = 0; step < game->players; step++) {
        Player *each = &game->seats[(game->first + step) % game->players];
        settle_offer(game, each, each->sealed, OPENING_REFUSED);
    }
    game->phase = TURN;
    return false;
}

static void complete_tunnel(Game *game, Player *player) {
    if (game->laid_colored) discard(game, game->laid_color, game->laid_colored);
    discard(game, WILD, game->laid_wild);
    claim(game, player, game->laid_route);
}

static bool attempt_tunnel(Game *game, Player *player, const Action *action) {
    player->hand[WILD] -= action->wild;
    if (action->colored) player->hand[action->color] -= action->colored;
    game->laid_route = action->arg;
    game->laid_color = action->color;
    game->laid_colored = action->colored;
    game->laid_wild = action->wild;
    game->surcharge = 0;
    for (int place = 0; place < SURCHARGE_CARDS; place++) {
        int card = take_top(game);
        if (card == EMPTY) break;
        game->revealed[game->revealed_size++] = card;
        game->surcharge += card == WILD || card == action->color;
    }
    if (game->surcharge) {
        game->phase = TUNNEL;
        return false;
    }
    complete_tunnel(game, player);
    return true;
}

static void withdraw(Game *game, Player *player) {
    player->hand[WILD] += game->laid_wild;
    if (game->laid_colored) player->hand[game->laid_color] += game->laid_colored;
}

static void build_station(Game *game, Player *player, int city) {
    player->station_city[STATIONS - player->stations_left--] = (uint8_t)city;
    game->has_station[city] = true;
}

/* COM-20: revealed cards, market, end trigger, next seat or the end of the game. */
static void end_turn(Game *game, Player *player) {
    while (game->revealed_size) discard(game, game->revealed[--game->revealed_size], 1);
    settle_market(game);
    if (game->final_left >= 0)
        game->final_left--;
    else if (player->trains <= END_TRAINS)
        game->final_left = game->players;
    if (game->final_left == 0 || game->passes == game->players) {
        game->phase = OVER;
        return;
    }
    game->player = game->player + 1 < game->players ? game->player + 1 : 0;
    game->phase = TURN;
}

static void play(Game *game, Player *player, const Action *action) {
    bool ended = true;
    game->passes = action->type == PASS ? game->passes + 1 : 0;
    switch (action->type) {
    case DRAW: ended = draw(game, player); break;
    case TAKE: ended = take(game, player, action->color); break;
    case KEEP: ended = keep(game, player, action->arg); break;
    case WITHDRAW: withdraw(game, player); break;
    case CLAIM:
        if (SURCHARGE_CARDS && route_tunnel[action->arg]) {
            ended = attempt_tunnel(game, player, action);
        } else {
            pay(game, player, action);
            claim(game, player, action->arg);
        }
        break;
    case TAKE_TICKETS:
        offer_tickets(game, player, DRAW_TICKETS);
        game->phase = TICKET_CHOICE;
        ended = false;
        break;
    case SURCHARGE:
        pay(game, player, action);
        complete_tunnel(game, player);
        break;
    case STATION:
        pay(game, player, action);
        build_station(game, player, action->arg);
        break;
    default: break; /* PASS */
    }
    if (ended) end_turn(game, player);
}

#endif
