/**
 * What people and programs add to moves: comments, glyphs, marks, clocks, evaluations, and the long tail that only some
 * programs know.
 */
import type { Colour, Move } from './move.ts'

/** A text on a node. */
export interface MoveComment {
  text: string
  /** `before`: read before the move is made; `after` (the usual): about the position it leads to. */
  placement: 'before' | 'after'
  /** Language as an ISO 639-1 code, if the source gives it. */
  language?: string
}

/** A glyph by its PGN number (NAG): 1 `!`, 2 `?`, 3 `!!` ... The source's own code is kept if it says more. */
export interface Glyph {
  nag: number
  /** The code or text the source used; `prefix` for a glyph placed before its move. */
  code?: string
}

/**
 * The shape of a mark on the board. Marks `dim` also hold in the nodes below theirs, until one has marks `dim` of its own
 * or an annotation `undim`; all others are of their node alone.
 */
export type MarkShape =
  | 'circle'
  | 'square'
  | 'triangle'
  | 'cross'
  | 'selected'
  | 'dot'
  | 'label'
  | 'territory'
  | 'dim'
  | 'hidden'
  | 'colour'
  | 'arrow'
  | 'line'

/** A drawing on the board. `colour` is a coloured square of chess programs. */
export interface Mark {
  shape: MarkShape
  /** The marked square, or the start of an arrow or line. */
  at: number
  /** The end of an arrow or line. */
  to?: number
  /** Letters of a label. */
  text?: string
  /** A colour word (`green`, `red`, `yellow`, `blue` ...), or for territory the owner, `1` or `2`. */
  paint?: string
}

/** Seconds, with fractions where the source has them. */
export interface Clock {
  /** Time left to the player who moved. */
  left?: number
  /** Time left to the first and second player; used where both are recorded at one node. */
  lefts?: [number | undefined, number | undefined]
  /** Time spent on the move. */
  spent?: number
  /** Time used for all moves up to here by the player who moved. */
  used?: number
  /** Moves or stones left in the current period. */
  movesLeft?: [number | undefined, number | undefined]
  /** Seconds from the start of the day or game at which the step was recorded. */
  recordedAt?: number
}

/** What a position is worth, always from the point of view of colour 1 (White, Red, Black), whoever is to move. */
export interface PositionValue {
  /** In hundredths of a pawn, point or disc. */
  centipawns?: number
  /** Moves to mate: positive when colour 1 mates; 0 if the side to move is mated. */
  mate?: number
  /** The chance that colour 1 wins, from 0 to 1; a draw counts half. */
  winrate?: number
  /** Points or discs by which colour 1 is expected to win. */
  scoreLead?: number
  /** Depth of the search in plies. */
  depth?: number
  /** Positions searched. */
  nodes?: number
  /** Playouts of a search that counts them. */
  visits?: number
}

/** A line of moves that an engine looked at, from the position of the evaluation, and what it leads to. */
export interface EvaluatedLine extends PositionValue {
  moves: Move[]
}

/** An evaluation by a program or person, always from the point of view of colour 1 (White, Red, Black). */
export interface Evaluation extends PositionValue {
  /** Who or what evaluated: the name of an engine, a book, a person. */
  source?: string
  /** Time spent, in seconds. */
  seconds?: number
  /** The best lines, the best for the side to move first. */
  lines?: EvaluatedLine[]
  /** Go: whose each point will be, by square: from 1, surely colour 1's, to -1, surely colour 2's. */
  ownership?: number[]
  /** The source's own value if it is none of the above. */
  text?: string
}

/** A change of the position that is not a move: SGF's AB, AW, AE and PL, the set-up of a problem. */
export interface Edit {
  /** Squares that get the piece; an empty piece clears them. */
  squares: number[]
  /** Piece in the game's position letters (`P`, `k` ...), `1` or `2` for stones and discs, `''` for empty. */
  piece: string
}

/** A question to the reader at a node. */
export interface Training {
  type: 'training'
  texts: { role: 'question' | 'wrong' | 'hint1' | 'hint2'; language?: string; text: string }[]
  seconds?: number
  points?: number
  solutions: { move: Move; points?: number; texts: { language?: string; text: string }[] }[]
}

/** Another game quoted at a node: its header as readable fields, its moves from its own start. */
export interface Quotation {
  type: 'quotation'
  fields: Record<string, string | number>
  setup?: string
  /** The quoted moves: main line and variations in preorder, `parent` as in the record's own tree. */
  nodes?: { parent: number; move?: Move }[]
}

/** A picture, sound, video or link. */
export interface Media {
  type: 'media'
  kind: 'picture' | 'sound' | 'video' | 'link' | 'other'
  address: string
  caption?: string
  /** Language of the caption as an ISO 639-1 code, when the source says it. */
  language?: string
}

/** A diagram is to be printed here. */
export interface Diagram {
  type: 'diagram'
  /** `before`: of the position before the move of its node. */
  placement?: 'before'
  text?: string
}

/**
 * The part of the board that matters from here on: in this node and those below it, until one of them says otherwise.
 * Without squares it is the whole board again.
 */
export interface View {
  type: 'view'
  squares: number[]
}

/** Squares dimmed by marks of a node above are no longer so, here and below, until a node has marks `dim` again. */
export interface Undim {
  type: 'undim'
}

/** Medals of a game (best game, decisive error ...) by name. */
export interface Medals {
  type: 'medals'
  names: string[]
}

/**
 * Names of the medals by their bit in ChessBase databases and in `[%mdl]` of
 * PGN. Bits 8 and 9 are sacrifice and defence, but it is not known which is which; higher bits are called `bit-16` and
 * so on.
 */
export const MEDALS: readonly string[] = [
  'best-game',
  'decided-tournament',
  'model-game',
  'novelty',
  'pawn-structure',
  'strategy',
  'tactics',
  'attack',
  'bit-8',
  'bit-9',
  'material',
  'piece-play',
  'endgame',
  'tactical-blunder',
  'strategic-blunder',
  'user',
]

/** The names of medals by their bits. */
export function medalNames(bits: number): string[] {
  const names: string[] = []
  for (let bit = 0; bit < 32; bit++) if (((bits >>> bit) & 1) === 1) names.push(MEDALS[bit] ?? `bit-${bit}`)
  return names
}

/** The bits of medals; unknown names are ignored. */
export function medalBits(names: readonly string[]): number {
  let bits = 0
  for (const name of names) {
    const known = MEDALS.indexOf(name)
    const bit = known >= 0 ? known : Number(/^bit-([0-9]{1,2})$/.exec(name)?.[1] ?? 32)
    if (bit < 32) bits |= 1 << bit
  }
  return bits >>> 0
}

/** A turning point: opening, middlegame or endgame. */
export interface CriticalPosition {
  type: 'critical'
  phase: 'opening' | 'middlegame' | 'endgame'
}

/** Colour of the line that starts here, as `#rrggbb`. */
export interface LineColour {
  type: 'line-colour'
  colour: string
  mainLineOnly?: boolean
  movesOnly?: boolean
}

/** Engine evaluations of a whole game; entry k is the position after ply k. */
export interface EvaluationCurve {
  type: 'evaluation-curve'
  values: (Evaluation | null)[]
}

/** The pawn structure here is worth noting; the source's own code for it. */
export interface PawnStructure {
  type: 'pawn-structure'
  code: number
}

/** The path of the piece on a square is to be shown; the source's own code for how. */
export interface PiecePath {
  type: 'piece-path'
  square: number
  code: number
}

/** The time in a video of the game at which this node is shown. */
export interface VideoTime {
  type: 'video-time'
  milliseconds: number
}

/** The move is a problem's answer, judged by the author. */
export interface Problem {
  type: 'problem'
  /** The colour that is to find the answer. */
  colour: Colour
}

/** An annotation whose meaning only its format knows, kept as the format had it. */
export interface Unknown {
  type: 'unknown'
  format: string
  /** The format's own type code. */
  code: string
  /** The bytes, in base64. */
  base64: string
}

/** The long tail: everything a node may carry beyond comments, glyphs, marks, clocks and evaluations. */
export type Annotation =
  | Training
  | Quotation
  | Media
  | Diagram
  | View
  | Undim
  | Medals
  | CriticalPosition
  | LineColour
  | EvaluationCurve
  | PawnStructure
  | PiecePath
  | VideoTime
  | Problem
  | Unknown
