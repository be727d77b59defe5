/** Opens GGF files: any number of games, one after another. */
import type { OffsetList } from '../../bytes/offset-list.ts'
import { readAll, type FileSet } from '../../bytes/source.ts'
import { decodeText, decodeUtf8Or } from '../../bytes/text.ts'
import { shorten } from '../../issues/collector.ts'
import { FormatError } from '../../issues/errors.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import { emptyRecord } from '../../model/record.ts'
import type { CollectionFacts, Collection, Entry, EntryOptions, Listing, ReadOptions } from '../format.ts'
import { FORMAT_ID, gameName, readGame, type Report } from './game.ts'
import { findGames, parseGame, textBetween } from './syntax.ts'

/** The encoding of text that is not UTF-8. */
const FALLBACK_ENCODING = 'windows-1252'

/** Opens a file. Rejects with FormatError when it holds no game. */
export async function openGgf(files: FileSet, options: ReadOptions = {}): Promise<Collection> {
  const { name } = files.main
  const bytes = readAll(files.main)
  const games = findGames(bytes)
  // An empty file is a collection of no games, as our writer makes it.
  if (games.length === 0 && bytes.length > 0) {
    throw new FormatError('ggf/not-ggf', {}, { file: name, offset: 0 })
  }
  return new GgfCollection(name, bytes, games, options.encoding)
}

class GgfCollection implements Collection {
  readonly format = FORMAT_ID
  readonly about: CollectionFacts
  readonly issues: readonly Issue[]
  private readonly name: string
  private readonly bytes: Uint8Array
  private readonly games: OffsetList
  private readonly encoding: string | undefined

  constructor(name: string, bytes: Uint8Array, games: OffsetList, encoding: string | undefined) {
    this.name = name
    this.bytes = bytes
    this.games = games
    this.encoding = encoding
    this.about = encoding === undefined ? {} : { encoding }
    const before =
      games.length === 0 ? '' : textBetween(decodeUtf8Or(bytes.subarray(0, games.at(0)), FALLBACK_ENCODING))
    const place = { file: name, offset: 0 }
    this.issues = before === '' ? [] : [issue('text/left-out', 'warning', { text: shorten(before) }, place)]
  }

  get count(): number {
    return this.games.length
  }

  listing(index: number): Listing {
    const { record } = this.entry(index)
    const kind = record ? 'game' : 'broken'
    return { index, game: 'othello', kind, header: record?.header ?? emptyRecord('othello').header }
  }

  entry(index: number): Entry {
    if (!(Number.isInteger(index) && index >= 0 && index < this.count)) {
      throw new TypeError(`there is no game ${index} in ${this.name}`)
    }
    const start = this.games.at(index)
    const bytes = this.bytes.subarray(start, index + 1 < this.count ? this.games.at(index + 1) : this.bytes.length)
    const text = this.encoding === undefined ? decodeUtf8Or(bytes, FALLBACK_ENCODING) : decodeText(bytes, this.encoding)
    const issues: Issue[] = []
    // Offsets count characters: exact in the ASCII that the servers write.
    const report: Report = (id, severity, params, offset) =>
      issues.push(issue(id, severity, params, { file: this.name, offset: start + offset }))
    const game = parseGame(text)
    if (!game.isClosed) report('ggf/unclosed', 'warning', {}, text.length)
    if (game.strayLength > 0) {
      report('ggf/stray', 'warning', { count: game.strayLength }, game.strayOffset)
    }
    if (game.textAfter !== '') report('text/left-out', 'warning', { text: shorten(game.textAfter) }, text.length)
    if (!/^(?:othello|reversi)$/i.test(gameName(game))) {
      report('ggf/game', 'error', { name: gameName(game).slice(0, 40) }, 0)
      return { index, issues }
    }
    const record = readGame(game, report)
    record.origin = { format: FORMAT_ID, file: this.name, index, offset: start }
    if (this.encoding !== undefined) record.origin.encoding = this.encoding
    return { index, record, issues }
  }

  *entries({ from = 0, to = this.count }: EntryOptions = {}): Generator<Entry> {
    for (let index = Math.max(0, from); index < Math.min(to, this.count); index++) yield this.entry(index)
  }
}
