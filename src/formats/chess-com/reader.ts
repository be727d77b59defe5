/** Games of chess.com: PGN or its own code of moves, with facts about the game and the players. docs/formats/chess-com.md. */
import type { FileSet } from '../../bytes/source.ts'
import { issue } from '../../issues/issue.ts'
import type { Colour } from '../../model/move.ts'
import { ensurePlayer, type GameRecord } from '../../model/record.ts'
import type { Result } from '../../model/result.ts'
import type { Collection } from '../format.ts'
import type { JsonObject } from '../json.ts'
import { instantOf, keepNative, numberIn, objectIn, textIn, without } from '../server-json/json-game.ts'
import { readPgnText, tag } from '../server-json/through-text.ts'
import type { ReadEntry } from '../record-collection.ts'
import { openServerGames } from '../server-json/collection.ts'
import { isGame } from './format.ts'

const FORMAT_ID = 'chess-com'

/** Opens a file. Throws FormatError if no game is in it. */
export function openChessCom(files: FileSet): Collection {
  return openServerGames({ id: FORMAT_ID, game: 'chess', isGame }, files, readChessCom)
}
const SIDES = ['white', 'black'] as const

/** How a side lost, by the word for its result. */
const LOSSES: Readonly<Record<string, Result['by']>> = {
  checkmated: 'checkmate',
  timeout: 'time',
  resigned: 'resignation',
  abandoned: 'forfeit',
}

/** The words for a draw. */
const DRAWS = new Set(['agreed', 'repetition', 'stalemate', 'insufficient', '50move', 'timevsinsufficient'])

/** Its words for variants, as they stand in PGN. */
const VARIANTS: Readonly<Record<string, string>> = {
  chess960: 'Chess960',
  crazyhouse: 'Crazyhouse',
  bughouse: 'Bughouse',
  kingofthehill: 'King of the Hill',
  threecheck: 'Three-check',
  oddschess: 'Odds Chess',
}

/** Reads a game. */
function readChessCom(game: JsonObject): ReadEntry {
  const { pgn, tcn } = game
  const moves = textIn(pgn) === undefined ? decodeTcn(textIn(tcn) ?? '') : undefined
  const found = readPgnText(textIn(pgn) ?? `${tagsOf(game)}\n${moves?.text ?? ''} *\n`)
  if (!found.record) return { issues: [...found.issues, issue('servers/no-game', 'error', {})] }
  if (moves?.isCut) found.issues.push(issue('servers/bad-moves', 'error', {}))
  addFacts(found.record, game)
  return found
}

/** Tags for a game that is given without PGN. */
function tagsOf({ url, rules, initial_setup: setup, time_control: time, white, black }: JsonObject): string {
  const variant = VARIANTS[textIn(rules) ?? '']
  const start = textIn(setup)
  return [
    tag('Site', 'Chess.com'),
    tag('White', textIn(objectIn(white)['username'])),
    tag('Black', textIn(objectIn(black)['username'])),
    tag('Result', '*'),
    tag('Variant', variant),
    start === undefined ? '' : tag('SetUp', '1') + tag('FEN', start),
    tag('TimeControl', textIn(time)),
    tag('Link', textIn(url)),
  ].join('')
}

/** Adds what the JSON says and the PGN leaves open; all else of it is kept. */
function addFacts(record: GameRecord, game: JsonObject): void {
  const { header } = record
  const url = textIn(game['url'])
  const id = url === undefined ? undefined : /\/(\d+)$/.exec(url)?.[1]
  if (id !== undefined && header.id === undefined) Object.assign(header, { id, domain: FORMAT_ID })
  const instant = instantOf(game['start_time'])
  if (instant !== undefined) header.instant ??= instant
  const text = textIn(game['time_control'])
  if (text !== undefined) header.timeControl ??= { text }
  const name = openingOf(textIn(game['eco']))
  if (name !== undefined) header.openingName ??= name
  for (const [index, side] of SIDES.entries()) {
    const { username, rating } = objectIn(game[side])
    const player = ensurePlayer(header, (index + 1) as Colour)
    if (typeof username === 'string') player.name ??= username
    const points = numberIn(rating)
    if (points !== undefined) player.rating ??= points
  }
  addResult(header.result, game)
  keepNative(record, FORMAT_ID, without(game, 'pgn'))
}

function addResult(result: Result, { white, black }: JsonObject): void {
  const words = [white, black].map((side) => textIn(objectIn(side)['result']) ?? '')
  const winner = words.indexOf('win')
  if (winner >= 0) {
    if (result.outcome === 'unfinished') Object.assign(result, { outcome: 'win', winner: winner + 1 })
    const by = LOSSES[words[1 - winner]!]
    if (by !== undefined && result.winner === winner + 1) result.by ??= by
  } else if (result.outcome === 'unfinished' && words.every((word) => DRAWS.has(word))) result.outcome = 'draw'
}

/** The name of an opening in its address: `.../openings/Kings-Gambit-Accepted-6.Bc4`. */
function openingOf(address: string | undefined): string | undefined {
  const name = /\/openings\/([^/?]+)$/.exec(address ?? '')?.[1]
  const words = name?.replace(/(?:-|\.\.\.)\d+\..*$/, '').replaceAll('-', ' ')
  return words === '' ? undefined : words
}

/** The squares from a1 on, what a pawn becomes and where it goes, and the pieces that are dropped. */
const CODES = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!?{~}(^)[_]@#$,./&-*+='
const PIECES = 'qnrbkp'
const FIRST_PROMOTION = 64
const FIRST_DROP = 79

/** Moves in UCI from the code of two characters a move that chess.com's programs exchange, up to what is none. */
function decodeTcn(code: string): { text: string; isCut: boolean } {
  const moves: string[] = []
  for (let at = 0; at + 1 < code.length; at += 2) {
    const move = moveOfTcn(CODES.indexOf(code[at]!), CODES.indexOf(code[at + 1]!))
    if (move === undefined) return { text: moves.join(' '), isCut: true }
    moves.push(move)
  }
  return { text: moves.join(' '), isCut: code.length % 2 !== 0 }
}

function moveOfTcn(from: number, to: number): string | undefined {
  if (from < 0 || to < 0) return undefined
  if (from >= FIRST_DROP) {
    const piece = PIECES[from - FIRST_DROP]
    return piece === undefined || to >= FIRST_PROMOTION ? undefined : `${piece.toUpperCase()}@${squareOf(to)}`
  }
  if (from >= FIRST_PROMOTION) return undefined
  if (to < FIRST_PROMOTION) return squareOf(from) + squareOf(to)
  const piece = PIECES[Math.floor((to - FIRST_PROMOTION) / 3)]
  const target = from + (from < 16 ? -8 : 8) + ((to - 1) % 3) - 1
  return piece === undefined || target < 0 || target > 63 ? undefined : squareOf(from) + squareOf(target) + piece
}

function squareOf(square: number): string {
  return String.fromCharCode(0x61 + (square % 8)) + (Math.floor(square / 8) + 1)
}
