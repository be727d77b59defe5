import { describe, expect, test } from 'vitest'
import { ChessKernel } from '../../../src/formats/chess-kernel.ts'
import { FormatError } from '../../../src/issues/errors.ts'
import { depths, mainLine } from '../../../src/model/tree.ts'
import { openPgn, readPgn, writePgn } from '../../support/pgn.ts'

describe('size and depth', () => {
  test('variations 10,000 deep', async () => {
    const depth = 10_000
    const replies = ['a6', 'a5', 'b6', 'b5', 'c6', 'c5', 'd6', 'e6', 'e5']
    // 1. e4 e5 (1... a6 2. d4 (2. d3 ...: each variation begins within the one before.
    const opening = Array.from({ length: depth }, (_, level) => ` (${level % 2 === 0 ? '1. c4' : '1. d4'} `).join('')
    const { records, issues } = await readPgn(`1. e4${opening}${')'.repeat(depth)} ${replies[0]} *`)
    expect(issues).toEqual([])
    expect(records[0]!.nodes).toHaveLength(depth + 3)
    const written = await writePgn(records)
    expect((await readPgn(written.bytes)).records).toEqual(records)
    expect(Math.max(...written.text.split('\n').map(({ length }) => length))).toBeLessThan(80)
  })

  test('variations 10,000 deep, each a move further', async () => {
    const cycle = ['Nf3', 'Nf6', 'Ng1', 'Ng8']
    const text = Array.from(
      { length: 10_000 },
      (_, ply) => `${cycle[ply % 4]} (${['Nc3', 'Nc6', 'Na3', 'Na6'][ply % 2]}`,
    )
    const { records } = await readPgn(`1. ${text.join(' ')}${')'.repeat(10_000)} *`)
    expect(Math.max(...depths(records[0]!.nodes))).toBeGreaterThan(1)
    expect((await readPgn((await writePgn(records)).bytes)).records).toEqual(records)
  })

  test('a line of 200,000 moves', async () => {
    const cycle = ['Nf3', 'Nf6', 'Ng1', 'Ng8']
    const text = `1. ${Array.from({ length: 200_000 }, (_, ply) => cycle[ply % 4]).join(' ')}`
    const { records, issues } = await readPgn(`${text} *`)
    expect(issues).toEqual([])
    expect(mainLine(records[0]!.nodes)).toHaveLength(200_000)
    const collection = await openPgn(`${text} *`)
    for (const { playedLine } of collection.entries({ playedLine: { keys: true } })) {
      expect(playedLine!.keyed!.length).toBe(200_000)
    }
    expect((await readPgn((await writePgn(records)).bytes)).records).toEqual(records)
  })

  test.each([
    ['parentheses', '1. e4 '.concat('('.repeat(500_000))],
    ['closing parentheses', '1. e4 '.concat(')'.repeat(500_000))],
    ['braces', '1. e4 '.concat('{'.repeat(500_000))],
    ['comments', '1. e4 '.concat('{a}'.repeat(200_000))],
    ['broken comments', '1. e4 '.concat('{a\n}'.repeat(200_000))],
    ['line comments', '1. e4 '.concat(';a\n\n'.repeat(200_000))],
    ['commands', '1. e4 {'.concat('[%clk 1:00:00]'.repeat(100_000))],
    ['tags', '[Event "x"]\n'.repeat(100_000)],
    ['different tags', Array.from({ length: 100_000 }, (_, index) => `[T${index} "x"]\n`).join('')],
    ['tags on one line', '[Event "x"] '.repeat(100_000)],
    ['values without quotes', '1. e4 '.concat('[a b '.repeat(200_000))],
    ['brackets', '[Event "x"]\n1. e4 '.concat('[\n'.repeat(200_000))],
    ['glyphs', '1. e4 '.concat('$1 '.repeat(200_000))],
    ['symbols', '1. e4 '.concat('& '.repeat(200_000))],
    ['exclamation marks', '1. e4'.concat('!'.repeat(1_000_000))],
    ['digits', '1. e4 '.concat('1'.repeat(1_000_000))],
    ['one long word', '1. e4 '.concat('x'.repeat(1_000_000))],
    ['many strange words', '1. e4 '.concat('xyz '.repeat(200_000))],
    ['games without end', '1. e4 *\n'.repeat(50_000)],
    ['results', '1. e4 '.concat('1-0 '.repeat(200_000))],
    ['stray lines', '1. e4 * '.concat('x\n'.repeat(500_000))],
    ['quotes', '[Event "'.concat('"'.repeat(1_000_000))],
    ['escape lines', '1. e4\n'.concat('%x\n'.repeat(200_000))],
    ['variations side by side', '1. e4 '.concat('(1. d4) '.repeat(50_000))],
  ])('%s without number', async (_, text) => {
    const collection = await openPgn(text)
    const start = process.threadCpuUsage()
    for (const { record } of collection.entries()) expect(record!.nodes.length).toBeGreaterThan(0)
    const kernel = new ChessKernel()
    for (const { record } of collection.entries({ kernel })) expect(record!.nodes.length).toBeGreaterThan(0)
    // A generous bound that only work growing with the square of the size passes; of processor time, which other
    // programs do not take.
    const { user, system } = process.threadCpuUsage(start)
    expect(user + system).toBeLessThan(20e6)
  })
})

describe('what is not PGN is refused', () => {
  test.each([
    ['a picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])],
    ['a Go game', '(;GM[1]FF[4]SZ[19];B[pd];W[dp])'],
    ['prose', 'Once upon a time there was a board'],
  ])('%s', async (_, content) => {
    const error = await openPgn(content).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(FormatError)
    expect((error as FormatError).place).toEqual({ file: 'games.pgn', offset: 0 })
    expect((error as FormatError).code).toBe('pgn/not-pgn')
  })

  test('an empty file holds no games', async () => {
    const collection = await openPgn('')
    expect(collection.count).toBe(0)
    expect(collection.issues.map(({ id }) => id)).toEqual(['pgn/empty'])
  })

  test('an index out of range is a mistake of the caller', async () => {
    const collection = await openPgn('1. e4 *')
    expect(() => collection.entry(1)).toThrow(TypeError)
    expect(() => collection.listing(-1)).toThrow(TypeError)
  })
})
