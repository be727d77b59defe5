/** Gathers the columns of games (layout.ts) from their rows, as these go into the catalogue. */
import { GAME_COLUMNS, type GameRow } from '../schema/game-columns.ts'
import { makeTextNumbers, type TextNumbers } from './columns-file.ts'
import { NUMBER_NAMES, TEXT_COLUMNS, TEXT_LISTS, type NumberColumn, type TextColumn, type TextList } from './layout.ts'
import { TextTable } from './text-table.ts'

/** Games that there is room for at first. */
const FIRST_GAMES = 1 << 8

/** The columns of games in the order in which they came: plain data, sent to the importer. */
export interface GatheredColumns {
  numbers: Map<NumberColumn, Uint16Array>
  lists: Map<TextList, { ends: Uint32Array; bytes: Uint8Array }>
  texts: Map<TextColumn, TextNumbers>
}

const placeOf = (name: string): number => GAME_COLUMNS.findIndex((column) => column.name === name)

/** The names of all columns of text, and the list of each. */
const TEXTS = TEXT_LISTS.flatMap((list) => TEXT_COLUMNS[list].map((name) => ({ list, name })))

/** Where the values of columns stand in a row. */
const NUMBER_PLACES = NUMBER_NAMES.map(placeOf)
const TEXT_PLACES = TEXTS.map(({ name }) => placeOf(name))

/** A column that grows with its games and with the numbers in it; without one it takes no room. */
class GrowingColumn {
  private numbers: TextNumbers = new Uint8Array(0)
  private greatest = 0xff

  put(game: number, number: number): void {
    if (game >= this.numbers.length || number > this.greatest) this.makeRoom(game, number)
    this.numbers[game] = number
  }

  private makeRoom(game: number, number: number): void {
    const { length } = this.numbers
    const room = game < length ? length : Math.max(FIRST_GAMES, game + 1, length * 2)
    const larger = makeTextNumbers(room, Math.max(number, this.greatest))
    larger.set(this.numbers)
    this.numbers = larger
    this.greatest = 2 ** (8 * larger.BYTES_PER_ELEMENT) - 1
  }

  /** The numbers of so many games, each looked up in `places`, of so many. */
  finish(games: number, places: Uint32Array): TextNumbers {
    const { numbers } = this
    const finished = makeTextNumbers(games, places.length - 1)
    for (let game = Math.min(games, numbers.length) - 1; game >= 0; game--) finished[game] = places[numbers[game]!]!
    return finished
  }
}

export class RowColumns {
  private count = 0
  private numbers = NUMBER_NAMES.map(() => new Uint16Array(FIRST_GAMES))
  private readonly texts = TEXTS.map(() => new GrowingColumn())
  private readonly tables = new Map(TEXT_LISTS.map((list) => [list, new TextTable()]))
  private readonly tableOf = TEXTS.map(({ list }) => this.tables.get(list)!)
  /** The last text of each column and its number: games of an event follow each other. */
  private readonly lastTexts: string[] = TEXTS.map(() => '')
  private readonly lastNumbers = new Uint32Array(TEXTS.length)

  /** Adds the row of a game. */
  add(row: GameRow): void {
    const { count } = this
    if (count === this.numbers[0]!.length) this.numbers = this.numbers.map(doubled)
    for (let column = 0; column < NUMBER_PLACES.length; column++) {
      this.numbers[column]![count] = Math.min(0xffff, (row[NUMBER_PLACES[column]!] ?? 0) as number)
    }
    for (let column = 0; column < TEXT_PLACES.length; column++) {
      const text = row[TEXT_PLACES[column]!] as string | null
      if (text !== null) this.texts[column]!.put(count, this.numberOf(column, text))
    }
    this.count++
  }

  private numberOf(column: number, text: string): number {
    const last = this.lastNumbers[column]!
    if (last > 0 && text === this.lastTexts[column]) return last
    const number = this.tableOf[column]!.numberOf(text)
    this.lastTexts[column] = text
    this.lastNumbers[column] = number
    return number
  }

  finish(): GatheredColumns {
    const lists: GatheredColumns['lists'] = new Map()
    const places = new Map<TextList, Uint32Array>()
    for (const [list, table] of this.tables) {
      const sorted = table.sort()
      lists.set(list, { ends: sorted.texts.ends, bytes: sorted.texts.bytes })
      places.set(list, sorted.places)
    }
    const { count } = this
    return {
      numbers: new Map(NUMBER_NAMES.map((name, column) => [name, this.numbers[column]!.slice(0, count)])),
      lists,
      texts: new Map(TEXTS.map(({ list, name }, column) => [name, this.texts[column]!.finish(count, places.get(list)!)])),
    }
  }
}

function doubled(numbers: Uint16Array): Uint16Array<ArrayBuffer> {
  const larger = new Uint16Array(numbers.length * 2)
  larger.set(numbers)
  return larger
}

/** The memory of gathered columns, to be handed over to another thread. */
export function buffersOf({ numbers, lists, texts }: GatheredColumns): ArrayBuffer[] {
  const arrays = [...numbers.values(), ...texts.values(), ...[...lists.values()].flatMap(({ ends, bytes }) => [ends, bytes])]
  return arrays.map(({ buffer }) => buffer as ArrayBuffer)
}
