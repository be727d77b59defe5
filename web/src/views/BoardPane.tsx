/** The board of the open game with its players, its buttons and the wheel. */
import { isPass, isPlacement, moveFrom, moveTo, type Colour, type Move } from '../../../src/model/move.ts'
import { playerOf, resultSymbol } from '../../../src/model/record.ts'
import { Board } from '../board/Board.tsx'
import { flip } from '../state/keys.ts'
import {
  goBack,
  goForward,
  goToEnd,
  goToStart,
  isFlipped,
  node,
  position,
  record,
  writtenMoves,
} from '../state/replay.ts'
import { colourWord, words } from '../words/index.ts'

/** Wheel travel that makes one move, in pixels. */
const WHEEL_STEP = 50

let travel = 0

function onWheel(event: WheelEvent): void {
  event.preventDefault()
  travel += event.deltaY
  if (Math.abs(travel) < WHEEL_STEP) return
  if (travel > 0) goForward()
  else goBack()
  travel = 0
}

export function BoardPane() {
  const shown = record.value
  const stands = position.value
  if (!shown || !stands) return <p class="empty">{words.failed}</p>
  const at = shown.nodes[node.value]!
  const pieces = Array.from({ length: stands.columns * stands.rows }, (_, square) => stands.pieceAt(square))
  const written = writtenMoves.value[node.value]
  const spoken = written ? `${written.number} ${written.text}` : words.start
  const top: Colour = isFlipped.value ? 1 : 2
  return (
    <section class="board-pane" aria-label={words.board}>
      <PlayerLine colour={top} />
      <div class="board-box" onWheel={onWheel}>
        <Board
          game={shown.game}
          columns={stands.columns}
          rows={stands.rows}
          isFlipped={isFlipped.value}
          pieces={pieces}
          lastMove={touched(at.move)}
          marks={at.marks ?? []}
          label={`${words[shown.game]}, ${spoken}`}
        />
      </div>
      <PlayerLine colour={top === 1 ? 2 : 1} />
      <p class="spoken" aria-live="polite">
        {spoken}
      </p>
      <div class="controls">
        <Control label={words.first} path="M6 5v14M19 5l-9 7 9 7z" act={goToStart} />
        <Control label={words.back} path="M16 5l-9 7 9 7z" act={goBack} />
        <Control label={words.forward} path="M8 5l9 7-9 7z" act={goForward} />
        <Control label={words.last} path="M18 5v14M5 5l9 7-9 7z" act={goToEnd} />
        <Control label={words.flip} path="M8 20V5L4 9M16 4v15l4-4" act={flip} />
      </div>
    </section>
  )
}

function Control({ label, path, act }: { label: string; path: string; act: () => void }) {
  return (
    <button type="button" aria-label={label} title={label} onClick={act}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  )
}

function PlayerLine({ colour }: { colour: Colour }) {
  const shown = record.value!
  const player = playerOf(shown.header, colour)
  const { result } = shown.header
  const isWinner = result.outcome === 'win' && (result.winner ?? 1) === colour
  return (
    <p class={position.value?.turn === colour ? 'player to-move' : 'player'}>
      <span class={`swatch ${shown.game} colour-${colour}`} aria-hidden="true" />
      <strong>{player?.name ?? colourWord(shown.game, colour)}</strong>
      {player?.title !== undefined && <span>{player.title}</span>}
      <span class="quiet">{player?.rating ?? player?.rank}</span>
      {isWinner && <span class="winner">{resultSymbol(result)}</span>}
    </p>
  )
}

/** Squares that a move touches, where it came from first. */
function touched(move: Move | undefined): number[] {
  if (move === undefined || isPass(move)) return []
  return isPlacement(move) ? [moveTo(move)] : [moveFrom(move), moveTo(move)]
}
