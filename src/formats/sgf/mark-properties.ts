/** Marks on the board. docs/formats/sgf.md, Properties. */
import type { Mark, MarkShape } from '../../model/annotation.ts'
import type { MoveNode } from '../../model/tree.ts'
import { formatPoint, isOnBoard, isUsualPoint, parsePoint, parsePoints, usualSquare, type Board } from './board.ts'
import type { Property } from './property.ts'
import { escapeComposed, isOrdinary, splitComposed, unescapeSimpleText } from './text.ts'

/** A list of points with the same mark. */
function pointsProperty(id: string, shape: MarkShape, paint?: string): Property<MoveNode> {
  const isOwn = (mark: Mark) => mark.shape === shape && mark.paint === paint
  return {
    id,
    read(node, values, { board, budget }) {
      for (const at of parsePoints(values, board, budget)) {
        addMark(node, paint === undefined ? { shape, at } : { shape, at, paint })
      }
    },
    isPlain: (values, { board }) => values.every((value) => value.length === 2 && isUsualPoint(value, 0, board)),
    write: ({ marks }, { board }) => valuesOf(marks?.filter(isOwn), board, ({ at }) => formatPoint(at, board)),
  }
}

function addMark(node: MoveNode, mark: Mark): void {
  if (node.marks) node.marks.push(mark)
  else node.marks = [mark]
}

/** The values of the marks that are on the board. */
function valuesOf(
  marks: readonly Mark[] | undefined,
  board: Board,
  format: (mark: Mark) => string,
): string[] | undefined {
  const named = marks?.filter(({ at, to }) => isOnBoard(at, board) && (to === undefined || isOnBoard(to, board)))
  return named && named.length > 0 ? named.map(format) : undefined
}

/** Whether a label needs no escapes. */
function isUsualLabel(value: string, board: Board): boolean {
  return value.charCodeAt(2) === COLON && isUsualPoint(value, 0, board) && isOrdinary(value, 3)
}

const COLON = 0x3a

const LABEL: Property<MoveNode> = {
  id: 'LB',
  read(node, values, { board }) {
    for (const value of values) {
      if (isUsualLabel(value, board)) {
        addMark(node, { shape: 'label', at: usualSquare(value, 0, board), text: value.slice(3) })
        continue
      }
      const parts = splitComposed(value)
      const at = parts && parsePoint(parts[0], board)
      if (at !== undefined) addMark(node, { shape: 'label', at, text: unescapeSimpleText(parts![1]) })
    }
  },
  isPlain: (values, { board }) => values.every((value) => isUsualLabel(value, board)),
  write({ marks }, { board }) {
    const labels = marks?.filter(({ shape }) => shape === 'label')
    return valuesOf(labels, board, (mark) => `${formatPoint(mark.at, board)}:${escapeComposed(mark.text ?? '')}`)
  },
}

/** FF[3] and before: the points of the list are lettered a, b, c ... in turn. */
const LETTERS: Property<MoveNode> = {
  id: 'L',
  modern: 'LB',
  read(node, values, { board, budget }) {
    parsePoints(values, board, budget).forEach((at, index) => {
      addMark(node, { shape: 'label', at, text: String.fromCharCode(0x61 + (index % 26)) })
    })
  },
}

/** FF[3] and before: marked points, drawn as programs liked. */
const MARKED: Property<MoveNode> = { id: 'M', modern: 'MA', read: pointsProperty('MA', 'cross').read }

/** Arrows and lines from one point to another. */
function linkProperty(id: string, shape: MarkShape): Property<MoveNode> {
  return {
    id,
    read(node, values, { board }) {
      for (const value of values) {
        const parts = splitComposed(value)
        const at = parts && parsePoint(parts[0], board)
        const to = parts && parsePoint(parts[1], board)
        if (at !== undefined && to !== undefined) addMark(node, { shape, at, to })
      }
    },
    write({ marks }, { board }) {
      const links = marks?.filter((mark) => mark.shape === shape && mark.to !== undefined)
      return valuesOf(links, board, (mark) => `${formatPoint(mark.at, board)}:${formatPoint(mark.to!, board)}`)
    },
  }
}

const DIM_POINTS = pointsProperty('DD', 'dim')

/** Dimmed points, which nodes below inherit; `DD[]` ends it (https://www.red-bean.com/sgf/properties.html#DD). */
const DIMMED: Property<MoveNode> = {
  ...DIM_POINTS,
  read(node, values, context) {
    if (values.every((value) => value.trim() === '')) (node.annotations ??= []).push({ type: 'undim' })
    else DIM_POINTS.read(node, values, context)
  },
  write(node, context) {
    const ends = node.annotations?.some(({ type }) => type === 'undim')
    return DIM_POINTS.write!(node, context) ?? (ends ? [''] : undefined)
  },
}

export const MARK_PROPERTIES: readonly Property<MoveNode>[] = [
  pointsProperty('TR', 'triangle'),
  pointsProperty('CR', 'circle'),
  pointsProperty('SQ', 'square'),
  pointsProperty('MA', 'cross'),
  MARKED,
  pointsProperty('SL', 'selected'),
  LABEL,
  LETTERS,
  linkProperty('AR', 'arrow'),
  linkProperty('LN', 'line'),
  pointsProperty('TB', 'territory', '1'),
  pointsProperty('TW', 'territory', '2'),
  DIMMED,
]
