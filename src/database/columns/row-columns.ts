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

export class RowColumns {
  private count = 0
  private numbers = NUMBER_NAMES.map(() => new Uint16Array(FIRST_GAMES))
  private texts = TEXTS.map(() => new Uint32Array(FIRST_GAMES))
  private readonly tables = new Map(TEXT_LISTS.map((list) => [list, new TextTable()]))
  private readonly tableOf = TEXTS.map(({ list }) => this.tables.get(list)!)
  /** The last text of each column and its number: games of an event follow each other. */
  private readonly lastTexts: string[] = TEXTS.map(() => '')
  private readonly lastNumbers = new Uint32Array(TEXTS.length)

  /** Adds the row of a game. */
  add(row: GameRow): void {
    const { count } = this
    if (count === this.numbers[0]!.length) this.enlarge()
    for (let column = 0; column < NUMBER_PLACES.length; column++) {
      this.numbers[column]![count] = Math.min(0xffff, (row[NUMBER_PLACES[column]!] ?? 0) as number)
    }
    for (let column = 0; column < TEXT_PLACES.length; column++) {
      const text = row[TEXT_PLACES[column]!] as string | null
      if (text !== null) this.texts[column]![count] = this.numberOf(column, text)
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

  private enlarge(): void {
    const size = this.count * 2
    this.numbers = this.numbers.map((column) => copyTo(new Uint16Array(size), column))
    this.texts = this.texts.map((column) => copyTo(new Uint32Array(size), column))
  }

  finish(): GatheredColumns {
    const lists: GatheredColumns['lists'] = new Map()
    const places = new Map<TextList, Uint32Array>()
    for (const [list, table] of this.tables) {
      const sorted = table.sort()
      lists.set(list, { ends: sorted.texts.ends, bytes: sorted.texts.bytes })
      places.set(list, sorted.places)
    }
    const texts = TEXTS.map(({ list, name }, column) => {
      const numbers = makeTextNumbers(this.count, lists.get(list)!.ends.length)
      const sorted = places.get(list)!
      for (let game = 0; game < this.count; game++) numbers[game] = sorted[this.texts[column]![game]!]!
      return [name, numbers] as const
    })
    const numbers = NUMBER_NAMES.map((name, column) => [name, this.numbers[column]!.slice(0, this.count)] as const)
    return { numbers: new Map(numbers), lists, texts: new Map(texts) }
  }
}

function copyTo<Numbers extends Uint16Array | Uint32Array>(larger: Numbers, numbers: Numbers): Numbers {
  larger.set(numbers)
  return larger
}
