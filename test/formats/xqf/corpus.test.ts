import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FormatError } from '../../../src/issues/errors.ts'
import { moveFrom, moveTo, type Move } from '../../../src/model/move.ts'
import { boardSize } from '../../../src/model/record.ts'
import { countVariations, mainLineMoves } from '../../../src/model/tree.ts'
import { illegalMoves } from '../../../src/rules/replay.ts'
import { xiangqi } from '../../../src/rules/xiangqi/index.ts'
import { corpusBytes, corpusFiles, hasCorpus } from '../../support/corpus.ts'
import { needsCorpus } from '../../support/needs.ts'
import { readXqf, writeXqf } from '../../support/xqf.ts'

/** A file of the corpus and what an independent decoder found in it. */
interface Expected {
  path: string
  /** Folder and blob number: names of files may be long. */
  id: string
  setup: string
  firstMover: string
  result: number
  type: number
  nodes: number
  plies: number
  variations: number
  comments: number
  /** The first breach of the rules, or why the file could not be decoded. */
  firstError: string
  mainLine: string
}

function expectations(): Expected[] {
  const [, ...lines] = new TextDecoder().decode(corpusBytes('xqf/expected.tsv')).trimEnd().split('\n')
  return lines.map((line) => {
    const [file, , setup, firstMover, result, type, nodes, plies, variations, comments, , firstError, mainLine] =
      line.split('\t')
    return {
      path: `xqf/${file}`,
      id: file!.replace(/__.*$/, ''),
      setup: setup!,
      firstMover: firstMover!,
      result: Number(result),
      type: Number(type),
      nodes: Number(nodes),
      plies: Number(plies),
      variations: Number(variations),
      comments: Number(comments),
      firstError: firstError!,
      mainLine: mainLine ?? '',
    }
  })
}

const square = (at: number) => 'abcdefghi'[at % 9]! + String(Math.floor(at / 9))
const iccs = (move: Move) => square(moveFrom(move)) + square(moveTo(move))

const RESULTS = ['unfinished', 'win 1', 'win 2', 'draw', 'draw']
const KINDS = [undefined, 'opening', 'middlegame', 'endgame']

/** Files that the independent decoder gave up on because they end after the record of the start. */
const isWithoutMoves = ({ firstError }: Expected) => firstError.startsWith("Bad('eof@")

/** Issues of every file that is not read without any, by folder and blob number; looked through one by one. */
function reviewedIssues(): Map<string, string> {
  const text = readFileSync(join(import.meta.dirname, '../../fixtures/xqf-corpus-issues.tsv'), 'utf8')
  const rows = text
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
  return new Map(rows.map((line) => line.split('\t') as [string, string]))
}

/**
 * Files whose record is not the same after writing and reading, by folder and
 * blob number, with the reason. Half characters, bytes that are not text, texts
 * over the fields of 15 bytes and missing moves all come through.
 */
const CHANGED_BY_WRITING = new Map([
  ['zfdang-chinese-chess-android/v10/3ce0fe93', 'xqf/cut-title'],
  ['zfdang-chinese-chess-android/v10/95fb45e0', 'xqf/cut-title'],
  ['zfdang-chinese-chess-android/v10/ca7cdd73', 'xqf/cut-title'],
])

describe('the shared corpus', needsCorpus('xqf'), () => {
  const expected = hasCorpus('xqf') ? expectations() : []
  const readable = expected.filter(({ firstError }) => firstError !== "Bad('magic')")

  test('is all there', () => {
    expect(expected.map(({ path }) => path).sort()).toEqual(corpusFiles('xqf', /\.xqf$/i).sort())
  })

  test('every file agrees with what an independent decoder found', async () => {
    for (const file of readable) {
      const { record } = await readXqf(corpusBytes(file.path))
      const moves = mainLineMoves(record.nodes)
      const comments = record.nodes.filter((node) => node.comments).length
      const counts = [record.nodes.length - 1, moves.length, countVariations(record.nodes)]
      expect(boardSize(record)).toEqual({ columns: 9, rows: 10 })
      if (isWithoutMoves(file)) {
        expect(counts, file.path).toEqual([0, 0, 0])
        continue
      }
      const position = xiangqi.start(record)
      expect(xiangqi.format(position), file.path).toBe(file.setup)
      expect(position.turn === 1 ? 'red' : 'black', file.path).toBe(file.firstMover)
      expect([...counts, comments], file.path).toEqual([file.nodes, file.plies, file.variations, file.comments])
      expect(moves.map(iccs).join(' '), file.path).toBe(file.mainLine)
      const { result, kind } = record.header
      expect([result.outcome, result.winner].filter(Boolean).join(' '), file.path).toBe(RESULTS[file.result])
      expect(kind, file.path).toBe(KINDS[file.type])
    }
  })

  // That decoder also notes sides without a king, which the rules allow.
  test('a move is illegal in the files where that decoder found one, and in no other', async () => {
    for (const file of readable) {
      const { record } = await readXqf(corpusBytes(file.path))
      const hasIllegal = illegalMoves(xiangqi, record, 1).length > 0
      expect(hasIllegal, file.path).toBe(/^\('(no piece|geom|selfcheck)'/.test(file.firstError))
    }
  })

  test('issues are those that were looked through', async () => {
    const found = new Map<string, string>()
    for (const { path, id } of readable) {
      const { entry } = await readXqf(corpusBytes(path))
      const ids = entry.issues.map((issue) => issue.id).join(' ')
      if (ids !== '') found.set(id, ids)
    }
    expect(found).toEqual(reviewedIssues())
  })

  test('the file that is not XQF is refused', async () => {
    const foreign = expected.filter((file) => !readable.includes(file))
    expect(foreign.map(({ id }) => id)).toEqual(['zfdang-chinese-chess-android/not-xqf/b622f5b1'])
    await expect(readXqf(corpusBytes(foreign[0]!.path))).rejects.toThrow(FormatError)
  })

  for (const version of ['10', '18'] as const) {
    test(`written as version ${version} and read again, every record is the same`, async () => {
      const changed = new Map<string, string>()
      for (const { path, id } of readable) {
        const { record } = await readXqf(corpusBytes(path))
        const { bytes, issues } = await writeXqf(record, version)
        const again = await readXqf(bytes)
        expect(again.record.setup, path).toBe(record.setup)
        expect(again.record.nodes, path).toEqual(record.nodes)
        if (issues.length === 0) expect(again.record, path).toEqual(record)
        else changed.set(id, issues.map((issue) => issue.id).join(' '))
      }
      expect(changed).toEqual(CHANGED_BY_WRITING)
    })
  }

  test('the published example is written byte for byte', async () => {
    const bytes = corpusBytes('xqf/seed/seed_section_fu_example.xqf')
    const { record } = await readXqf(bytes)
    expect((await writeXqf(record, '10')).bytes).toEqual(bytes)
  })
})
