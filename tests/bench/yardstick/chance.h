/* Random numbers, exactly as in core/rng.py: the fast generator for choices, and the ChaCha8 stream of a game. */
#ifndef CHANCE_H
#define CHANCE_H

#include <stdint.h>

static uint64_t cheap_next(uint64_t *random) {
    uint64_t z = *random += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static int cheap_below(uint64_t *random, int count) {
    return (int)(((cheap_next(random) >> 32) * (uint64_t)count) >> 32);
}

typedef struct {
    uint32_t key[8];
    uint32_t block[16];
    uint64_t word; /* the next one, counted from the start of the stream */
} Stream;

static void seed_stream(Stream *stream, uint64_t *random) {
    for (int word = 0; word < 8; word += 2) {
        uint64_t both = cheap_next(random);
        stream->key[word] = (uint32_t)both;
        stream->key[word + 1] = (uint32_t)(both >> 32);
    }
    stream->word = 0;
}

static uint32_t rotate(uint32_t word, int count) {
    return word << count | word >> (32 - count);
}

static void quarter_round(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d) {
    *a += *b, *d = rotate(*d ^ *a, 16);
    *c += *d, *b = rotate(*b ^ *c, 12);
    *a += *b, *d = rotate(*d ^ *a, 8);
    *c += *d, *b = rotate(*b ^ *c, 7);
}

static void make_block(Stream *stream) {
    uint64_t counter = stream->word >> 4;
    uint32_t start[16] = {0x61707865, 0x3320646E, 0x79622D32, 0x6B206574};
    for (int i = 0; i < 8; i++) start[4 + i] = stream->key[i];
    start[12] = (uint32_t)counter;
    start[13] = (uint32_t)(counter >> 32);
    uint32_t x[16];
    for (int i = 0; i < 16; i++) x[i] = start[i];
    for (int rounds = 0; rounds < 8; rounds += 2) {
        quarter_round(&x[0], &x[4], &x[8], &x[12]);
        quarter_round(&x[1], &x[5], &x[9], &x[13]);
        quarter_round(&x[2], &x[6], &x[10], &x[14]);
        quarter_round(&x[3], &x[7], &x[11], &x[15]);
        quarter_round(&x[0], &x[5], &x[10], &x[15]);
        quarter_round(&x[1], &x[6], &x[11], &x[12]);
        quarter_round(&x[2], &x[7], &x[8], &x[13]);
        quarter_round(&x[3], &x[4], &x[9], &x[14]);
    }
    for (int i = 0; i < 16; i++) stream->block[i] = x[i] + start[i];
}

static uint32_t next_word(Stream *stream) {
    int place = stream->word & 15;
    if (place == 0) make_block(stream);
    stream->word++;
    return stream->block[place];
}

/* Lemire's method: multiply, and reject the few words that would favor some results. */
static int below(Stream *stream, int count) {
    uint32_t size = (uint32_t)count;
    uint64_t product = (uint64_t)next_word(stream) * size;
    if ((uint32_t)product < size) {
        uint32_t extra = (0u - size) % size;
        while ((uint32_t)product < extra) product = (uint64_t)next_word(stream) * size;
    }
    return (int)(product >> 32);
}

static void shuffle(Stream *stream, uint8_t *array, int size) {
    for (int last = size - 1; last > 0; last--) {
        int other = below(stream, last + 1);
        uint8_t element = array[last];
        array[last] = array[other];
        array[other] = element;
    }
}

#endif
