/** Games of OGS: moves with the time for each, the start, the rules, the players. docs/formats/ogs.md. */
import type { FileSet } from '../../bytes/source.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import type { Json } from '../../model/json.ts'
import { MAX_BOARD_SIDE, MAX_SQUARES, makePass, makePlacement, otherColour, type Colour } from '../../model/move.ts'
import { emptyRecord, ensurePlayer, USUAL_SIZE, type GameRecord, type Header } from '../../model/record.ts'
import type { Result } from '../../model/result.ts'
import type { MoveNode } from '../../model/tree.ts'
import type { Collection } from '../format.ts'
import type { JsonObject } from '../json.ts'
import { amountIn, instantOf, keepNative, numberIn, objectIn, textIn, without } from '../server-json/json-game.ts'
import type { ReadEntry } from '../record-collection.ts'
import { openServerGames } from '../server-json/collection.ts'
import { isGame } from './format.ts'

const FORMAT_ID = 'ogs'

/** Opens a file. Throws FormatError if no game is in it. */
export function openOgs(files: FileSet): Collection {
  return openServerGames({ id: FORMAT_ID, game: 'go', isGame }, files, readOgs)
}
const SIDES = ['black', 'white'] as const

/** Where a mark of two letters or of two numbers is; -1 for a pass, undefined for anything else. */
type Point = number | undefined

/** Reads a game: the answer about a game, with `gamedata` in it, or that alone. */
function readOgs(game: JsonObject): ReadEntry {
  const data = 'gamedata' in game ? objectIn(game['gamedata']) : game
  const issues: Issue[] = []
  const columns = numberIn(data['width']) ?? numberIn(game['width']) ?? USUAL_SIZE.go.columns
  const rows = numberIn(data['height']) ?? numberIn(game['height']) ?? columns
  const isBoard = [columns, rows].every((side) => Number.isInteger(side) && side > 0 && side <= MAX_BOARD_SIDE)
  if (!isBoard || columns * rows > MAX_SQUARES) return { issues: [issue('servers/no-game', 'error', {})] }
  const record = emptyRecord('go')
  if (columns !== USUAL_SIZE.go.columns || rows !== USUAL_SIZE.go.rows) record.size = { columns, rows }
  readHeader(record.header, game, data)
  readStart(record, data, columns, rows, issues)
  readMoves(record, data, columns, rows, issues)
  keepNative(record, FORMAT_ID, keptOf(game))
  return { record, issues }
}

/** Everything but the moves and the stones at the start. */
function keptOf(game: JsonObject): JsonObject {
  const { gamedata, ...rest } = game
  if (gamedata === undefined) return withoutMoves(rest)
  return { ...withoutMoves(rest), gamedata: withoutMoves(objectIn(gamedata)) }
}

function withoutMoves(data: JsonObject): JsonObject {
  const isPlain = Object.entries(objectIn(data['initial_state'])).every(
    ([side, stones]) => SIDES.includes(side as 'black') && typeof stones === 'string' && /^(?:[a-z]{2})*$/.test(stones),
  )
  return without(data, 'moves', ...(isPlain ? ['initial_state'] : []))
}

function readHeader(header: Header, game: JsonObject, data: JsonObject): void {
  const id = numberIn(data['game_id']) ?? numberIn(game['id'])
  if (id !== undefined) Object.assign(header, { id: String(id), domain: FORMAT_ID })
  const title = textIn(data['game_name']) ?? textIn(game['name'])
  if (title !== undefined) header.title = title
  const instant = instantOf(data['start_time']) ?? textIn(game['started'])
  if (instant !== undefined && /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(instant)) header.instant = instant
  for (const [index, side] of SIDES.entries()) readPlayer(header, (index + 1) as Colour, side, game, data)
  const rules = textIn(data['rules']) ?? textIn(game['rules'])
  const komi = amountIn(data['komi']) ?? amountIn(game['komi'])
  const handicap = numberIn(data['handicap']) ?? numberIn(game['handicap'])
  const set = {
    ...(rules !== undefined && { name: rules }),
    ...(komi !== undefined && { komi }),
    ...(handicap !== undefined && { handicap }),
  }
  if (Object.keys(set).length > 0) header.rules = set
  const time = data['time_control'] ?? game['time_control']
  const text = typeof time === 'string' ? time : time === undefined ? undefined : JSON.stringify(time)
  const system = objectIn(time)
  const seconds = numberIn(system['main_time']) ?? numberIn(system['initial_time'])
  const increment = numberIn(system['time_increment'])
  const byoYomi = numberIn(system['period_time'])
  if (text !== undefined) {
    header.timeControl = { text }
    if (seconds !== undefined) {
      const period = {
        seconds,
        ...(increment !== undefined && { increment }),
        ...(byoYomi !== undefined && { byoYomi }),
      }
      header.timeControl.periods = [period]
    }
  }
  header.result = resultOf(game, data)
}

function readPlayer(header: Header, colour: Colour, side: 'black' | 'white', game: JsonObject, data: JsonObject): void {
  const facts = { ...objectIn(objectIn(data['players'])[side]), ...objectIn(objectIn(game['players'])[side]) }
  const player = ensurePlayer(header, colour)
  const name = textIn(facts['username'])
  if (name !== undefined) player.name = name
  const id = numberIn(facts['id'])
  if (id !== undefined) Object.assign(player, { id: String(id), domain: FORMAT_ID })
  const rank = rankOf(numberIn(facts['rank']) ?? numberIn(facts['ranking']))
  if (rank !== undefined) player.rank = rank
  const rating = numberIn(objectIn(objectIn(facts['ratings'])['overall'])['rating'])
  if (rating !== undefined) player.rating = Math.round(rating)
}

/** OGS counts ranks from 30 kyu, which is 0. */
function rankOf(number: number | undefined): string | undefined {
  if (number === undefined || number < 0 || number > 50) return undefined
  const whole = Math.floor(number)
  return whole < 30 ? `${30 - whole}k` : `${whole - 29}d`
}

function resultOf(game: JsonObject, data: JsonObject): Result {
  const text = textIn(data['outcome']) ?? textIn(game['outcome'])
  const winner = winnerOf(game, data)
  const isOver = data['phase'] === undefined || data['phase'] === 'finished'
  if (text === undefined || !isOver) return { outcome: 'unfinished' }
  if (/^cancel/i.test(text) || game['annulled'] === true) return { outcome: 'void', text }
  if (winner === undefined)
    return /^(?:0(?:\.0)? points|draw|tie)$/i.test(text) ? { outcome: 'draw' } : { outcome: 'unfinished', text }
  const margin = /^(\d+(?:\.\d+)?) points?$/i.exec(text)?.[1]
  if (margin !== undefined) return { outcome: 'win', winner, by: 'score', margin: Number(margin) }
  if (/^resign/i.test(text)) return { outcome: 'win', winner, by: 'resignation' }
  if (/time ?out/i.test(text)) return { outcome: 'win', winner, by: 'time' }
  if (/^disconnect/i.test(text)) return { outcome: 'win', winner, by: 'forfeit', text }
  return { outcome: 'win', winner, text }
}

function winnerOf(game: JsonObject, data: JsonObject): Colour | undefined {
  const { black_lost: blackLost, white_lost: whiteLost } = game
  if (blackLost === true && whiteLost !== true) return 2
  if (whiteLost === true && blackLost !== true) return 1
  const winner = numberIn(data['winner']) ?? numberIn(game['winner'])
  if (winner === undefined) return undefined
  const id = (side: 'black' | 'white') =>
    numberIn(data[`${side}_player_id`]) ??
    numberIn(objectIn(objectIn(data['players'])[side])['id']) ??
    numberIn(game[side])
  if (winner === id('black')) return 1
  return winner === id('white') ? 2 : undefined
}

/** The stones on the board at the start: two letters each. What is no point of the board is told. */
function readStart(record: GameRecord, data: JsonObject, columns: number, rows: number, issues: Issue[]): void {
  const start = objectIn(data['initial_state'])
  const edits = SIDES.flatMap((side, index) => {
    const squares = pairs(textIn(start[side]) ?? '').flatMap((pair) => {
      const square = pointOf(pair, columns, rows)
      if (square !== undefined && square >= 0) return [square]
      issues.push(issue('text/left-out', 'warning', { text: `initial_state.${side} ${pair}` }))
      return []
    })
    return squares.length === 0 ? [] : [{ piece: String(index + 1), squares }]
  })
  const root = record.nodes[0]!
  if (edits.length > 0) root.edits = edits
  const first = data['initial_player']
  if (edits.length > 0 || first === 'white') root.turn = first === 'white' ? 2 : 1
}

/** Two letters each; the last alone, where the text is cut. */
function pairs(text: string): string[] {
  return text.match(/..?/gs) ?? []
}

/** A point as two letters, or as column and row from the top left; -1 is a pass. */
function pointOf(value: Json | undefined, columns: number, rows: number): Point {
  const [column, row] =
    typeof value === 'string'
      ? [value.charCodeAt(0) - 0x61, value.charCodeAt(1) - 0x61]
      : Array.isArray(value)
        ? [numberIn(value[0]) ?? NaN, numberIn(value[1]) ?? NaN]
        : [NaN, NaN]
  if (value === '..' || (column === -1 && row === -1)) return -1
  const isOnBoard =
    Number.isInteger(column) && Number.isInteger(row) && column >= 0 && row >= 0 && column < columns && row < rows
  return isOnBoard ? row * columns + column : undefined
}

function readMoves(record: GameRecord, data: JsonObject, columns: number, rows: number, issues: Issue[]): void {
  const { moves } = data
  const list: Json[] = typeof moves === 'string' ? pairs(moves) : Array.isArray(moves) ? moves : []
  // Stones of a free handicap are Black's first moves.
  const isFree = data['free_handicap_placement'] === true && !record.nodes[0]!.edits
  const free = isFree ? (numberIn(data['handicap']) ?? 0) : 0
  let turn: Colour = record.nodes[0]!.turn ?? 1
  let isUnread = false
  for (const [index, step] of list.entries()) {
    const square = pointOf(step, columns, rows)
    const own = Array.isArray(step) ? (objectIn(step[4])['player'] ?? objectIn(step[3])['color']) : undefined
    const colour: Colour = own === 1 || own === 2 ? own : turn
    const node: MoveNode = { parent: record.nodes.length - 1 }
    if (square === undefined) {
      node.unread = { text: JSON.stringify(step).slice(0, 60) }
      isUnread = true
    } else node.move = square < 0 ? makePass(colour) : makePlacement(square, colour)
    const spent = Array.isArray(step) ? numberIn(step[2]) : undefined
    if (spent !== undefined && spent >= 0) node.clock = { spent: spent / 1000 }
    const more = Array.isArray(step) ? step.slice(node.clock ? 3 : 2) : []
    if (more.length > 0) node.native = { [FORMAT_ID]: { more } }
    record.nodes.push(node)
    turn = index + 1 < free ? 1 : otherColour(colour)
  }
  if (isUnread) issues.push(issue('servers/bad-moves', 'error', {}))
}
