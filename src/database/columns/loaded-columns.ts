/**
 * The columns of all games of a database in memory, each read when it is first needed. A game has the row of its number,
 * counted from that of the first game; a row without a game has no kind.
 */
import { addBits, addRange, countBits, listBits, makeBits, type Bits } from '../../bytes/bits.ts'
import { GAMES, type Game } from '../../model/record.ts'
import { JoinedTexts } from '../../query/joined-texts.ts'
import type { TextKind } from '../../query/text.ts'
import { makeTextNumbers, readingColumns, type ColumnsFile, type TextNumbers } from './columns-file.ts'
import { TEXT_COLUMNS, type NumberColumn, type TextColumn, type TextList } from './layout.ts'
import { RowsByText } from './rows-by-text.ts'
import { Texts } from './texts.ts'

/** The columns of a segment. */
export interface ColumnsPart {
  game: Game
  columns: ColumnsFile
  /** Numbers of games that no longer count in it. */
  tombstones: ReadonlySet<number>
}

/** A part with the numbers of its games, unless they follow each other. */
interface NumberedPart extends ColumnsPart {
  ids: Uint32Array | undefined
}

/** A list of texts with its columns. */
interface LoadedTexts {
  texts: Texts
  columns: Map<TextColumn, TextNumbers>
}

/** Sets of rows that are kept to be used again. */
const MOST_SPARE = 4

/** The columns of all games. */
export class LoadedColumns {
  /** The number of the game in row 0. */
  readonly first: number
  /** Rows, those without a game included. */
  readonly rows: number
  /** The kind of each game as its place in GAMES, from 1; 0 in rows without a game. */
  readonly kinds: Uint8Array
  /** The rows with a game. */
  readonly present: Bits
  /** The rows of each kind of game that there is. */
  readonly byKind: ReadonlyMap<Game, Bits>
  private readonly parts: readonly NumberedPart[]
  /** Sets of rows that nobody uses any more: new memory for every question keeps the garbage collector busy. */
  private readonly spare: Bits[] = []
  private readonly numbers = new Map<NumberColumn, Uint16Array>()
  private readonly lists = new Map<TextList, LoadedTexts>()
  /** Texts as they are compared with what was typed, by list and kind of text. */
  private readonly joined = new Map<string, JoinedTexts>()
  /** Of columns that were asked for; undefined after the first time. */
  private readonly byText = new Map<TextColumn, RowsByText | undefined>()

  constructor(parts: readonly ColumnsPart[]) {
    this.parts = parts
      .filter(({ columns }) => columns.count > 0)
      .map((part) => ({ ...part, ids: readingColumns(() => part.columns.ids()) }))
    const lastOf = ({ columns, ids }: NumberedPart): number => ids?.at(-1) ?? columns.first + columns.count - 1
    this.first = this.parts.reduce((first, { columns }) => Math.min(first, columns.first), Infinity)
    if (this.first === Infinity) this.first = 0
    this.rows = this.parts.reduce((end, part) => Math.max(end, lastOf(part) + 1 - this.first), 0)
    this.kinds = new Uint8Array(this.rows)
    this.present = makeBits(this.rows)
    const byKind = new Map<Game, Bits>()
    for (const part of this.parts) {
      const games = byKind.get(part.game) ?? makeBits(this.rows)
      byKind.set(part.game, games)
      this.addRows(part, games)
    }
    this.byKind = byKind
    for (const games of byKind.values()) addBits(this.present, games)
  }

  /** Adds the rows of the games of a part to those of its kind. */
  private addRows(part: NumberedPart, games: Bits): void {
    const kind = GAMES.indexOf(part.game) + 1
    const { columns, ids, tombstones } = part
    if (!ids && tombstones.size === 0) {
      const [start, end] = [columns.first - this.first, columns.first - this.first + columns.count]
      this.kinds.fill(kind, start, end)
      addRange(games, start, end)
      return
    }
    this.eachGame(part, (row) => {
      this.kinds[row] = kind
      games[row >>> 5]! |= 1 << row
    })
  }

  /** A set of rows, with any content. */
  borrowMarks(): Bits {
    return this.spare.pop() ?? makeBits(this.rows)
  }

  /** Takes back a set that nobody uses any more. */
  returnMarks(marks: Bits): void {
    if (this.spare.length < MOST_SPARE) this.spare.push(marks)
  }

  /** The number of the game of a row. */
  gameOf(row: number): number {
    return this.first + row
  }

  /** The row of a game; undefined if there is no such game. */
  rowOf(game: number): number | undefined {
    const row = game - this.first
    return row >= 0 && row < this.rows && this.kinds[row] !== 0 ? row : undefined
  }

  /** The numbers of all games, in order. */
  games(): Uint32Array {
    return this.gamesOf(this.present)
  }

  /** The numbers of the games of some rows, in order. */
  gamesOf(rows: Bits): Uint32Array {
    const games = new Uint32Array(countBits(rows))
    listBits(rows, games)
    for (let index = 0; index < games.length; index++) games[index]! += this.first
    return games
  }

  /** A column of numbers, 0 where unknown. */
  numbersOf(name: NumberColumn): Uint16Array {
    const known = this.numbers.get(name)
    if (known) return known
    const numbers = readingColumns(() => this.joinNumbers(name))
    this.numbers.set(name, numbers)
    return numbers
  }

  /** A list of texts. */
  textsOf(list: TextList): Texts {
    return this.load(list).texts
  }

  /** A column of a list of texts: for every row the number of its text. */
  column(list: TextList, name: TextColumn): TextNumbers {
    return this.load(list).columns.get(name)!
  }

  /** The text of a row in a column; undefined if it is unknown. */
  textAt(list: TextList, name: TextColumn, row: number): string | undefined {
    const { texts, columns } = this.load(list)
    return texts.text(columns.get(name)![row]!)
  }

  /** All texts of a list to be searched, made once. */
  joinedTexts(list: TextList, kind: TextKind): JoinedTexts {
    const key = `${list} ${kind}`
    const known = this.joined.get(key)
    if (known) return known
    const joined = new JoinedTexts(kind, this.textsOf(list).list())
    this.joined.set(key, joined)
    return joined
  }

  /** The rows of the texts of a column, if it is not asked for the first time: they take longer to make than a question. */
  rowsByText(list: TextList, name: TextColumn): RowsByText | undefined {
    const known = this.byText.get(name)
    if (known) return known
    const made = this.byText.has(name) ? new RowsByText(this.column(list, name), this.textsOf(list).count) : undefined
    this.byText.set(name, made)
    return made
  }

  private load(list: TextList): LoadedTexts {
    const known = this.lists.get(list)
    if (known) return known
    const loaded = readingColumns(() => this.joinTexts(list))
    this.lists.set(list, loaded)
    return loaded
  }

  private joinNumbers(name: NumberColumn): Uint16Array {
    const whole = this.wholePart()
    if (whole) return whole.columns.numbers(name)
    const numbers = new Uint16Array(this.rows)
    for (const part of this.parts) {
      const own = part.columns.numbers(name)
      this.eachGame(part, (row, index) => {
        numbers[row] = own[index]!
      })
    }
    return numbers
  }

  private joinTexts(list: TextList): LoadedTexts {
    const names = TEXT_COLUMNS[list]
    const lists = this.parts.map(({ columns }) => columns.texts(list))
    const whole = this.wholePart()
    if (whole) {
      const [texts] = lists as [Texts]
      return { texts, columns: new Map(names.map((name) => [name, whole.columns.textNumbers(name, texts.count)])) }
    }
    const { texts, numbers } = Texts.merge(lists)
    const columns = new Map<TextColumn, TextNumbers>()
    for (const name of names) {
      const column = makeTextNumbers(this.rows, texts.count)
      for (const [index, part] of this.parts.entries()) {
        const own = part.columns.textNumbers(name, lists[index]!.count)
        const renumbered = numbers[index]!
        this.eachGame(part, (row, place) => {
          column[row] = renumbered[own[place]!]!
        })
      }
      columns.set(name, column)
    }
    return { texts, columns }
  }

  /** The only part, if it has a game in every row. */
  private wholePart(): NumberedPart | undefined {
    const [part, ...others] = this.parts
    return part && others.length === 0 && !part.ids ? part : undefined
  }

  /** Goes through the games of a part, by their rows and their places in its columns. */
  private eachGame({ columns, ids, tombstones }: NumberedPart, take: (row: number, index: number) => void): void {
    for (let index = 0; index < columns.count; index++) {
      const game = ids ? ids[index]! : columns.first + index
      if (tombstones.size === 0 || !tombstones.has(game)) take(game - this.first, index)
    }
  }
}
