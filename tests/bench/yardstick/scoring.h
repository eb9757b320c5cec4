/* Final scoring (engine/scoring.py): tickets, stations, longest path, ranking. */
#ifndef SCORING_H
#define SCORING_H

#include "trail.h"
#include "turn.h"

static bool connected(const int8_t *part, uint64_t origins, uint64_t targets) {
    for (uint64_t from = origins; from; from &= from - 1)
        for (uint64_t to = targets; to; to &= to - 1)
            if (part[lowest_bit(from)] == part[lowest_bit(to)]) return true;
    return false;
}

/* The best reached target counts; without one, the smallest value is lost (USA-33, SWI-14). */
static int ticket_value(const int8_t *part, int ticket) {
    int best = 0;
    for (int target = 0; target < ticket_targets[ticket]; target++)
        if (ticket_points[ticket][target] > best &&
            connected(part, ticket_origin[ticket], ticket_target[ticket][target]))
            best = ticket_points[ticket][target];
    return best ? best : -ticket_loss[ticket];
}

/* Score the tickets with connections `part`, and keep the result if it is the best so far. */
static void sum_tickets(Player *player, const int8_t *part) {
    int sum = 0, completed = 0;
    for (int word = 0; word < TICKET_WORDS; word++) {
        for (uint64_t rest = player->tickets[word]; rest; rest &= rest - 1) {
            int value = ticket_value(part, word * 64 + lowest_bit(rest));
            sum += value;
            completed += value > 0;
        }
    }
    if (sum > player->ticket_sum || (sum == player->ticket_sum && completed > player->completed)) {
        player->ticket_sum = sum;
        player->completed = completed;
    }
}

/* Try every choice of other players' routes, from this station on (EUR-27, EUR-31). */
static void use_stations(const Game *game, Player *player, int station, const int8_t *part) {
    if (station >= STATIONS - player->stations_left) {
        sum_tickets(player, part);
        return;
    }
    use_stations(game, player, station + 1, part);
    int city = player->station_city[station];
    for (int word = 0; word < WORDS; word++) {
        uint64_t routes = 0;
        for (int seat = 0; seat < game->players; seat++)
            if (&game->seats[seat] != player) routes |= game->seats[seat].owned[word];
        for (routes &= city_routes[city][word]; routes; routes &= routes - 1) {
            int end = far_end(word * 64 + lowest_bit(routes), city);
            if (part[end] == part[city]) continue;
            int8_t joined[CITIES];
            memcpy(joined, part, CITIES);
            join(joined, city, end);
            use_stations(game, player, station + 1, joined);
        }
    }
}

static int tie_break(const Player *player, int criterion) {
    switch (criterion) {
    case MOST_TICKETS: return player->completed;
    case FEWEST_STATIONS: return player->stations_left;
    case HOLDS_BONUS: return player->bonus > 0;
    default: return 0;
    }
}

static bool is_ahead(const Player *a, const Player *b) {
    if (a->final != b->final) return a->final > b->final;
    for (int i = 0; i < TIE_BREAKS; i++) {
        int difference = tie_break(a, tie_breaks[i]) - tie_break(b, tie_breaks[i]);
        if (difference) return difference > 0;
    }
    return false;
}

static void finish(Game *game) {
    int longest = 0;
    for (int seat = 0; seat < game->players; seat++) {
        Player *player = &game->seats[seat];
        player->ticket_sum = -1000;
        use_stations(game, player, 0, player->part);
        player->longest = longest_trail(player->owned);
        longest = most(longest, player->longest);
    }
    for (int seat = 0; seat < game->players; seat++) {
        Player *player = &game->seats[seat];
        player->bonus = longest > 0 && player->longest == longest ? LONGEST_BONUS : 0;
        player->final = player->score + player->ticket_sum + player->stations_left * STATION_VALUE + player->bonus;
    }
    for (int seat = 0; seat < game->players; seat++) {
        game->seats[seat].rank = 1;
        for (int other = 0; other < game->players; other++)
            game->seats[seat].rank += is_ahead(&game->seats[other], &game->seats[seat]);
    }
}

#endif
