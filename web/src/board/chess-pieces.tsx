/** Pieces of chess, drawn in a square of 100 units. */
import { CHESS_SHAPES } from '../../../src/diagrams/piece-shapes.ts'
import { chessPieces } from '../state/page/settings.ts'

/** A piece by its letter of FEN, in capitals for White. */
export function ChessPiece({ letter }: { letter: string }) {
  const kind = letter.toLowerCase()
  const shape = CHESS_SHAPES[kind]
  if (!shape) return null
  const set = chessPieces.value
  const colour = letter === kind ? 'black' : 'white'
  if (set === 'letters') {
    return (
      <g class={`chess-piece letters ${colour}`}>
        <circle class="body" cx="50" cy="50" r="38" />
        <text x="50" y="68" text-anchor="middle" font-size="50">
          {letter.toUpperCase()}
        </text>
      </g>
    )
  }
  return (
    <g class={`chess-piece ${set} ${colour}`} transform="translate(-6 -7) scale(1.12)">
      {shape.top && <path class="outline" d={shape.top} />}
      <path class="body" d={shape.body} />
      {shape.lines && set === 'classic' && <path class="detail" d={shape.lines} />}
    </g>
  )
}
