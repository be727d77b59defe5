/** Writes a database so that, at every open point, all readings accept it: docs/formats/chess-assistant.md, Writing. */
import type { Sink, SinkSet } from '../../bytes/sink.ts'
import { extension, stem } from '../../bytes/source.ts'
import { decodeText, encodeText, encodingName, fromBase64, isAscii } from '../../bytes/text.ts'
import { ByteWriter } from '../../bytes/writer.ts'
import type { IssueId, ParamsOf } from '../../issues/catalogue.ts'
import { PositionError, messageOf } from '../../issues/errors.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import { isJsonObject, type Json } from '../../model/json.ts'
import type { GameRecord } from '../../model/record.ts'
import { chess, ChessPosition } from '../../rules/chess/index.ts'
import type { CollectionFacts, Collection, WriteOptions, Writer } from '../format.ts'
import { notWritten, written, type WriteResult } from '../write-result.ts'
import { CopiedDatabase } from './write/copied-database.ts'
import { MAIN_EXTENSION } from './files/parts.ts'
import { chooseEncoding, CommentEncoder, tellsPage } from './write/encoding-choice.ts'
import { FORMAT_ID, NO_OPENING } from './format.ts'
import { GameFile } from './write/game-file.ts'
import { GameWriter, START } from './write/game-writer.ts'
import { LIST_KEYS, writeHeader, type ListKey, type Lists } from './write/header-writer.ts'
import { ListWriter, type NameEncoding } from './write/list-writer.ts'
import { mainHeader } from './files/main-file.ts'
import { notesOf } from './notes/notes.ts'
import { codeSize } from './moves/record-codes.ts'
import { MAX_MOVE_NUMBER } from './moves/setup.ts'
import { buildVolume } from './files/volume.ts'

/** The longest record whose length fits into two bytes. */
const MAX_RECORD = 0x7fff

/** The longest name whose length fits into a byte. */
const MAX_NAME = 255

/** Starts writing a database. Throws TypeError for an unknown encoding or setting. */
export function writeChessAssistant(out: SinkSet, options: WriteOptions = {}): Writer {
  return new DatabaseWriter(out, options)
}

class DatabaseWriter implements Writer {
  private readonly out: SinkSet
  private readonly base: string
  private readonly headers: Sink
  private readonly games: GameFile
  private readonly lists: Lists
  private readonly forcedEncoding: string | undefined
  private readonly noOpening: number
  private readonly writer = new ByteWriter()
  private readonly gameWriter = new GameWriter({
    writer: this.writer,
    encode: (text) => this.encodeComment(text),
    lose: (id, params, node) => this.lose(id, params, node),
  })
  /** Encoding of names: as requested, that of the source, or chosen when all names are known. */
  private encoding: string | undefined
  /** Encoding of comments if known; otherwise each comment is examined. */
  private textEncoding: string | undefined
  private readonly comments = new CommentEncoder()
  private comment = ''
  private count = 0
  /** The database being copied, when it is the only source and one of this format. */
  private source: CopiedDatabase | undefined
  /** Issues of the current record. */
  private issues: Issue[] = []

  constructor(out: SinkSet, { encoding, settings }: WriteOptions) {
    this.forcedEncoding = encoding === undefined ? undefined : encodingName(encoding)
    if (encoding !== undefined && this.forcedEncoding === undefined)
      throw new TypeError(`unknown encoding: ${encoding}`)
    this.encoding = this.forcedEncoding
    this.textEncoding = this.forcedEncoding
    const noOpening = settings?.[NO_OPENING.name] ?? NO_OPENING.values[0]
    if (!NO_OPENING.values.some((known) => known === noOpening)) {
      throw new TypeError(`${NO_OPENING.name} is one of ${NO_OPENING.values.join(', ')}, not ${noOpening}`)
    }
    this.noOpening = Number(noOpening)
    this.out = out
    this.base = extension(out.name) === MAIN_EXTENSION ? stem(out.name) : out.name
    const create = (extension: string) => this.out.create(this.base + extension)
    this.headers = create('.d00')
    this.games = new GameFile(create('.a02'), create('.d02'))
    const names: NameEncoding = {
      check: (text) => this.checkName(text),
      encode: (text) => this.encodeName(text, this.encoding!),
      sortKey: (name) => sortKey(name, this.encoding!),
    }
    this.lists = {
      players: new ListWriter('Players', names),
      events: new ListWriter('Events', names),
      places: new ListWriter('Places', names),
      sources: new ListWriter('Sources', names),
    }
  }

  readonly keepsComment = true

  begin(about: CollectionFacts, source?: Collection): void {
    this.comment = about.comment ?? ''
    if (source?.format !== FORMAT_ID) return
    this.source = new CopiedDatabase(source)
    // Text that was read in an encoding can be written in it.
    this.encoding = this.forcedEncoding ?? about.encoding
    this.textEncoding = this.forcedEncoding ?? about.readings?.['comment-encoding']?.reading ?? this.encoding
  }

  put(table: string, row: Record<string, Json>): WriteResult {
    if (!isListKey(table)) return notWritten()
    this.lists[table].put(row)
    return written()
  }

  add(record: GameRecord): WriteResult {
    this.issues = []
    const { writer } = this
    const start = startPosition(record)
    if (!(start instanceof ChessPosition)) return notWritten(start)
    writer.clear()
    const { about } = record.header
    if (about !== undefined) this.lose('chess-assistant/about-as-comment', {})
    const texts = [...notesOf(record.header), ...(about === undefined ? [] : [about])]
    const fault = this.gameWriter.write(start, record.nodes, texts)
    if (fault) return notWritten(fault)
    this.writeUnread(record)
    if (writer.length > MAX_RECORD)
      return notWritten(issue('chess-assistant/too-long', 'error', { size: writer.length, most: MAX_RECORD }))
    if (this.games.isFull) return notWritten(issue('chess-assistant/full', 'error', {}))
    const { format, id: wanted } = record.origin ?? { format: '' }
    const id = this.games.add(writer.bytes(), format === FORMAT_ID ? wanted : undefined)
    this.source?.follow(record.origin, id)
    this.count++
    const { lists, noOpening } = this
    const context = { lists, noOpening, game: id, moves: writer.bytes() }
    this.headers.append(writeHeader(record, context, (id, params) => this.lose(id, params)))
    if (start.moveNumber > MAX_MOVE_NUMBER) this.lose('chess-assistant/move-number', { number: MAX_MOVE_NUMBER })
    if (start.halfmoveClock !== 0) this.lose('chess-assistant/clock-lost', {})
    return written(this.issues)
  }

  finish(): Issue[] {
    this.issues = []
    const { base, out, lists, source } = this
    this.checkName(this.comment)
    const isChosen = this.encoding === undefined
    this.encoding ??= chooseEncoding(
      [this.comment, ...LIST_KEYS.flatMap((key) => [...lists[key].texts()])],
      this.comments.page,
    )
    const changed = [...this.issues]
    const files = LIST_KEYS.flatMap((key) => lists[key].files())
    // Losses by an encoding known in advance are reported with the records.
    if (!isChosen) this.issues = changed
    const main = mainHeader(this.count, this.encode(this.comment, this.encoding))
    if (source) {
      const left = source.copyParts(
        (name) => this.out.create(name),
        base,
        files,
        main,
        LIST_KEYS.map((key) => lists[key]),
      )
      if (left.length > 0) this.lose('loss/unread-parts', { names: left.join(', ') })
    }
    this.out.create(`${base}.emb`).append(buildVolume(files))
    this.out.create(`${base}${MAIN_EXTENSION}`).append(main)
    out.commit()
    return this.issues
  }

  /** Writes codes that could not be read, if they are unreadable wherever they are. */
  private writeUnread({ native }: GameRecord): void {
    const own = native?.[FORMAT_ID]
    if (!isJsonObject(own) || typeof own['unread'] !== 'string') return
    const codes = fromBase64(own['unread'])
    const size = codeSize(codes, 0)
    if (size === 0 || size > codes.length) this.writer.put(codes)
    else this.lose('chess-assistant/unread-dropped', {})
  }

  private lose<Id extends IssueId>(id: Id, params: ParamsOf<Id>, node?: number): void {
    this.issues.push(issue(id, 'warning', params, node === undefined ? undefined : { node }))
  }

  private encodeComment(text: string): Uint8Array {
    const { textEncoding } = this
    if (textEncoding === undefined) return encodeAscii(text) ?? this.comments.encode(text)
    const characters = missingCharacters(text, textEncoding)
    if (characters === '') {
      const bytes = this.encode(text, textEncoding)
      // Of a copied database there may be no other comments that tell the page: this one must tell it alone.
      return this.forcedEncoding !== undefined || tellsPage(bytes, textEncoding) ? bytes : this.encode(text, 'utf-8')
    }
    // Readers take what can only be UTF-8 for that, whatever the other texts are in.
    this.lose('chess-assistant/text-encoding', { encoding: textEncoding, characters })
    return this.encode(text, 'utf-8')
  }

  private encode(text: string, encoding: string): Uint8Array {
    const plain = /^(windows|utf-8)/.test(encoding) ? encodeAscii(text) : undefined
    return plain ?? encodeText(text, encoding).bytes
  }

  /** Checks that a name fits the encoding if it is already known; if not, another encoding is chosen at the end. */
  private checkName(text: string): void {
    const { encoding } = this
    if (encoding === undefined) return
    const characters = missingCharacters(text, encoding)
    if (characters === '') {
      this.encodeName(text, encoding)
      return
    }
    this.lose('chess-assistant/name-encoding', { encoding, characters })
    this.encoding = undefined
  }

  private encodeName(text: string, encoding: string): Uint8Array {
    const bytes = this.encode(text, encoding)
    if (bytes.length <= MAX_NAME) return bytes
    this.lose('chess-assistant/long-name', { size: bytes.length, most: MAX_NAME })
    let end = MAX_NAME
    if (encoding === 'utf-8') while (isContinuation(bytes[end]!)) end--
    return bytes.subarray(0, end)
  }
}

/** The start of a game, or why it cannot be written. */
function startPosition(record: GameRecord): ChessPosition | Issue {
  if (record.game !== 'chess') return issue('loss/game', 'error', { format: FORMAT_ID, game: record.game })
  if (record.variant !== undefined) return issue('chess-assistant/variant', 'error', { variant: record.variant })
  if (record.setup === undefined) return START
  try {
    const start = chess.start(record)
    return start.castling.isUsual ? start : issue('chess-assistant/castling', 'error', {})
  } catch (error) {
    if (!(error instanceof PositionError)) throw error
    return issue('chess-assistant/bad-start', 'error', { reason: messageOf(error) })
  }
}

/** The characters of a text that an encoding lacks, the first ten of them. */
function missingCharacters(text: string, encoding: string): string {
  if (encodeAscii(text) && /^(windows|utf-8)/.test(encoding)) return ''
  return [...new Set(encodeText(text, encoding).lost)].slice(0, 10).join(' ')
}

/** Whether a byte of UTF-8 continues a character. */
function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80
}

/** The bytes of a name in lower case, in its encoding. */
function sortKey(name: Uint8Array, encoding: string): string {
  if (isAscii(name)) return String.fromCharCode(...name).toLowerCase()
  return String.fromCharCode(...encodeText(decodeText(name, encoding).toLowerCase(), encoding).bytes)
}

/** The bytes of a text in ASCII; undefined if it has other characters. */
function encodeAscii(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 0x80) return undefined
    bytes[at] = code
  }
  return bytes
}

function isListKey(table: string): table is ListKey {
  return LIST_KEYS.some((key) => key === table)
}
