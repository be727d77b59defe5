/** Real games, through one database and back: the same trees, comments, evaluations and headers. */
import { describe, expect, test } from 'vitest'
import { chessbase } from '../../../src/formats/chessbase/format.ts'
import type { Collection } from '../../../src/formats/format.ts'
import { pgn } from '../../../src/formats/pgn/format.ts'
import { playerOf, type GameRecord, type Player } from '../../../src/model/record.ts'
import { DiskFileSet } from '../../../src/node/file-source.ts'
import { chess } from '../../../src/rules/chess/index.ts'
import { corpusFiles, corpusPath, hasCorpus } from '../../support/corpus.ts'
import { gameCodes, openDatabase, rebuildVolume, setGames, writeDatabase } from '../../support/chess-assistant.ts'
import { readPgn } from '../../support/pgn.ts'
import { randomGames } from '../../support/random-games.ts'
import { scaled } from '../../support/scale.ts'

function nameAndRating(player: Player | undefined): unknown {
  return player && (player.name || player.rating) ? [player.name ?? '', player.rating ?? 0] : undefined
}

/** What the format keeps of a record, in one shape. */
function kept(record: GameRecord): unknown {
  const { header } = record
  const setup =
    record.setup === undefined ? undefined : chess.format(chess.parse(record.setup)).replace(/ \d+ (\d+)$/, ' 0 $1')
  return {
    setup,
    players: [nameAndRating(playerOf(header, 1)), nameAndRating(playerOf(header, 2))],
    event: header.event?.name || undefined,
    site: header.event?.site || header.place || undefined,
    date: header.date && { year: header.date.year, month: header.date.month, day: header.date.day },
    round: header.round !== undefined && header.round <= 127 ? header.round || undefined : undefined,
    opening: header.openingCode === 'A00' ? undefined : header.openingCode?.slice(0, 3),
    outcome: [header.result.outcome, header.result.winner],
    annotator: header.annotator || undefined,
    source: header.publication?.title || undefined,
    nodes: record.nodes.map(({ parent, move, comments, glyphs, evaluation }) => ({
      parent,
      move,
      before: (comments ?? []).filter(({ placement }) => placement === 'before').map(({ text }) => text),
      after: (comments ?? []).filter(({ placement }) => placement === 'after').map(({ text }) => text),
      glyphs: (glyphs ?? []).map(({ nag }) => nag).filter((nag) => nag > 0 && nag < 256),
      centipawns: evaluation?.centipawns,
    })),
  }
}

function withoutOpening(value: unknown): unknown {
  return { ...(value as object), opening: undefined }
}

/** Compares every record that was written without a loss of moves or letters. */
async function comesBack(
  records: readonly GameRecord[],
  change: (files: Map<string, Uint8Array>) => void = () => {},
): Promise<void> {
  const { files, issues } = await writeDatabase(records, { encoding: 'utf-8' })
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([])
  change(files)
  const collection = await openDatabase(files)
  expect(collection.issues).toEqual([])
  expect(collection.count).toBe(records.length)
  for (const { index, record, issues: found } of collection.entries()) {
    expect(found.filter(({ id }) => id !== 'chess-assistant/illegal-move')).toEqual([])
    const [here, there] = [kept(record!), kept(records[index]!)]
    const hasOpening = records[index]!.header.openingCode !== undefined
    expect(hasOpening ? here : withoutOpening(here)).toEqual(hasOpening ? there : withoutOpening(there))
    expect(collection.listing(index).header).toEqual(record!.header)
  }
  const lengths: number[] = []
  collection.scan!((game) => void lengths.push(game.length))
  expect(lengths).toHaveLength(records.length)
}

function collect(collection: Collection, limit: number): GameRecord[] {
  const records: GameRecord[] = []
  for (const { record, issues } of collection.entries({ to: limit })) {
    if (
      record?.game === 'chess' &&
      record.variant === undefined &&
      issues.every(({ severity }) => severity !== 'error')
    )
      records.push(record)
  }
  return records
}

test('random games, and a game of more than 16,384 bytes', async () => {
  const long = 'a'.repeat(9000)
  const { records } = await readPgn(
    `[White "Müller"]\n[Black "Петросян"]\n[Round "3"]\n\n1. e4 {${long}} e5 {${long}} 2. Nf3 $146 *\n`,
  )
  await comesBack([...records, ...randomGames('chess', 200, 5, 120)])
})

test('gaps, fragments and redirects change nothing', async () => {
  await comesBack(randomGames('chess', 50, 6, 60), (files) => {
    setGames(files, gameCodes(files), 7)
    rebuildVolume(files, 5)
    // Game 1 sends to a new element at the end, which has its address.
    const old = files.get('base.a02')!
    const addresses = new Uint8Array(old.length + 4)
    addresses.set(old)
    addresses.set(old.subarray(4, 8), old.length)
    new DataView(addresses.buffer).setInt32(4, -old.length / 4, true)
    files.set('base.a02', addresses)
  })
})

test('a circle of redirects ends', async () => {
  const { files } = await writeDatabase(randomGames('chess', 2, 7, 10))
  const view = new DataView(files.get('base.a02')!.buffer, files.get('base.a02')!.byteOffset)
  view.setInt32(4, -2, true)
  view.setInt32(8, -1, true)
  const collection = await openDatabase(files)
  expect([...collection.entries()].map(({ issues }) => issues[0]!.id)).toEqual(
    Array(2).fill('chess-assistant/game-record'),
  )
})

test('what is written is sound', async () => {
  const { files } = await writeDatabase(randomGames('chess', 100, 8, 300))
  const found = [...(await openDatabase(files)).validate!()].map(({ id }) => id)
  expect(found.filter((id) => !/opening|result/.test(id))).toEqual([])
})

test('players keep what is known of them', async () => {
  const { records } = await readPgn('[White "Polgar, Judit"]\n[Black "B"]\n\n1. e4 *\n')
  const details = {
    title: 'GM',
    id: '700070',
    domain: 'fide',
    birth: { year: 1976, month: 7, day: 23 },
    gender: 'female' as const,
  }
  Object.assign(records[0]!.header.players[0]!, details, { rating: 2675 })
  const { files } = await writeDatabase(records)
  const collection = await openDatabase(files)
  expect(collection.entry(0).record!.header.players[0]).toMatchObject({
    name: 'Polgar, Judit',
    rating: 2675,
    ...details,
  })
  const rows = [...collection.tables!()[0]!.rows()]
  expect(rows[1]).toEqual({
    id: 1,
    name: 'Polgar, Judit',
    title: 'GM',
    fideId: '700070',
    birth: '1976.07.23',
    gender: 'female',
  })
})

describe.skipIf(!hasCorpus('chess-pgn'))('games of the corpus', () => {
  test('3,000 games of PGN and more', async () => {
    const collection = await pgn.open!(new DiskFileSet(corpusPath('chess-pgn/book-50000.pgn')))
    const records = collect(collection, scaled(3100, 50_000))
    expect(records.length).toBeGreaterThan(3000)
    await comesBack(records)
  })
})

describe.skipIf(!hasCorpus('chessbase'))('games of ChessBase', () => {
  test('annotated games', async () => {
    const records: GameRecord[] = []
    for (const file of corpusFiles('chessbase', /\.cbh$/i)) {
      try {
        records.push(...collect(await chessbase.open!(new DiskFileSet(corpusPath(file))), 500))
      } catch {
        // A database that is not whole.
      }
    }
    expect(records.length).toBeGreaterThan(100)
    await comesBack(records.filter(({ nodes }) => nodes.every(({ unread }) => unread === undefined)))
  })
})
