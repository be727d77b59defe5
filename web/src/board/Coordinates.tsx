/** The names of columns and rows, in the squares or beside the lines, as usual in each game. */
import { hasCoordinates, xiangqiPieces } from '../state/page/settings.ts'
import { centre, columnNames, extentOf, nameScale, rowName, UNIT, type Geometry } from './geometry.ts'

/** The Chinese numerals from one to nine, as strokes in a square of 100 units. */
const NUMERALS = [
  'M8 50H92',
  'M20 28H80M8 76H92',
  'M16 18H84M24 50H76M8 84H92',
  'M12 20H88V86H12ZM38 20Q38 48 24 62M60 20V48Q60 56 78 56',
  'M14 14H86M46 14L34 88M24 48H76V88M6 88H94',
  'M48 6V24M8 36H92M36 52Q28 76 10 92M62 52L90 92',
  'M6 50L94 36M42 10V78Q42 88 54 88H82Q90 88 90 70',
  'M38 16Q36 60 8 90M54 12Q62 62 94 90',
  'M10 36H64V78Q64 90 76 90H84Q94 90 94 74M38 6Q42 62 6 92',
]

/** On boards with more lines than this, only every fifth one is named. */
const MOST_NAMED = 25

export function Coordinates(geometry: Geometry) {
  if (hasCoordinates.value === 'no') return null
  return geometry.game === 'go' || geometry.game === 'xiangqi' ? (
    <NamesOfLines {...geometry} />
  ) : (
    <NamesOfSquares {...geometry} />
  )
}

/** Names in the corners of the squares at the left and at the bottom. */
function NamesOfSquares(geometry: Geometry) {
  const { columns, rows, isFlipped, game } = geometry
  const middles = (along: 'x' | 'y', length: number) =>
    Array.from({ length }, (_, line) => centre(geometry, along === 'x' ? line : line * columns)[along])
  // Rows of chess are counted from below.
  const isDark = (column: number, row: number) => game === 'othello' || (column + row) % 2 === 0
  const left = isFlipped ? columns - 1 : 0
  const bottom = middles('y', rows).indexOf(rows * UNIT - UNIT / 2)
  return (
    <g class="coordinates inside" aria-hidden="true">
      {middles('y', rows).map((y, row) => (
        <text key={row} class={isDark(left, row) ? 'on-dark' : 'on-light'} x="6" y={y - 44} dominant-baseline="hanging">
          {rowName(geometry, row)}
        </text>
      ))}
      {middles('x', columns).map((x, column) => (
        <text
          key={column}
          class={isDark(column, bottom) ? 'on-dark' : 'on-light'}
          x={x + 44}
          y={rows * UNIT - 7}
          text-anchor="end"
        >
          {columnNames(geometry, column).bottom}
        </text>
      ))}
    </g>
  )
}

/** Names beside the lines on which pieces stand. */
function NamesOfLines(geometry: Geometry) {
  const { game, columns, rows, isFlipped } = geometry
  const scale = game === 'go' ? nameScale(columns) : 1
  const bottom = rows * UNIT + 30 * scale
  const { width } = extentOf(geometry)
  // Red's files are in Chinese numerals, Black's in digits, as on boards sold in China.
  const hasNumerals = game === 'xiangqi' && xiangqiPieces.value !== 'pictures'
  const isNamed = (line: number, length: number) =>
    length <= MOST_NAMED || line === 0 || line === length - 1 || (line % 5 === 4 && line < length - 3)
  return (
    <g
      class={columns > 19 ? 'coordinates small' : 'coordinates'}
      style={{ '--scale': scale, '--width': width }}
      aria-hidden="true"
    >
      {Array.from({ length: columns }, (_, column) => {
        if (!isNamed(column, columns)) return null
        const names = columnNames(geometry, column)
        const { x } = centre(geometry, column)
        return (
          <g key={column}>
            <Name text={isFlipped ? names.top : names.bottom} x={x} y={bottom} isNumeral={hasNumerals && !isFlipped} />
            <Name
              text={isFlipped ? names.bottom : names.top}
              x={x}
              y={-9 * scale}
              isNumeral={hasNumerals && isFlipped}
            />
          </g>
        )
      })}
      {Array.from({ length: rows }, (_, row) =>
        // Rows of Go are counted from below. They have two digits, with room for them beside the lines.
        isNamed(rows - 1 - row, rows) ? (
          <Name
            key={row}
            text={rowName(geometry, row)}
            x={-19 * scale}
            y={centre(geometry, row * columns).y + 12 * scale}
          />
        ) : null,
      )}
    </g>
  )
}

function Name({ text, x, y, isNumeral }: { text: string; x: number; y: number; isNumeral?: boolean }) {
  if (isNumeral) {
    const transform = `translate(${x - 15} ${y - 25}) scale(0.3)`
    return <path class="numeral" d={NUMERALS[Number(text) - 1]} transform={transform} />
  }
  return (
    <text x={x} y={y} text-anchor="middle">
      {text}
    </text>
  )
}
