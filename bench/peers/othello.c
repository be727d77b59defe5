/*
 * A native peer of the rules of Othello on 8 x 8: 64-bit bitboards in plain C.
 *
 *   othello perft DEPTH      lines of moves from the usual start; prints "LINES SECONDS"
 *   othello wthor FILE...    year files of WTHOR: every move checked, with the key of every
 *                            position; prints "GAMES MOVES SUM SECONDS"
 *
 * Seconds are processor time, of the fastest of several runs.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint64_t u64;

static const u64 INNER = 0x7e7e7e7e7e7e7e7eULL;
static const int STEPS[4] = {1, 7, 8, 9};

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec / 1e9;
}

static inline u64 moves_of(u64 own, u64 enemy) {
  u64 moves = 0;
  for (int direction = 0; direction < 4; direction++) {
    int step = STEPS[direction];
    u64 inner = step == 8 ? enemy : enemy & INNER;
    u64 run = inner & (own << step), pairs = inner & (inner << step);
    run |= inner & (run << step);
    run |= pairs & (run << 2 * step);
    run |= pairs & (run << 2 * step);
    moves |= run << step;
    run = inner & (own >> step), pairs = inner & (inner >> step);
    run |= inner & (run >> step);
    run |= pairs & (run >> 2 * step);
    run |= pairs & (run >> 2 * step);
    moves |= run >> step;
  }
  return moves & ~(own | enemy);
}

static inline u64 flips_of(u64 own, u64 enemy, int square) {
  u64 flips = 0, disc = 1ULL << square;
  for (int direction = 0; direction < 4; direction++) {
    int step = STEPS[direction];
    u64 inner = step == 8 ? enemy : enemy & INNER;
    u64 run = inner & (disc << step), pairs = inner & (inner << step);
    run |= inner & (run << step);
    run |= pairs & (run << 2 * step);
    run |= pairs & (run << 2 * step);
    if ((run << step) & own) flips |= run;
    run = inner & (disc >> step), pairs = inner & (inner >> step);
    run |= inner & (run >> step);
    run |= pairs & (run >> 2 * step);
    run |= pairs & (run >> 2 * step);
    if ((run >> step) & own) flips |= run;
  }
  return flips;
}

static u64 perft(u64 own, u64 enemy, int depth) {
  if (depth == 0) return 1;
  u64 moves = moves_of(own, enemy);
  if (!moves) return depth == 1 ? 1 : perft(enemy, own, depth - 1);
  if (depth == 1) return __builtin_popcountll(moves);
  u64 lines = 0;
  for (; moves; moves &= moves - 1) {
    u64 flips = flips_of(own, enemy, __builtin_ctzll(moves));
    lines += perft(enemy ^ flips, own ^ flips ^ (moves & -moves), depth - 1);
  }
  return lines;
}

/* Discs of Black and White, and their difference. */
static u64 black_key[64], white_key[64], flip_key[64], turn_key;

static u64 random64(void) {
  static u64 state = 88172645463325252ULL;
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

static const u64 START_BLACK = 0x0000000810000000ULL, START_WHITE = 0x0000001008000000ULL;

static u64 games, moves, sum;

static void replay(const unsigned char *bytes, const unsigned char *end) {
  u64 own = START_BLACK, enemy = START_WHITE, key = 0, keys[61];
  int white = 0, ply = 0;
  for (; bytes < end && *bytes; bytes++) {
    int row = *bytes / 10 - 1, column = *bytes % 10 - 1;
    if (row < 0 || row > 7 || column < 0 || column > 7) break;
    int square = row * 8 + column;
    if (((own | enemy) >> square) & 1) break;
    u64 flips = flips_of(own, enemy, square);
    if (!flips) {
      if (moves_of(own, enemy)) break;
      flips = flips_of(enemy, own, square);
      if (!flips) break;
      u64 other = own;
      own = enemy;
      enemy = other;
      white = !white;
    }
    keys[ply++] = white ? key ^ turn_key : key;
    key ^= white ? white_key[square] : black_key[square];
    for (u64 left = flips; left; left &= left - 1) key ^= flip_key[__builtin_ctzll(left)];
    u64 mine = own ^ flips ^ (1ULL << square);
    own = enemy ^ flips;
    enemy = mine;
    white = !white;
  }
  int whites_turn = moves_of(own, enemy) ? white : moves_of(enemy, own) ? !white : 0;
  keys[ply] = whites_turn ? key ^ turn_key : key;
  games++;
  moves += ply;
  for (int at = 0; at <= ply; at++) sum += keys[at];
}

int main(int count, char **arguments) {
  if (count == 3 && !strcmp(arguments[1], "perft")) {
    double least = 1e9;
    u64 lines = 0;
    for (int run = 0; run < 3; run++) {
      double start = seconds();
      lines = perft(START_BLACK, START_WHITE, atoi(arguments[2]));
      double taken = seconds() - start;
      if (taken < least) least = taken;
    }
    printf("%llu %.6f\n", (unsigned long long)lines, least);
    return 0;
  }
  if (count < 3 || strcmp(arguments[1], "wthor")) return 2;
  for (int square = 0; square < 64; square++) {
    black_key[square] = random64();
    white_key[square] = random64();
    flip_key[square] = black_key[square] ^ white_key[square];
  }
  turn_key = random64();
  unsigned char **files = malloc(count * sizeof *files);
  long *sizes = malloc(count * sizeof *sizes);
  for (int file = 2; file < count; file++) {
    FILE *in = fopen(arguments[file], "rb");
    if (!in) return 1;
    fseek(in, 0, SEEK_END);
    sizes[file] = ftell(in);
    rewind(in);
    files[file] = malloc(sizes[file] + 1);
    if (fread(files[file], 1, sizes[file], in) != (size_t)sizes[file]) return 1;
    fclose(in);
  }
  double least = 1e9;
  for (int run = 0; run < 8; run++) {
    games = moves = sum = 0;
    double start = seconds();
    for (int file = 2; file < count; file++)
      for (long at = 16; at + 68 <= sizes[file]; at += 68) replay(files[file] + at + 8, files[file] + at + 68);
    double taken = seconds() - start;
    if (taken < least) least = taken;
  }
  printf("%llu %llu %llx %.6f\n", (unsigned long long)games, (unsigned long long)moves, (unsigned long long)sum, least);
  return 0;
}
