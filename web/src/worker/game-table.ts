/**
 * The data by which the list of games is filtered and sorted, in columns of numbers: each name of a player or event is
 * stored and examined only once.
 */
import { playerOf } from '../../../src/model/record.ts'
import { resultSymbol } from '../../../src/model/result.ts'
import type { Arrangement, Line, SortKey } from './protocol.ts'

const RESULTS: readonly string[] = ['1-0', '1/2-1/2', '0-1', '0-0', '*']

/** Columns that contain numbers of names. */
type NameColumn = 'first' | 'second' | 'event' | 'title' | 'opening'

/** Columns that contain numbers. */
type NumberColumn = 'date' | 'result' | 'firstRating' | 'secondRating'

type Finding = typeof import('./finding.ts')

export class GameTable {
  /** Number of games added so far. */
  length = 0
  private readonly names: string[] = ['']
  private readonly numberOf = new Map([['', 0]])
  private readonly columns: Record<NameColumn, Uint32Array>
  private readonly numbers: Record<NumberColumn, Uint32Array>
  /** Names in searchable form, and their alphabetical positions, once needed. */
  private folded: string[] = []
  private ranks: Uint32Array | undefined

  constructor(count: number) {
    const column = () => new Uint32Array(count)
    this.columns = { first: column(), second: column(), event: column(), title: column(), opening: column() }
    this.numbers = { date: column(), result: column(), firstRating: column(), secondRating: column() }
  }

  add(line: Line): void {
    this.put(this.length++, line)
  }

  /** Replaces what is known of a game. */
  put(at: number, { header, kind, name }: Line): void {
    const [first, second] = [playerOf(header, 1), playerOf(header, 2)]
    const { columns, numbers } = this
    columns.first[at] = this.number(first?.name)
    columns.second[at] = this.number(second?.name)
    columns.event[at] = this.number(header.event?.name)
    columns.title[at] = this.number(header.title ?? name)
    columns.opening[at] = this.number(header.openingCode ?? header.openingName)
    numbers.firstRating[at] = first?.rating ?? 0
    numbers.secondRating[at] = second?.rating ?? 0
    // yyyymmdd with zeros for unknown parts.
    const { year = 0, month = 0, day = 0 } = header.date ?? {}
    numbers.date[at] = year * 10_000 + month * 100 + day
    numbers.result[at] = kind === 'game' ? RESULTS.indexOf(resultSymbol(header.result)) : RESULTS.length
  }

  /** The games of a list, in order. */
  async arrange({ filter, sort, isDescending }: Arrangement): Promise<Uint32Array> {
    const games = await this.filter(filter)
    if (sort !== 'number') this.sort(games, sort)
    return isDescending ? games.reverse() : games
  }

  /** The games in which every word of a text is found, in any field. */
  private async filter(text: string): Promise<Uint32Array> {
    const games = Uint32Array.from({ length: this.length }, (_, game) => game)
    if (text.trim() === '') return games
    const finding = await import('./finding.ts')
    const terms = text.trim().split(/\s+/)
    const results = terms.map((term) => RESULTS.indexOf(asResult(term)))
    const words = terms.flatMap((term, index) => (results[index]! < 0 ? finding.foldWords(term) : []))
    const wantedResults = results.filter((result) => result >= 0)
    if (words.length === 0 && wantedResults.length === 0) return games.subarray(0, 0)
    const years = new Map(words.flatMap((word, index) => (/^\d{4}$/.test(word) ? [[Number(word), 1 << index]] : [])))
    const people = this.wordsOfNames(finding, 'person', words)
    const names = this.wordsOfNames(finding, 'name', words)
    const all = finding.allWords(words)
    const { first, second, event, title } = this.columns
    const { date, result } = this.numbers
    return games.filter((game) => {
      const found =
        people[first[game]!]! |
        people[second[game]!]! |
        names[event[game]!]! |
        names[title[game]!]! |
        (years.get(Math.floor(date[game]! / 10_000)) ?? 0)
      return found === all && wantedResults.every((wanted) => result[game] === wanted)
    })
  }

  /** Which of some words each name has. */
  private wordsOfNames(
    { foldName, makeWordFinder }: Finding,
    kind: 'person' | 'name',
    words: readonly string[],
  ): Uint32Array {
    for (let number = this.folded.length; number < this.names.length; number++) {
      this.folded.push(foldName(this.names[number]!))
    }
    return Uint32Array.from(this.folded, makeWordFinder(kind, words))
  }

  /** Sorts by a column; equal games stay in the order of their files, and those without a name come last. */
  private sort(games: Uint32Array, key: Exclude<SortKey, 'number'>): void {
    if (isNumberColumn(key)) {
      const column = this.numbers[key]
      games.sort((left, right) => column[left]! - column[right]! || left - right)
      return
    }
    const ranks = this.rankNames()
    const column = this.columns[key]
    const { title } = this.columns
    // A game without players stands under its title, where a name would be.
    const rank = (game: number) => ranks[column[game] || (key === 'first' ? title[game]! : 0)]!
    games.sort((left, right) => rank(left) - rank(right) || left - right)
  }

  private rankNames(): Uint32Array {
    if (this.ranks?.length === this.names.length) return this.ranks
    const { compare } = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true })
    const order = Uint32Array.from(this.names, (_, number) => number)
    order.subarray(1).sort((left, right) => compare(this.names[left]!, this.names[right]!))
    this.ranks = new Uint32Array(this.names.length)
    for (const [rank, number] of order.entries()) this.ranks[number] = number === 0 ? this.names.length : rank
    return this.ranks
  }

  private number(name = ''): number {
    let number = this.numberOf.get(name)
    if (number === undefined) {
      number = this.names.length
      this.names.push(name)
      this.numberOf.set(name, number)
    }
    return number
  }
}

const isNumberColumn = (key: SortKey): key is NumberColumn =>
  key === 'date' || key === 'result' || key === 'firstRating' || key === 'secondRating'

/** A result as typed. */
function asResult(term: string): string {
  return term.replace(/^(?:½-½|½)$/, '1/2-1/2')
}
