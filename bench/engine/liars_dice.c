/* Liar's dice for two, wild sixes, as bench/reference/liars_dice has it: the same events one by one, each
   die, bid and call drawn at random among the legal ones. usage: liars_dice DICE MATCHES SEED */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FACES = 6, LIAR = 60, FACE = 61, EVENTS = 67, CHANCE = 8 };

typedef struct {
    int32_t rolled, due, bid, turn, won, shown[2][FACES];
    int64_t bids;
} State;

static uint64_t rng[4];

static uint64_t splitmix(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

static void start(uint64_t seed, uint64_t stream) {
    uint64_t x = splitmix(seed + 0x9E3779B97F4A7C15u) ^ splitmix(stream * 0xD1342543DE82EF95u + 1);
    for (int k = 0; k < 4; k++) rng[k] = splitmix(x += 0x9E3779B97F4A7C15u);
}

static uint64_t rotated(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

static uint64_t advance(void) {
    uint64_t result = rotated(rng[0] + rng[3], 23) + rng[0], t = rng[1] << 17;
    rng[2] ^= rng[0], rng[3] ^= rng[1], rng[1] ^= rng[2], rng[0] ^= rng[3], rng[2] ^= t;
    rng[3] = rotated(rng[3], 45);
    return result;
}

static int below(uint32_t n) {
    uint64_t product = (advance() >> 32) * n;
    if ((uint32_t)product < n)
        for (uint32_t floor = (-n) % n; (uint32_t)product < floor;) product = (advance() >> 32) * n;
    return (int)(product >> 32);
}

static int awaited(const State *s) {
    if (s->rolled < s->due) return 1 << CHANCE;
    return s->won ? 0 : 1 << s->turn;
}

static int legal(const State *s, int seat, int32_t *events) {
    int n = 0;
    if (seat == CHANCE) {
        for (int face = 0; face < FACES; face++) events[n++] = FACE + face;
        return n;
    }
    if (s->bid >= 0) events[n++] = LIAR;
    for (int bid = s->bid + 1; bid < s->due * FACES; bid++) events[n++] = bid;
    return n;
}

static int bid_holds(const State *s) {
    int face = s->bid % FACES, held = s->shown[0][face] + s->shown[1][face];
    if (face != FACES - 1) held += s->shown[0][FACES - 1] + s->shown[1][FACES - 1];
    return held >= s->bid / FACES + 1;
}

static void apply(State *s, int a) {
    if (a >= FACE) {
        s->shown[s->rolled * 2 / s->due][a - FACE]++;
        s->rolled++;
    } else if (a == LIAR) {
        s->won = bid_holds(s) ? 1 - s->turn + 1 : s->turn + 1;
    } else {
        s->bid = a;
        s->bids |= (int64_t)1 << a;
        s->turn = 1 - s->turn;
    }
}

static int next_seat(int mask) {
    int seat = 0;
    while (!(mask >> seat & 1)) seat++;
    return seat;
}

int main(int argc, char **argv) {
    if (argc != 4) return fprintf(stderr, "usage: liars_dice DICE MATCHES SEED\n"), 2;
    int dice = atoi(argv[1]), many = atoi(argv[2]), mask;
    uint64_t seed = strtoull(argv[3], NULL, 10);
    int32_t events[EVENTS];
    long played = 0, wins = 0;
    struct timespec began, ended;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &began);
    for (int match = 0; match < many; match++) {
        State s;
        memset(&s, 0, sizeof s);
        s.due = 2 * dice, s.bid = -1;
        start(seed, match);
        while ((mask = awaited(&s))) {
            int n = legal(&s, next_seat(mask), events);
            apply(&s, events[below(n)]);
            played++;
        }
        wins += s.won == 1;
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &ended);
    printf("%ld %ld %.9f\n", played, wins, ended.tv_sec - began.tv_sec + 1e-9 * (ended.tv_nsec - began.tv_nsec));
    return 0;
}
