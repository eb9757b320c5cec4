/* The longest path of a network (COM-13): remove dead ends, then search the rest by walking it. */
#ifndef TRAIL_H
#define TRAIL_H

#include "game.h"

typedef struct {
    uint64_t routes[CITIES][WORDS]; /* left at a city */
    int first[CITIES];              /* the longest dead end at a city, and the second longest */
    int second[CITIES];
    int best;
} Network;

static int far_end(int route, int city) {
    return route_a[route] ^ route_b[route] ^ city;
}

static int degree(const Network *network, int city) {
    int count = 0;
    for (int word = 0; word < WORDS; word++) count += count_bits(network->routes[city][word]);
    return count;
}

static void remove_route(Network *network, int route) {
    network->routes[route_a[route]][route >> 6] &= ~bit(route & 63);
    network->routes[route_b[route]][route >> 6] &= ~bit(route & 63);
}

/* Continue from a city over every unused route; `left` is the total length of the unused routes. */
static void walk(Network *network, int start, int city, int length, int left, int longest_branch) {
    int branch = city == start ? network->second[city] : network->first[city];
    network->best = most(network->best, length + branch);
    if (length + left + longest_branch <= network->best) return;
    for (int word = 0; word < WORDS; word++) {
        for (uint64_t rest = network->routes[city][word]; rest; rest &= rest - 1) {
            int route = word * 64 + lowest_bit(rest);
            int next = far_end(route, city);
            network->routes[city][word] ^= bit(route & 63);
            network->routes[next][word] ^= bit(route & 63);
            walk(network, start, next, length + route_length[route], left - route_length[route], longest_branch);
            network->routes[city][word] ^= bit(route & 63);
            network->routes[next][word] ^= bit(route & 63);
        }
    }
}

static void peel(Network *network, uint64_t ends) {
    while (ends) {
        int city = lowest_bit(ends);
        ends &= ends - 1;
        if (degree(network, city) != 1) continue;
        int word = 0;
        while (!network->routes[city][word]) word++;
        int route = word * 64 + lowest_bit(network->routes[city][word]);
        int next = far_end(route, city);
        remove_route(network, route);
        int branch = network->first[city] + route_length[route];
        network->best = most(network->best, branch + network->first[next]);
        if (branch > network->first[next]) {
            network->second[next] = network->first[next];
            network->first[next] = branch;
        } else {
            network->second[next] = most(network->second[next], branch);
        }
        if (degree(network, next) == 1) ends |= bit(next);
    }
}

static int longest_trail(const uint64_t *owned) {
    Network network;
    memset(&network, 0, sizeof network);
    uint64_t cities = 0, ends = 0;
    for (int word = 0; word < WORDS; word++) {
        for (uint64_t rest = owned[word]; rest; rest &= rest - 1) {
            int route = word * 64 + lowest_bit(rest);
            network.routes[route_a[route]][word] |= bit(route & 63);
            network.routes[route_b[route]][word] |= bit(route & 63);
            cities |= bit(route_a[route]) | bit(route_b[route]);
        }
    }
    for (uint64_t rest = cities; rest; rest &= rest - 1)
        if (degree(&network, lowest_bit(rest)) == 1) ends |= bit(lowest_bit(rest));
    peel(&network, ends);
    int twice_left = 0, longest_branch = 0;
    uint64_t starts = 0;
    for (uint64_t rest = cities; rest; rest &= rest - 1) {
        int city = lowest_bit(rest);
        if (degree(&network, city) == 0) continue;
        starts |= bit(city);
        longest_branch = most(longest_branch, network.first[city]);
        for (int word = 0; word < WORDS; word++)
            for (uint64_t routes = network.routes[city][word]; routes; routes &= routes - 1)
                twice_left += route_length[word * 64 + lowest_bit(routes)];
    }
    for (; starts; starts &= starts - 1) {
        int city = lowest_bit(starts);
        walk(&network, city, city, network.first[city], twice_left / 2, longest_branch);
    }
    return network.best;
}

#endif
