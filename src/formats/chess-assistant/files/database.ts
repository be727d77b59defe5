/** The files of a database together: docs/formats/chess-assistant.md, Files. */
import { CachedSource } from '../../../bytes/cached-source.ts'
import { u32le } from '../../../bytes/numbers.ts'
import { extension, MemorySource, stem, type FileSet, type Source } from '../../../bytes/source.ts'
import type { Message } from '../../../issues/catalogue.ts'
import { FormatError } from '../../../issues/errors.ts'
import { issue, makeMessage, type Issue } from '../../../issues/issue.ts'
import { resolveAddress } from './addresses.ts'
import { HEADER_SIZE, LIST_FILES, LISTS, readStoredHeader, type ListName, type StoredHeader } from './layout.ts'
import { EntityList } from './lists.ts'
import { mainHeader } from './main-file.ts'
import { MAIN_EXTENSION, PARTS, UNREAD_PARTS } from './parts.ts'
import { isWhole, recordLengths, type RecordLength } from '../moves/record-codes.ts'
import { openVolume, type Volume } from './volume.ts'

/** Files of each list that nobody can read. */
const UNREAD_LIST_FILES: ReadonlySet<string> = new Set(['cdp', 'axx', 'dxx'])

const CDP_SIZE = 112
const COMMENT_LENGTH_AT = 108

/** Where the unknown bytes of the main file begin, and where they end. */
const UNKNOWN_START = 100
const UNKNOWN_END = 104

const MAX_COMMENT = 1 << 20

/** The bytes of a game record. */
export interface StoredGame {
  bytes: Uint8Array
  /** Offset of its length in `.d02`. */
  offset: number
  /** Size of its length in bytes. */
  headSize: number
  fault?: Message
}

export class ChessAssistantDatabase {
  readonly name: string
  readonly version: string
  readonly comment: Uint8Array
  readonly count: number
  readonly statedCount: number
  readonly issues: Issue[] = []
  readonly lists: Readonly<Record<ListName, EntityList>>
  readonly headers: Source
  readonly games: Source | undefined
  readonly addresses: Source | undefined
  /** Id of the first game. */
  gameBase = 0
  private readonly main: Source
  readonly volume: Volume
  private readonly find: (part: string) => Source | undefined
  /** Index in `.d00` of the first game: 1 after a row of zeros that is not counted. */
  private readonly firstRow: number

  /** Throws FormatError if the main file or the headers are missing. */
  constructor(files: FileSet) {
    const name = stem(files.main.name)
    const find = (wanted: string) => (extension(files.main.name) === wanted ? files.main : files.find(name + wanted))
    const cached = (wanted: string) => {
      const source = find(wanted)
      return source && new CachedSource(source, 1 << 16, 16)
    }
    const isPart = PARTS.some((part) => part === extension(files.main.name))
    // It is the main file even under another name: no other is opened.
    const main = find(MAIN_EXTENSION) ?? (isPart ? undefined : files.main)
    const headers = cached('.d00')
    if (!main || !headers) {
      const place = { file: files.main.name }
      if (main) throw new FormatError('chess-assistant/no-headers', { name: `${name}.d00` }, place)
      throw new FormatError('chess-assistant/no-main-file', { name: name + MAIN_EXTENSION }, place)
    }
    const head = main.read(0, CDP_SIZE)
    if (head.length < CDP_SIZE) {
      throw new FormatError('chess-assistant/cut', { expected: CDP_SIZE }, { file: main.name, offset: head.length })
    }
    this.name = name
    this.main = main
    this.find = find
    this.version = /Version ([0-9.]+)/.exec(String.fromCharCode(...head.subarray(50, 100)))?.[1] ?? ''
    this.comment = main.read(CDP_SIZE, CDP_SIZE + Math.min(MAX_COMMENT, u32le(head, COMMENT_LENGTH_AT)))
    this.headers = headers
    this.games = cached('.d02')
    this.addresses = cached('.a02')
    this.statedCount = u32le(head, 104)
    const rows = Math.floor(headers.size / HEADER_SIZE)
    const hasDummy = rows === this.statedCount + 1 && headers.read(0, HEADER_SIZE).every((byte) => byte === 0)
    this.firstRow = hasDummy ? 1 : 0
    this.count = Math.min(rows - this.firstRow, this.statedCount)
    const rest = headers.size % HEADER_SIZE
    const countPlace = { file: main.name, offset: 104 }
    if (this.count !== this.statedCount || rows - this.firstRow !== this.count) {
      const params = { stated: this.statedCount, found: rows, count: this.count }
      this.issues.push(issue('chess-assistant/count', 'warning', params, countPlace))
    }
    if (rest !== 0) this.issues.push(issue('chess-assistant/partial-header', 'warning', { rest }, countPlace))
    if (this.comment.length < u32le(head, COMMENT_LENGTH_AT)) {
      const params = { size: this.comment.length, stated: u32le(head, COMMENT_LENGTH_AT) }
      const place = { file: main.name, offset: COMMENT_LENGTH_AT }
      this.issues.push(issue('chess-assistant/comment', 'warning', params, place))
    }
    const volumeSource = find('.emb')
    for (const wanted of ['.emb', '.a02', '.d02']) {
      if (find(wanted)) continue
      const params = { names: name + wanted }
      this.issues.push(issue('chess-assistant/missing-part', 'error', params, { file: main.name }))
    }
    const volume = openVolume(volumeSource ? new CachedSource(volumeSource, 1 << 16, 16) : EMPTY_VOLUME)
    this.volume = volume
    const entries = LISTS.map((list) => [list, new EntityList(list, volume)] as const)
    this.lists = Object.fromEntries(entries) as Record<ListName, EntityList>
    if (volumeSource) this.issues.push(...volume.issues, ...missingFiles(volumeSource.name, volume))
  }

  /** The row of a game, by its index from 0. */
  header(index: number): StoredHeader {
    const at = (this.firstRow + index) * HEADER_SIZE
    return readStoredHeader(this.headers.read(at, at + HEADER_SIZE))
  }

  /** The record of a game by its id. */
  game(id: number, base = this.gameBase): StoredGame {
    const { games, addresses } = this
    const none = { bytes: new Uint8Array(0), offset: 0, headSize: 0 }
    if (!games || !addresses) return { ...none, fault: makeMessage('record-fault/no-files', {}) }
    const offset = resolveAddress(addresses, id, base)
    if (offset === undefined) return { ...none, fault: makeMessage('record-fault/no-address', { id }) }
    const head = games.read(offset, offset + 3)
    if (head.length === 0) return { ...none, offset, fault: makeMessage('record-fault/outside', {}) }
    const readRecord = ({ size, length }: RecordLength): StoredGame => {
      const bytes = games.read(offset + size, offset + size + length)
      const record = { bytes, offset, headSize: size }
      return bytes.length < length ? { ...record, fault: makeMessage('record-fault/cut', {}) } : record
    }
    const [usual, other] = recordLengths(head)
    const record = readRecord(usual!)
    if (!other || (record.fault === undefined && isWhole(record.bytes))) return record
    const longer = readRecord(other)
    return longer.fault === undefined && isWhole(longer.bytes) ? longer : record
  }

  /**
   * The non-empty contents of the database that nobody can read: parts by their names, files of the volume as
   * `base.emb/Players.axx`, and the unknown bytes of the main file.
   */
  unread(): Source[] {
    const found: Source[] = []
    for (const part of UNREAD_PARTS) {
      const source = this.find(part)
      if (source && source.size > 0) found.push(source)
    }
    const unknown = this.main.read(UNKNOWN_START, UNKNOWN_END)
    if (unknown.some((byte) => byte !== 0)) found.push(new MemorySource(`${this.name}${MAIN_EXTENSION}`, unknown))
    for (const file of this.volume.names) {
      const list = LISTS.find((candidate) => stem(file).toLowerCase() === candidate.toLowerCase())
      const kind = extension(file).slice(1)
      if (list && LIST_FILES.some((known) => known === kind) && !UNREAD_LIST_FILES.has(kind)) continue
      const bytes = this.volume.file(file)
      const usual = list && kind === 'cdp' ? mainHeader(this.lists[list].count, new Uint8Array(0)) : new Uint8Array(0)
      const isUsual = bytes.every((byte, at) => byte === (usual[at] ?? 0))
      if (!isUsual) found.push(new MemorySource(`${this.name}.emb/${file}`, bytes))
    }
    return found
  }
}

/** Files without which the lists of a volume with a directory are empty. */
function missingFiles(file: string, { names, issues }: Volume): Issue[] {
  const known = new Set(names.map((name) => name.toLowerCase()))
  const missing = LISTS.flatMap((list) => [`${list}.a01`, `${list}.d01`]).filter(
    (name) => !known.has(name.toLowerCase()),
  )
  if (missing.length === 0 || issues.length > 0) return []
  return [issue('chess-assistant/missing-part', 'error', { names: missing.join(', ') }, { file })]
}

const EMPTY_VOLUME: Source = { name: '', size: 0, read: () => new Uint8Array(0) }
