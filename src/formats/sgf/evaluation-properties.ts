/**
 * Evaluations as programs of Go write them: Sabaki (`SBKV`, `SBKS`), Ogatak (`OGSC`), Lizzie and LizGoban (`LZ`),
 * KaTrain (`KT`). docs/formats/sgf.md, Evaluations.
 */
import type { EvaluatedLine, Evaluation } from '../../model/annotation.ts'
import { sameJson } from '../../model/json.ts'
import { moveColour, otherColour, type Colour } from '../../model/move.ts'
import type { MoveNode } from '../../model/tree.ts'
import type { Board } from './board.ts'
import { parseKaTrain } from './katrain.ts'
import { nodeNative } from './native.ts'
import { formatNumber, parseNumber, type Property, type ReadContext, type WriteContext } from './property.ts'
import { unescapeText } from './text.ts'
import { parseVertices } from './vertex.ts'

/** Fields of an evaluation that these properties hold. */
type Field = keyof Evaluation

/** Adds what an evaluation does not say yet. */
function addTo(node: MoveNode, found: Evaluation): void {
  if (Object.keys(found).length > 0) node.evaluation = { ...found, ...node.evaluation }
}

/** Rounds away binary floating-point noise. */
export function toPrecision(value: number): number {
  return Number(value.toPrecision(12))
}

/** Black's chance to win in percent. Sabaki, Ogatak and others write it. */
export const WINRATE: Property<MoveNode> = {
  id: 'SBKV',
  read(node, [value = '']) {
    const percent = parseNumber(value)
    if (percent !== undefined && percent >= 0 && percent <= 100) addTo(node, { winrate: toPrecision(percent / 100) })
  },
  write: (node, context) => writeUnlessKept(node, 'winrate', 100, context),
}

/** Black's lead in points. */
export const SCORE_LEAD: Property<MoveNode> = {
  id: 'SBKS',
  read: readLead,
  write: (node, context) => writeUnlessKept(node, 'scoreLead', 1, context),
}

function readLead(node: MoveNode, [value = '']: readonly string[]): void {
  const points = parseNumber(value)
  if (points !== undefined) addTo(node, { scoreLead: points })
}

/**
 * A number with two decimals at most, as Sabaki writes it; nothing if a property that was kept says it already, and none in
 * games that programs of Go do not open: Edax ends a game at an identifier of more than two letters.
 */
function writeUnlessKept(
  node: MoveNode,
  field: 'winrate' | 'scoreLead',
  factor: number,
  context: WriteContext,
): string[] | undefined {
  const value = context.board.game === 'go' ? node.evaluation?.[field] : undefined
  if (value === undefined || !Number.isFinite(value) || keptValue(node, field, context) === value) return undefined
  return [formatNumber(Math.round(toPrecision(value * factor * 100)) / 100 + 0)]
}

/** What the kept properties of a node say of a field. */
function keptValue(node: MoveNode, field: Field, { board }: WriteContext): unknown {
  return saidByKept(node, board)?.[field]
}

/** Names the side to move at a node, from whose view some of its evaluation was read. */
export function evaluateForTurn(node: MoveNode, turn: Colour, board: Board): void {
  const before = saidByKept(node, board)
  node.turn = turn
  if (!before) return
  const fields = (node.evaluation ?? {}) as Record<string, unknown>
  for (const [field, value] of Object.entries(saidByKept(node, board)!)) {
    if (sameJson(fields[field], before[field as Field])) fields[field] = value
  }
}

/** What the kept properties of a node say. */
function saidByKept(node: MoveNode, board: Board): Evaluation | undefined {
  const kept = nodeNative(node.native).properties?.filter(([id]) => KEPT.some((property) => property.id === id))
  if (!kept || kept.length === 0) return undefined
  const said: MoveNode = { ...node }
  delete said.evaluation
  for (const [id, ...values] of kept) {
    const texts = values.filter((value) => typeof value === 'string')
    KEPT.find((property) => property.id === id)!.read(said, texts, { board, budget: { left: 0 } })
  }
  return said.evaluation
}

/** Whether all that a kept property said of the evaluation still holds. */
function isStillSaid(node: MoveNode, said: MoveNode): boolean {
  return Object.entries(said.evaluation ?? {}).every(([field, value]) =>
    sameJson(value, node.evaluation?.[field as Field]),
  )
}

/** Black's lead in points, by Ogatak. */
const OGATAK: Property<MoveNode> = { id: 'OGSC', read: readLead, isStill: isStillSaid }

/** Lizzie and LizGoban: a line on the position, and a line of candidates as `lz-analyze` prints them. */
const LIZZIE: Property<MoveNode> = {
  id: 'LZ',
  read(node, [value = ''], { board }) {
    const [head = '', ...rest] = unescapeText(value).split('\n')
    const turn = turnAfter(node)
    const found: Evaluation = {}
    const [, percent = '', playouts = ''] = head.trim().split(/\s+/)
    const winrate = parseNumber(percent.replace(',', '.'))
    // Of the player who just moved.
    if (winrate !== undefined && winrate >= 0 && winrate <= 100) {
      found.winrate = toPrecision(turn === 2 ? winrate / 100 : 1 - winrate / 100)
    }
    const visits = parsePlayouts(playouts)
    if (visits !== undefined) found.visits = visits
    readCandidates(rest.join(' '), turn, board, found)
    addTo(node, found)
  },
  isStill: isStillSaid,
}

/** The same of the position before the first move, by LizzieYzy, which it writes in the root. */
const LIZZIE_ROOT: Property<MoveNode> = { ...LIZZIE, id: 'LZOP' }

/** Playouts with the suffixes of thousands, millions and billions: `1.3k`. */
function parsePlayouts(text: string): number | undefined {
  const match = /^([0-9]{1,15}(?:[.,][0-9]{1,6})?)([kmg]?)$/i.exec(text)
  if (!match) return undefined
  const factor = { '': 1, k: 1e3, m: 1e6, g: 1e9 }[match[2]!.toLowerCase()]!
  return Math.round(Number(match[1]!.replace(',', '.')) * factor)
}

/** `move Q16 visits 38 winrate 5404 scoreMean 0.7 pv Q16 D4 info move ...`, at the end perhaps `ownership 0.1 ...`. */
function readCandidates(text: string, turn: Colour, board: Board, found: Evaluation): void {
  const [moves = '', ownership] = text.split(/\sownership\s/, 2)
  const lines = moves.split(/(?:^|\s)info(?=\s|$)/).flatMap((part) => readCandidate(part, turn, board))
  if (lines.length > 0) found.lines = lines.slice(0, board.columns * board.rows + 1)
  const owners = (
    ownership
      ?.replace(/\sinfo\s*$/, '')
      .trim()
      .split(/\s+/) ?? []
  ).map(parseNumber)
  if (owners.length === board.columns * board.rows && owners.every((owner) => owner !== undefined)) {
    found.ownership = owners.map((owner) => (turn === 1 ? owner : -owner) + 0)
  }
}

function readCandidate(text: string, turn: Colour, board: Board): EvaluatedLine[] {
  const [head = '', pv] = text.split(/\spv\s/, 2)
  const values = new Map<string, string>()
  const words = head.trim().split(/\s+/)
  for (let at = 0; at + 1 < words.length; at += 2) values.set(words[at]!, words[at + 1]!)
  const moves = parseVertices((pv ?? values.get('move') ?? '').trim().split(/\s+/), turn, board)
  if (moves.length === 0) return []
  const line: EvaluatedLine = { moves }
  const visits = parseNumber(values.get('visits') ?? '')
  const winrate = parseNumber(values.get('winrate') ?? '')
  const lead = parseNumber(values.get('scoreMean') ?? values.get('scoreLead') ?? '')
  if (visits !== undefined) line.visits = visits
  if (winrate !== undefined && winrate >= 0 && winrate <= 10_000) {
    line.winrate = toPrecision(turn === 1 ? winrate / 10_000 : 1 - winrate / 10_000)
  }
  if (lead !== undefined) line.scoreLead = (turn === 1 ? lead : -lead) + 0
  return [line]
}

/** The side to move after a node: not the one that moved; at a node of black handicap stones White. */
function turnAfter({ move, turn, edits }: MoveNode): Colour {
  const mover = move === undefined ? 0 : moveColour(move)
  if (mover !== 0) return otherColour(mover)
  if (turn !== undefined) return turn
  const isHandicap = edits?.some(({ piece }) => piece === '1') && !edits.some(({ piece }) => piece === '2')
  return isHandicap ? 2 : 1
}

/** KaTrain: KataGo's answer, compressed. */
const KATRAIN: Property<MoveNode> = {
  id: 'KT',
  read(node, values, { board }: ReadContext) {
    addTo(node, parseKaTrain(values, turnAfter(node), board))
  },
  isStill: isStillSaid,
}

/** Properties that are read, and kept as they are while what they say holds. */
const KEPT: readonly Property<MoveNode>[] = [OGATAK, LIZZIE, LIZZIE_ROOT, KATRAIN]

/** All properties of evaluations but `V`. A later one adds only what the earlier ones left open. */
export const EVALUATION_PROPERTIES: readonly Property<MoveNode>[] = [WINRATE, SCORE_LEAD, ...KEPT]
