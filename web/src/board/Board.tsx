/** One board for the four games: a pure function of position, last move and marks. */
import type { Mark } from '../../../src/model/annotation.ts'
import type { Colour } from '../../../src/model/move.ts'
import { xiangqiPieces } from '../state/page/settings.ts'
import { Coordinates } from './Coordinates.tsx'
import { centre, extentOf, starPoints, UNIT, viewBoxOf, type Geometry } from './geometry.ts'
import { marksAbove, marksBelow } from './marks.tsx'
import { Pieces } from './Pieces.tsx'

export interface BoardProps extends Geometry {
  /** The piece on every square: its letter, `1` or `2` for stones and discs, '' for none. */
  pieces: readonly string[]
  /** Squares of the last move, the origin first. */
  lastMove: readonly number[]
  marks: readonly Mark[]
  /** The description of the board for screen readers. */
  label: string
  /** Numbers on stones, by square. */
  numbers?: ReadonlyMap<number, string>
  /** The selected square, and the possible targets from there. */
  selected?: number | undefined
  targets?: readonly number[]
  /** Squares where a disc may be put, drawn as dots, and whose. */
  open?: readonly number[] | undefined
  turn?: Colour | undefined
  /** The square that the keyboard is on. */
  cursor?: number | undefined
}

export function Board(props: BoardProps) {
  const { game, columns, rows, isFlipped, pieces, lastMove, marks, label } = props
  const { selected, targets, cursor, open, turn, numbers } = props
  const { left, top, width, height } = extentOf(props)
  return (
    <svg class={`board ${game}`} viewBox={viewBoxOf(props)} role="img" aria-label={label}>
      <defs>
        <radialGradient id="stone-black" cx="0.35" cy="0.3" r="0.8">
          <stop offset="0" stop-color="#62656b" />
          <stop offset="0.35" stop-color="#34373c" />
          <stop offset="0.85" stop-color="#17191c" />
        </radialGradient>
        <radialGradient id="stone-white" cx="0.38" cy="0.34" r="0.75">
          <stop offset="0.35" stop-color="#fffefb" />
          <stop offset="0.85" stop-color="#ece7da" />
          <stop offset="1" stop-color="#d3cdbd" />
        </radialGradient>
        <radialGradient id="soft-shadow">
          <stop offset="0.72" stop-color="#1a1205" stop-opacity="0.5" />
          <stop offset="1" stop-color="#1a1205" stop-opacity="0" />
        </radialGradient>
        <pattern id="grain" width="640" height="210" patternUnits="userSpaceOnUse">
          <path class="grain" d={GRAIN} />
        </pattern>
      </defs>
      <rect class="frame" x={left} y={top} width={width} height={height} />
      {(game === 'go' || game === 'xiangqi') && (
        <rect fill="url(#grain)" x={left} y={top} width={width} height={height} />
      )}
      <Ground {...props} />
      <Coordinates {...props} />
      {game === 'chess' &&
        lastMove.map((square) => <Square key={square} geometry={props} square={square} name="last-move" />)}
      {game === 'xiangqi' &&
        lastMove.map((square, index) => (
          <Brackets key={square} geometry={props} square={square} isOrigin={index < lastMove.length - 1} />
        ))}
      {marksBelow(props, marks)}
      {selected !== undefined && <Square geometry={props} square={selected} name="chosen" />}
      {/* Another side or another board is another set of pieces: nothing flies across. */}
      <Pieces key={`${game} ${columns} ${rows} ${isFlipped}`} geometry={props} pieces={pieces} />
      {[...(numbers ?? [])].map(([square, number]) => {
        const { x, y } = centre(props, square)
        const isLast = square === lastMove.at(-1)
        return (
          <text
            key={square}
            class={`stone-number on-${pieces[square]}${isLast ? ' last' : ''}`}
            x={x}
            y={y + 14}
            text-anchor="middle"
            font-size={number.length > 2 ? 36 : 42}
          >
            {number}
          </text>
        )
      })}
      {(game === 'go' || game === 'othello') &&
        !numbers?.size &&
        lastMove.slice(-1).map((square) => {
          const { x, y } = centre(props, square)
          return <circle key={square} class={`last-stone on-${pieces[square]}`} cx={x} cy={y} r="13" />
        })}
      {marksAbove(props, marks, pieces)}
      {open?.map((square) => {
        const { x, y } = centre(props, square)
        return <circle key={square} class={`open colour-${turn}`} cx={x} cy={y} r="11" />
      })}
      {targets?.map((square) => {
        const { x, y } = centre(props, square)
        const isTaken = pieces[square] !== ''
        return <circle key={square} class={isTaken ? 'target taken' : 'target'} cx={x} cy={y} r={isTaken ? 45 : 15} />
      })}
      {cursor !== undefined && <Square geometry={props} square={cursor} name="cursor" />}
    </svg>
  )
}

function Square({ geometry, square, name }: { geometry: Geometry; square: number; name: string }) {
  const { x, y } = centre(geometry, square)
  const rounding = geometry.game === 'xiangqi' ? 50 : 0
  return <rect class={name} x={x - 50} y={y - 50} width={UNIT} height={UNIT} rx={rounding} />
}

/** Four corners around a point, as is usual for the last move of xiangqi; small ones where it came from. */
function Brackets({ geometry, square, isOrigin }: { geometry: Geometry; square: number; isOrigin: boolean }) {
  const { x, y } = centre(geometry, square)
  const corners = [-1, 1].flatMap((right) =>
    [-1, 1].map((down) => `M${47 * right} ${27 * down}V${47 * down}H${27 * right}`),
  )
  return (
    <path class="brackets" d={corners.join('')} transform={`translate(${x} ${y}) scale(${isOrigin ? 0.45 : 0.97})`} />
  )
}

/** Faint lines of wood, repeated over the board. */
const GRAIN =
  'M0 12Q160 2 320 14T640 12M0 40Q160 52 320 38T640 40M0 63Q120 58 320 66T640 63M0 96Q200 84 320 98T640 96M0 121Q160 128 320 119T640 121M0 150Q140 140 320 152T640 150M0 183Q180 192 320 181T640 183'

/** The empty board of each game. */
function Ground({ game, columns, rows, isFlipped }: Geometry) {
  const width = columns * UNIT
  const height = rows * UNIT
  if (game === 'chess') {
    const squares = Array.from({ length: columns * rows }, (_, square) => square)
    return (
      <g>
        {squares.map((square) => {
          const { x, y } = centre({ game, columns, rows, isFlipped }, square)
          const isDark = ((square % columns) + Math.floor(square / columns)) % 2 === 0
          const tone = isDark ? 'square dark' : 'square light'
          return <rect key={square} class={tone} x={x - 50} y={y - 50} width={UNIT} height={UNIT} />
        })}
      </g>
    )
  }
  if (game === 'othello') {
    const lines = grid(columns + 1, rows + 1, 0)
    return (
      <g>
        <rect class="felt" x="0" y="0" width={width} height={height} />
        <path class="grid" d={lines} />
        {[2, columns - 2].flatMap((column) =>
          [2, rows - 2].map((row) => (
            <circle key={`${column} ${row}`} class="felt-dot" cx={column * UNIT} cy={row * UNIT} r="7" />
          )),
        )}
      </g>
    )
  }
  if (game === 'go') {
    return (
      <g>
        <path class="grid" d={grid(columns, rows, UNIT / 2)} />
        {starPoints(columns, rows).map((square) => {
          const { x, y } = centre({ game, columns, rows, isFlipped }, square)
          return <circle key={square} class="star" cx={x} cy={y} r="10" />
        })}
      </g>
    )
  }
  return (
    <g>
      <path class="grid" d={xiangqiLines() + xiangqiCorners()} />
      <rect class="border" x="36" y="36" width={width - 72} height={height - 72} />
      {xiangqiPieces.value !== 'pictures' &&
        RIVER.map(({ x, strokes }) => (
          <path key={x} class="river" d={strokes} transform={`translate(${x} 468) scale(0.64)`} />
        ))}
    </g>
  )
}

/** The small corners around the points where cannons and soldiers start. */
function xiangqiCorners(): string {
  const points = [1, 7].flatMap((column) => [2, 7].map((row) => ({ column, row })))
  for (const row of [3, 6]) for (let column = 0; column < 9; column += 2) points.push({ column, row })
  let path = ''
  for (const { column, row } of points) {
    for (const right of column === 0 ? [1] : column === 8 ? [-1] : [-1, 1]) {
      for (const down of [-1, 1]) {
        const x = 50 + column * UNIT + 8 * right
        const y = 50 + row * UNIT + 8 * down
        path += `M${x + 16 * right} ${y}H${x}V${y + 16 * down}`
      }
    }
  }
  return path
}

/** The text in the river, 楚河 漢界, the border of two old kingdoms; as strokes in squares of 100 units. */
const RIVER: readonly { x: number; strokes: string }[] = [
  {
    x: 130,
    strokes:
      'M8 22H44M26 6V54M26 24Q20 40 6 50M26 28L42 44M54 22H94M73 6V54M73 24Q66 40 52 50M73 26L94 48M16 60H84L76 70M50 60V90M50 74H76M30 66Q28 84 8 95M24 80Q44 94 94 93',
  },
  { x: 255, strokes: 'M12 18L24 27M6 42L18 51M8 92L26 66M34 20H96M80 20V84Q80 94 66 90M42 40H64V66H42Z' },
  {
    x: 581,
    strokes:
      'M12 18L24 27M6 42L18 51M8 92L26 66M34 18H96M52 7V28M78 7V28M46 33H84V47H46ZM65 28V74M42 59H88M34 73H96M64 73Q56 88 34 95M66 74Q78 89 96 95',
  },
  { x: 706, strokes: 'M26 8H74V48H26ZM26 28H74M50 8V48M50 48Q36 66 6 73M50 48Q66 66 94 73M38 66Q38 84 24 95M62 66V95' },
]

/** Straight lines across and down. */
function grid(across: number, down: number, from: number): string {
  let path = ''
  for (let column = 0; column < across; column++) path += `M${from + column * UNIT} ${from}V${from + (down - 1) * UNIT}`
  for (let row = 0; row < down; row++) path += `M${from} ${from + row * UNIT}H${from + (across - 1) * UNIT}`
  return path
}

/** The lines of the xiangqi board: the river between the fifth and sixth rows, and two palaces. */
function xiangqiLines(): string {
  let path = ''
  for (let row = 0; row < 10; row++) path += `M50 ${50 + row * UNIT}H850`
  for (let column = 0; column < 9; column++) {
    const x = 50 + column * UNIT
    path += column === 0 || column === 8 ? `M${x} 50V950` : `M${x} 50V450M${x} 550V950`
  }
  return `${path}M350 50L550 250M550 50L350 250M350 950L550 750M550 950L350 750`
}
