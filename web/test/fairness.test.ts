// The browser's code for verifying a shuffle agrees with the server's and with the standards.
import { createHash, createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { commitment, dealKey } from "../src/fairness/commitment";
import { fromHex, hmac, sha256, toHex } from "../src/fairness/sha256";
import { block, Stream } from "../src/fairness/stream";

const COUNT = Uint8Array.from({ length: 32 }, (_, i) => i);
const SEED = toHex(COUNT);

describe("SHA-256 and HMAC", () => {
  test.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 1000])("of %i bytes", (length) => {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 31 + length) % 256);
    expect(toHex(sha256(bytes))).toBe(createHash("sha256").update(bytes).digest("hex"));
    expect(toHex(hmac(COUNT, bytes))).toBe(createHmac("sha256", COUNT).update(bytes).digest("hex"));
    expect(toHex(hmac(bytes, COUNT))).toBe(createHmac("sha256", bytes).update(COUNT).digest("hex"));
  });

  test("hexadecimal digits and back", () => {
    expect(fromHex(SEED)).toEqual(COUNT);
    expect(fromHex("")).toEqual(new Uint8Array());
  });
});

const BLOCKS: [number, number[]][] = [
  [
    0,
    [
      2410812736, 1789596270, 2070341849, 856868145, 655855607, 1339667088, 3610143538, 3418275071, 917348095,
      1003391327, 3159703663, 4254113141, 656245647, 2480910535, 2196617651, 3596001848,
    ],
  ],
  [
    1,
    [
      258873974, 1505276616, 2935204341, 2574584343, 3458445488, 2607142777, 930737714, 2305978942,
      2314350449, 526651379, 4163863245, 3640612582, 4170274418, 867477305, 1393604261, 3769539545,
    ],
  ],
  [
    2 ** 32 + 5,
    [
      2144310584, 3054529752, 2708002985, 1208955533, 3696814753, 1562944964, 517106512, 64502274, 1836282648,
      2011865878, 3023691876, 2436578300, 3223975104, 3948866384, 2859965912, 1693054141,
    ],
  ],
];
/** Pairs of a number and the range it was drawn from; some of the generator's words must be rejected. */
const BELOW = [
  [5, 2],
  [7, 2],
  [110, 53],
  [3, 0],
  [2 ** 31 + 1, 327927803],
  [2 ** 31 + 1, 1805071769],
  [2 ** 31 + 1, 458674047],
  [30, 7],
] as const;
const SHUFFLED = [19, 7, 17, 16, 13, 10, 3, 1, 5, 11, 6, 15, 4, 0, 12, 8, 9, 2, 18, 14];

// The same numbers are in tests/server/test_fairness.py.
test("the commitment and the key of a game", () => {
  expect(commitment(SEED)).toBe("630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
  const key = (nonces: (string | null)[]) => toHex(dealKey(SEED, nonces));
  expect(key([null, null])).toBe("412a5505cca65653e4e00ee983accb042891a094ed3ee1b385007582b54d6537");
  const nonces = ["a1".repeat(16), "b2".repeat(16)];
  expect(key(nonces)).toBe("40b7b86193cfe27d22f6e557b11d49884d0dbf2fe27bfc6a6b694a2968d8af74");
});

describe("the generator agrees with whistlestop.core.rng for the key 00 01 ... 1f", () => {
  test.each(BLOCKS)("block %i", (counter, words) => {
    expect([...block(COUNT, counter)]).toEqual(words);
  });

  test("numbers and a shuffle", () => {
    const stream = new Stream(COUNT);
    expect(BELOW.map(([count]) => stream.below(count))).toEqual(BELOW.map(([, got]) => got));
    const things = Array.from({ length: 20 }, (_, i) => i);
    stream.shuffle(things);
    expect(things).toEqual(SHUFFLED);
  });
});
