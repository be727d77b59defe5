/** Conditions on positions and openings give the same answers by the keys of a reader as by playing the moves. */
import { expect, test } from 'vitest'
import { detectFormat } from '../../src/convert/detect.ts'
import { MemoryFileSet, MemorySource, type FileSet } from '../../src/bytes/source.ts'
import type { Collection } from '../../src/formats/format.ts'
import { KeyedLine } from '../../src/rules/keyed-line.ts'
import { withNodes } from '../../src/model/line-record.ts'
import type { GameRecord } from '../../src/model/record.ts'
import { mainLineMoves } from '../../src/model/tree.ts'
import { DiskFileSet } from '../../src/node/file-source.ts'
import { loadAllOpenings, withOpening } from '../../src/openings/index.ts'
import { makeGameTest, parseConditions, type ConditionTexts, type GameTest } from '../../src/query/index.ts'
import { rulesOf } from '../../src/rules/index.ts'
import { OWN_INPUTS, PASSWORD } from '../hostile/own-inputs.ts'
import { corpusCases, corpusPath, hasCorpus } from '../support/corpus.ts'
import { openPgn } from '../support/pgn.ts'
import { scaled } from '../support/scale.ts'

/** Entries compared of each file. */
const SAMPLE = scaled(300, 5000)
/** From so many games on, a position is looked for in those that follow. */
const WANTED_OF = 7

const books = await loadAllOpenings()

async function testOf(texts: ConditionTexts): Promise<GameTest> {
  return await makeGameTest(parseConditions(texts))
}

const CHESS_TESTS = await Promise.all([
  testOf({ game: 'chess', opening: 'A-B' }),
  testOf({ game: 'chess', opening: 'defence' }),
  testOf({ material: 'KQRRBBNNPPPPPPPkqrrbbnnppppppp' }),
  testOf({ material: 'minor=2' }),
  testOf({ pattern: '????????/????????/????????/????p/????P' }),
  testOf({ pattern: '?????rk?/?????ppp' }),
  testOf({ position: 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1' }),
])

/** A test for the position that the main line has halfway; none for a line that cannot be played. */
async function halfway(record: GameRecord): Promise<GameTest | undefined> {
  const rules = rulesOf(record.game)
  try {
    const position = rules.start(record)
    const moves = mainLineMoves(record.nodes)
    for (const move of moves.slice(0, moves.length >> 1)) rules.play(position, move)
    return await makeGameTest({ position: { game: record.game, position } })
  } catch {
    return undefined
  }
}

/** Compares the answers; returns how many lines and how many games found there were. */
async function compare(collection: Collection): Promise<{ lines: number; found: number }> {
  const count = { lines: 0, found: 0 }
  const wanted: GameTest[] = []
  for (const { record, playedLine, index } of collection.entries({
    to: SAMPLE,
    bare: true,
    playedLine: { keys: true },
  })) {
    const line = playedLine?.keyed
    if (!record || !line) continue
    count.lines++
    expect(line).toBeInstanceOf(KeyedLine)
    if (index % WANTED_OF === 0) {
      const isThere = await halfway(withNodes(record))
      if (isThere) wanted.unshift(isThere)
    }
    // Its opening is asked of the moves.
    const { openingCode: _code, openingName: _name, ...header } = record.header
    const unnamed = { ...record, header }
    for (const isMet of [...(record.game === 'chess' ? CHESS_TESTS : []), ...wanted.slice(0, 10)]) {
      const isFound = isMet({ record: unnamed, line })
      if (isFound) count.found++
      expect(isFound).toBe(isMet({ record: unnamed }))
    }
    expect(withOpening(unnamed, books, line)).toEqual(withOpening(unnamed, books))
  }
  return count
}

async function open(files: FileSet): Promise<Collection> {
  const format = detectFormat(files.main)!
  const settings = format.archive?.protectedExtension === undefined ? {} : { password: PASSWORD }
  return await format.open!(files, { settings })
}

test.each(['pgn', 'chessbase', 'chess-assistant', '2cbh'])('games of our own making in %s', async (target) => {
  for (const files of await OWN_INPUTS[target]!()) {
    const [main, ...others] = files.map(([name, bytes]) => new MemorySource(name, bytes))
    await compare(await open(new MemoryFileSet(main!, others)))
  }
})

const FILES = [...corpusCases('chess-pgn', /\.pgn$/), ...corpusCases('chessbase', /\.cbh$/i)]

test.skipIf(!hasCorpus('chess-pgn')).each(FILES)('games of %s', async (path) => {
  const files = new DiskFileSet(corpusPath(path))
  try {
    const { lines, found } = await compare(await open(files))
    expect(found).toBeGreaterThanOrEqual(lines / 10)
  } finally {
    files.close()
  }
})

const ODD = `[White "Atomic"]
[Variant "Atomic"]

1. e4 e5 2. Nf3 Nc6 1-0

[White "Fischer"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1"]

1. e4 e5 *

[White "Illegal"]

1. e4 e5 2. Nf6 Nc6 *

[White "Null"]

1. e4 -- 2. Nf3 *

[White "Varied"]

1. d4 (1. e4 e5 2. Nf3) 1... d5 *

[White "Set up"]
[SetUp "1"]
[FEN "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"]

2. Nf3 *
`

test('odd games: other variants, null moves, illegal moves, variations', async () => {
  const { lines, found } = await compare(await openPgn(ODD))
  // The positions of another variant are not those of chess.
  expect(lines).toBe(5)
  expect(found).toBeGreaterThan(5)
})
