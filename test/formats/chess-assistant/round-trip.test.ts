/** Real games, through one database and back: the same trees, comments, evaluations and headers. */
import { expect, test } from 'vitest'
import { chessbase } from '../../../src/formats/chessbase/format.ts'
import type { Collection } from '../../../src/formats/format.ts'
import { pgn } from '../../../src/formats/pgn/format.ts'
import { makeMove, type Move } from '../../../src/model/move.ts'
import { emptyRecord, playerOf, type GameRecord, type Player } from '../../../src/model/record.ts'
import { DiskFileSet } from '../../../src/node/file-source.ts'
import { chess } from '../../../src/rules/chess/index.ts'
import { corpusFiles, corpusPath } from '../../support/corpus.ts'
import { needsCorpus } from '../../support/needs.ts'
import {
  gameCodes,
  openDatabase,
  rebuildVolume,
  setGames,
  writeDatabase,
  type Files,
} from '../../support/chess-assistant.ts'
import { readPgn } from '../../support/pgn.ts'
import { randomGames } from '../../support/random-games.ts'
import { randomInt, seededRandom } from '../../support/random.ts'
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
    round: [header.round || undefined, header.subround, header.roundText, header.board],
    opening: header.openingCode === 'A00' ? undefined : header.openingCode?.slice(0, 3),
    outcome: [header.result.outcome, header.result.winner, header.result.verdict],
    annotator: header.annotator || undefined,
    source: header.publication?.title || undefined,
    nodes: record.nodes.map(({ parent, move, comments, glyphs, evaluation, annotations }) => ({
      parent,
      move,
      before: (comments ?? []).filter(({ placement }) => placement === 'before').map(({ text }) => text),
      after: (comments ?? []).filter(({ placement }) => placement === 'after').map(({ text }) => text),
      glyphs: (glyphs ?? []).map(({ nag }) => nag).filter((nag) => nag > 0 && nag < 256),
      evaluation: [evaluation?.centipawns, evaluation?.source],
      diagrams: (annotations ?? []).filter(({ type }) => type === 'diagram').length,
    })),
  }
}

function withoutOpening(value: unknown): unknown {
  return { ...(value as object), opening: undefined }
}

async function write(records: readonly GameRecord[]): Promise<Files> {
  const { files, issues } = await writeDatabase(records, { encoding: 'utf-8' })
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([])
  return files
}

/** Compares every record with what it was before it was written. */
async function comesBack(files: Files, records: readonly GameRecord[]): Promise<void> {
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
}

/** Gives records what real games of the corpus do not have, now and then. */
function decorate(records: readonly GameRecord[], random: () => number): void {
  for (const [index, { header, nodes }] of records.entries()) {
    if (index % 5 === 0) header.subround = 1 + randomInt(random, 9)
    if (index % 7 === 0) header.board = 1 + randomInt(random, 99)
    if (index % 11 === 0) Object.assign(header, { roundText: 'Final', round: undefined, subround: undefined })
    if (index % 13 === 0) header.result = { outcome: 'unfinished', verdict: 16 }
    for (const [at, node] of nodes.entries()) {
      if (at === 0 || random() > 0.1) continue
      const kind = randomInt(random, 6)
      if (kind === 0) node.evaluation = { centipawns: randomInt(random, 2000) - 1000 }
      if (kind === 1) node.evaluation = { centipawns: -20, source: 'CAP' }
      if (kind === 2) node.glyphs = [{ nag: 1 + randomInt(random, 255) }, { nag: 16 }]
      if (kind === 3) node.annotations = [{ type: 'diagram' }]
      if (kind === 4) node.comments = [...(node.comments ?? []), { text: 'перед', placement: 'before' }]
      if (kind === 5) node.comments = [...(node.comments ?? []), { text: 'après', placement: 'after' }]
    }
    if (index % 500 === 1)
      nodes.at(-1)!.comments = [{ text: 'long '.repeat(index % 1000 === 1 ? 4000 : 100), placement: 'after' }]
  }
}

/** Junk before every record, files of the volume in pieces, and every seventh game and player reached by a redirect. */
function scatter(files: Files): void {
  setGames(files, gameCodes(files), 7)
  const redirected = (bytes: Uint8Array) => redirect(bytes, (id) => id % 7 === 3)
  rebuildVolume(files, 61, (name, bytes) => (name === 'Players.a01' ? redirected(bytes) : bytes))
  files.set('base.a02', redirected(files.get('base.a02')!))
}

/** Sends elements of an array of addresses to new ones at its end, which have their addresses. */
function redirect(old: Uint8Array, isChosen: (id: number) => boolean): Uint8Array {
  const view = new DataView(old.buffer, old.byteOffset, old.length)
  const elements = Array.from({ length: old.length / 4 }, (_, id) => view.getInt32(id * 4, true))
  for (let id = 0; id < old.length / 4; id++) if (isChosen(id)) elements[id] = -(elements.push(elements[id]!) - 1)
  return new Uint8Array(Int32Array.from(elements).buffer)
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
  const games = [...records, ...randomGames('chess', 200, 5, 120)]
  await comesBack(await write(games), games)
})

test('gaps, fragments and redirects change nothing', async () => {
  const games = randomGames('chess', 50, 6, 60)
  const files = await write(games)
  scatter(files)
  await comesBack(files, games)
})

test('thousands of variations, one within another', async () => {
  const record = emptyRecord('chess')
  const [replies, lines] = [[move('g1f3'), move('g8f6')], ['b1c3', 'b8c6', 'c3b1', 'c6b8'].map(move)]
  let parent = 0
  for (let level = 0; level < 2000; level++) {
    record.nodes.push({ parent, move: replies[level % 2]! })
    parent = record.nodes.push({ parent, move: lines[level % 4]! }) - 1
  }
  const files = await write([record])
  const [entry] = (await openDatabase(files)).entries()
  expect(entry!.issues).toEqual([])
  expect(entry!.record!.nodes).toEqual(record.nodes)
})

/** A move between two squares by their names. */
function move(text: string): Move {
  const square = (name: string) => (Number(name[1]) - 1) * 8 + name.charCodeAt(0) - 97
  return makeMove(square(text.slice(0, 2)), square(text.slice(2)))
}

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

/** Games of the corpus from ChessBase and PGN. */
async function realGames(limit: number): Promise<GameRecord[]> {
  const records: GameRecord[] = []
  for (const file of corpusFiles('chessbase', /\.(cbh|pgn)$/i)) {
    try {
      const format = file.endsWith('.pgn') ? pgn : chessbase
      records.push(...collect(await format.open(new DiskFileSet(corpusPath(file))), limit))
    } catch {
      // A database that is not whole.
    }
  }
  const book = await pgn.open(new DiskFileSet(corpusPath('chess-pgn/book-50000.pgn')))
  records.push(...collect(book, limit - records.length))
  return records.filter(({ nodes }) => nodes.every(({ unread }) => unread === undefined))
}

test(
  'more than 3,000 real games in one database, whole and in pieces',
  needsCorpus('chess-pgn', 'chessbase'),
  async () => {
    const records = await realGames(scaled(3200, 20_000))
    expect(records.length).toBeGreaterThan(3000)
    decorate(records, seededRandom(3))
    const files = await write(records)
    await comesBack(files, records)
    scatter(files)
    await comesBack(files, records)
  },
)
