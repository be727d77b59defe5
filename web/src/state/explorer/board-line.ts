/** Lines played on an empty board, as text for an address: moves as programs write them, with spaces between. */
import { emptyRecord, type GameRecord } from '../../../../src/model/record.ts'
import { pathTo, type MoveNode } from '../../../../src/model/tree.ts'
import { MACHINE_STYLES, rulesOf } from '../../../../src/rules/index.ts'
import { playMove } from '../../../../src/rules/play-move.ts'
import type { ExploredBoard } from './explored-board.ts'

/** An empty board with a line played on it, as far as its moves can be played, and the node it ends at. */
export function playLine({ game, size }: ExploredBoard, line: string): { record: GameRecord; node: number } {
  const rules = rulesOf(game)
  const empty: GameRecord = { ...emptyRecord(game), ...(size && { size }) }
  let played = { record: empty, node: 0 }
  const position = rules.start(empty)
  for (const word of line.split(' ').filter(Boolean)) {
    const move = rules.readMove(position, word)
    if (move === undefined) break
    rules.play(position, move)
    played = playMove(rules, played.record, played.node, move)
  }
  return played
}

/** The moves up to a node. */
export function lineTo(record: GameRecord, node: number): string {
  const rules = rulesOf(record.game)
  const position = rules.start(record)
  const words = pathTo(record.nodes, node).flatMap((index) => {
    const { move } = record.nodes[index]!
    if (move === undefined) return []
    const word = rules.writeMove(position, move, MACHINE_STYLES[record.game])
    rules.play(position, move)
    return [word]
  })
  return words.join(' ')
}

/** Whether a record holds nothing but moves, so that an address holds all of a line in it. */
export function isPlain({ nodes }: GameRecord): boolean {
  return nodes.every(({ comments, glyphs, marks }: MoveNode) => !comments && !glyphs && !marks)
}
