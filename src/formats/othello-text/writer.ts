/** Writes games of Othello as text, a game a line. */
import type { SinkSet } from '../../bytes/sink.ts'
import { TextWriter } from '../../bytes/text-writer.ts'
import { PositionError, type Issue } from '../../model/issue.ts'
import { isPass, moveColour, moveTo } from '../../model/move.ts'
import type { GameRecord } from '../../model/record.ts'
import { mainLine } from '../../model/tree.ts'
import { formatOthelloSquare, othello, OthelloPosition } from '../../rules/othello/index.ts'
import { positionAfter } from '../../rules/replay.ts'
import type { Writer, WriteOptions } from '../format.ts'
import { notWritten, written } from '../write-result.ts'
import { normaliseRecord } from './game.ts'

type Settings = Readonly<Record<string, string>>

/** Starts writing a file. */
export async function writeOthelloText(out: SinkSet, options: WriteOptions = {}): Promise<Writer> {
  const text = new TextWriter(out.create(out.name), options.encoding ?? 'utf-8')
  const settings = options.settings ?? {}
  return {
    add(record) {
      const issues: Issue[] = []
      const line = formatRecord(record, settings, issues)
      if (line === undefined) return notWritten(...issues)
      text.write(`${line}\n`)
      return written(issues)
    },
    finish() {
      text.flush()
      out.commit()
      return []
    },
  }
}

/** A game as a line: its board, when the moves do not show it, its moves, its score when asked for. */
function formatRecord(record: GameRecord, settings: Settings, issues: Issue[]): string | undefined {
  const turned = settings['first-move'] === 'turn' ? turnedCopy(record) : record
  const position = startOf(turned, issues)
  if (!position) return undefined
  const parts: string[] = []
  const usual = new OthelloPosition(position.columns, position.rows)
  if (position.columns !== 8 || othello.format(position) !== othello.format(usual)) parts.push(othello.format(position))
  const moves = formatMoves(turned, position, settings, issues)
  if (moves !== '') parts.push(moves)
  const { score } = record.header.result
  if (settings['score'] === 'yes' && score) parts.push(`${score[0]}-${score[1]}`)
  if (parts.length > 0) return parts.join(' ')
  const message = 'a game without moves from the usual start has nothing to write'
  issues.push({ id: 'othello-text/empty', severity: 'error', message })
  return undefined
}

function turnedCopy(record: GameRecord): GameRecord {
  const copy = { ...record, nodes: record.nodes.map((node) => ({ ...node })) }
  normaliseRecord(copy)
  return copy
}

function startOf(record: GameRecord, issues: Issue[]): OthelloPosition | undefined {
  const refuse = (name: string, message: string) =>
    void issues.push({ id: `othello-text/${name}`, severity: 'error', message })
  const { columns, rows } = record.size ?? { columns: 8, rows: 8 }
  if (columns !== rows) return refuse('board-size', `a board of ${columns} x ${rows} cannot be told from its squares`)
  try {
    return positionAfter(othello, record, [])
  } catch (error) {
    if (!(error instanceof PositionError)) throw error
    return refuse('setup', error.message)
  }
}

function formatMoves(record: GameRecord, position: OthelloPosition, settings: Settings, issues: Issue[]): string {
  const warn = (name: string, message: string) =>
    issues.push({ id: `othello-text/${name}`, severity: 'warning', message })
  const words: { text: string; colour: number }[] = []
  for (const index of mainLine(record.nodes)) {
    const { move, unread, edits, turn } = record.nodes[index]!
    if (edits || turn !== undefined || unread) {
      warn(unread ? 'unread' : 'edits', 'the moves from an unreadable one or a change of the position on are left out')
      break
    }
    if (move === undefined) continue
    const { passing } = position
    const isImplied = isPass(move) && passing !== undefined
    if (isPass(move) ? !isImplied : moveColour(move) !== 0 && moveColour(move) !== position.turn) {
      warn('turn', 'a pass or move out of turn will be read as one of the other side')
    }
    if (passing !== undefined && settings['passes'] === 'yes') {
      // A pass that the record has too is written once.
      if (!isPass(move)) words.push({ text: 'pa', colour: passing })
    }
    if (!isPass(move)) words.push({ text: formatOthelloSquare(position, moveTo(move)), colour: position.turn })
    else if (!isImplied || settings['passes'] === 'yes') words.push({ text: 'pa', colour: passing ?? position.turn })
    position.play(move)
  }
  return joinMoves(words, settings)
}

function joinMoves(words: readonly { text: string; colour: number }[], settings: Settings): string {
  const inCapitals = (colour: number) =>
    settings['letters'] === 'capitals' || (settings['letters'] === 'sides' && colour === 1)
  const texts = words.map(({ text, colour }) => (inCapitals(colour) ? text.toUpperCase() : text))
  if (settings['numbers'] !== 'yes') return texts.join(settings['spaces'] === 'yes' ? ' ' : '')
  return texts.map((text, index) => (index % 2 === 0 ? `${index / 2 + 1}. ${text}` : text)).join(' ')
}
