/** Comments, names, judgements, clocks, evaluations, diagrams and views. docs/formats/sgf.md, Properties. */
import type { Clock, MoveComment, Glyph } from '../../model/annotation.ts'
import { moveColour, type Colour } from '../../model/move.ts'
import type { MoveNode } from '../../model/tree.ts'
import { formatPoint, isOnBoard, parsePoints } from './board.ts'
import { toPrecision } from './evaluation-properties.ts'
import { formatNumber, parseNumber, type Property } from './property.ts'
import {
  escapeComposed,
  escapeSimpleText,
  escapeText,
  isPlainText,
  splitComposed,
  unescapeSimpleText,
  unescapeText,
} from './text.ts'

/** One comment; several of a node become one text, those before the move first. */
export const COMMENT: Property<MoveNode> = {
  id: 'C',
  read(node, values) {
    for (const value of values) {
      const comment: MoveComment = { text: unescapeText(value), placement: 'after' }
      if (node.comments) node.comments.push(comment)
      else node.comments = [comment]
    }
  },
  isPlain: (values, { lineBreak }) =>
    values.length === 1 && isPlainText(values[0]!) && (lineBreak === '\n' || !values[0]!.includes('\n')),
  write({ comments }, { lineBreak }) {
    if (!comments || comments.length === 0) return undefined
    if (comments.length === 1) return [escapeText(comments[0]!.text, lineBreak)]
    const before = comments.filter(({ placement }) => placement === 'before')
    const after = comments.filter(({ placement }) => placement !== 'before')
    const text = [...before, ...after].map((comment) => comment.text).join('\n')
    return [escapeText(text, lineBreak)]
  },
}

export const NAME: Property<MoveNode> = {
  id: 'N',
  read(node, [value = '']) {
    const name = unescapeSimpleText(value)
    if (name !== '') node.name = name
  },
  write: ({ name }) => (name ? [escapeSimpleText(name)] : undefined),
}

/**
 * Judgements by the equivalent PGN glyph, in the order in which they are written. Glyphs on who stands better speak of
 * colour 1 (Black) where PGN speaks of White.
 */
const GLYPHS: readonly (readonly [id: string, value: string, nag: number])[] = [
  ['GB', '1', 16],
  ['GB', '2', 18],
  ['GW', '1', 17],
  ['GW', '2', 19],
  ['DM', '1', 10],
  ['DM', '2', 11],
  ['UC', '1', 13],
  ['BM', '1', 2],
  ['BM', '2', 4],
  ['DO', '', 6],
  ['IT', '', 5],
  ['TE', '1', 1],
  ['TE', '2', 3],
]

function glyphProperty(id: string): Property<MoveNode> {
  const own = GLYPHS.filter((row) => row[0] === id)
  return {
    id,
    read(node, [value = '']) {
      const glyph = glyphOf(own, value)
      if (glyph) (node.glyphs ??= []).push(glyph)
    },
    write({ glyphs }) {
      if (!glyphs) return undefined
      const known = own.find((row) => glyphs.some((glyph) => glyph.nag === row[2]))
      return known && [known[1]]
    },
  }
}

/** The glyph of a value. An unknown value counts as the first, the usual emphasis. */
function glyphOf(rows: typeof GLYPHS, value: string): Glyph | undefined {
  const trimmed = value.trim()
  if (!/^[12]?$/.test(trimmed)) return undefined
  const row = rows.find((row) => row[1] === trimmed) ?? rows[0]!
  return { nag: row[2] }
}

export const GLYPH_PROPERTIES = [...new Set(GLYPHS.map(([id]) => id))].map(glyphProperty)

/** The value in points, positive if good for Black. */
export const VALUE: Property<MoveNode> = {
  id: 'V',
  read(node, [value = '']) {
    const points = parseNumber(value)
    if (points !== undefined) node.evaluation = { ...node.evaluation, centipawns: toPrecision(points * 100) }
  },
  write({ evaluation }) {
    const centipawns = evaluation?.centipawns
    return centipawns === undefined ? undefined : [formatNumber(toPrecision(centipawns / 100))]
  },
}

/** Seconds left: of the player who moved, or of either player at a node without a move of theirs. */
function timeLeft(id: string, colour: Colour): Property<MoveNode> {
  return {
    id,
    read(node, [value = '']) {
      const seconds = parseNumber(value)
      if (seconds === undefined) return
      const clock = (node.clock ??= {})
      if (isMoverOf(node, colour)) clock.left = seconds
      else clock.lefts = setHalf(clock.lefts, colour, seconds)
    },
    write(node) {
      const clock = node.clock
      if (!clock) return undefined
      const seconds = (isMoverOf(node, colour) ? clock.left : undefined) ?? clock.lefts?.[colour - 1]
      return typeof seconds === 'number' ? [formatNumber(seconds)] : undefined
    },
  }
}

function isMoverOf({ move }: MoveNode, colour: Colour): boolean {
  return move !== undefined && moveColour(move) === colour
}

function stonesLeft(id: string, colour: Colour): Property<MoveNode> {
  return {
    id,
    read(node, [value = '']) {
      const stones = parseNumber(value)
      if (stones === undefined) return
      const clock = (node.clock ??= {})
      clock.movesLeft = setHalf(clock.movesLeft, colour, stones)
    },
    write({ clock }) {
      const stones = clock?.movesLeft?.[colour - 1]
      return typeof stones === 'number' ? [formatNumber(stones)] : undefined
    },
  }
}

type Halves = NonNullable<Clock['lefts']>

function setHalf(halves: Halves | undefined, colour: Colour, value: number): Halves {
  return colour === 1 ? [value, halves?.[1]] : [halves?.[0], value]
}

export const CLOCK_PROPERTIES: readonly Property<MoveNode>[] = [
  timeLeft('BL', 1),
  timeLeft('WL', 2),
  stonesLeft('OB', 1),
  stonesLeft('OW', 2),
]

/** A diagram is to be printed from here on; the number before its name is a bit set of flags. */
export const FIGURE: Property<MoveNode> = {
  id: 'FG',
  read(node, [value = '']) {
    const parts = splitComposed(value)
    const text = parts && unescapeSimpleText(parts[1])
    ;(node.annotations ??= []).push(text ? { type: 'diagram', text } : { type: 'diagram' })
  },
  write({ annotations }) {
    const diagram = annotations?.find((annotation) => annotation.type === 'diagram')
    if (diagram?.type !== 'diagram') return undefined
    return [diagram.text === undefined ? '' : `0:${escapeComposed(diagram.text)}`]
  },
}

/**
 * The visible part of the board, which nodes below inherit; `VW[]` is the whole board again
 * (https://www.red-bean.com/sgf/properties.html#VW).
 */
export const VIEW: Property<MoveNode> = {
  id: 'VW',
  read(node, values, { board, budget }) {
    const squares = parsePoints(values, board, budget)
    if (squares.length > 0 || values.every((value) => value.trim() === '')) {
      ;(node.annotations ??= []).push({ type: 'view', squares })
    }
  },
  write({ annotations }, { board }) {
    const view = annotations?.find((annotation) => annotation.type === 'view')
    if (view?.type !== 'view') return undefined
    if (view.squares.length === 0) return ['']
    const points = view.squares.filter((at) => isOnBoard(at, board)).map((at) => formatPoint(at, board))
    return points.length > 0 ? points : undefined
  },
}
