/** Pieces of chess, drawn in a square of 100 units. */
import { CHESS_SHAPES } from '../../../src/diagrams/piece-shapes.ts'

/** A piece by its letter of FEN, in capitals for White. */
export function ChessPiece({ letter }: { letter: string }) {
  const shape = CHESS_SHAPES[letter.toLowerCase()]
  if (!shape) return null
  return (
    <g
      class={letter === letter.toLowerCase() ? 'chess-piece black' : 'chess-piece white'}
      transform="translate(-6 -7) scale(1.12)"
    >
      {shape.top && <path class="outline" d={shape.top} />}
      <path class="body" d={shape.body} />
      {shape.lines && <path class="detail" d={shape.lines} />}
    </g>
  )
}
