/**
 * Commands inside comments: `[%clk 1:05:23]`. Those of the supplement of 2001 to the PGN standard and those of
 * ChessBase that the record has a field for are removed from the text; every other one stays in it, byte for byte.
 * docs/formats/pgn.md, Commands.
 */
import {
  medalBits,
  medalNames,
  type Annotation,
  type Clock,
  type Evaluation,
  type Mark,
} from '../../../model/annotation.ts'
import type { MoveNode } from '../../../model/tree.ts'
import { formatEvaluation, parseEvaluation } from '../../evaluation-command.ts'
import { formatClockTime, parseClockTime } from './clock-time.ts'
import { normalizeComment } from './comment-text.ts'

/** Squares as text, for marks. */
export interface SquareNames {
  /** Squares by name, as the game writes them. */
  readonly byName: ReadonlyMap<string, number>
  readonly names: readonly string[]
}

/** Colours of marks by letter. ChessBase has the first three, lichess the first four. */
const PAINTS: Readonly<Record<string, string>> = {
  R: 'red',
  G: 'green',
  Y: 'yellow',
  B: 'blue',
  C: 'cyan',
  O: 'orange',
  M: 'magenta',
}

/** Adds the operands of a command to a node; false if they are invalid or the node already has them. */
type CommandReader = (node: MoveNode, operands: string, squares: SquareNames) => boolean

const READERS: Readonly<Record<string, CommandReader>> = {
  clk: (node, operands) => readTime(node, 'left', operands),
  emt: (node, operands) => readTime(node, 'spent', operands),
  egt: (node, operands) => readTime(node, 'used', operands),
  eval: readEvaluation,
  csl: (node, operands, squares) => readMarks(node, operands, squares, false),
  cal: (node, operands, squares) => readMarks(node, operands, squares, true),
  mdl: readMedals,
  evp: readCurve,
}

/** Moves known commands from a comment to the node; returns the rest of the text. */
export function readCommands(text: string, node: MoveNode, squares: SquareNames): string {
  const pieces: string[] = []
  let copied = 0
  let at = text.indexOf('[%')
  while (at >= 0) {
    const end = text.indexOf(']', at)
    if (end < 0) break
    if (readCommand(text.slice(at + 2, end), node, squares)) {
      // One of the two spaces around the command is removed too; between two commands that go, all of it.
      const isBetween = at === copied || text[at - 1] === ' '
      pieces.push(text.slice(copied, at))
      copied = end + 1
      if (text[copied] === ' ' && isBetween) copied++
    }
    at = text.indexOf('[%', end)
  }
  if (copied === 0) return text
  pieces.push(text.slice(copied))
  return normalizeComment(pieces.join(''))
}

function readCommand(command: string, node: MoveNode, squares: SquareNames): boolean {
  const space = command.indexOf(' ')
  const name = space < 0 ? command : command.slice(0, space)
  if (!Object.hasOwn(READERS, name)) return false
  return READERS[name]!(node, command.slice(name.length).trim(), squares)
}

/** The commands for the contents of a node, separated by spaces; '' for none. */
export function writeCommands(node: MoveNode, squares: SquareNames): string {
  if (!node.evaluation && !node.clock && !node.marks && !node.annotations) return ''
  const commands: string[] = []
  const evaluation = node.evaluation && formatEvaluation(node.evaluation)
  if (evaluation !== undefined) commands.push(`[%eval ${evaluation}]`)
  const { left, spent, used } = node.clock ?? {}
  if (left !== undefined) commands.push(`[%clk ${formatClockTime(left)}]`)
  if (spent !== undefined) commands.push(`[%emt ${formatClockTime(spent)}]`)
  if (used !== undefined) commands.push(`[%egt ${formatClockTime(used)}]`)
  for (const command of writeMarks(node.marks ?? [], squares)) commands.push(command)
  for (const annotation of node.annotations ?? []) {
    const command = writeAnnotation(annotation)
    if (command !== undefined) commands.push(command)
  }
  return commands.join(' ')
}

function readTime(node: MoveNode, field: 'left' | 'spent' | 'used', operands: string): boolean {
  const time = parseClockTime(operands)
  if (time === undefined || node.clock?.[field] !== undefined) return false
  const clock: Clock = (node.clock ??= {})
  clock[field] = time
  return true
}

function readEvaluation(node: MoveNode, operands: string): boolean {
  const evaluation = node.evaluation ? undefined : parseEvaluation(operands)
  if (evaluation) node.evaluation = evaluation
  return evaluation !== undefined
}

/** `Ra1,Gb2` for coloured squares, `Ra1b2` for arrows. */
function readMarks(node: MoveNode, operands: string, squares: SquareNames, isArrow: boolean): boolean {
  const marks: Mark[] = []
  for (const operand of operands.split(',')) {
    const text = operand.trim()
    const paint = PAINTS[text[0] ?? '']
    const middle = isArrow ? (text.length + 1) / 2 : text.length
    const at = squares.byName.get(text.slice(1, middle))
    const to = squares.byName.get(text.slice(middle))
    if (paint === undefined || at === undefined || (isArrow && to === undefined)) return false
    marks.push(isArrow ? { shape: 'arrow', at, to: to!, paint } : { shape: 'colour', at, paint })
  }
  const all = (node.marks ??= [])
  for (const mark of marks) all.push(mark)
  return true
}

/** The letter of a mark's colour; that of green, the default, for a colour without one. */
function paintLetter(paint: string | undefined): string {
  return Object.keys(PAINTS).find((letter) => PAINTS[letter] === paint) ?? 'G'
}

/** Whether the colour of a mark has a letter. */
export function hasPaintLetter(paint: string | undefined): boolean {
  return Object.values(PAINTS).includes(paint ?? '')
}

/** One command for each run of squares or arrows, so that their order is kept. */
function writeMarks(marks: readonly Mark[], squares: SquareNames): string[] {
  const commands: string[] = []
  let run: string[] = []
  let name = ''
  const close = () => {
    if (run.length > 0) commands.push(`[%${name} ${run.join(',')}]`)
    run = []
  }
  for (const { shape, at, to, paint } of marks) {
    const target = shape === 'arrow' ? squares.names[to ?? -1] : ''
    const square = squares.names[at]
    if ((shape !== 'arrow' && shape !== 'colour') || square === undefined || target === undefined) continue
    const command = shape === 'arrow' ? 'cal' : 'csl'
    if (command !== name) close()
    name = command
    run.push(paintLetter(paint) + square + target)
  }
  close()
  return commands
}

/** `[%mdl 32]`: the medals of a game or move as bits. */
function readMedals(node: MoveNode, operands: string): boolean {
  const bits = /^[0-9]{1,10}$/.test(operands) ? Number(operands) : 0
  if (bits === 0 || bits > 0xffff_ffff) return false
  return addAnnotation(node, { type: 'medals', names: medalNames(bits) })
}

/** `[%evp 0,2,30,28,35]`: hundredths of a pawn after ply 0 to ply 2. */
function readCurve(node: MoveNode, operands: string): boolean {
  const numbers = operands.split(',').map((part) => (/^ *-?[0-9]{1,9} *$/.test(part) ? Number(part) : Number.NaN))
  const [first, last, ...values] = numbers
  if (numbers.some(Number.isNaN) || first === undefined || last === undefined) return false
  if (first < 0 || first > MAX_CURVE || values.length !== last - first + 1) return false
  const before = new Array<null>(first).fill(null)
  return addAnnotation(node, {
    type: 'evaluation-curve',
    values: [...before, ...values.map((centipawns) => ({ centipawns }))],
  })
}

/** A curve cannot start later than this ply. */
const MAX_CURVE = 1000

function writeCurve(values: readonly (Evaluation | null)[]): string | undefined {
  const first = values.findIndex((value) => value !== null)
  const points = first < 0 ? [] : values.slice(first).map((value) => value?.centipawns)
  if (points.length === 0 || first > MAX_CURVE || !points.every(Number.isInteger)) return undefined
  return `[%evp ${first},${values.length - 1},${points.join(',')}]`
}

function addAnnotation(node: MoveNode, annotation: Annotation): boolean {
  if (node.annotations?.some(({ type }) => type === annotation.type)) return false
  ;(node.annotations ??= []).push(annotation)
  return true
}

function writeAnnotation(annotation: Annotation): string | undefined {
  if (annotation.type === 'medals') return `[%mdl ${medalBits(annotation.names)}]`
  return annotation.type === 'evaluation-curve' ? writeCurve(annotation.values) : undefined
}
