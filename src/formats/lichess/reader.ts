/**
 * Games of lichess as its API streams them: moves in SAN, clocks, analysis, players. What lichess itself writes as PGN is read as
 * that PGN, so a game is the same record whichever was downloaded. docs/formats/lichess.md.
 */
import type { FileSet } from '../../bytes/source.ts'
import { issue } from '../../issues/issue.ts'
import { isJsonObject, type Json } from '../../model/json.ts'
import type { GameRecord } from '../../model/record.ts'
import { mainLine } from '../../model/tree.ts'
import type { Result } from '../../model/result.ts'
import type { Collection } from '../format.ts'
import type { JsonObject } from '../json.ts'
import { instantOf, keepNative, numberIn, objectIn, textIn, without } from '../server-json/json-game.ts'
import { readPgnText, tag } from '../server-json/through-text.ts'
import type { ReadEntry } from '../record-collection.ts'
import { openServerGames } from '../server-json/collection.ts'
import { isGame } from './format.ts'

const FORMAT_ID = 'lichess'

/** Opens a file. Throws FormatError if no game is in it. */
export function openLichess(files: FileSet): Collection {
  return openServerGames({ id: FORMAT_ID, game: 'chess', isGame }, files, readLichess)
}

/** Its words for variants, as they stand in its PGN. */
const VARIANTS: Readonly<Record<string, string>> = {
  chess960: 'Chess960',
  crazyhouse: 'Crazyhouse',
  antichess: 'Antichess',
  atomic: 'Atomic',
  horde: 'Horde',
  kingOfTheHill: 'King of the Hill',
  racingKings: 'Racing Kings',
  threeCheck: 'Three-check',
}

/** How a win came about, by the status of the game. */
const WINS: Readonly<Record<string, Result['by']>> = {
  mate: 'checkmate',
  resign: 'resignation',
  outoftime: 'time',
  timeout: 'forfeit',
  noStart: 'forfeit',
}

/** States of a game that is not over. */
const OPEN = new Set(['created', 'started', 'aborted'])

/** The glyphs of judgments. */
const GLYPHS: Readonly<Record<string, string>> = { Inaccuracy: '$6', Mistake: '$2', Blunder: '$4' }

/** Reads a game. */
function readLichess(game: JsonObject): ReadEntry {
  const moves = (textIn(game['moves']) ?? '').split(/\s+/).filter(Boolean)
  const found = readPgnText(`${tagsOf(game)}\n${movetextOf(game, moves)} ${resultOf(game)}\n`)
  const { record } = found
  if (!record) return { issues: [...found.issues, issue('servers/no-game', 'error', {})] }
  const { result } = record.header
  const status = textIn(game['status']) ?? ''
  const by = WINS[status]
  if (result.outcome === 'win' && by !== undefined) result.by = by
  Object.assign(record.header, { id: game['id'], domain: FORMAT_ID })
  const instant = instantOf(game['createdAt'])
  if (instant !== undefined) record.header.instant = instant
  keepUnread(record, listIn(game['analysis']))
  // What is longer than the moves belongs to none.
  const isRead = { clocks: isClock, analysis: isJsonObject }
  const read = (['clocks', 'analysis'] as const).filter((name) => {
    const list = game[name]
    return Array.isArray(list) && list.length <= moves.length && list.every((value) => isRead[name](value))
  })
  keepNative(record, FORMAT_ID, without(game, 'id', 'moves', 'pgn', ...read))
  return found
}

const isClock = (value: Json) => numberIn(value) !== undefined && Number(value) >= 0

/** Keeps with the moves what their values say beyond what was read. */
function keepUnread({ nodes }: GameRecord, analysis: readonly Json[]): void {
  for (const [at, index] of mainLine(nodes).slice(1).entries()) {
    const value = objectIn(analysis[at])
    const judgment = without(objectIn(value['judgment']), 'name', 'comment')
    const isLine = textIn(value['variation']) !== undefined
    const rest = without(value, 'eval', 'mate', 'variation', 'judgment', ...(isLine ? ['best'] : []))
    if (Object.keys(judgment).length > 0) rest['judgment'] = judgment
    if (Object.keys(rest).length > 0) nodes[index]!.native = { ...nodes[index]!.native, [FORMAT_ID]: rest }
  }
}

function resultOf({ winner, status }: JsonObject): string {
  if (winner === 'white') return '1-0'
  if (winner === 'black') return '0-1'
  return OPEN.has(textIn(status) ?? '') || status === undefined || status === 'unknownFinish' ? '*' : '1/2-1/2'
}

function tagsOf(game: JsonObject): string {
  const { id, rated, perf, speed, variant, clock, daysPerTurn, opening, initialFen, players } = game
  const instant = instantOf(game['createdAt']) ?? ''
  const { initial, increment } = objectIn(clock)
  const days = numberIn(daysPerTurn)
  const time =
    numberIn(initial) === undefined
      ? days === undefined
        ? '-'
        : `1/${days * 86_400}`
      : `${Number(initial)}+${Number(increment ?? 0)}`
  const kind = textIn(perf) ?? textIn(speed) ?? ''
  const start = textIn(initialFen)
  const { eco, name } = objectIn(opening)
  return [
    tag('Event', `${rated === true ? 'Rated' : 'Casual'} ${kind} game`.replace('  ', ' ')),
    tag('Site', `https://lichess.org/${textIn(id) ?? ''}`),
    tag('Date', instant.slice(0, 10).replaceAll('-', '.')),
    playerTags('White', objectIn(objectIn(players)['white'])),
    playerTags('Black', objectIn(objectIn(players)['black'])),
    tag('Result', resultOf(game)),
    tag('Variant', VARIANTS[textIn(variant) ?? '']),
    start === undefined ? '' : tag('SetUp', '1') + tag('FEN', start),
    tag('TimeControl', time),
    tag('ECO', textIn(eco)),
    tag('Opening', textIn(name)),
  ].join('')
}

function playerTags(colour: string, player: JsonObject): string {
  const { user, rating, aiLevel } = player
  const { name, title } = objectIn(user)
  const level = numberIn(aiLevel)
  return [
    tag(
      colour,
      textIn(name) ?? textIn(player['name']) ?? (level === undefined ? undefined : `lichess AI level ${level}`),
    ),
    tag(`${colour}Elo`, numberIn(rating)),
    tag(`${colour}Title`, textIn(title)),
  ].join('')
}

/** The moves with their clocks, values, judgments and better lines. */
function movetextOf(game: JsonObject, moves: readonly string[]): string {
  const clocks = listIn(game['clocks'])
  const analysis = listIn(game['analysis'])
  const start = textIn(game['initialFen'])
  const isBlackFirst = start !== undefined && / b /.test(start)
  const parts: string[] = []
  for (const [index, move] of moves.entries()) {
    const ply = index + (isBlackFirst ? 1 : 0)
    const number = `${Math.floor(ply / 2) + 1}${ply % 2 === 0 ? '.' : '...'}`
    const value = objectIn(analysis[index])
    const { name, comment } = objectIn(value['judgment'])
    const commands = `${evalOf(value)}${clockOf(numberIn(clocks[index]))}`
    parts.push(number, move)
    const glyph = GLYPHS[textIn(name) ?? '']
    if (glyph !== undefined) parts.push(glyph)
    const said = textIn(comment)?.replaceAll(/[{}]/g, ' ') ?? ''
    if (commands !== '' || said !== '') parts.push(`{ ${[commands.trim(), said].filter(Boolean).join(' ')} }`)
    const line = textIn(value['variation'])
    if (line !== undefined) parts.push(`( ${number} ${line.replaceAll(/[(){};[\]]/g, ' ')} )`)
  }
  return parts.join(' ')
}

function evalOf(value: JsonObject): string {
  const mate = numberIn(value['mate'])
  if (mate !== undefined) return `[%eval #${mate}] `
  const centipawns = numberIn(value['eval'])
  return centipawns === undefined ? '' : `[%eval ${(centipawns / 100).toFixed(2)}] `
}

/** A clock from hundredths of a second. */
function clockOf(hundredths: number | undefined): string {
  if (hundredths === undefined || hundredths < 0) return ''
  const seconds = Math.floor(hundredths / 100)
  const two = (value: number) => String(value).padStart(2, '0')
  const rest = Math.round(hundredths % 100)
  const fraction = rest === 0 ? '' : `.${two(rest)}`
  return `[%clk ${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}${fraction}]`
}

function listIn(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : []
}
