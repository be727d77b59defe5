/** Asks which piece a pawn turns into. */
import { useEffect, useRef } from 'preact/hooks'
import { movePromotion, PROMOTION } from '../../../../src/model/move.ts'
import { ChessPiece } from '../../board/chess-pieces.tsx'
import { letGo, promoteTo, promotions } from '../../state/editing/hand.ts'
import { position } from '../../state/replay/replay.ts'
import { words, type Word } from '../../words/index.ts'

const CHOICES: readonly { promotion: number; letter: string; word: Word }[] = [
  { promotion: PROMOTION.queen, letter: 'Q', word: 'queen' },
  { promotion: PROMOTION.rook, letter: 'R', word: 'rook' },
  { promotion: PROMOTION.bishop, letter: 'B', word: 'bishop' },
  { promotion: PROMOTION.knight, letter: 'N', word: 'knight' },
]

export function PromotionChoice() {
  const box = useRef<HTMLDivElement>(null)
  const moves = promotions.value
  useEffect(() => box.current?.querySelector('button')?.focus(), [moves])
  if (moves.length === 0) return null
  const isWhite = position.value?.turn === 1
  return (
    <div
      ref={box}
      class="promotion"
      role="dialog"
      aria-label={words.choosePiece}
      onPointerDown={(event) => event.stopPropagation()}
      onPointerUp={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        letGo()
      }}
    >
      {CHOICES.map(({ promotion, letter, word }) => {
        const move = moves.find((candidate) => movePromotion(candidate) === promotion)
        if (move === undefined) return null
        return (
          <button key={word} type="button" aria-label={words[word]} title={words[word]} onClick={() => promoteTo(move)}>
            <svg viewBox="0 0 100 100" aria-hidden="true">
              <ChessPiece letter={isWhite ? letter : letter.toLowerCase()} />
            </svg>
          </button>
        )
      })}
      <button type="button" class="cancel" aria-label={words.cancel} title={words.cancel} onClick={letGo}>
        ✕
      </button>
    </div>
  )
}
