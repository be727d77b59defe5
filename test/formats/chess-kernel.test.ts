/** What the kernel makes of plain games is what the readers make of them, and it leaves all others to them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Collection, Entry } from '../../src/formats/format.ts'
import type { HashedLine } from '../../src/formats/hashed-line.ts'
import { ChessKernel } from '../../src/formats/chess-kernel.ts'
import { detectFormat } from '../../src/convert/detect.ts'
import { bareLineOf } from '../../src/model/bare-line.ts'
import { DiskFileSet } from '../../src/node/file-source.ts'
import { encodeMove } from '../../src/positions/move-code.ts'
import type { SanTexts } from '../../src/rules/chess/index.ts'
import { emptyRecord, type GameRecord } from '../../src/model/record.ts'
import { mutateBytes } from '../hostile/mutators.ts'
import { compileKernel, kernelModule } from '../support/compile-kernel.ts'
import { gameRecords, openFiles, rewritten } from '../support/chessbase-records.ts'
import { corpusCases, corpusPath, hasCorpus } from '../support/corpus.ts'
import { openPgn } from '../support/pgn.ts'
import { rareGame, writeStyled } from '../support/plain-games.ts'
import fc from '../support/properties.ts'
import { randomInt, seededRandom } from '../support/random.ts'
import { scaled } from '../support/scale.ts'

const HEAD = '[Event "?"]\n'

const kernel = new ChessKernel()

function contentsOf({ moves, keys, length }: HashedLine): unknown {
  return { moves: moves.slice(0, length), keys: keys.slice(0, 2 * length + 2) }
}

/** The texts of all moves one after the other, and each by itself. */
function textsOf(san: SanTexts, count: number): unknown {
  const text = (from: number, to: number) => String.fromCharCode(...san.bytes.subarray(from, to))
  return Array.from(
    { length: count },
    (_, index) => text(san.ends[index]!, san.starts[index + 1]!) + text(san.starts[index + 1]!, san.ends[index + 1]!),
  )
}

/** All that an entry says. Nodes are looked at last: asking for them makes them. */
function described({ index, record, document, issues, line, san, played }: Entry): unknown {
  const bareLine = record && bareLineOf(record)
  const proves = record && played?.proveLegal(record)
  const texts = bareLine && san?.matchesLine(bareLine) ? textsOf(san, bareLine.length) : undefined
  return { index, document, issues, line: line && contentsOf(line), bareLine, proves, texts, record: { ...record } }
}

/** Compares the entries of a collection read with and without the kernel; returns how many the kernel read. */
function compare(collection: Collection, to = Infinity): { games: number; plain: number } {
  const count = { games: 0, plain: 0 }
  for (const options of [
    { lines: true, san: true, bare: true },
    { lines: true, played: true },
  ]) {
    const alone = collection.entries({ ...options, to })
    for (const entry of collection.entries({ ...options, to, kernel })) {
      const expected = alone.next().value as Entry
      const { line } = entry
      expect(described(entry)).toEqual(described(expected))
      if (!options.bare) continue
      count.games++
      if (!line?.codes) continue
      count.plain++
      const codes = Array.from(line.moves.subarray(0, line.length), (move) => encodeMove('chess', move))
      expect([...line.codes.subarray(0, line.length)]).toEqual(codes)
    }
    expect(alone.next().done).toBe(true)
  }
  return count
}

function recordOf(moves: readonly number[]): GameRecord {
  const record = emptyRecord('chess')
  for (const [index, move] of moves.entries()) record.nodes.push({ parent: index, move })
  return record
}

/** Games one after the other, each with a tag. */
function joined(games: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(games.flatMap((game) => [...new TextEncoder().encode(HEAD), ...game, 0x0a, 0x0a]))
}

test('the kernel is what its sources are compiled to', () => {
  const path = join(import.meta.dirname, '../../src/formats/chess-kernel/module.ts')
  expect(kernelModule(compileKernel())).toBe(readFileSync(path, 'utf8'))
})

test('random games in all styles', async () => {
  const random = seededRandom(1)
  let plain = 0
  let games = 0
  for (let round = 0; round < scaled(20, 400); round++) {
    const texts = Array.from({ length: 20 }, () => {
      const result = random() < 0.1 ? '0-0' : '*'
      return `${HEAD}[Result "${result}"]\n\n${writeStyled(rareGame(random, randomInt(random, 250)), random)}\n\n`
    })
    const count = compare(await openPgn(texts.join('')))
    plain += count.plain
    games += count.games
  }
  expect(plain).toBeGreaterThan(games * 0.3)
  expect(plain).toBeLessThan(games * 0.8)
})

test('mutations of movetext', async () => {
  const random = seededRandom(2)
  const texts = Array.from({ length: 50 }, () => {
    return new TextEncoder().encode(writeStyled(rareGame(random, 60), () => 0.5))
  })
  let plain = 0
  for (let round = 0; round < scaled(100, 5000); round++) {
    const games = Array.from({ length: 20 }, () => mutateBytes(texts[randomInt(random, texts.length)]!, random))
    plain += compare(await openPgn(joined(games))).plain
  }
  expect(plain).toBeGreaterThan(150)
})

test('mutations of moves of ChessBase', async () => {
  const random = seededRandom(3)
  const { files } = await rewritten(Array.from({ length: 20 }, () => recordOf(rareGame(random, 120))))
  const [name, bytes] = [...files].find(([file]) => file.endsWith('.cbg'))!
  let plain = 0
  for (let round = 0; round < scaled(80, 5000); round++) {
    const changed = bytes.slice()
    for (let change = randomInt(random, 8); change >= 0; change--)
      changed[randomInt(random, bytes.length)] = randomInt(random, 256)
    plain += compare(await openFiles(new Map([...files, [name, changed]]))).plain
  }
  expect(plain).toBeGreaterThan(500)
})

test('games of ChessBase with all that they may have', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(gameRecords, { minLength: 1, maxLength: 4 }), async (games) => {
      compare((await rewritten(games)).collection)
    }),
    { numRuns: scaled(60, 2000) },
  )
})

test('games that are too long are left to the reader', async () => {
  const shuffle = ['Nf3', 'Nf6', 'Ng1', 'Ng8']
  for (const [plies, isPlain] of [
    [1024, true],
    [1025, false],
  ] as const) {
    const text = Array.from({ length: plies }, (_, ply) => shuffle[ply % 4]).join(' ')
    expect(compare(await openPgn(`${HEAD}${text}`)).plain).toBe(isPlain ? 1 : 0)
  }
  expect(compare(await openPgn(`${HEAD}e4${' '.repeat(40_000)}e5 *`)).plain).toBe(0)
})

const FILES = [...corpusCases('chess-pgn', /\.pgn$/), ...corpusCases('chessbase', /\.cbh$/i)]

test.skipIf(!hasCorpus('chess-pgn')).each(FILES)('%s', async (path) => {
  const files = new DiskFileSet(corpusPath(path))
  try {
    const format = detectFormat(files.main)!
    compare(await format.open!(files), scaled(300, Infinity))
  } finally {
    files.close()
  }
})
