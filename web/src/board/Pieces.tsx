/** The pieces on the board. A piece keeps its element while it moves, so that the move is animated. */
import { useRef } from 'preact/hooks'
import { ChessPiece } from './chess-pieces.tsx'
import { follow, type Followed } from './follow.ts'
import { centre, UNIT, type Geometry } from './geometry.ts'
import { XiangqiPiece } from './xiangqi-pieces.tsx'

export function Pieces({ geometry, pieces }: { geometry: Geometry; pieces: readonly string[] }) {
  const before = useRef<Followed | undefined>(undefined)
  const followed = follow(before.current, pieces)
  before.current = followed
  const squares = [...followed.keys.keys()].filter((square) => pieces[square] !== '')
  // In the order of their keys no element changes its place in the document, which would end its animation.
  squares.sort((left, right) => followed.keys[left]! - followed.keys[right]!)
  return (
    <g class="pieces">
      {squares.map((square) => {
        const { x, y } = centre(geometry, square)
        const piece = pieces[square]!
        const transform = `translate(${x - UNIT / 2}px, ${y - UNIT / 2}px)`
        return (
          <g key={followed.keys[square]} class="piece" data-square={square} data-piece={piece} style={{ transform }}>
            <Piece game={geometry.game} piece={piece} />
          </g>
        )
      })}
    </g>
  )
}

/** A piece of any game, drawn in a square of 100 units with its origin at the top left corner. */
export function Piece({ game, piece }: { game: Geometry['game']; piece: string }) {
  if (game === 'chess') return <ChessPiece letter={piece} />
  if (game === 'xiangqi') return <XiangqiPiece letter={piece} />
  const radius = game === 'go' ? 48 : 42
  return (
    <>
      <circle class="soft-shadow" cx="53" cy="55" r={radius + 6} />
      <circle class={piece === '1' ? 'stone black' : 'stone white'} cx="50" cy="50" r={radius} />
    </>
  )
}
