/**
 * The Data Encryption Standard, block by block (ECB), as password archives
 * use it. Tables from FIPS PUB 46-3, in which bits are numbered from 1, the highest first.
 */

const INITIAL_PERMUTATION = [
  58, 50, 42, 34, 26, 18, 10, 2, 60, 52, 44, 36, 28, 20, 12, 4, 62, 54, 46, 38, 30, 22, 14, 6, 64, 56, 48, 40, 32, 24,
  16, 8, 57, 49, 41, 33, 25, 17, 9, 1, 59, 51, 43, 35, 27, 19, 11, 3, 61, 53, 45, 37, 29, 21, 13, 5, 63, 55, 47, 39, 31,
  23, 15, 7,
]

/** Permuted choice 1: the 56 bits of the key in use; permuted choice 2: the 48 of a round. */
const KEY_CHOICE = [
  57, 49, 41, 33, 25, 17, 9, 1, 58, 50, 42, 34, 26, 18, 10, 2, 59, 51, 43, 35, 27, 19, 11, 3, 60, 52, 44, 36, 63, 55,
  47, 39, 31, 23, 15, 7, 62, 54, 46, 38, 30, 22, 14, 6, 61, 53, 45, 37, 29, 21, 13, 5, 28, 20, 12, 4,
]
const ROUND_CHOICE = [
  14, 17, 11, 24, 1, 5, 3, 28, 15, 6, 21, 10, 23, 19, 12, 4, 26, 8, 16, 7, 27, 20, 13, 2, 41, 52, 31, 37, 47, 55, 30,
  40, 51, 45, 33, 48, 44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32,
]
const SHIFTS = [1, 1, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 2, 1]

const ROUND_PERMUTATION = [
  16, 7, 20, 21, 29, 12, 28, 17, 1, 15, 23, 26, 5, 18, 31, 10, 2, 8, 24, 14, 32, 27, 3, 9, 19, 13, 30, 6, 22, 11, 4, 25,
]

/** The eight substitution boxes, a line each, with four rows of sixteen in hexadecimal digits. */
const BOXES = `
  e4d12fb83a6c5907 0f74e2d1a6cb9538 41e8d62bfc973a50 fc8249175b3ea06d
  f18e6b34972dc05a 3d47f28ec01a69b5 0e7ba4d158c6932f d8a13f42b67c05e9
  a09e63f51dc7b428 d709346a285ecbf1 d6498f30b12c5ae7 1ad069874fe3b52c
  7de3069a1285bc4f d8b56f03472c1ae9 a690cb7df13e5284 3f06a1d8945bc72e
  2c417ab6853fd0e9 eb2c47d150fa3986 421bad78f9c5630e b8c71e2d6f09a453
  c1af92680d34e75b af427c9561de0b38 9ef528c3704a1db6 432c95fabe17608d
  4b2ef08d3c975a61 d0b7491ae35c2f86 14bdc37eaf680592 6bd814a7950fe23c
  d2846fb1a93e50c7 1fd8a374c56b0e92 7b419ce206adf358 21e74a8dfc90356b
`

const ROUNDS = 16
const BLOCK = 8

/** What the cipher looks up. */
interface Tables {
  /** The result of a box and the round permutation for six bits, at `box << 6 | bits`. */
  boxes: Int32Array
  /** The permutations before the first round and after the last, by {@link byteTables}. */
  initial: Int32Array
  final: Int32Array
}

/** Made for the first key: they take longer than opening a small database, and few archives have a password. */
let tables: Tables | undefined

function makeTables(): Tables {
  return {
    boxes: boxOutputs(),
    initial: byteTables(INITIAL_PERMUTATION),
    // The final permutation undoes the initial one.
    final: byteTables(Array.from({ length: 64 }, (_, to) => INITIAL_PERMUTATION.indexOf(to + 1) + 1)),
  }
}

function boxOutputs(): Int32Array {
  const outputs = new Int32Array(8 << 6)
  for (const [box, line] of BOXES.trim().split('\n').entries()) {
    const digits = line.replaceAll(' ', '')
    for (let bits = 0; bits < 64; bits++) {
      const row = ((bits >> 4) & 2) | (bits & 1)
      const digit = Number.parseInt(digits[(row << 4) | ((bits >> 1) & 15)]!, 16)
      const word = digit << (28 - 4 * box)
      let output = 0
      for (const [to, from] of ROUND_PERMUTATION.entries()) output |= ((word >>> (32 - from)) & 1) << (31 - to)
      outputs[(box << 6) | bits] = output
    }
  }
  return outputs
}

/** A 64-bit permutation as the contribution of each byte value in each position: left half, then right half. */
function byteTables(permutation: readonly number[]): Int32Array {
  const halves = new Int32Array(BLOCK * 256 * 2)
  for (const [to, from] of permutation.entries()) {
    const place = (from - 1) >> 3
    const bit = 7 - ((from - 1) & 7)
    for (let value = 0; value < 256; value++) {
      if (((value >> bit) & 1) === 0) continue
      halves[((place << 8) | value) * 2 + (to >> 5)]! |= 1 << (31 - (to & 31))
    }
  }
  return halves
}

/** Six bits for each box in each round. */
function makeRoundKeys(key: Uint8Array): Uint8Array {
  const bitOfKey = (number: number) => (key[(number - 1) >> 3]! >> (7 - ((number - 1) & 7))) & 1
  let left = KEY_CHOICE.slice(0, 28).map(bitOfKey)
  let right = KEY_CHOICE.slice(28).map(bitOfKey)
  const keys = new Uint8Array(ROUNDS * 8)
  for (let round = 0; round < ROUNDS; round++) {
    const shift = SHIFTS[round]!
    left = [...left.slice(shift), ...left.slice(0, shift)]
    right = [...right.slice(shift), ...right.slice(0, shift)]
    const bits = [...left, ...right]
    for (const [index, number] of ROUND_CHOICE.entries()) {
      keys[round * 8 + Math.floor(index / 6)]! |= bits[number - 1]! << (5 - (index % 6))
    }
  }
  return keys
}

/** A cipher with one key of eight bytes. */
export class Des {
  private readonly keys: Uint8Array
  private readonly tables: Tables

  constructor(key: Uint8Array) {
    if (key.length !== BLOCK) throw new TypeError('a key of eight bytes was expected')
    this.keys = makeRoundKeys(key)
    this.tables = tables ??= makeTables()
  }

  /** Decrypts whole blocks; bytes after the last whole block are ignored. */
  decrypt(bytes: Uint8Array): Uint8Array {
    return this.run(bytes, true)
  }

  /** Encrypts whole blocks; bytes after the last whole block are ignored. */
  encrypt(bytes: Uint8Array): Uint8Array {
    return this.run(bytes, false)
  }

  private run(bytes: Uint8Array, isBackwards: boolean): Uint8Array {
    const output = new Uint8Array(bytes.length - (bytes.length % BLOCK))
    const { keys } = this
    const { boxes, initial, final } = this.tables
    for (let block = 0; block < output.length; block += BLOCK) {
      let left = 0
      let right = 0
      for (let place = 0; place < BLOCK; place++) {
        const at = ((place << 8) | bytes[block + place]!) * 2
        left |= initial[at]!
        right |= initial[at + 1]!
      }
      for (let round = 0; round < ROUNDS; round++) {
        const key = (isBackwards ? ROUNDS - 1 - round : round) * 8
        let mixed = left
        for (let box = 0; box < 8; box++) {
          // Six bits of the right half, each group overlapping the next by two, around the ends.
          const turn = (27 - 4 * box) & 31
          const group = ((right >>> turn) | (turn === 0 ? 0 : right << (32 - turn))) & 63
          mixed ^= boxes[(box << 6) | (group ^ keys[key + box]!)]!
        }
        left = right
        right = mixed
      }
      // The halves are swapped after the last round.
      writePermuted(final, output, block, right, left)
    }
    return output
  }
}

function writePermuted(
  permutation: Int32Array,
  output: Uint8Array,
  block: number,
  first: number,
  second: number,
): void {
  let left = 0
  let right = 0
  for (let place = 0; place < BLOCK; place++) {
    const word = place < 4 ? first : second
    const at = ((place << 8) | ((word >>> (24 - 8 * (place & 3))) & 0xff)) * 2
    left |= permutation[at]!
    right |= permutation[at + 1]!
  }
  for (let place = 0; place < 4; place++) {
    output[block + place] = left >>> (24 - 8 * place)
    output[block + 4 + place] = right >>> (24 - 8 * place)
  }
}
