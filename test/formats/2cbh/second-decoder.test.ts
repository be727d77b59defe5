/** What we write, read by a decoder that shares nothing with ours. */
import { describe, expect, it } from 'vitest'
import { pgnOrder } from '../../../src/formats/2cbh/annotations/order.ts'
import { twoCbh } from '../../../src/formats/2cbh/format.ts'
import { moveColour } from '../../../src/model/move.ts'
import { playerOf, type GameRecord } from '../../../src/model/record.ts'
import { children } from '../../../src/model/tree.ts'
import { DiskFileSet } from '../../../src/node/file-source.ts'
import { chess } from '../../../src/rules/chess/index.ts'
import { gameRecords } from '../../support/chessbase-records.ts'
import { corpusPath } from '../../support/corpus.ts'
import { needsCorpus } from '../../support/needs.ts'
import fc from '../../support/properties.ts'
import { randomGames } from '../../support/random-games.ts'
import { scaled } from '../../support/scale.ts'
import { decodeGames } from '../../support/two-cbh-decoder.ts'
import { itemsOf, rewritten } from '../../support/two-cbh.ts'

/** The tree as the second decoder writes it. */
function treeText(record: GameRecord): string {
  const { first, next } = children(record.nodes)
  const position = chess.start(record)
  const words: string[] = []
  const write = (node: number) => {
    const word = chess.writeMove(position, record.nodes[node]!.move!, 'uci')
    words.push(word === '0000' ? '--' : word)
  }
  const follow = (node: number) => {
    chess.play(position, record.nodes[node]!.move!)
    line(first[node]!)
    position.undo()
  }
  const line = (main: number) => {
    if (main < 0) return
    write(main)
    for (let other = next[main]!; other >= 0; other = next[other]!) {
      words.push('(')
      write(other)
      follow(other)
      words.push(')')
    }
    follow(main)
  }
  line(first[0]!)
  return words.join(' ')
}

async function compare(records: readonly GameRecord[]): Promise<void> {
  const { files } = await rewritten(records)
  const games = decodeGames(files)
  expect(games).toHaveLength(records.length)
  for (const [index, game] of games.entries()) {
    const record = records[index]!
    const { header, nodes } = record
    expect(game.tree).toBe(treeText(record))
    expect([game.white, game.black]).toEqual([playerOf(header, 1)?.name ?? '', playerOf(header, 2)?.name ?? ''])
    expect([game.event, game.place, game.annotator, game.source]).toEqual([
      header.event?.name ?? '',
      header.event?.site ?? '',
      header.annotator ?? '',
      header.publication?.title ?? '',
    ])
    expect(game.rounds).toEqual([header.round ?? 0, header.subround ?? 0, header.board ?? 0])
    const { day = 0, month = 0, year = 0, text } = header.date ?? {}
    if (text === undefined) expect(game.date).toEqual([day, month, year])
    const texts = [...pgnOrder(nodes)].flatMap((node, place) =>
      (nodes[node]!.comments ?? []).map(({ placement }) => [place - 1, placement === 'before' ? 0x82 : 2]),
    )
    expect(game.comments.map(([position, type]) => [position, type])).toEqual(texts)
    expect((game.flags & 1) !== 0).toBe(record.setup !== undefined)
  }
}

/** What only the first decoder takes apart. */
const OTHERS = new Set(['training', 'quotation', 'media', 'unknown', 'diagram', 'problem'])

/** A record without the annotations that the second decoder does not know. */
function plain(record: GameRecord): GameRecord {
  const nodes = record.nodes.map(({ annotations = [], ...node }) => {
    const kept = annotations.filter(({ type }) => !OTHERS.has(type))
    return kept.length > 0 ? { ...node, annotations: kept } : node
  })
  const { about: _about, ...header } = record.header
  return { ...record, header, nodes }
}

describe('a second decoder reads', () => {
  it('games of random moves, with castling, en passant and promotions', async () => {
    await compare(randomGames('chess', scaled(40, 400), 7, 160))
  })

  it('generated games with variations and annotations', async () => {
    const usual = gameRecords.filter(({ variant }) => variant === undefined).map(plain)
    await fc.assert(fc.asyncProperty(fc.array(usual, { minLength: 1, maxLength: 3 }), compare), {
      numRuns: scaled(40, 1000),
    })
  })

  it('real games written again', needsCorpus('2cbh'), async () => {
    const real = await twoCbh.open(new DiskFileSet(corpusPath('2cbh/SimpleChess.2cbv')))
    const games = itemsOf(real).filter((item): item is GameRecord => 'nodes' in item)
    // Moves out of turn have no text of their own.
    const usual = games.filter(({ nodes }) => nodes.every(({ move = 0 }) => moveColour(move) === 0))
    await compare(usual.map(plain))
  })
})
