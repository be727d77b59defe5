/** PGN: whole records, only main lines, and writing, compared with chessops on games of the same file. */
import { parsePgn, startingPosition, type Game as ParsedGame, type PgnNodeData } from 'chessops/pgn'
import { parseSan } from 'chessops/san'
import { validate } from '../src/convert/validate.ts'
import { MemorySinkSet } from '../src/bytes/sink.ts'
import { MemoryFileSet, MemorySource } from '../src/bytes/source.ts'
import type { Collection } from '../src/formats/format.ts'
import { pgn } from '../src/formats/pgn/format.ts'
import { openPgn } from '../src/formats/pgn/reader.ts'
import type { GameRecord } from '../src/model/record.ts'
import { corpusBytes, hasCorpus } from '../test/support/corpus.ts'
import { readMainLines } from './support/main-lines.ts'
import { measure, printTable } from './support/measure.ts'

const BOOK = 'chess-pgn/book-50000.pgn'

/** Number of games for the peer, which is slow. */
const PEER_GAMES = 2000

const RUNS = 5

function open(bytes: Uint8Array): Collection {
  return openPgn(new MemoryFileSet(new MemorySource('games.pgn', bytes)))
}

/** Plays the main line of a game as chessops has parsed it; returns the number of moves. */
function replay(game: ParsedGame<PgnNodeData>): number {
  const position = startingPosition(game.headers).unwrap()
  let plies = 0
  for (const { san } of game.moves.mainline()) {
    const move = parseSan(position, san)
    if (!move) break
    position.play(move)
    plies++
  }
  return plies
}

/** Games as servers write them. */
async function writeTimed(games: readonly GameRecord[]): Promise<Uint8Array> {
  const out = new MemorySinkSet('games.pgn')
  const writer = await pgn.write(out)
  for (const record of games) {
    const nodes = record.nodes.map((node, ply) =>
      ply === 0
        ? node
        : { ...node, clock: { left: 5400 - 31 * ply }, evaluation: { centipawns: ((ply * 37) % 300) - 150 } },
    )
    writer.add({ ...record, nodes })
  }
  writer.finish()
  return out.files.get('games.pgn')!
}

if (!hasCorpus(BOOK)) {
  console.log(`skipped: there is no ${BOOK} here`)
} else {
  const bytes = corpusBytes(BOOK)
  const part = bytes.subarray(0, [...open(bytes).entries({ to: PEER_GAMES + 1 })].at(-1)!.record!.origin!.offset)
  const text = new TextDecoder('windows-1252').decode(part)
  const peerAmounts = (plies: number) => ({ MB: part.length / 1e6, games: PEER_GAMES, plies })

  const peerReplay = await measure('chessops: parse, legal replay', () =>
    peerAmounts(parsePgn(text).reduce((plies, game) => plies + replay(game), 0)),
  )
  const peerParse = await measure('chessops: parse alone', () => {
    const games = parsePgn(text)
    return { MB: part.length / 1e6, games: games.length }
  })

  const MB = bytes.length / 1e6
  const records = await measure(
    'whole records, every move legal',
    () => {
      let games = 0
      let plies = 0
      for (const { record } of open(bytes).entries()) {
        games++
        plies += record!.nodes.length - 1
      }
      return { MB, games, plies }
    },
    RUNS,
  )
  const checked = await measure(
    'whole records, validated',
    () => {
      let games = 0
      for (const _ of validate(open(bytes), { onEntry: () => games++ })) continue
      return { MB, games }
    },
    RUNS,
  )
  const lines = await measure(
    'main lines, legal, with keys',
    () => {
      return { MB, ...readMainLines(open(bytes)) }
    },
    RUNS,
  )
  const headers = await measure(
    'headers alone',
    () => {
      const collection = open(bytes)
      const { count } = collection
      for (let index = 0; index < count; index++) collection.listing(index)
      return { MB, games: count }
    },
    RUNS,
  )
  const index = await measure('games counted', () => ({ MB, games: open(bytes).count }), RUNS)

  const some: GameRecord[] = []
  for (const { record } of open(bytes).entries({ to: 10_000 })) some.push(record!)
  const timed = await writeTimed(some)
  const clocks = await measure(
    'whole records, a clock time and an evaluation after every move',
    () => {
      let games = 0
      let plies = 0
      for (const { record } of open(timed).entries()) {
        games++
        plies += record!.nodes.length - 1
      }
      return { MB: timed.length / 1e6, games, plies }
    },
    RUNS,
  )
  const writing = await measure(
    'written',
    async () => {
      const out = new MemorySinkSet('games.pgn')
      const writer = await pgn.write(out)
      for (const record of some) writer.add(record)
      writer.finish()
      return { MB: out.files.get('games.pgn')!.length / 1e6, games: some.length }
    },
    RUNS,
  )
  const conversion = await measure(
    'converted to PGN',
    async () => {
      const out = new MemorySinkSet('games.pgn')
      const writer = await pgn.write(out)
      for (const { record, playedLine } of open(bytes).entries({ to: some.length, playedLine: { san: true } })) {
        writer.add(record!, playedLine?.san)
      }
      writer.finish()
      return { MB: out.files.get('games.pgn')!.length / 1e6, games: some.length }
    },
    RUNS,
  )
  printTable(`${BOOK}, ${MB.toFixed(1)} MB`, [
    peerReplay,
    peerParse,
    records,
    checked,
    clocks,
    lines,
    headers,
    index,
    writing,
    conversion,
  ])
}
