// The random generator of a game: ChaCha with 8 rounds, a 256-bit key, a 64-bit block counter and a zero nonce, read
// as little-endian words. Written from docs/fairness.md rather than from the server's code, so that each checks the
// other.

const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];
const rotate = (word: number, bits: number) => (word << bits) | (word >>> (32 - bits));

function quarter(x: Int32Array, a: number, b: number, c: number, d: number): void {
  x[a] = x[a]! + x[b]!;
  x[d] = rotate(x[d]! ^ x[a]!, 16);
  x[c] = x[c]! + x[d]!;
  x[b] = rotate(x[b]! ^ x[c]!, 12);
  x[a] = x[a]! + x[b]!;
  x[d] = rotate(x[d]! ^ x[a]!, 8);
  x[c] = x[c]! + x[d]!;
  x[b] = rotate(x[b]! ^ x[c]!, 7);
}

/** The sixteen words of a block. */
export function block(key: Uint8Array, counter: number): Uint32Array {
  const words = new DataView(key.buffer, key.byteOffset, 32);
  const begin = Int32Array.from([
    ...CONSTANTS,
    ...Array.from({ length: 8 }, (_, i) => words.getInt32(4 * i, true)),
    counter,
    Math.floor(counter / 2 ** 32),
    0,
    0,
  ]);
  const x = begin.slice();
  for (let round = 0; round < 4; round++) {
    for (let i = 0; i < 4; i++) quarter(x, i, 4 + i, 8 + i, 12 + i);
    for (let i = 0; i < 4; i++) quarter(x, i, 4 + ((i + 1) % 4), 8 + ((i + 2) % 4), 12 + ((i + 3) % 4));
  }
  return Uint32Array.from(x, (word, i) => word + begin[i]!);
}

export class Stream {
  private word = 0;
  private words = new Uint32Array(16);

  constructor(private readonly key: Uint8Array) {}

  private next(): bigint {
    if (this.word % 16 === 0) this.words = block(this.key, this.word / 16) as Uint32Array<ArrayBuffer>;
    return BigInt(this.words[this.word++ % 16]!);
  }

  /** A uniform integer from 0 to count-1, by Lemire's method. */
  below(count: number): number {
    const size = BigInt(count);
    const low = 0xffff_ffffn;
    let product = this.next() * size;
    if ((product & low) < size) {
      const extra = ((1n << 32n) - size) % size;
      while ((product & low) < extra) product = this.next() * size;
    }
    return Number(product >> 32n);
  }

  shuffle(things: unknown[]): void {
    for (let last = things.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [things[last], things[other]] = [things[other], things[last]];
    }
  }
}
