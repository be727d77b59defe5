/** Games without variations and comments may be read without making their nodes: that is never to be seen but by its speed. */
import { expect, test } from 'vitest'
import { MemorySinkSet } from '../../src/bytes/sink.ts'
import { MemoryFileSet, MemorySource, type FileSet } from '../../src/bytes/source.ts'
import { Conversion } from '../../src/convert/convert.ts'
import { detectFormat } from '../../src/convert/detect.ts'
import { featuresUsed } from '../../src/convert/features-used.ts'
import { encodeRecord } from '../../src/database/schema/stored-record.ts'
import type { Collection, Entry } from '../../src/formats/format.ts'
import { KeyedLine } from '../../src/rules/keyed-line.ts'
import { pgn } from '../../src/formats/pgn/format.ts'
import { writeRecord } from '../../src/formats/write-record.ts'
import { withNodes } from '../../src/model/line-record.ts'
import type { Move } from '../../src/model/move.ts'
import type { GameRecord } from '../../src/model/record.ts'
import { mainLine } from '../../src/model/tree.ts'
import { DiskFileSet } from '../../src/node/file-source.ts'
import { rulesOf } from '../../src/rules/index.ts'
import { OWN_INPUTS, PASSWORD } from '../hostile/own-inputs.ts'
import { corpusCases, corpusPath, hasCorpus } from '../support/corpus.ts'
import { rewritten } from '../support/chessbase-records.ts'
import { openPgn, writePgn } from '../support/pgn.ts'
import { scaled } from '../support/scale.ts'

/** Entries compared of each file. */
const SAMPLE = scaled(400, 20_000)

async function open(files: FileSet): Promise<Collection> {
  const format = detectFormat(files.main)!
  const settings = format.archive?.protectedExtension === undefined ? {} : { password: PASSWORD }
  return await format.open!(files, { settings })
}

/** The main line with its keys as far as its moves can be played, by the rules alone. */
function lineOf(record: GameRecord): { moves: Move[]; keys: number[] } {
  const rules = rulesOf(record.game)
  const position = rules.start(record)
  const line = new KeyedLine()
  line.begin(rules, position)
  for (const index of mainLine(record.nodes)) {
    const { move } = record.nodes[index]!
    if (move === undefined) break
    rules.play(position, move)
    line.push(move, rules, position)
  }
  return contents(line)
}

function contents({ moves, keys, length }: KeyedLine): { moves: Move[]; keys: number[] } {
  return { moves: [...moves.subarray(0, length)], keys: [...keys.subarray(0, 2 * length + 2)] }
}

/** Compares what is read with and without nodes; returns how many games had none, and how many lines were compared. */
function compare(collection: Collection): { bare: number; lines: number } {
  const count = { bare: 0, lines: 0 }
  const to = SAMPLE
  const plain = collection.entries({ to })
  for (const entry of collection.entries({ to, bare: true, playedLine: { keys: true } })) {
    const { record: expected, issues } = plain.next().value as Entry
    expect(entry.issues).toEqual(issues)
    const { record, playedLine } = entry
    const line = playedLine?.keyed
    if (!record || !expected) {
      expect(record).toEqual(expected)
      continue
    }
    if ('moves' in record) count.bare++
    const stored = encodeRecord(record)
    const features = [...featuresUsed(record)]
    expect(stored).toEqual(encodeRecord(expected))
    expect(features).toEqual([...featuresUsed(expected)])
    if (line) {
      count.lines++
      expect(contents(line)).toEqual(lineOf(expected))
    }
    expect(JSON.stringify(withNodes(record))).toBe(JSON.stringify(expected))
    expect(withNodes(record)).toEqual(expected)
  }
  return count
}

/** What a conversion to PGN writes and reports. */
async function convert(collection: Collection, bare: boolean): Promise<{ text: string; report: unknown }> {
  const out = new MemorySinkSet('games.pgn')
  const writer = await pgn.write(out)
  const conversion = new Conversion(pgn)
  for (const entry of collection.entries({ to: SAMPLE, bare, playedLine: { san: bare } })) {
    if (conversion.accepts(entry)) conversion.copy(entry, writer)
  }
  conversion.finish(writer)
  return { text: new TextDecoder().decode(out.files.get('games.pgn')), report: conversion.snapshot() }
}

test.each(Object.keys(OWN_INPUTS))('%s is read and written alike with and without nodes', async (target) => {
  for (const files of await OWN_INPUTS[target]!()) {
    const [main, ...others] = files.map(([name, bytes]) => new MemorySource(name, bytes))
    const collection = await open(new MemoryFileSet(main!, others))
    compare(collection)
    expect(await convert(collection, true)).toEqual(await convert(collection, false))
  }
})

const FILES = [
  ...corpusCases('chess-pgn', /\.pgn$/),
  ...corpusCases('chessbase', /\.cbh$/i),
  ...corpusCases('xiangqi-pgn', /\.pgn$/i),
]

test.skipIf(!hasCorpus('chess-pgn')).each(FILES)(
  '%s is read and written alike with and without nodes',
  async (path) => {
    const files = new DiskFileSet(corpusPath(path))
    try {
      const collection = await open(files)
      compare(collection)
      expect(await convert(collection, true)).toEqual(await convert(collection, false))
    } finally {
      files.close()
    }
  },
)

const TEXT =
  '[White "A"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n1. e4 (1. d4) e5 *\n\n1. e4 {good} *\n\n1. e4 -- 2. d4 *\n\n[White "B"]\n\n*\n'

test('games of PGN and ChessBase without variations and comments come without nodes where that is asked for', async () => {
  const games = await openPgn(TEXT)
  const records = [...games.entries()].map(({ record }) => record!)
  for (const collection of [games, (await rewritten(records)).collection]) {
    const bare = [...collection.entries({ bare: true })].map(({ record }) => record!)
    expect(bare.map((record) => ('moves' in record ? record.moves.length : undefined))).toEqual([
      4,
      undefined,
      undefined,
      3,
      0,
    ])
    expect(bare.map((record) => 'nodes' in record)).toEqual([false, true, true, false, false])
    expect([...collection.entries()].every(({ record }) => 'nodes' in record!)).toBe(true)
    expect('nodes' in collection.entry(0).record!).toBe(true)
    expect(compare(collection)).toEqual({ bare: 3, lines: 5 })
  }
})

test('what is noted of a game is compared with it, also after one with variations', async () => {
  const games = await openPgn(TEXT)
  const records = [...games.entries()].map(({ record }) => record!)
  for (const collection of [games, (await rewritten(records)).collection]) {
    for (const { index, record, playedLine } of collection.entries({ bare: true, playedLine: { san: true } })) {
      expect('moves' in record! && playedLine!.san!.matchesLine(record.moves)).toBe([0, 3, 4].includes(index))
    }
  }
})

test('facts of a header that are written among the moves are written without nodes too', async () => {
  const games = await openPgn(TEXT)
  const facts = [{ about: 'a fine game' }, { medals: ['best-game'] }, { result: { outcome: 'win', verdict: 18 } }]
  for (const fact of facts) {
    const write = async (bare: boolean) => {
      const out = new MemorySinkSet('games.pgn')
      const writer = await pgn.write(out)
      const [entry] = games.entries({ bare, playedLine: { san: bare }, to: 1 })
      Object.assign(entry!.record!.header, structuredClone(fact))
      const { issues } = writeRecord(writer, entry!.record!, entry!.playedLine?.san)
      writer.finish()
      return { text: new TextDecoder().decode(out.files.get('games.pgn')), issues }
    }
    expect(await write(true)).toEqual(await write(false))
    expect((await write(true)).text).toMatch(/fine game|%mdl|\$18/)
  }
})

test('long games, other notations and lines of any width are written alike', async () => {
  const shuffle = ['Nf3', 'Nf6', 'Ng1', 'Ng8']
  const moves = Array.from({ length: 12_000 }, (_, ply) => shuffle[ply % 4]!)
  const long = (plies: number) => {
    const words = moves.slice(0, plies).map((san, ply) => (ply % 2 === 0 ? `${ply / 2 + 1}. ${san}` : san))
    return `${words.join(' ')} *\n\n`
  }
  const text = long(12_000) + [1, 2, 3, 13, 14, 15, 16, 17, 18, 200, 201, 255, 256, 257].map(long).join('')
  const collection = await openPgn(text)
  const records = [...collection.entries()].map(({ record }) => record!)
  for (const settings of [{}, { wrap: 'no' }, { notation: 'uci' }, { style: 'canonical' }]) {
    const out = new MemorySinkSet('games.pgn')
    const writer = await pgn.write(out, { settings })
    for (const { record, playedLine } of collection.entries({ bare: true, playedLine: { san: true } })) {
      writeRecord(writer, record!, playedLine?.san)
    }
    writer.finish()
    expect(new TextDecoder().decode(out.files.get('games.pgn'))).toBe((await writePgn(records, { settings })).text)
  }
})
