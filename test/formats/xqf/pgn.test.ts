import { describe, expect, test } from 'vitest'
import { MemorySinkSet } from '../../../src/bytes/sink.ts'
import { MemoryFileSet, MemorySource } from '../../../src/bytes/source.ts'
import { pgn } from '../../../src/formats/pgn/format.ts'
import { mainLineMoves } from '../../../src/model/tree.ts'
import type { Header, GameRecord } from '../../../src/model/record.ts'
import { illegalMoves } from '../../../src/rules/replay.ts'
import { xiangqi } from '../../../src/rules/xiangqi/index.ts'
import { publishedExample } from '../../fixtures/xqf-published-example.ts'
import { corpusBytes, corpusFiles } from '../../support/corpus.ts'
import { needsCorpus } from '../../support/needs.ts'
import { sample } from '../../support/scale.ts'
import { exampleFiles } from '../../support/xqf-examples.ts'
import { readXqf, writeXqf } from '../../support/xqf.ts'

async function readPgn(bytes: Uint8Array): Promise<GameRecord> {
  const collection = await pgn.open(new MemoryFileSet(new MemorySource('game.pgn', bytes)))
  return collection.entry(0).record!
}

/** A record as it comes back from XQF through PGN, and the ids of what the two writers reported. */
async function throughPgn(record: GameRecord): Promise<{ record: GameRecord; ids: Set<string> }> {
  const out = new MemorySinkSet('game.pgn')
  const writer = await pgn.write(out)
  const issues = [...writer.add(record).issues, ...writer.finish()]
  const written = await writeXqf(await readPgn(out.files.get('game.pgn')!))
  const ids = new Set([...issues, ...written.issues].map(({ id }) => id))
  return { record: (await readXqf(written.bytes)).record, ids }
}

/** What is compared: moves, variations and comments, these but for white space, which PGN does not keep around them. */
function treeOf({ setup, nodes }: GameRecord): unknown {
  return [
    setup,
    nodes.map(({ parent, move, comments = [] }) => [
      parent,
      move,
      comments.map(({ text }) => text.replaceAll(/\s+/g, ' ').trim()).filter(Boolean),
    ]),
  ]
}

/** The header but for words of the date, which a PGN date has no room for. */
function factsOf({ date, ...rest }: Header): unknown {
  const { text: _text, ...parts } = date ?? {}
  return { ...rest, date: parts }
}

test('our own files are the same after conversion to PGN and back', async () => {
  for (const bytes of [publishedExample(), ...(await exampleFiles()).values()]) {
    const { record } = await readXqf(bytes)
    const again = await throughPgn(record)
    expect(treeOf(again.record)).toEqual(treeOf(record))
    expect(factsOf(again.record.header)).toEqual(factsOf(record.header))
  }
})

describe('the shared corpus', needsCorpus('xqf'), () => {
  test('keeps its moves, variations, comments and header in conversion to PGN and back', async () => {
    const paths = corpusFiles('xqf', /\.xqf$/i).filter((path) => !path.includes('not-xqf'))
    for (const path of sample(paths, 300)) {
      const { record } = await readXqf(corpusBytes(path))
      const { record: again, ids } = await throughPgn(record)
      // An illegal move may not be readable from its notation; its line then ends there, and that is reported.
      const isLegal = illegalMoves(xiangqi, record, 1).length === 0
      expect(ids.has('pgn/written-illegal-move'), path).toBe(!isLegal)
      if (isLegal) expect(treeOf(again), path).toEqual(treeOf(record))
      if (!ids.has('xqf/cut-title')) expect(factsOf(again.header), path).toEqual(factsOf(record.header))
    }
  })

  test('SAMPLE.XQF and SAMPLE.PGN of the same hand are the same game', async () => {
    const { record } = await readXqf(corpusBytes('xqf/xqbase-eleeye/SAMPLE.XQF'))
    const other = await readPgn(corpusBytes('xqf/xqbase-eleeye/SAMPLE.PGN'))
    expect(mainLineMoves(record.nodes)).toEqual(mainLineMoves(other.nodes))
    expect(record.setup).toBe(other.setup)
    expect(record.header.players).toEqual(other.header.players)
    expect(record.header.result).toEqual(other.header.result)
  })
})
