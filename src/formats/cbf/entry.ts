/** Makes entries of the records. */
import { toBase64 } from '../../bytes/text.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import type { Json } from '../../model/json.ts'
import type { GameRecord, Header } from '../../model/record.ts'
import type { Result } from '../../model/result.ts'
import { toPreorder } from '../../model/tree.ts'
import type { Entry } from '../format.ts'
import { spread } from '../votes.ts'
import { attachEntry, splitEntries } from './annotations.ts'
import type { CodePage } from './code-pages.ts'
import type { CbfDatabase, GameParts } from './database.ts'
import { decodeGame } from './game.ts'
import { openingOf } from './header.ts'
import { decodeName, divideNames, readSource } from './names.ts'
import type { Profile } from './profile.ts'

const RESULTS: readonly Result[] = [{ outcome: 'win', winner: 2 }, { outcome: 'draw' }, { outcome: 'win', winner: 1 }]

/** Most bytes of moves that could not be read that are kept with a record. */
const MAX_UNREAD = 1 << 12

/** Games whose names are looked at to tell hyphens in names from those between them. */
const SAMPLE_NAMES = 20_000

export class EntryReader {
  private readonly database: CbfDatabase
  private readonly profile: Profile
  private readonly page: CodePage
  private names: Set<string> | undefined

  constructor(database: CbfDatabase, profile: Profile, page: CodePage) {
    this.database = database
    this.profile = profile
    this.page = page
  }

  /** The header alone; undefined when the record is not there. */
  header(index: number): Header | undefined {
    const parts = this.database.game(index)
    return parts && this.readHeader(parts, [])
  }

  /** Everything about one game. */
  entry(index: number): Entry {
    const { games } = this.database
    const offset = this.database.offset(index)
    const issues: Issue[] = []
    const place = { file: games.name, offset: Math.max(0, offset), record: index }
    const parts = this.database.game(index)
    if (!parts) return { index, issues: [issue('cbf/record', 'error', {}, place)] }
    const record: GameRecord = { game: 'chess', header: this.readHeader(parts, issues), nodes: [{ parent: -1 }] }
    const native: Record<string, Json> = {}
    if (parts.header.result > 3) native['result'] = parts.header.result
    if (parts.header.unknown !== 0) native['unknown'] = parts.header.unknown
    if (!parts.header.hasChecksum) issues.push(issue('cbf/checksum', 'warning', {}))
    if (parts.rest !== 0)
      issues.push(issue('cbf/record-size', parts.rest < 0 ? 'error' : 'warning', { count: parts.rest }))
    this.readMoves(parts, record, native, issues)
    if (Object.keys(native).length > 0) record.native = { cbf: native }
    record.origin = { format: 'cbf', file: games.name, index, offset, encoding: this.page }
    return { index, record, issues: issues.map((found) => ({ ...found, place: { ...place, ...found.place } })) }
  }

  private readHeader({ header: stored, players, source }: GameParts, issues: Issue[]): Header {
    const header: Header = { players: [], result: { ...(RESULTS[stored.result] ?? { outcome: 'unfinished' }) } }
    const text = decodeName(players, this.page)
    const isSimple = text.indexOf('-') === text.lastIndexOf('-')
    const { white, black, isDoubtful } = divideNames(text, isSimple ? new Set() : this.knownNames())
    if (isDoubtful) issues.push(issue('cbf/hyphen', 'warning', { text }))
    for (const [index, name] of [white, black].entries()) {
      const rating = stored.elos[index]!
      if (name === '' && rating === 0) continue
      header.players.push({
        colour: index === 0 ? 1 : 2,
        ...(name !== '' && { name }),
        ...(rating !== 0 && { rating }),
      })
    }
    readSource(decodeName(source, this.page), header)
    if (stored.year !== undefined) header.date = { year: stored.year }
    const opening = openingOf(stored.eco)
    if (opening !== undefined) header.openingCode = opening
    return header
  }

  private readMoves(parts: GameParts, record: GameRecord, native: Record<string, Json>, issues: Issue[]): void {
    const { fen, decoded, badStart } = decodeGame(parts, this.profile)
    if (badStart) issues.push(issue('cbf/start-position', 'error', { reason: badStart }))
    if (fen !== undefined) record.setup = fen
    const { entries, rest } = splitEntries(parts.annotations)
    if (!decoded) {
      native['unread'] = toBase64(parts.moves.subarray(0, MAX_UNREAD))
      return
    }
    const { nodes, annotated, at, fault } = decoded
    for (const [index, node] of annotated.entries()) {
      // A mark without an annotation occurs in real databases.
      if (entries[index]) attachEntry(entries[index], nodes[node]!, this.page)
    }
    if (fault) {
      issues.push(issue('cbf/moves', 'error', { reason: fault }))
      native['unread'] = toBase64(parts.moves.subarray(at).subarray(0, MAX_UNREAD))
    } else {
      if (decoded.rest > 0) issues.push(issue('cbf/trailing', 'info', { count: decoded.rest }))
      const left = Math.max(0, entries.length - annotated.length)
      if (left > 0 || rest > 0) issues.push(issue('cbf/annotations', 'warning', { count: left, bytes: rest }))
    }
    record.nodes = toPreorder(nodes)
  }

  /** Names that stand alone beside their hyphen. */
  private knownNames(): ReadonlySet<string> {
    if (this.names) return this.names
    this.names = new Set()
    for (const index of spread(this.database.count, SAMPLE_NAMES)) {
      const parts = this.database.game(index)
      const names = parts ? decodeName(parts.players, this.page).split('-') : []
      if (names.length === 2) for (const name of names) if (name.trim() !== '') this.names.add(name.trim())
    }
    return this.names
  }
}
