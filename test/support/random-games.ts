/** Games played at random by the rules, with invented headers: material for tests of the database. */
import { emptyRecord, type Game, type GameRecord, type Move } from '../../src/model/index.ts'
import { rulesOf } from '../../src/rules/index.ts'
import { randomInt, seededRandom } from './random.ts'

const NAMES = ['Ash, Ann', 'Birch, Bob', 'Cedar, Cy', 'Dogwood, Dí', 'Elm, Eve']
const EVENTS = ['Spring Cup', 'Autumn Cup', "King's Hall"]
const RESULTS = ['first', 'second', 'draw', 'none'] as const

/** Random games of a kind; the same seed makes the same games. Openings repeat, since few first moves are tried. */
export function randomGames(game: Game, count: number, seed: number, plies = 30): GameRecord[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, () => {
    const record = emptyRecord(game)
    if (game === 'go') record.size = { columns: 9, rows: 9 }
    const rules = rulesOf(game)
    const position = rules.start(record)
    for (let ply = 0; ply < plies; ply++) {
      const moves = rules.legal(position).sort((left, right) => left - right)
      if (moves.length === 0) break
      const breadth = ply < 6 ? Math.min(3, moves.length) : moves.length
      const move: Move = moves[randomInt(random, breadth)]!
      rules.play(position, move)
      record.nodes.push({ parent: record.nodes.length - 1, move })
    }
    fillHeader(record, random)
    return record
  })
}

function fillHeader({ header }: GameRecord, random: () => number): void {
  const pick = <Item>(items: readonly Item[]): Item => items[randomInt(random, items.length)]!
  const player = (colour: 1 | 2) => ({
    colour,
    name: pick(NAMES),
    ...(random() < 0.7 && { rating: 1500 + randomInt(random, 1200) }),
  })
  header.players = [player(1), player(2)]
  header.event = { name: pick(EVENTS), site: 'Leeds' }
  header.date = { year: 1980 + randomInt(random, 40), month: 1 + randomInt(random, 12) }
  const result = pick(RESULTS)
  if (result === 'first' || result === 'second') header.result = { outcome: 'win', winner: result === 'first' ? 1 : 2 }
  if (result === 'draw') header.result = { outcome: 'draw' }
}
