/** The lines of an engine: written as moves of the game are, played from, and kept as variations. */
import { valueOnly } from '../../../../src/engines/value-only.ts'
import type { EvaluatedLine } from '../../../../src/model/annotation.ts'
import type { Move } from '../../../../src/model/move.ts'
import type { GameRecord } from '../../../../src/model/record.ts'
import type { Edited } from '../../../../src/model/tree-edit.ts'
import { playMove } from '../../../../src/rules/play-move.ts'
import { rulesOf } from '../../../../src/rules/index.ts'
import { edit, exploreLine } from '../editing/edit-actions.ts'
import { notation, position, record } from '../replay/replay.ts'

/** A move of a line. */
export interface LineMove {
  /** Empty where it is not written. */
  number: string
  text: string
}

/** The moves from the position on the board, in the notation chosen. */
export function writeLine(moves: readonly Move[]): LineMove[] {
  const [shown, stands] = [record.value, position.value]
  if (!shown || !stands) return []
  const rules = rulesOf(shown.game)
  const isPaired = shown.game === 'chess' || shown.game === 'xiangqi'
  const along = rules.clone(stands)
  return moves.map((move, index) => {
    const text = rules.writeMove(along, move, notation.value)
    const isFirst = along.turn === 1
    const count = Math.floor(along.ply / 2) + 1
    const number = !isPaired ? '' : isFirst ? `${count}.` : index === 0 ? `${count}…` : ''
    rules.play(along, move)
    return { number, text }
  })
}

/** Plays the first moves of a line on the board, without changing the record. */
export function playLine(moves: readonly Move[]): void {
  exploreLine((shown, at) => follow(shown, at, moves))
}

/** Adds a line as a variation, with its value on its first new move; the board stays. */
export function insertLine({ moves, ...value }: EvaluatedLine): void {
  edit((shown, at) => {
    let here: Edited = { record: shown, node: at }
    for (const move of moves) {
      const next = follow(here.record, here.node, [move])
      const isFirst = here.record === shown && next.record !== shown
      here = isFirst ? { record: withValue(next, value), node: next.node } : next
    }
    return { record: here.record, node: at }
  })
}

function follow(record: GameRecord, at: number, moves: readonly Move[]): Edited {
  const rules = rulesOf(record.game)
  return moves.reduce((here, move) => playMove(rules, here.record, here.node, move), { record, node: at })
}

function withValue({ record, node }: Edited, value: Omit<EvaluatedLine, 'moves'>): GameRecord {
  const evaluation = valueOnly(value)
  return { ...record, nodes: record.nodes.with(node, { ...record.nodes[node]!, evaluation }) }
}
