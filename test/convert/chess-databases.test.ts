/**
 * Real games of every chess format as files of all others, and what comes back: the tree is the same, and whatever else
 * is not there any more is reported.
 */
import { describe, expect, it } from 'vitest'
import { MemorySinkSet } from '../../src/bytes/sink.ts'
import { MemoryFileSet, MemorySource } from '../../src/bytes/source.ts'
import { Conversion } from '../../src/convert/convert.ts'
import { featuresUsed } from '../../src/convert/features-used.ts'
import { detectFormat } from '../../src/convert/detect.ts'
import { twoCbh } from '../../src/formats/2cbh/format.ts'
import { chessbase } from '../../src/formats/chessbase/format.ts'
import type { Collection, Entry, WritableFormat } from '../../src/formats/format.ts'
import { pgn } from '../../src/formats/pgn/format.ts'
import { scid } from '../../src/formats/scid/format.ts'
import type { GameRecord } from '../../src/model/record.ts'
import { DiskFileSet } from '../../src/node/file-source.ts'
import { corpusPath } from '../support/corpus.ts'
import { needsCorpus } from '../support/needs.ts'
import { scaled } from '../support/scale.ts'

const TARGETS: readonly [name: string, format: WritableFormat][] = [
  ['games.pgn', pgn],
  ['games.cbh', chessbase],
  ['games.2cbh', twoCbh],
  ['games.si4', scid],
  ['games.si5', scid],
]

const SOURCES = [
  '2cbh/SimpleChess.2cbv',
  '2cbh/PositionalChessHandbook-Gelfer.2cbv',
  'chessbase/libcbh/WithVariations/WithVariations.cbh',
  'chessbase/libcbh/Annotation/TestBase.cbh',
  'chessbase/libcbh/NonStandard/NonStandardStart.cbh',
  'scid/annot.si4',
  'scid/real.si5',
  'scid/chess960.si5',
  'scid/res_database.si4',
  'scid/real.pgn',
  'scid/chess960.pgn',
]

/** Reported of a move that no rule allows, as one game of the files has it: from a square without a piece. */
const MOVES_LOST: ReadonlySet<string> = new Set(['chessbase/unwritten-moves', 'pgn/unread-moves'])

/** Games of a file that are converted, spread over it. */
const SAMPLE = scaled(12, Infinity)

async function openCorpus(path: string): Promise<Collection> {
  const files = new DiskFileSet(corpusPath(path))
  return await detectFormat(files.main)!.open!(files)
}

function sampleOf(collection: Collection): Entry[] {
  const step = Math.max(1, Math.floor(collection.count / SAMPLE))
  const entries: Entry[] = []
  for (let index = 0; index < collection.count; index += step) {
    const entry = collection.entry(index)
    if (entry.record) entries.push(entry)
  }
  return entries
}

/** A game as a database of its own, read again, with the ids of what was lost; undefined where it was refused. */
async function convert(entry: Entry, name: string, format: WritableFormat) {
  const out = new MemorySinkSet(name)
  const conversion = new Conversion(format, { keepDeleted: true })
  const writer = await format.write(out)
  conversion.copy(entry, writer)
  conversion.finish(writer)
  const losses = conversion.losses.list()
  const sources = [...out.files].map(([file, bytes]) => new MemorySource(file, bytes))
  const main = sources.find((source) => source.name === name)!
  const back = await format.open(new MemoryFileSet(main, sources))
  expect(back.count).toBe(conversion.counts.written)
  return { back: back.count === 0 ? undefined : back.entry(0), losses }
}

/** Moves and how they hang together. */
function treeOf({ variant, nodes }: GameRecord): unknown {
  return [variant, nodes.map(({ parent, move }) => [parent, move])]
}

/** The comments of each move, without white space and languages, which not every format has. */
function textsOf({ nodes }: GameRecord): string[] {
  return nodes.map(({ comments = [] }) => comments.map(({ text }) => text.replaceAll(/\s/g, '')).join(''))
}

describe.each(SOURCES)('%s', needsCorpus('scid', '2cbh', 'chessbase'), (path) => {
  it.each(TARGETS)('as %s', async (name, format) => {
    const entries = sampleOf(await openCorpus(path))
    expect(entries.length).toBeGreaterThan(0)
    for (const entry of entries) {
      const where = `${path} ${entry.index} as ${name}`
      const { back, losses } = await convert(entry, name, format)
      const ids = losses.map(({ id }) => id)
      if (!back) {
        expect(
          losses.some(({ severity }) => severity === 'error'),
          where,
        ).toBe(true)
        continue
      }
      if (!ids.some((id) => MOVES_LOST.has(id))) {
        expect(treeOf(back.record!), where).toEqual(treeOf(entry.record!))
        expect(
          back.issues.filter(({ severity }) => severity === 'error'),
          where,
        ).toEqual([])
      }
      const used = featuresUsed(entry.record!)
      const kept = featuresUsed(back.record!)
      const others = ids.filter((id) => !id.startsWith('loss/'))
      for (const [feature, { count }] of used) {
        if (!format.keeps.has(feature)) expect(ids, where).toContain(`loss/${feature}`)
        else if ((kept.get(feature)?.count ?? 0) < count) expect(others, `${where}: ${feature}`).not.toEqual([])
      }
      if (others.length === 0) expect(textsOf(back.record!), where).toEqual(textsOf(entry.record!))
    }
  })
})
