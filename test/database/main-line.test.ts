/** One main line everywhere: the record, the stored moves, the index, and the line that scans follow. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { detectFormat } from '../../src/convert/detect.ts'
import { Database, explore, importSources, rebuildIndex } from '../../src/database/index.ts'
import { PostingMaker } from '../../src/database/index/game-postings.ts'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import { encodeRecord } from '../../src/database/schema/stored-record.ts'
import type { GameRecord } from '../../src/model/index.ts'
import { mainLineMoves } from '../../src/model/tree.ts'
import { DiskFileSet } from '../../src/node/file-source.ts'
import {
  hasStones,
  LAST_EVENT,
  LINE_HEAD,
  MainLineWriter,
  PASS_VALUE,
  SECOND_BEGINS,
  SET_UP_EVENT,
  STONE_SHIFT,
} from '../../src/positions/main-line.ts'
import { encodeMove } from '../../src/positions/index.ts'
import { keepPositions } from '../../src/positions/build/merge.ts'
import { Postings } from '../../src/positions/segment/postings.ts'
import { NO_MOVE_CODE } from '../../src/positions/move-code.ts'
import { countPlies } from '../../src/query/fields.ts'
import { rulesOf } from '../../src/rules/index.ts'
import { corpusFiles, corpusPath, hasCorpus } from '../support/corpus.ts'
import { problemsOf } from '../support/databases.ts'
import { needsCorpus } from '../support/needs.ts'
import { isFullRun, sample } from '../support/scale.ts'

const SMALL = /\.(?:pgn|sgf|xqf|wtb|cbh|gib|ngf|ugf|ggf|wei7)$/i

/** Where each move of a stored line is played: squares of stones, -1 for a pass, or codes of moves of pieces. */
function playsOf(record: GameRecord, line: MainLineWriter): number[] {
  const words = line.words.subarray(0, line.length)
  if (words.length === 0) return []
  const men = Math.max(0, (words[1]! & ~SECOND_BEGINS) - 1)
  const events = words.subarray(LINE_HEAD + men)
  if (!hasStones(record.game)) return [...events]
  const plays: number[] = []
  let isFirst = true
  for (const event of events) {
    if (isFirst && (event & SET_UP_EVENT) === 0) {
      const isPass = ((event >> STONE_SHIFT) & 3) === PASS_VALUE
      plays.push(isPass ? -1 : event & ((1 << STONE_SHIFT) - 1))
    }
    isFirst = (event & LAST_EVENT) !== 0
  }
  return plays
}

/** Throws an error when two lists of numbers, or two numbers, differ. Plain code: there are a million records. */
function same(what: string, found: ArrayLike<number> | number, expected: ArrayLike<number> | number): void {
  const [one, other] = [found, expected].map((value) => (typeof value === 'number' ? [value] : value))
  let isSame = one!.length === other!.length
  for (let at = 0; isSame && at < one!.length; at++) isSame = one![at] === other![at]
  if (!isSame)
    throw new Error(`${what}: ${Array.from(one!).join(' ')} where ${Array.from(other!).join(' ')} is expected`)
}

const maker = new PostingMaker()
const postings = new Postings(1 << 10)
const line = new MainLineWriter()

function compare(record: GameRecord): void {
  const codes: number[] = []
  for (const move of mainLineMoves(record.nodes)) {
    const code = encodeMove(record.game, move)
    if (code === NO_MOVE_CODE) break
    codes.push(code)
  }
  postings.count = 0
  line.clear()
  maker.add(postings, line, record, 1, false)
  keepPositions(postings)
  same('stored moves', encodeRecord(record).moves.length / 2, codes.length)
  same('plies', countPlies(record), Math.min(codes.length, 0xffff))
  // Of a start that the rules do not take nothing is indexed.
  if (postings.count === 0) return same('the line of an invalid start', line.length, 0)
  same('positions', postings.count, codes.length + 1)
  const isPass = (code: number) => code === 0xfffe || code === 0xfffd
  const expected = hasStones(record.game) ? codes.map((code) => (isPass(code) ? -1 : code & 0xfff)) : codes
  same('the line', playsOf(record, line), expected)
}

describe('the main line', needsCorpus('go'), () => {
  const all = hasCorpus('go') ? corpusFiles('', SMALL).filter((path) => !path.endsWith('book-50000.pgn')) : []
  const chosen = isFullRun ? all : sample(all, 120)

  it('is the same in record and index', async () => {
    let records = 0
    for (const path of chosen) {
      const files = new DiskFileSet(corpusPath(path))
      try {
        const format = detectFormat(files.main)
        if (!format?.open) continue
        const collection = await format.open(files, {}).catch(() => undefined)
        if (!collection) continue
        const most = isFullRun ? 2000 : 40
        for (const { index, record } of collection.entries({ from: 0, to: Math.min(most, collection.count) })) {
          if (!record) continue
          records++
          try {
            compare(record)
          } catch (error) {
            throw new Error(`${path} ${index}: ${String(error)}`, { cause: error })
          }
        }
        collection.close?.()
      } finally {
        files.close()
      }
    }
    expect(records).toBeGreaterThan(100)
  })
})

it('continues after nodes with set-up stones or comments, and ends at an unreadable move', async () => {
  const text = '(;GM[1]SZ[9];C[a problem]AB[aa][bb];B[cc];AW[dd];W[ee];C[a comment];B[])'
  const files = new MemoryFileSet(new MemorySource('late.sgf', new TextEncoder().encode(text)))
  const collection = await detectFormat(files.main)!.open!(files, {})
  const { record } = collection.entry(0)
  expect(mainLineMoves(record!.nodes)).toHaveLength(3)
  compare(record!)
  expect(postings.count).toBe(4)
  const unread = {
    ...record!,
    nodes: record!.nodes.map((node, index) => (index === 4 ? { parent: 3, unread: { text: '?' } } : node)),
  }
  expect(mainLineMoves(unread.nodes)).toHaveLength(1)
  compare(unread)
  expect(postings.count).toBe(2)
})

it('is not indexed for variants without rules here, however their games were read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ludograph-variants-'))
  const [path, name] = [join(folder, 'games.pgn'), join(folder, 'games.db')]
  const game = (variant: string) => `[White "A"]\n[Variant "${variant}"]\n\n1. e4 e5 2. Nf3 1-0\n\n`
  writeFileSync(path, game('Atomic') + game('Standard') + game('Crazyhouse'))
  const check = async (database: Database) => {
    expect(await problemsOf(database)).toEqual([])
    expect(await explore(database, 'chess', rulesOf('chess').start())).toMatchObject({ games: 1 })
    database.close()
  }
  const database = await Database.open(name)
  expect(await importSources(database, [{ path }])).toMatchObject({ games: 3 })
  await check(database)
  await rebuildIndex(name)
  await check(await Database.open(name))
  rmSync(folder, { recursive: true })
})
