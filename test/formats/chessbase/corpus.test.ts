/** Real ChessBase databases, and the PGN files that they were made from or exported to. */
import { describe, expect, it } from 'vitest'
import { chessbase } from '../../../src/formats/chessbase/format.ts'
import { pgn } from '../../../src/formats/pgn/format.ts'
import type { Collection } from '../../../src/formats/format.ts'
import type { Header } from '../../../src/model/record.ts'
import { playerOf } from '../../../src/model/record.ts'
import { mainLine, type MoveNode } from '../../../src/model/tree.ts'
import { DiskFileSet } from '../../../src/node/file-source.ts'
import { chess } from '../../../src/rules/chess/index.ts'
import { corpusPath } from '../../support/corpus.ts'
import { needsCorpus } from '../../support/needs.ts'
import { scaled } from '../../support/scale.ts'

/** Databases: games, texts, plies with variations, and what is known to be odd about them. */
const DATABASES: readonly [path: string, games: number, texts: number, plies: number, oddities?: readonly string[]][] =
  [
    ['libcbh/Annotation/TestBase', 4, 0, 37],
    ['libcbh/Chess960Biel/Chess960Biel', 188, 0, 12_668],
    ['libcbh/ManyPromotions/ManyPromotions', 7, 0, 1568],
    ['libcbh/NonStandard/NonStandardStart', 1, 0, 54],
    ['libcbh/NormalGames/BielMTO', 548, 0, 48_107],
    ['libcbh/NormalNoPop/StandardMissingPop', 2, 0, 169, ['chessbase/damaged-moves', 'chessbase/damaged-moves']],
    ['libcbh/UnusualStart/UnusualStartBytes', 9, 0, 656],
    ['libcbh/WithVariations/WithVariations', 28, 0, 4446],
    ['morphy/cbh_cbj_test/cbh_cbj_test', 4, 0, 7],
    ['morphy/cbh_test/cbh_test', 4, 0, 7],
    ['morphy/old/linares', 503, 0, 49_606],
    ['morphy/shorter_cbj_test/shorter_cbj_test', 4, 0, 7],
    ['morphy/text/text', 1, 9, 4],
    ['morphy/veryold/Mate2', 7, 0, 21],
  ]

/** What checking a database finds; nothing for the others. */
const FINDINGS: Readonly<Record<string, readonly string[]>> = {
  // A comment was deleted and its flag stayed; a player was deleted and is still counted.
  'morphy/old/linares': [
    'chessbase/flags',
    'chessbase/counter',
    'chessbase/tree-balance',
    'chessbase/deleted-chain',
    'chessbase/entity-count',
  ],
  // The teams and tags of the games that the shorter .cbj does not list.
  'morphy/shorter_cbj_test/shorter_cbj_test': ['chessbase/entity-count', 'chessbase/entity-count'],
  'morphy/veryold/Mate2': ['chessbase/counter', 'chessbase/counter', 'chessbase/counter'],
}

const TWINS: readonly [database: string, pgn: string][] = [
  ['Annotation/TestBase', 'TestBaseExport'],
  ['Chess960Biel/Chess960Biel', 'Chess960'],
  ['ManyPromotions/ManyPromotions', 'Promotions'],
  ['NonStandard/NonStandardStart', 'NonStandardStart'],
  ['NormalGames/BielMTO', 'BielMTO'],
  ['NormalNoPop/StandardMissingPop', 'StandardNoPop'],
  ['UnusualStart/UnusualStartBytes', 'UnusualStart'],
  ['WithVariations/WithVariations', 'GamesWithVariations'],
]

const open = (path: string): Promise<Collection> => chessbase.open(new DiskFileSet(corpusPath(`chessbase/${path}.cbh`)))

describe('databases of the corpus', needsCorpus('chessbase'), () => {
  it.each(DATABASES)(
    '%s is read whole and legal to the last byte',
    async (path, games, texts, plies, oddities = []) => {
      const collection = await open(path)
      expect(collection.issues).toEqual([])
      const entries = [...collection.entries()]
      expect(entries.filter(({ record }) => record)).toHaveLength(games)
      expect(entries.filter(({ document }) => document)).toHaveLength(texts)
      expect(entries.reduce((sum, { record }) => sum + (record ? record.nodes.length - 1 : 0), 0)).toBe(plies)
      // An illegal move, a byte left over or an annotation that cannot be read would be an issue.
      expect(entries.flatMap(({ issues }) => issues.map(({ id }) => id))).toEqual(oddities)
    },
  )

  it.each(DATABASES)('%s holds what its headers, counters and trees say', async (path) => {
    const collection = await open(path)
    expect([...collection.validate!()].map(({ id }) => id)).toEqual(FINDINGS[path] ?? [])
  })

  it.each(DATABASES)('%s has main lines with the keys of their positions', async (path) => {
    const collection = await open(path)
    let games = 0
    for (const { index, record, playedLine } of collection.entries({
      playedLine: { keys: true },
      to: scaled(60, Infinity),
    })) {
      if (!record) continue
      const moves = mainLine(record.nodes).map((index) => record.nodes[index]!.move)
      const line = playedLine!.keyed!
      const { length, keys } = line
      expect([...line.moves.subarray(0, length)]).toEqual(moves)
      expect(record.header).toEqual(collection.listing(index).header)
      const position = chess.start(record)
      const key = new Uint32Array(2)
      for (let ply = 0; ply <= length; ply++) {
        chess.key(position, key)
        expect(keys[2 * ply]).toBe(key[0])
        expect(keys[2 * ply + 1]).toBe(key[1])
        if (ply < length) chess.play(position, moves[ply]!)
      }
      games++
    }
    expect(games).toBeGreaterThan(0)
  })

  it('keeps what decodes of the two damaged games', async () => {
    const collection = await open('libcbh/NormalNoPop/StandardMissingPop')
    expect([...collection.entries()].map(({ record }) => mainLine(record!.nodes).length)).toEqual([107, 62])
  })

  it('reads training questions on the moves they ask for', async () => {
    const { record } = (await open('morphy/veryold/Mate2')).entry(0)
    const [training] = record!.nodes[1]!.annotations!
    expect(training).toMatchObject({ type: 'training', seconds: 360, points: 6 })
    const solutions = training!.type === 'training' ? training.solutions : []
    const position = chess.start(record)
    expect(solutions.map(({ move }) => chess.writeMove(position, move))).toEqual(['Qxf8+', 'Rah2', 'Re2'])
    expect(solutions[0]!.move).toBe(record!.nodes[1]!.move)
  })

  it('reads texts with titles in many languages and the files they use', async () => {
    const collection = await open('morphy/text/text')
    const { document } = collection.entry(6)
    expect(document!.titles.map(({ language, text }) => `${language}: ${text}`).slice(0, 3)).toEqual([
      'en: Staunton',
      'de: German title',
      'fr: Fra title',
    ])
    expect(document!.media).toEqual(['JaquesCookStaunton.jpg'])
    expect(document!.bodies[0]).toMatchObject({ mediaType: 'text/html' })
    expect(collection.listing(0)).toMatchObject({
      kind: 'text',
      header: { title: 'My first text', annotator: 'Mårdell, Jimmy' },
    })
  })
})

/** Moves and the shape of the tree. */
function shape(nodes: readonly MoveNode[]): (number | undefined)[] {
  return nodes.flatMap(({ parent, move }) => [parent, move])
}

/**
 * Texts as both sides have them: ChessBase joins what stands before the first move to the start
 * of the game, leaves a bare diagram out, and treats white space as one space.
 */
function texts(nodes: readonly MoveNode[]): string[] {
  return nodes.flatMap(({ comments = [] }, index) =>
    comments
      .filter(({ text }) => text !== '[#]')
      .map(({ text, placement }) => {
        const isBeforeFirst = placement === 'before' && index === 1
        return `${isBeforeFirst ? 0 : index} ${isBeforeFirst ? 'after' : placement} ${text.replaceAll(/\s+/g, ' ').trim()}`
      }),
  )
}

/** The facts that both sides have, as far as the PGN states them. */
function facts(header: Header): Record<string, unknown> {
  const [white, black] = [playerOf(header, 1), playerOf(header, 2)]
  return {
    // Titles are removed from names when ChessBase imports them.
    white: white?.name?.replace(/, Dr\.$/, ''),
    black: black?.name?.replace(/, Dr\.$/, ''),
    elos: [white?.rating, black?.rating],
    // The number of a team is part of its name in PGN.
    teams: [white, black].map((player) => player?.team?.name.replace(/ [IVX]+$/, '')),
    event: header.event?.name,
    site: header.event?.site,
    date: header.date,
    round: header.round,
    board: header.board ?? header.subround,
    result: { ...header.result, text: undefined },
    opening: header.openingCode,
    annotator: header.annotator,
  }
}

describe('databases and their PGN twins', needsCorpus('chessbase/libcbh'), () => {
  it.each(TWINS)('%s has the games of %s.pgn', async (database, twin) => {
    const games = await open(`libcbh/${database}`)
    const folder = database.split('/')[0]!
    const twins = await pgn.open(new DiskFileSet(corpusPath(`chessbase/libcbh/${folder}/${twin}.pgn`)))
    expect(twins.count).toBe(games.count)
    for (let index = 0; index < games.count; index++) {
      const record = games.entry(index).record!
      const other = twins.entry(index).record!
      expect(shape(record.nodes)).toEqual(shape(other.nodes))
      expect(texts(record.nodes)).toEqual(texts(other.nodes))
      expect(record.nodes.map(({ glyphs }) => glyphs?.map(({ nag }) => nag))).toEqual(
        other.nodes.map(({ glyphs }) => glyphs?.map(({ nag }) => nag)),
      )
      expect(facts(record.header)).toEqual(facts(other.header))
      expect(record.variant).toBe(other.variant)
      const [start, otherStart] = [record, other].map((game) => chess.format(chess.start(game)))
      expect(start).toBe(otherStart)
    }
  })

  it('reads the clocks at the end of a game as the tags of the twin have them', async () => {
    const { record } = (await open('libcbh/NormalGames/BielMTO')).entry(0)
    expect(record!.nodes[0]!.clock).toEqual({ lefts: [2157, 194] })
  })
})
