/** What was played in a position in the open files: their positions are indexed in memory, and counted meanwhile. */
import { PostingMaker } from '../../../src/database/index/game-postings.ts'
import type { Entry } from '../../../src/formats/format.ts'
import { playerOf, type Game } from '../../../src/model/record.ts'
import { resultSymbol } from '../../../src/model/result.ts'
import { makeExploration } from '../../../src/positions/exploration.ts'
import { FACT_SIZE, GameFacts } from '../../../src/positions/facts.ts'
import { byStrength, countGamesOf, everyGame, sampleGames } from '../../../src/positions/read/filtered.ts'
import { MainLineWriter } from '../../../src/positions/main-line.ts'
import { decodeMove } from '../../../src/positions/move-code.ts'
import { positionKey } from '../../../src/positions/position-key.ts'
import { PostingSorter } from '../../../src/positions/segment/posting-sorter.ts'
import { type PostingList, Postings } from '../../../src/positions/segment/postings.ts'
import { rulesOf } from '../../../src/rules/index.ts'
import type { FilesExploration } from './protocol.ts'
import { Slices } from './yield-to-event-loop.ts'

/** The open games. */
export interface OpenGames {
  readonly count: number
  entry(index: number): Entry
}

/** Postings that are sorted together; those that are not yet are looked through one by one. */
const CHUNK = 1 << 18
/** The most postings, of 14 bytes each: games after them are not counted. */
const MOST = 12_000_000
/** Games shown as samples. */
const SAMPLES = 6

/** The postings of one kind of game. */
interface Gathered {
  chunks: Postings[]
  last: Postings
}

class FilesIndex {
  readonly facts: GameFacts
  /** Games that have been read. */
  read = 0
  isDone = false
  private readonly games: OpenGames
  private readonly gathered = new Map<Game, Gathered>()
  private readonly maker = new PostingMaker()
  private readonly lines = new MainLineWriter()
  private readonly sorter = new PostingSorter()
  private postings = 0

  constructor(games: OpenGames) {
    this.games = games
    this.facts = new GameFacts(0, new Uint8Array(games.count * FACT_SIZE))
    void this.build()
  }

  /** Reads all games, in slices between which positions are looked up. */
  private async build(): Promise<void> {
    const slices = new Slices()
    while (this.read < this.games.count && this.postings < MOST) {
      this.add(this.read++)
      if (slices.isDue) await slices.yieldToEventLoop()
    }
    this.isDone = true
  }

  private add(index: number): void {
    let record
    try {
      record = this.games.entry(index).record
    } catch {
      // A game that cannot be read has no positions; the list says what is wrong with it.
    }
    if (!record) return
    let own = this.gathered.get(record.game)
    if (!own) this.gathered.set(record.game, (own = { chunks: [], last: new Postings(1 << 12) }))
    const { last } = own
    const before = last.count
    this.facts.setHeader(index, record.header)
    this.lines.clear()
    this.maker.add(last, this.lines, record, index, false)
    this.postings += last.count - before
    if (last.count < CHUNK) return
    own.chunks.push(copyOf(this.sorter.sort(last)))
    last.count = 0
  }

  /** The games and moves of a position, by move and game. */
  find(game: Game, high: number, low: number): PostingList {
    const found: [move: number, game: number][] = []
    const own = this.gathered.get(game)
    for (const chunk of own?.chunks ?? []) {
      for (let at = firstOf(chunk, high, low); at < chunk.count; at++) {
        if (chunk.high[at] !== high || chunk.low[at] !== low) break
        found.push([chunk.move[at]!, chunk.game[at]!])
      }
    }
    if (own) {
      const { last } = own
      for (let at = 0; at < last.count; at++) {
        if (last.high[at] === high && last.low[at] === low) found.push([last.move[at]!, last.game[at]!])
      }
    }
    found.sort((left, right) => left[0] - right[0] || left[1] - right[1])
    return {
      games: Uint32Array.from(found, ([, game]) => game),
      moves: Uint16Array.from(found, ([move]) => move),
    }
  }
}

function copyOf({ high, low, game, move, count }: Postings): Postings {
  const copy = new Postings(0)
  copy.high = high.slice(0, count)
  copy.low = low.slice(0, count)
  copy.game = game.slice(0, count)
  copy.move = move.slice(0, count)
  copy.count = count
  return copy
}

/** The first posting whose key is not below another. */
function firstOf({ high, low, count }: Postings, wantedHigh: number, wantedLow: number): number {
  let [from, to] = [0, count]
  while (from < to) {
    const middle = (from + to) >> 1
    const isBelow = high[middle]! < wantedHigh || (high[middle] === wantedHigh && low[middle]! < wantedLow)
    if (isBelow) from = middle + 1
    else to = middle
  }
  return from
}

let index: FilesIndex | undefined
let indexed: OpenGames | undefined

/** What was played in a position, in the games read so far. @param text the position */
export function exploreFiles(games: OpenGames, game: Game, text: string): FilesExploration {
  if (!index || indexed !== games) index = new FilesIndex(games)
  indexed = games
  const rules = rulesOf(game)
  const position = rules.parse(text)
  const { key, symmetry } = positionKey(game, position)
  const postings = index.find(game, key[0]!, key[1]!)
  const facts = makeExploration(game, position, symmetry, countGamesOf(postings, index.facts, everyGame))
  const isSame = symmetry === 0
  const samples = sampleGames([{ postings, facts: index.facts }], SAMPLES, everyGame, byStrength).map(
    ({ game: id, move }) => {
      const header = games.entry(id).record!.header
      const [first, second] = [playerOf(header, 1), playerOf(header, 2)]
      return {
        id,
        // Moves of mirrored games are those of another board.
        move: isSame ? decodeMove(game, move) : undefined,
        players: [first?.name ?? '', second?.name ?? ''] as const,
        ratings: [first?.rating, second?.rating] as const,
        result: resultSymbol(header.result),
        year: header.date?.year,
      }
    },
  )
  return { facts, samples, read: index.read, isDone: index.isDone }
}
