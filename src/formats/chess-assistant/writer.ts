/** Writes a database, at every open point so that all readings accept it: docs/formats/chess-assistant.md, Writing. */
import { extension, stem } from '../../bytes/source.ts'
import type { SinkSet } from '../../bytes/sink.ts'
import { encodeText, encodingName } from '../../bytes/text.ts'
import { ByteWriter } from '../../bytes/writer.ts'
import { PositionError, type Issue } from '../../model/issue.ts'
import { isJsonObject, type Json } from '../../model/json.ts'
import { playerOf, type GameRecord, type Header, type Player } from '../../model/record.ts'
import { chess, type ChessPosition } from '../../rules/chess/index.ts'
import type { WriteOptions, Writer } from '../format.ts'
import { MAIN_EXTENSION } from './database.ts'
import { writeGame } from './game-writer.ts'
import { openingCodeOf, outcomeOf, packDate } from './layout.ts'
import { fideId, ListWriter, mainHeader } from './list-writer.ts'
import { buildVolume } from './volume.ts'

/** Longest record that the two bytes of a length can tell. */
const MAX_RECORD = 0x7fff

/** Starts writing a database. Throws TypeError for an encoding that is not known. */
export function writeChessAssistant(out: SinkSet, options: WriteOptions = {}): Writer {
  const encoding = encodingName(options.encoding ?? 'windows-1252')
  if (encoding === undefined) throw new TypeError(`unknown encoding: ${options.encoding}`)
  const base = extension(out.name) === MAIN_EXTENSION ? stem(out.name) : out.name
  const headers = out.create(`${base}.d00`)
  const addresses = out.create(`${base}.a02`)
  const games = out.create(`${base}.d02`)
  // Game 0 is an empty record that no header names, after a byte so that no address is 0.
  games.append(Uint8Array.of(0, 0))
  addresses.append(new ByteWriter(4).u32le(1).bytes())
  let issues: Issue[] = []
  let comment = ''
  let count = 0
  const lose = (name: string, message: string, node?: number) => {
    issues.push({ id: name, severity: 'warning', message, ...(node === undefined ? {} : { place: { node } }) })
  }
  const encode = (text: string): Uint8Array => {
    const { bytes, lost } = encodeText(text, encoding)
    if (lost.length > 0)
      lose('chess-assistant/unencodable', `${encoding} lacks ${[...new Set(lost)].slice(0, 10).join(' ')}`)
    return bytes
  }
  const encodeName = (text: string): Uint8Array => {
    const bytes = encode(text)
    if (bytes.length > 255) lose('chess-assistant/long-name', `a name of ${bytes.length} bytes is cut to 255`)
    return bytes.subarray(0, 255)
  }
  const lists = {
    players: new ListWriter('Players', encodeName),
    events: new ListWriter('Events', encodeName),
    places: new ListWriter('Places', encodeName),
    sources: new ListWriter('Sources', encodeName),
  }
  const writer = new ByteWriter()
  return {
    begin(about) {
      comment = about.comment ?? ''
    },
    add(record) {
      issues = []
      const start = startPosition(record)
      if (typeof start === 'string') return [refusal(start)]
      writer.clear()
      const output = {
        writer,
        encode,
        lose: (what: string, node?: number) => lose('loss/notes', `${what} is lost`, node),
      }
      const fault = writeGame(start, record.nodes, output)
      if (fault !== undefined) return [...issues, refusal(fault)]
      const { length } = writer
      if (length > MAX_RECORD)
        return [refusal(`the game takes ${length} bytes, more than the ${MAX_RECORD} of a record`)]
      count++
      addresses.append(new ByteWriter(4).u32le(games.size).bytes())
      games.append(length < 128 ? Uint8Array.of(length) : Uint8Array.of((length & 127) | 128, length >> 7))
      games.append(writer.bytes().slice())
      headers.append(headerRow(record, count, lists, lose))
      if (start.halfmoveClock !== 0)
        lose('chess-assistant/clock-lost', 'the count of moves without capture at the start is lost')
      return issues
    },
    finish() {
      issues = []
      out.create(`${base}.emb`).append(buildVolume(Object.values(lists).flatMap((list) => list.files())))
      out.create(`${base}${MAIN_EXTENSION}`).append(mainHeader(count, encode(comment)))
      out.commit()
      return issues
    },
  }
}

function refusal(message: string): Issue {
  return { id: 'chess-assistant/not-written', severity: 'error', message }
}

/** The start of a game, or why it cannot be written. */
function startPosition(record: GameRecord): ChessPosition | string {
  if (record.game !== 'chess') return `the format holds chess, not ${record.game}`
  if (record.variant !== undefined) return `the format holds no ${record.variant}`
  try {
    return chess.start(record)
  } catch (error) {
    if (!(error instanceof PositionError)) throw error
    return `the start position makes no sense: ${error.message}`
  }
}

interface Lists {
  players: ListWriter
  events: ListWriter
  places: ListWriter
  sources: ListWriter
}

type Lose = (name: string, message: string) => void

/** The 38 bytes of a header. */
function headerRow({ header, native }: GameRecord, game: number, lists: Lists, lose: Lose): Uint8Array {
  const own = ownFields(native?.['chess-assistant'])
  const [white, black] = [playerOf(header, 1), playerOf(header, 2)]
  const number = (name: string) => (typeof own[name] === 'number' ? own[name] : undefined)
  const playerId = (player: Player | undefined) => {
    if (!player) return 0
    checkPlayer(player, lose)
    return lists.players.add(player.name ?? '', player)
  }
  const row = new ByteWriter(40)
  row.u24le(playerId(white)).u24le(playerId(black))
  row.u16le(rating(white, lose)).u16le(rating(black, lose))
  row.u8(outcome(header, number('outcome'), lose)).u24le(header.date ? date(header, lose) : (number('date') ?? 0))
  row.u24le(lists.events.add(header.event?.name ?? ''))
  row.u24le(lists.places.add(header.event?.site ?? header.place ?? ''))
  row
    .u32le(number('type') ?? 0)
    .u32le(game)
    .u8(number('unknown') ?? 0)
  row.u8(round(header, lose) | ((number('round') ?? 0) & 1)).u16le(opening(header, lose))
  row.u24le(header.annotator === undefined ? 0 : lists.players.add(header.annotator))
  row.u24le(lists.sources.add(header.publication?.title ?? ''))
  if (header.publication && Object.keys(header.publication).some((field) => field !== 'title')) {
    lose('loss/publication', 'of the source only its title is kept')
  }
  return row.bytes()
}

function ownFields(value: Json | undefined): Record<string, Json> {
  return isJsonObject(value) ? value : {}
}

function checkPlayer(player: Player, lose: Lose): void {
  if (
    player.nation !== undefined ||
    player.otherName !== undefined ||
    (player.id !== undefined && fideId(player) === undefined)
  ) {
    lose('loss/player-details', 'of a player only name, title, FIDE number, birth date and gender are kept')
  }
}

function rating(player: Player | undefined, lose: Lose): number {
  const value = player?.rating ?? 0
  if (Number.isInteger(value) && value >= 0 && value <= 0xffff) return value
  lose('loss/ratings', `the rating ${value} does not fit`)
  return 0
}

function outcome({ result }: Header, own: number | undefined, lose: Lose): number {
  const code = outcomeOf(result)
  if (result.outcome === 'both-lose' || result.outcome === 'void')
    lose('loss/result', `the result ${result.outcome} has no code`)
  return code === 4 && own !== undefined ? own : code
}

function date(header: Header, lose: Lose): number {
  if (header.date?.text !== undefined) lose('loss/date', 'the words of a date are lost')
  return packDate(header.date)
}

function round({ round = 0, roundText }: Header, lose: Lose): number {
  if (Number.isInteger(round) && round >= 0 && round <= 127 && roundText === undefined) return round * 2
  lose('loss/round', `the round ${roundText ?? round} does not fit`)
  return 0
}

function opening({ openingCode }: Header, lose: Lose): number {
  if (openingCode === undefined) return 0
  const code = openingCodeOf(openingCode)
  if (code === undefined || openingCode.length > 3)
    lose('loss/opening', `of the opening code ${openingCode} only letter and digits are kept`)
  return code ?? 0
}
