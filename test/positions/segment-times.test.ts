/** Times of stones as a segment has them, against those that are read from the lines themselves. */
import { describe, expect, it } from 'vitest'
import { FormatError } from '../../src/issues/errors.ts'
import {
  LAST_EVENT,
  LINE_HEAD,
  PASS_VALUE,
  SECOND_BEGINS,
  SET_UP_EVENT,
  STONE_SHIFT,
} from '../../src/positions/main-line.ts'
import { blockChecksum, BLOCK_GAMES } from '../../src/positions/segment/segment-blocks.ts'
import { BlockTimes, TimesWriter } from '../../src/positions/segment/segment-times.ts'
import { StoneTimes } from '../../src/positions/segment/stone-times.ts'
import { randomInt, seededRandom } from '../support/random.ts'
import { scaled } from '../support/scale.ts'

const PLACE = { file: 'segment', offset: 100 }
const BLOCK = 3
const CHECKSUM_SIZE = 4

/** A line of events that no rules made: stones come and go, sides pass or move twice, some are set up before. */
function randomLine(random: () => number, columns: number, rows: number, events: number): Uint16Array {
  const square = () => randomInt(random, columns * rows)
  const begins = random() < 0.3 ? SECOND_BEGINS : 0
  const set = random() < 0.3 ? new Set(Array.from({ length: randomInt(random, 9) }, square)) : undefined
  const line = [columns | (rows << 8), set ? begins | (set.size + 1) : begins]
  for (const at of set ?? []) line.push(at | ((1 + randomInt(random, 2)) << STONE_SHIFT) | SET_UP_EVENT)
  let turn = begins === 0 ? 1 : 2
  for (let event = 0; event < events; event++) {
    const chance = random()
    if (chance < 0.02) line.push(turn | (PASS_VALUE << STONE_SHIFT) | LAST_EVENT)
    else if (chance < 0.9) line.push(square() | (turn << STONE_SHIFT) | LAST_EVENT)
    else line.push(square() | (turn << STONE_SHIFT), square(), square() | LAST_EVENT)
    if (random() < 0.97) turn = 3 - turn
  }
  return Uint16Array.from(line)
}

/** What times say of every point, from the base of the game: -1 for never. */
function pointsOf({ stones, gone, base, end }: StoneTimes, squares: number): number[][] {
  return Array.from({ length: squares }, (_, square) => {
    return [stones[square]!, gone[square]!].map((time) => (time >= end ? -1 : time - base))
  })
}

function blockOf(lines: readonly (Uint16Array | undefined)[]): Uint8Array {
  const writer = new TimesWriter()
  for (const [index, line] of lines.entries()) if (line) writer.add(index, line)
  return writer.endBlock(BLOCK, lines.length)
}

describe('times of stones in a segment', () => {
  it('are those that the lines have', () => {
    const random = seededRandom(5)
    for (let round = 0; round < scaled(20, 500); round++) {
      const games = round === 0 ? BLOCK_GAMES : 1 + randomInt(random, BLOCK_GAMES)
      const lines = Array.from({ length: games }, () => {
        if (random() < 0.1) return undefined
        const side = random() < 0.2 ? 2 + randomInt(random, 18) : 19
        return randomLine(random, side, random() < 0.1 ? 2 + randomInt(random, 18) : side, randomInt(random, 400))
      })
      const block = new BlockTimes(BLOCK, blockOf(lines), games, PLACE, false)
      const [own, loaded, listed] = [new StoneTimes(), new StoneTimes(), new StoneTimes()]
      for (const [index, line] of lines.entries()) {
        if (!line) {
          expect(block.headOf(index)).toEqual([0, 0])
          continue
        }
        expect(block.headOf(index)).toEqual([line[0], line[1]])
        const squares = (line[0]! & 0xff) * (line[0]! >> 8)
        const men = Math.max(0, (line[1]! & ~SECOND_BEGINS) - 1)
        expect(own.read(line, LINE_HEAD, LINE_HEAD + men, line.length)).toBe(true)
        expect(block.load(index, loaded)).toBe(true)
        expect(pointsOf(loaded, squares)).toEqual(pointsOf(own, squares))
        block.loadListed(index, listed)
        for (const [square, point] of pointsOf(listed, squares).entries()) {
          if (point[0] !== -1) expect(point).toEqual(pointsOf(own, squares)[square])
        }
      }
    }
  })

  it('are not told of lines in which stones are set up, and of boards of more than 361 points', () => {
    const random = seededRandom(6)
    const edited = Uint16Array.from([
      ...randomLine(random, 19, 19, 30),
      40 | (1 << STONE_SHIFT) | SET_UP_EVENT | LAST_EVENT,
    ])
    const large = randomLine(random, 21, 21, 30)
    const block = new BlockTimes(BLOCK, blockOf([edited, large, randomLine(random, 19, 19, 30)]), 3, PLACE, false)
    expect([0, 1, 2].map((game) => block.isTold(game))).toEqual([false, false, true])
    expect([0, 1, 2].map((game) => block.load(game, new StoneTimes()))).toEqual([false, false, true])
  })

  it('are refused when they are damaged, and never crash where their checksum was made to fit', () => {
    const random = seededRandom(7)
    const lines = Array.from({ length: 12 }, () => randomLine(random, 19, 19, 200))
    const whole = blockOf(lines)
    expect(() => new BlockTimes(BLOCK + 1, whole, lines.length, PLACE, false)).toThrow(FormatError)
    let refused = 0
    for (let round = 0; round < scaled(300, 20_000); round++) {
      const bytes = random() < 0.1 ? whole.slice(0, randomInt(random, whole.length)) : whole.slice()
      const at = CHECKSUM_SIZE + randomInt(random, random() < 0.5 ? lines.length * 6 : whole.length)
      if (at < bytes.length) bytes[at] = randomInt(random, 256)
      if (bytes.length >= CHECKSUM_SIZE) {
        const checksum = blockChecksum(BLOCK, bytes.subarray(CHECKSUM_SIZE))
        new DataView(bytes.buffer).setUint32(0, checksum, true)
      }
      try {
        const block = new BlockTimes(BLOCK, bytes, lines.length, PLACE, false)
        for (let game = 0; game < lines.length; game++) block.load(game, new StoneTimes())
      } catch (error) {
        expect(error).toBeInstanceOf(FormatError)
        expect((error as FormatError).place).toEqual(PLACE)
        refused++
      }
    }
    expect(refused).toBeGreaterThan(10)
  })
})
