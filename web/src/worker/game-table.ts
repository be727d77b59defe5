/**
 * The data by which the list of games is filtered and sorted, in columns of numbers: each name of a player or event is
 * stored and examined only once.
 */
import type { Listing } from '../../../src/formats/format.ts'
import { playerOf } from '../../../src/model/record.ts'
import { resultSymbol } from '../../../src/model/result.ts'
import type { Arrangement, SortKey } from './protocol.ts'

const RESULTS: readonly string[] = ['1-0', '1/2-1/2', '0-1', '0-0', '*']

/** Columns that contain numbers of names. */
type NameColumn = 'first' | 'second' | 'event' | 'title'

type Finding = typeof import('./finding.ts')

export class GameTable {
  /** Number of games added so far. */
  length = 0
  private readonly names: string[] = ['']
  private readonly numberOf = new Map([['', 0]])
  private readonly columns: Record<NameColumn, Uint32Array>
  /** yyyymmdd with zeros for unknown parts. */
  private readonly date: Uint32Array
  private readonly result: Uint8Array
  /** Names in searchable form, and their alphabetical positions, once needed. */
  private folded: string[] = []
  private ranks: Uint32Array | undefined

  constructor(count: number) {
    this.columns = {
      first: new Uint32Array(count),
      second: new Uint32Array(count),
      event: new Uint32Array(count),
      title: new Uint32Array(count),
    }
    this.date = new Uint32Array(count)
    this.result = new Uint8Array(count)
  }

  add({ header, kind }: Listing): void {
    const at = this.length++
    this.columns.first[at] = this.number(playerOf(header, 1)?.name)
    this.columns.second[at] = this.number(playerOf(header, 2)?.name)
    this.columns.event[at] = this.number(header.event?.name)
    this.columns.title[at] = this.number(header.title)
    const { year = 0, month = 0, day = 0 } = header.date ?? {}
    this.date[at] = year * 10_000 + month * 100 + day
    this.result[at] = kind === 'game' ? RESULTS.indexOf(resultSymbol(header.result)) : RESULTS.length
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
    return games.filter((game) => {
      const found =
        people[first[game]!]! |
        people[second[game]!]! |
        names[event[game]!]! |
        names[title[game]!]! |
        (years.get(Math.floor(this.date[game]! / 10_000)) ?? 0)
      return found === all && wantedResults.every((result) => this.result[game] === result)
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
    if (key === 'date' || key === 'result') {
      const column = this[key]
      games.sort((left, right) => column[left]! - column[right]! || left - right)
      return
    }
    const ranks = this.rankNames()
    const column = this.columns[key]
    games.sort((left, right) => ranks[column[left]!]! - ranks[column[right]!]! || left - right)
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

/** A result as typed. */
function asResult(term: string): string {
  return term.replace(/^(?:½-½|½)$/, '1/2-1/2')
}
