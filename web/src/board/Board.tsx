/** One board for the four games: a pure function of position, last move and marks. */
import type { Mark } from '../../../src/model/annotation.ts'
import { ChessPiece } from './chess-pieces.tsx'
import { centre, columnNames, rowName, starPoints, UNIT, type Geometry } from './geometry.ts'
import { marksAbove, marksBelow } from './marks.tsx'
import { XiangqiPiece } from './xiangqi-pieces.tsx'

export interface BoardProps extends Geometry {
  /** The piece on every square: its letter, `1` or `2` for stones and discs, '' for none. */
  pieces: readonly string[]
  /** Squares of the last move, where it came from first. */
  lastMove: readonly number[]
  marks: readonly Mark[]
  /** What a screen reader says of the board. */
  label: string
}

const MARGIN = 46

export function Board(props: BoardProps) {
  const { game, columns, rows, pieces, lastMove, marks, label } = props
  const width = columns * UNIT
  const height = rows * UNIT
  const viewBox = `${-MARGIN} ${-MARGIN} ${width + 2 * MARGIN} ${height + 2 * MARGIN}`
  return (
    <svg class={`board ${game}`} viewBox={viewBox} role="img" aria-label={label}>
      <defs>
        <radialGradient id="stone-black" cx="0.35" cy="0.3" r="0.8">
          <stop offset="0" stop-color="#5d5f63" />
          <stop offset="0.7" stop-color="#16181b" />
        </radialGradient>
        <radialGradient id="stone-white" cx="0.35" cy="0.3" r="0.8">
          <stop offset="0.4" stop-color="#ffffff" />
          <stop offset="1" stop-color="#cfcabd" />
        </radialGradient>
      </defs>
      <rect class="frame" x={-MARGIN} y={-MARGIN} width={width + 2 * MARGIN} height={height + 2 * MARGIN} rx="14" />
      <Ground {...props} />
      <Coordinates {...props} />
      {(game === 'chess' || game === 'xiangqi') &&
        lastMove.map((square) => {
          const { x, y } = centre(props, square)
          const rounding = game === 'xiangqi' ? 50 : 0
          return <rect key={square} class="last-move" x={x - 50} y={y - 50} width={UNIT} height={UNIT} rx={rounding} />
        })}
      {marksBelow(props, marks)}
      {pieces.map((piece, square) => {
        if (piece === '') return null
        const { x, y } = centre(props, square)
        return (
          <g key={square} data-square={square} data-piece={piece} transform={`translate(${x - 50} ${y - 50})`}>
            <Piece game={game} piece={piece} />
          </g>
        )
      })}
      {(game === 'go' || game === 'othello') &&
        lastMove.slice(-1).map((square) => {
          const { x, y } = centre(props, square)
          return <circle key={square} class={`last-stone on-${pieces[square]}`} cx={x} cy={y} r="13" />
        })}
      {marksAbove(props, marks, pieces)}
    </svg>
  )
}

function Piece({ game, piece }: { game: Geometry['game']; piece: string }) {
  if (game === 'chess') return <ChessPiece letter={piece} />
  if (game === 'xiangqi') return <XiangqiPiece letter={piece} />
  const radius = game === 'go' ? 48 : 42
  return (
    <>
      <circle class="shadow" cx="53" cy="54" r={radius} />
      <circle class={piece === '1' ? 'stone black' : 'stone white'} cx="50" cy="50" r={radius} />
    </>
  )
}

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
      <path class="grid" d={xiangqiLines()} />
      <rect class="border" x="36" y="36" width={width - 72} height={height - 72} />
    </g>
  )
}

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

function Coordinates(geometry: Geometry) {
  const { columns, rows, isFlipped } = geometry
  const bottom = rows * UNIT + 33
  return (
    <g class="coordinates" aria-hidden="true">
      {Array.from({ length: columns }, (_, column) => {
        const names = columnNames(geometry, column)
        const { x } = centre(geometry, column)
        return (
          <g key={column}>
            <text x={x} y={bottom} text-anchor="middle">
              {isFlipped ? names.top : names.bottom}
            </text>
            {geometry.game !== 'chess' && (
              <text x={x} y={-11} text-anchor="middle">
                {isFlipped ? names.bottom : names.top}
              </text>
            )}
          </g>
        )
      })}
      {Array.from({ length: rows }, (_, row) => (
        <text key={row} x={-23} y={centre(geometry, row * columns).y + 12} text-anchor="middle">
          {rowName(geometry, row)}
        </text>
      ))}
    </g>
  )
}
