/** What follows a pattern of stones as a record: the pattern set up, its continuations as variations with their statistics. */
import type { Mark } from '../../model/annotation.ts'
import { makePlacement, type Colour } from '../../model/move.ts'
import { emptyRecord, USUAL_SIZE, type Game, type GameRecord } from '../../model/record.ts'
import type { MoveNode } from '../../model/tree.ts'
import { describeCounts } from './describe.ts'
import { labelOf, type Continuation } from './continuations.ts'
import { colourOfNext, squareOfNext } from './following.ts'
import type { Pattern } from '../question/pattern.ts'

/** Moves of a tree that a record has at most: the most played ones, level by level. */
const MAX_NODES = 20_000

/** A place of the tree that becomes a node. */
interface Planned {
  place: Continuation
  label: string
  children: Planned[]
}

/**
 * A record of the continuations of a pattern of Go or Othello. The pattern lies where it is drawn, at the edges that
 * it names, on a board of the usual size or that of the pattern.
 */
export function continuationRecord(pattern: Pattern, tree: Continuation): GameRecord {
  const { game, board = USUAL_SIZE[game] } = pattern
  const record = emptyRecord(game)
  const { columns } = board
  if (columns !== USUAL_SIZE[game].columns || board.rows !== USUAL_SIZE[game].rows) record.size = board
  const [left, top] = placeOf(pattern, board)
  const squareAt = (column: number, row: number) => (row + top) * columns + column + left
  const stones = (value: number) =>
    pattern.cells.filter(({ allowed }) => allowed === 1 << value).map(({ column, row }) => squareAt(column, row))
  const edits = [
    // Othello begins with four discs, which need not be part of the pattern.
    { squares: stones(0), piece: '' },
    { squares: stones(1), piece: '1' },
    { squares: stones(2), piece: '2' },
  ].filter(({ squares, piece }) => squares.length > 0 && (piece !== '' || game === 'othello'))
  record.header.title = 'Continuations of a pattern'
  record.header.kind = 'opening'
  const nodes: MoveNode[] = [{ parent: -1, ...(edits.length > 0 && { edits }) }]
  const squareOf = (move: number) => {
    const square = squareOfNext(move)
    return squareAt(square % pattern.columns, Math.floor(square / pattern.columns))
  }
  const waiting: { planned: Planned; parent: number }[] = [{ planned: plan(tree), parent: -1 }]
  while (waiting.length > 0) {
    const { planned, parent } = waiting.pop()!
    const index = parent < 0 ? 0 : nodes.length
    const { place } = planned
    if (parent >= 0) {
      const colour = colourOfNext(game, place.move) as Colour
      nodes.push({ parent, move: makePlacement(squareOf(place.move), colour) })
    }
    const node = nodes[index]!
    node.comments = [{ text: statisticsText(game, planned), placement: 'after' }]
    const marks = planned.children.map(({ place: child, label }): Mark => ({
      shape: 'label',
      at: squareOf(child.move),
      text: label,
    }))
    if (marks.length > 0) node.marks = uniqueMarks(marks)
    for (const child of planned.children.toReversed()) waiting.push({ planned: child, parent: index })
  }
  record.nodes = nodes
  return record
}

/** The places of the tree that the record has, level by level. */
function plan(tree: Continuation): Planned {
  const root: Planned = { place: tree, label: '', children: [] }
  let count = 1
  let level = [root]
  while (level.length > 0) {
    const next: Planned[] = []
    for (const planned of level) {
      for (const [index, place] of planned.place.next.entries()) {
        if (count === MAX_NODES) return root
        const child: Planned = { place, label: labelOf(index), children: [] }
        planned.children.push(child)
        next.push(child)
        count++
      }
    }
    level = next
  }
  return root
}

/** Both colours may play on one point; one label stands there. */
function uniqueMarks(marks: readonly Mark[]): Mark[] {
  return [...new Map(marks.toReversed().map((mark) => [mark.at, mark])).values()].toReversed()
}

/** Where the top left square of a pattern lies when it is put on a board as it is drawn. */
function placeOf(
  { columns, rows, edges, anchors }: Pattern,
  board: { columns: number; rows: number },
): [left: number, top: number] {
  const along = (first: boolean | undefined, last: boolean | undefined, room: number, from: number | undefined) => {
    if (first) return 0
    if (last) return room
    return Math.max(0, Math.min(room, from ?? Math.floor(room / 2)))
  }
  return [
    along(edges.left, edges.right, board.columns - columns, anchors?.left),
    along(edges.top, edges.bottom, board.rows - rows, anchors?.top),
  ]
}

/** The statistics of a place, a line for itself and one for each continuation. */
function statisticsText(game: Game, { place, children }: Planned): string {
  const lines = [countsText(game, place)]
  for (const child of children) {
    const colour = colourOfNext(game, child.place.move) === 1 ? 'B' : 'W'
    const tenuki = place.move === 0 && child.place.tenuki > 0 ? `, ${child.place.tenuki} after tenuki` : ''
    lines.push(`${child.label} (${colour}): ${countsText(game, child.place)}${tenuki}`)
  }
  return lines.join('\n')
}

function countsText(game: Game, place: Continuation): string {
  const { games, hits, black, white, firstYear, lastYear } = describeCounts(game, place)
  const years = firstYear === undefined ? '' : `, ${firstYear === lastYear ? firstYear : `${firstYear}-${lastYear}`}`
  const times = hits === games ? '' : ` (${hits} times)`
  return `${games} games${times}, won by B ${black}, by W ${white}${years}`
}
