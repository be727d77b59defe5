/** Writes games of Othello as text, one game per line. */
import type { SinkSet } from '../../bytes/sink.ts'
import { TextWriter } from '../../bytes/text-writer.ts'
import { PositionError, messageOf } from '../../issues/errors.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import { isPass, makePlacement, moveColour, moveTo } from '../../model/move.ts'
import type { GameRecord } from '../../model/record.ts'
import { mainLine } from '../../model/tree.ts'
import { formatOthelloSquare, othello, OthelloPosition } from '../../rules/othello/index.ts'
import { positionAfter } from '../../rules/replay.ts'
import type { Writer, WriteOptions } from '../format.ts'
import { notWritten, written } from '../write-result.ts'
import { normaliseRecord } from './game.ts'

type Settings = Readonly<Record<string, string>>

/**
 * Starts writing a file.
 * @param followsBoard whether a board without moves stands before the first game: the moves of a line would be read as
 * belonging to it
 */
export async function writeOthelloText(
  out: SinkSet,
  options: WriteOptions = {},
  followsBoard = false,
): Promise<Writer> {
  const text = new TextWriter(out.create(out.name), options.encoding ?? 'utf-8')
  const settings = options.settings ?? {}
  let needsBoard = followsBoard
  return {
    add(record) {
      const issues: Issue[] = []
      const parts = formatRecord(record, settings, issues)
      if (!parts) return notWritten(...issues)
      const { board, isBoardNeeded, moves, score } = parts
      const hasBoard = isBoardNeeded || needsBoard
      text.write(`${[hasBoard ? board : '', moves, score].filter(Boolean).join(' ')}\n`)
      needsBoard = hasBoard && moves === ''
      return written(issues)
    },
    finish() {
      text.flush()
      out.commit()
      return []
    },
  }
}

/** The parts of a line. */
interface LineParts {
  board: string
  /** Whether the moves do not show the board. */
  isBoardNeeded: boolean
  moves: string
  /** '' unless requested. */
  score: string
}

/** A game as the parts of its line; undefined, with an issue, if readers would not recognise a game. */
function formatRecord(record: GameRecord, settings: Settings, issues: Issue[]): LineParts | undefined {
  const turned = settings['first-move'] === 'turn' ? turnedCopy(record) : record
  const position = startOf(turned, issues)
  if (!position) return undefined
  const board = othello.format(position)
  const usual = new OthelloPosition(position.columns, position.rows)
  const isUsual = position.columns === 8 && board === othello.format(usual)
  const moves = formatMoves(turned, position, settings, issues)
  // A first move that cannot begin a game would be read as continuing the game before.
  const isBoardNeeded = !isUsual || (moves !== '' && !beginsLegally(turned, usual))
  const { score: points } = record.header.result
  const score = settings['score'] === 'yes' && points ? `${points[0]}-${points[1]}` : ''
  if (isBoardNeeded || moves !== '') return { board, isBoardNeeded, moves, score }
  issues.push(issue('othello-text/empty', 'error', {}))
  return undefined
}

/** Whether the first move of a record is a legal placement on a board. */
function beginsLegally({ nodes }: GameRecord, board: OthelloPosition): boolean {
  const first = mainLine(nodes).find((index) => nodes[index]!.move !== undefined)
  const move = first === undefined ? undefined : nodes[first]!.move!
  return move !== undefined && !isPass(move) && othello.isLegal(board, makePlacement(moveTo(move)))
}

function turnedCopy(record: GameRecord): GameRecord {
  const copy = { ...record, nodes: record.nodes.map((node) => ({ ...node })) }
  normaliseRecord(copy)
  return copy
}

function startOf(record: GameRecord, issues: Issue[]): OthelloPosition | undefined {
  const refuse = (refusal: Issue) => void issues.push(refusal)
  const { columns, rows } = record.size ?? { columns: 8, rows: 8 }
  if (columns !== rows) return refuse(issue('othello-text/board-size', 'error', { columns, rows }))
  try {
    const position = positionAfter(othello, record, [])
    const [black, white] = position.count()
    return black + white > 0 ? position : refuse(issue('othello-text/no-discs', 'error', {}))
  } catch (error) {
    if (!(error instanceof PositionError)) throw error
    return refuse(issue('othello-text/setup', 'error', { reason: messageOf(error) }))
  }
}

/** A move or a pass as it is written, and its side. */
interface Word {
  text: string
  colour: number
}

function formatMoves(record: GameRecord, position: OthelloPosition, settings: Settings, issues: Issue[]): string {
  const words: Word[] = []
  /** Passes after the end of the game: they say who places a disc that follows all the same. */
  let passesAtEnd: Word[] = []
  for (const index of mainLine(record.nodes)) {
    const { move, unread, edits, turn } = record.nodes[index]!
    if (edits || turn !== undefined || unread) {
      issues.push(issue(unread ? 'othello-text/unread' : 'othello-text/edits', 'warning', {}))
      break
    }
    if (move === undefined) continue
    const { passing, isOver } = position
    const colour = moveColour(move)
    if (isPass(move)) {
      const isReadAsWritten = passing !== undefined && (!isOver || colour === 0 || colour === passing)
      if (!isReadAsWritten) issues.push(issue('othello-text/turn', 'warning', {}))
      const word = { text: 'pa', colour: passing ?? position.turn }
      if (passing === undefined || settings['passes'] === 'yes') words.push(word)
      else if (isOver) passesAtEnd.push(word)
    } else {
      if (colour !== 0 && colour !== position.turn) issues.push(issue('othello-text/turn', 'warning', {}))
      // A pass that is also in the record is written once.
      if (passing !== undefined && !isOver && settings['passes'] === 'yes') words.push({ text: 'pa', colour: passing })
      words.push(...passesAtEnd, { text: formatOthelloSquare(position, moveTo(move)), colour: position.turn })
      passesAtEnd = []
    }
    position.play(move)
  }
  return joinMoves(words, settings)
}

function joinMoves(words: readonly Word[], settings: Settings): string {
  const inCapitals = (colour: number) =>
    settings['letters'] === 'capitals' || (settings['letters'] === 'sides' && colour === 1)
  const texts = words.map(({ text, colour }) => (inCapitals(colour) ? text.toUpperCase() : text))
  if (settings['numbers'] !== 'yes') return texts.join(settings['spaces'] === 'yes' ? ' ' : '')
  return texts.map((text, index) => (index % 2 === 0 ? `${index / 2 + 1}. ${text}` : text)).join(' ')
}
