/** The positions of a repertoire that can be asked: those in which the side that is trained has a move. */
import { PositionError } from '../issues/errors.ts'
import type { Colour, Move } from '../model/move.ts'
import type { Game, GameRecord } from '../model/record.ts'
import { pathTo } from '../model/tree.ts'
import { imagesOf, ownImage } from '../positions/exploration.ts'
import { decodeMove, encodeMove } from '../positions/move-code.ts'
import { rulesOf } from '../rules/index.ts'
import { replay } from '../rules/replay.ts'
import type { Position } from '../rules/rules.ts'
import { transformMove } from '../rules/symmetry.ts'
import { numberedLine } from './line-text.ts'

/** A position to be asked, once however many lines come to it. */
export interface TrainingCard {
  /** Names the position, its mirror images included, in every repertoire: the game, `:` and 16 hexadecimal digits. */
  id: string
  /** The side to move. */
  colour: Colour
  /** The first tree with the position, an index into the records, and the node after which it stands there. */
  tree: number
  node: number
  /** The moves of the repertoire on the board of that node, in the order of the trees. */
  moves: readonly Move[]
}

/** Which positions of a repertoire are asked. */
export interface CardOptions {
  /** The sides that are trained; both by default. */
  sides?: readonly Colour[]
  /** Only the lines from this position on. */
  from?: Position
}

/** A card that is being gathered: moves as the index of positions has them. */
interface GatheredCard extends Omit<TrainingCard, 'moves'> {
  codes: Set<number>
  position: Position
  symmetry: number
}

/** The cards of some trees of one game, in the order of the trees. Trees with an invalid start are left out. */
export function trainingCards(
  game: Game,
  records: readonly GameRecord[],
  { sides = [1, 2], from }: CardOptions = {},
): TrainingCard[] {
  const rules = rulesOf(game)
  const start = from && keyOf(game, from).id
  const gathered = new Map<string, GatheredCard>()
  for (const [tree, record] of records.entries()) {
    if (record.game !== game) continue
    // Whether the position after each node belongs to the lines that are asked.
    const isAsked = new Uint8Array(record.nodes.length)
    try {
      replay(rules, record, (position, { move, parent, edits, turn }, index) => {
        const node = Math.max(0, parent)
        if (index > 0) isAsked[index] = isAsked[node]!
        // What is set up together with a move is not on the board when the move is asked for.
        if (move === undefined || edits || turn) return
        const { id, symmetry } = keyOf(game, position)
        if (start === undefined || id === start) isAsked[node] = 1
        if (index > 0) isAsked[index] = isAsked[node]!
        if (isAsked[node] === 0 || !sides.includes(position.turn)) return
        let card = gathered.get(id)
        if (!card) {
          card = { id, colour: position.turn, tree, node, codes: new Set(), position: rules.clone(position), symmetry }
          gathered.set(id, card)
        }
        card.codes.add(codeOf(game, position, move, symmetry))
      })
    } catch (error) {
      if (!(error instanceof PositionError)) throw error
    }
  }
  return [...gathered.values()].map(({ codes, position, symmetry, ...card }) => {
    const images = imagesOf(game, position)
    const moves = [...codes].map((code) => ownImage(decodeMove(game, code)!, symmetry, images, position))
    return { ...card, moves: [...new Set(moves)] }
  })
}

/** Whether a move on the board of a card is one of the repertoire, or the same by symmetry of the position. */
export function isCardMove(game: Game, { moves }: TrainingCard, position: Position, move: Move): boolean {
  const codes = new Set(moves.map((known) => encodeMove(game, known, position.turn)))
  const { columns, rows } = position
  return imagesOf(game, position).some((image) =>
    codes.has(encodeMove(game, transformMove(move, image, columns, rows), position.turn)),
  )
}

/** The line that leads to a card, with numbers; empty at the start. */
export function lineOfCard(game: Game, records: readonly GameRecord[], { tree, node }: TrainingCard): string {
  const record = records[tree]!
  const rules = rulesOf(game)
  const position = rules.start(record)
  const texts: string[] = []
  let ply = 0
  for (const at of [0, ...pathTo(record.nodes, node)]) {
    const { move, edits, turn } = record.nodes[at]!
    if (edits || turn) rules.edit?.(position, edits ?? [], turn)
    if (move === undefined) continue
    if (texts.length === 0) ply = position.turn - 1
    texts.push(rules.writeMove(position, move))
    rules.play(position, move)
  }
  return numberedLine(texts, ply)
}

/** The id of the card of a position. */
export function cardIdOf(game: Game, position: Position): string {
  return keyOf(game, position).id
}

const key = new Uint32Array(2)

function keyOf(game: Game, position: Position): { id: string; symmetry: number } {
  const rules = rulesOf(game)
  let symmetry = 0
  if (rules.canonicalKey) symmetry = rules.canonicalKey(position, key)
  else rules.key(position, key)
  return { id: `${game}:${hexadecimal(key[0]!)}${hexadecimal(key[1]!)}`, symmetry }
}

function hexadecimal(half: number): string {
  return half.toString(16).padStart(8, '0')
}

/** The code of a move as the index has it: turned with the position. */
function codeOf(game: Game, position: Position, move: Move, symmetry: number): number {
  const turned = rulesOf(game).canonicalKey ? transformMove(move, symmetry, position.columns, position.rows) : move
  return encodeMove(game, turned, position.turn)
}
