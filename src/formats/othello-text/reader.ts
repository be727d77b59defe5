/** Opens text containing games of Othello. */
import { readAll, type FileSet } from '../../bytes/source.ts'
import { FormatError } from '../../issues/errors.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import type { GameRecord } from '../../model/record.ts'
import type { CollectionFacts, Collection, Entry, EntryOptions, Listing, ReadOptions } from '../format.ts'
import { decodeGames } from './decode.ts'
import { normaliseRecord, readGame } from './game.ts'
import { FORMAT_ID, looksLikeQuest, readQuest, type QuestGames } from './quest.ts'
import { GameFinder } from './split.ts'

/** The longest text that is read. */
export const MAX_SIZE = 1 << 28

/** The number of lines outside games that get their own issue. */
const MAX_STRANGE = 20

/** Opens a file. Rejects with FormatError if it contains no game. */
export async function openOthelloText(files: FileSet, options: ReadOptions = {}): Promise<Collection> {
  const { name } = files.main
  const bytes = readAll(files.main, MAX_SIZE)
  const text = decodeGames(bytes, options.encoding)
  const turns = options.settings?.['first-move'] === 'turn'
  const collection = looksLikeQuest(text)
    ? new QuestCollection(name, readQuest(text, name), turns)
    : new TextCollection(name, text, turns)
  // An empty file is a collection of no games, as our writer makes it.
  if (collection.count === 0 && text !== '') {
    throw new FormatError('othello-text/no-game', {}, { file: name, offset: 0 })
  }
  return collection
}

/** Transcripts; the place of each game is remembered, and games are read on demand. */
class TextCollection implements Collection {
  readonly format = FORMAT_ID
  readonly about: CollectionFacts = {}
  readonly issues: readonly Issue[]
  private readonly name: string
  private readonly text: string
  private readonly turns: boolean
  private readonly places: { start: number; end: number; line: number }[] = []

  constructor(name: string, text: string, turns: boolean) {
    this.name = name
    this.text = text
    this.turns = turns
    const finder = new GameFinder(text)
    for (const { start, end, line } of finder.games()) this.places.push({ start, end, line })
    const { strange } = finder
    const issues = strange
      .slice(0, MAX_STRANGE)
      .map(({ line, text }) => issue('othello-text/line', 'info', { text: text.slice(0, 60) }, { file: name, line }))
    const more = strange.length - MAX_STRANGE
    if (more > 0) issues.push(issue('othello-text/more-lines', 'info', { count: more }, { file: name }))
    this.issues = issues
  }

  get count(): number {
    return this.places.length
  }

  listing(index: number): Listing {
    return { index, game: 'othello', kind: 'game', header: this.entry(index).record!.header }
  }

  entry(index: number): Entry {
    const place = this.places[index]
    if (!place) throw new TypeError(`there is no game ${index} in ${this.name}`)
    const [game] = new GameFinder(this.text.slice(place.start, place.end)).games()
    const issues: Issue[] = []
    const record = readGame(game!, issues)
    if (this.turns) normaliseRecord(record)
    record.origin = { format: FORMAT_ID, file: this.name, index }
    const at = { file: this.name, line: place.line }
    return { index, record, issues: issues.map((issue) => ({ ...issue, place: { ...at, ...issue.place } })) }
  }

  *entries({ from = 0, to = this.count }: EntryOptions = {}): Generator<Entry> {
    for (let index = Math.max(0, from); index < Math.min(to, this.count); index++) yield this.entry(index)
  }
}

/** Games of Othello Quest. */
class QuestCollection implements Collection {
  readonly format = FORMAT_ID
  readonly about: CollectionFacts = { version: 'Othello Quest' }
  readonly issues: readonly Issue[]
  private readonly name: string
  private readonly records: readonly GameRecord[]

  constructor(name: string, { records, issues }: QuestGames, turns: boolean) {
    this.name = name
    this.issues = issues
    this.records = records
    for (const [index, record] of records.entries()) {
      if (turns) normaliseRecord(record)
      record.origin = { format: FORMAT_ID, file: name, index }
    }
  }

  get count(): number {
    return this.records.length
  }

  listing(index: number): Listing {
    return { index, game: 'othello', kind: 'game', header: this.entry(index).record!.header }
  }

  entry(index: number): Entry {
    const record = this.records[index]
    if (!record) throw new TypeError(`there is no game ${index} in ${this.name}`)
    const issues = record.nodes.flatMap(({ unread }, node): Issue[] =>
      unread ? [issue('othello-text/not-square', 'error', { move: unread.text ?? '' }, { node })] : [],
    )
    return { index, record, issues }
  }

  *entries({ from = 0, to = this.count }: EntryOptions = {}): Generator<Entry> {
    for (let index = Math.max(0, from); index < Math.min(to, this.count); index++) yield this.entry(index)
  }
}
