/** The names of columns and rows beside the board, as usual in each game. */
import { hasCoordinates, xiangqiPieces } from '../state/page/settings.ts'
import { centre, columnNames, rowName, UNIT, type Geometry } from './geometry.ts'

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

export function Coordinates(geometry: Geometry) {
  if (hasCoordinates.value === 'no') return null
  const { game, columns, rows, isFlipped } = geometry
  const bottom = rows * UNIT + 33
  // Red's files are in Chinese numerals, Black's in digits, as on boards sold in China.
  const hasNumerals = game === 'xiangqi' && xiangqiPieces.value !== 'pictures'
  return (
    <g class={columns > 19 ? 'coordinates small' : 'coordinates'} aria-hidden="true">
      {Array.from({ length: columns }, (_, column) => {
        const names = columnNames(geometry, column)
        const { x } = centre(geometry, column)
        return (
          <g key={column}>
            <Name text={isFlipped ? names.top : names.bottom} x={x} y={bottom} isNumeral={hasNumerals && !isFlipped} />
            {game !== 'chess' && (
              <Name text={isFlipped ? names.bottom : names.top} x={x} y={-11} isNumeral={hasNumerals && isFlipped} />
            )}
          </g>
        )
      })}
      {Array.from({ length: rows }, (_, row) => (
        // Go rows have two digits, with room for them beside the lines.
        <Name
          key={row}
          text={rowName(geometry, row)}
          x={game === 'go' ? -15 : -23}
          y={centre(geometry, row * columns).y + 12}
        />
      ))}
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
