/** Joins columns of games into the file of a segment: those that an import gathered, or those of segments that are merged. */
import type { Sink } from '../../bytes/sink.ts'
import { ColumnsWriter, textNumbersIn, type GameNumbers, type TextNumbers } from './columns-file.ts'
import { NUMBER_NAMES, TEXT_COLUMNS, TEXT_LISTS, type NumberColumn, type TextColumn, type TextList } from './layout.ts'
import { Texts } from './texts.ts'

/** Columns of some games, which are joined with those of others. */
export interface ColumnsOfGames {
  /** The numbers of the games. */
  games: Uint32Array
  /** Where each stands in the columns, if these have more games. */
  rows?: Uint32Array | undefined
  numbers(name: NumberColumn): Uint16Array
  texts(list: TextList): Texts
  /** A column of a list of so many texts. */
  textNumbers(name: TextColumn, texts: number): TextNumbers
}

/** Writes the columns of all games of the parts, of which no two have the same game. Only one column is in memory at once. */
export function writeColumns(sink: Sink, parts: readonly ColumnsOfGames[]): void {
  const { numbers, placesOf } = numberGames(parts)
  const writer = new ColumnsWriter(sink, numbers)
  const places = parts.map(({ games }) => games.map(placesOf))
  // One column after another lies in the same memory, and every game gets a number in each.
  const memory = new ArrayBuffer(numbers.count * Uint32Array.BYTES_PER_ELEMENT)
  for (const name of NUMBER_NAMES) {
    const column = new Uint16Array(memory, 0, numbers.count)
    for (const [index, part] of parts.entries()) spread(part.numbers(name), part.rows, places[index]!, column)
    writer.addNumbers(name, column)
  }
  for (const list of TEXT_LISTS) {
    const names = TEXT_COLUMNS[list]
    const lists = parts.map((part) => part.texts(list))
    const used = parts.map((part, index) => usedTexts(part, names, lists[index]!.count))
    const merged = Texts.merge(lists, used)
    writer.addTexts(list, merged.texts)
    for (const name of names) {
      const column = textNumbersIn(memory, numbers.count, merged.texts.count)
      for (const [index, part] of parts.entries()) {
        const own = part.textNumbers(name, lists[index]!.count)
        spread(own, part.rows, places[index]!, column, merged.numbers[index])
      }
      writer.addTextNumbers(name, column)
    }
  }
  writer.finish()
}

/** The numbers of all games as a file has them, and the place of each there. */
function numberGames(parts: readonly ColumnsOfGames[]): { numbers: GameNumbers; placesOf: (game: number) => number } {
  let [first, last, count] = [Infinity, -1, 0]
  for (const { games } of parts) {
    count += games.length
    for (const game of games) {
      if (game < first) first = game
      if (game > last) last = game
    }
  }
  if (count === 0) return { numbers: { first: 0, count, ids: undefined }, placesOf: () => 0 }
  if (last - first + 1 === count) {
    return { numbers: { first, count, ids: undefined }, placesOf: (game) => game - first }
  }
  const ids = new Uint32Array(count)
  let end = 0
  for (const { games } of parts) {
    ids.set(games, end)
    end += games.length
  }
  ids.sort()
  const places = new Uint32Array(last - first + 1)
  for (let place = 0; place < count; place++) places[ids[place]! - first] = place
  return { numbers: { first, count, ids }, placesOf: (game) => places[game - first]! }
}

/** The texts that the games of a part have, 1 at their numbers; undefined if it has all games of its columns. */
function usedTexts(part: ColumnsOfGames, names: readonly TextColumn[], texts: number): Uint8Array | undefined {
  const { rows } = part
  if (!rows) return undefined
  const used = new Uint8Array(texts + 1)
  for (const name of names) {
    const column = part.textNumbers(name, texts)
    for (const row of rows) used[column[row]!] = 1
  }
  return used
}

/** Puts the numbers of a part into the places of its games, other numbers for them if there are any. */
function spread(
  from: TextNumbers,
  rows: Uint32Array | undefined,
  places: Uint32Array,
  into: TextNumbers,
  renumbered?: Uint32Array,
): void {
  for (let index = 0; index < places.length; index++) {
    const number = from[rows ? rows[index]! : index]!
    into[places[index]!] = renumbered ? renumbered[number]! : number
  }
}
