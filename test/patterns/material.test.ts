/** Material found by what leaves the board, against the scan of all games. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { countGames, removeGames, searchPattern } from '../../src/database/index.ts'
import { findHits, scanLines } from '../../src/database/search/scan.ts'
import { emptyRecord, type Game } from '../../src/model/index.ts'
import { parseMaterial } from '../../src/patterns/index.ts'
import type { Hits } from '../../src/patterns/answer/hits.ts'
import { gamesOf } from '../../src/patterns/search.ts'
import { rulesOf } from '../../src/rules/index.ts'
import { gamesWithMaterial, hitsOfMaterial } from '../../src/patterns/indexed/material-search.ts'
import { importRecords, problemsOf } from '../support/databases.ts'
import { randomGames } from '../support/random-games.ts'
import { randomInt, seededRandom } from '../support/random.ts'
import { scaled } from '../support/scale.ts'
import { pgnRecords, studyGame } from '../support/study-games.ts'

const TRIED = scaled(60, 2_000)

const folder = mkdtempSync(join(tmpdir(), 'ludograph-material-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Random conditions of counts, with bishops and lasting now and then. */
function randomMaterial(game: Game, random: () => number): string {
  const letters = game === 'chess' ? 'PNBRQpnbrq' : 'PCRNBApcrnba'
  const one = () => {
    const letter = letters[randomInt(random, letters.length)]!
    const count = randomInt(random, letter.toLowerCase() === 'p' ? 8 : 3)
    return `${letter}${['=', '>=', '<='][randomInt(random, 3)]!}${count}`
  }
  const conditions = Array.from({ length: 1 + randomInt(random, 4) }, one)
  if (random() < 0.2) conditions.push(`men<=${5 + randomInt(random, 12)}`)
  if (random() < 0.2) conditions.push(`for=${1 + randomInt(random, 5)}`)
  if (game === 'chess' && random() < 0.1) conditions.push('bishops=opposite')
  if (random() < 0.2) conditions.splice(1, 0, 'vs')
  if (conditions.at(-1) === 'vs') conditions.push(one())
  return conditions.join(' ')
}

it('bishops are on squares of the same colour or not, if there is one each', async () => {
  const setups = [
    '4k3/8/8/8/8/2b5/8/2B1K3 w - - 0 1', // c3 and c1: dark and dark
    '4k3/8/8/8/8/3b4/8/2B1K3 w - - 0 1', // d3 and c1: light and dark
    '4k3/8/8/8/8/8/1b6/2BK4 w - - 0 1', // b2 and c1: dark and dark, neighbours
    '4k3/8/8/8/8/2b5/1b6/2B1K3 w - - 0 1', // two of Black's
    '4k3/8/8/8/8/8/8/2B1K3 w - - 0 1', // none of Black's
  ]
  const database = await importRecords(
    folder,
    'bishops',
    setups.map((setup) => ({ ...emptyRecord('chess'), setup })),
  )
  const found = async (text: string) => [
    ...(await searchPattern(database, { material: parseMaterial('chess', text) })).games,
  ]
  expect(await found('bishops=same')).toEqual([1, 3])
  expect(await found('bishops=opposite')).toEqual([2])
  expect(await found('bishops=same B=1 b=1 R=1')).toEqual([])
  database.close()
})

/** What a structure of pawns is, said the slow way: by the squares of the pawns of both sides. */
function slowPawns(kind: string, own: readonly number[], others: readonly number[], way: 1 | -1): number {
  const [file, rank] = [(square: number) => square % 8, (square: number) => Math.floor(square / 8) * way]
  return own.filter((pawn) => {
    const beside = (other: number) => Math.abs(file(other) - file(pawn))
    if (kind === 'isolated') return !own.some((other) => beside(other) === 1)
    if (kind === 'doubled') return own.some((other) => beside(other) === 0 && rank(other) > rank(pawn))
    return !others.some((other) => beside(other) <= 1 && rank(other) > rank(pawn))
  }).length
}

it('isolated, doubled and passed pawns are counted as a slow count does', async () => {
  const random = seededRandom(8)
  const records = randomGames('chess', 40, 9, 200)
  const database = await importRecords(folder, 'pawns', records)
  const rules = rulesOf('chess')
  const boards = records.map((record) => {
    const position = rules.start(record)
    const seen: { P: number[]; p: number[] }[] = []
    const squares = Array.from({ length: 64 }, (_, square) => square)
    const look = () => {
      const of = (letter: string) => squares.filter((square) => position.pieceAt(square) === letter)
      seen.push({ P: of('P'), p: of('p') })
    }
    look()
    for (const { move } of record.nodes.slice(1)) {
      rules.play(position, move!)
      look()
    }
    return seen
  })
  let found = 0
  for (let count = 0; count < scaled(40, 2_000); count++) {
    const asked = Array.from({ length: 1 + randomInt(random, 2) }, () => {
      const kind = ['isolated', 'doubled', 'passed'][randomInt(random, 3)]!
      return { kind, isWhite: random() < 0.5, least: 1 + randomInt(random, 3) }
    })
    const isEither = random() < 0.3
    const words = asked.map(({ kind, isWhite, least }) => {
      return `${isWhite && !isEither ? kind[0]!.toUpperCase() + kind.slice(1) : kind}>=${least}`
    })
    const text = isEither ? `${words.join(' ')} vs P<=8` : words.join(' ')
    const expected = boards.flatMap((seen, index) => {
      const isMet = seen.some(({ P, p }) => {
        const holds = (white: boolean, kind: string, least: number) =>
          (white ? slowPawns(kind, P, p, 1) : slowPawns(kind, p, P, -1)) >= least
        if (!isEither) return asked.every(({ kind, isWhite, least }) => holds(isWhite, kind, least))
        return [true, false].some((side) => asked.every(({ kind, least }) => holds(side, kind, least)))
      })
      return isMet ? [index + 1] : []
    })
    const { games } = await searchPattern(database, { material: parseMaterial('chess', text) })
    expect({ text, games: [...games] }).toEqual({ text, games: expected })
    found += expected.length
  }
  expect(found).toBeGreaterThan(100)
  database.close()
})

it('a pawn taken in passing is gone', async () => {
  const record = (await pgnRecords(studyGame('Ann', 'Bob', '2001.01.01', '*', '1. e4 Nf6 2. e5 d5 3. exd6')))[0]!
  const database = await importRecords(folder, 'in-passing', [record])
  const found = async (text: string) => [
    ...(await searchPattern(database, { material: parseMaterial('chess', text) })).games,
  ]
  expect(await found('P=8 p=7')).toEqual([1])
  expect(await found('P=8 R=2 N=2 B=2 Q=1 p=7 r=2 n=2 b=2 q=1')).toEqual([1])
  expect(await found('R=1')).toEqual([])
  database.close()
})

it('a move that captures and promotes is met as a whole, and not any more when its game is removed', async () => {
  const moves = '1. a4 b5 2. axb5 a6 3. bxa6 Bb7 4. axb7 Nc6 5. bxa8=Q'
  const record = (await pgnRecords(studyGame('Ann', 'Bob', '2001.01.01', '*', moves)))[0]!
  const database = await importRecords(folder, 'capturing-promotion', [record, record])
  const count = async (text: string) => countGames(database, { material: parseMaterial('chess', text) })
  expect(await count('r=1 P=8')).toBe(0)
  expect(await count('P=8 R=2 N=2 B=2 Q=1 p=6 r=1 n=2 b=1 q=1')).toBe(0)
  expect(await count('r=1 P=7 Q=2')).toBe(2)
  expect(await count('P=7 R=2 N=2 B=2 Q=2 p=6 r=1 n=2 b=1 q=1')).toBe(2)
  await removeGames(database, [1])
  expect(await count('r=1 P=7 Q=2')).toBe(1)
  const { hits } = await findHits(
    database,
    'chess',
    { material: parseMaterial('chess', 'r=1 P=7 Q=2') },
    { isFirstOnly: true },
  )
  expect(firstPlies(hits)).toEqual([[2, 9]])
  database.close()
})

it('games are followed whose lists do not say after how many moves they come to it', () => {
  const captured = (letter: string, ply: number) => ('PNBRQKpnbrqk'.indexOf(letter) + 1) | (ply << 5)
  const lists = [
    [captured('q', 9), captured('Q', 10)],
    // Plies from 2047 on are all the same.
    [captured('q', 9), captured('Q', 2047)],
    // The game begins elsewhere, and goes on so.
    [0, captured('q', 9), captured('Q', 10)],
    [captured('q', 9)],
    [],
  ]
  const ends = Uint32Array.from(lists, (_, index) => lists.slice(0, index + 1).flat().length)
  const captures = { ends, words: Uint16Array.from(lists.flat()) }
  const told = (text: string) => {
    const { hits, games } = hitsOfMaterial(parseMaterial('chess', text), captures, 100)
    return { first: firstPlies(hits), games: [...games] }
  }
  expect(told('Q=0 vs q=0')).toEqual({ first: [[100, 10]], games: [101, 102] })
  expect(told('P=8 R=2 N=2 B=2 Q=0 p=8 r=2 n=2 b=2 q=0')).toEqual({ first: [[100, 10]], games: [101, 102] })
  // Whether there is a game is not said either.
  expect(told('Q=1 q=1')).toEqual({ first: [], games: [100, 101, 102, 103, 104] })
})

/** After how many moves each game first has what is asked for. */
function firstPlies({ games, plies, count }: Hits): [number, number][] {
  const found = Array.from({ length: count }, (_, row): [number, number] => [games[row]!, plies[row]!])
  return found.sort(([one], [other]) => one - other)
}

describe.each(['chess', 'xiangqi'] as const)('material of %s', (game) => {
  it('is found in the games that the scan finds', async () => {
    const records = randomGames(game, 120, 3, 400)
    const setups = {
      chess: '4k3/P6p/8/8/8/8/p6P/R3K2R w KQ - 0 1',
      xiangqi: '4k4/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 1',
    }
    for (const record of randomGames(game, 1, 4, 0)) records.push({ ...record, setup: setups[game] })
    const database = await importRecords(folder, game, records)
    const random = seededRandom(9)
    let [found, skipped] = [0, 0]
    for (let count = 0; count < TRIED; count++) {
      const text = randomMaterial(game, random)
      const material = parseMaterial(game, text)
      const { games } = await searchPattern(database, { material })
      const expected = gamesOf(await scanLines(database, game, { material }, { depth: 1 }))
      expect({ text, games }).toEqual({ text, games: expected })
      const [segment] = database.segmentsOf(game)
      const candidates = gamesWithMaterial(material, await segment!.lines.captures(), segment!.header.firstGame)
      const first = await findHits(database, game, { material }, { isFirstOnly: true })
      const scanned = await scanLines(database, game, { material }, { isFirstOnly: true })
      expect({ text, first: firstPlies(first.hits) }).toEqual({ text, first: firstPlies(scanned) })
      found += games.length
      skipped += records.length - candidates.length
    }
    expect(found).toBeGreaterThan(TRIED)
    expect(skipped).toBeGreaterThan(TRIED)
    expect(await problemsOf(database)).toEqual([])
    database.close()
  })
})
