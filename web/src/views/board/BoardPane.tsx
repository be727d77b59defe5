/** The board of the open game with its players, clocks and buttons, the wheel and swipes. */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { shapeOf } from '../../board/geometry.ts'
import { Piece } from '../../board/Pieces.tsx'
import { isPass, isPlacement, moveFrom, moveTo, type Colour, type Move } from '../../../../src/model/move.ts'
import { playerOf } from '../../../../src/model/record.ts'
import { resultSymbol } from '../../../../src/model/result.ts'
import { clockText, isRunning, times } from '../../state/replay/clocks.ts'
import { pointedMarks } from '../../state/explorer/explorer.ts'
import { selectedSquare } from '../../state/editing/hand.ts'
import { isFlipped, node, position, record, writtenMoves } from '../../state/replay/replay.ts'
import { nextMoveMarks, stoneNumbers } from '../../state/replay/stone-numbers.ts'
import { tallies } from '../../state/replay/tally.ts'
import { pieceName, spokenMove } from '../../state/replay/spoken.ts'
import { useMedia } from '../../state/page/use-media.ts'
import { marksByThen } from '../../state/replay/timeline.ts'
import { dimmedMarks, shownRegion } from '../../state/study/region.ts'
import { isCounting, territoryMarks } from '../../state/study/scoring.ts'
import { isChoosingArea, shapeMarks } from '../../state/patterns/area.ts'
import { walkBack, walkOn } from '../../state/replay/walk.ts'
import { isPuttingStones } from '../../state/editing/stones.ts'
import { isMarking } from '../../state/editing/tools.ts'
import { colourWord, countOf, fill, formatNumber, words } from '../../words/index.ts'
import { BoardTable } from './BoardTable.tsx'
import { Controls } from '../shell/Controls.tsx'
import { CurrentMove } from './CurrentMove.tsx'
import { areEnginesKnown } from '../../state/engines/start.ts'
import { EvaluationBar } from '../engine/lazy-parts.ts'
import { Later } from '../shell/Later.tsx'
import { NARROW } from '../shell/layout.ts'
import { PlayBoard } from './PlayBoard.tsx'

/** Wheel travel that makes one move, in pixels. */
const WHEEL_STEP = 50
/** Travel of a finger that makes one move, in pixels. */
const SWIPE_STEP = 40

let travel = 0

function onWheel(event: WheelEvent): void {
  event.preventDefault()
  travel += event.deltaY
  if (Math.abs(travel) < WHEEL_STEP) return
  if (travel > 0) walkOn()
  else walkBack()
  travel = 0
}

export function BoardPane() {
  const isNarrow = useMedia(NARROW)
  const shown = record.value
  const stands = position.value
  if (!shown || !stands) return <p class="empty">{words.failed}</p>
  const at = shown.nodes[node.value]!
  const pieces = Array.from({ length: stands.columns * stands.rows }, (_, square) => stands.pieceAt(square))
  const written = writtenMoves.value[node.value]
  const label = `${words[shown.game]}, ${written ? `${written.number} ${written.text}` : words.start}`
  const top: Colour = isFlipped.value ? 1 : 2
  const { columns, rows } = stands
  const geometry = { game: shown.game, columns, rows, isFlipped: isFlipped.value, region: shownRegion.value }
  return (
    <section class="board-pane" aria-label={words.board} style={{ '--shape': shapeOf(geometry) }}>
      <PlayerLine colour={top} />
      <BoardBox>
        {areEnginesKnown.value && <EvaluationBar />}
        <PlayBoard
          {...geometry}
          pieces={pieces}
          lastMove={touched(at.move, pieces)}
          marks={[
            ...dimmedMarks.value,
            ...(isCounting.value ? territoryMarks.value : (marksByThen.value ?? at.marks ?? [])),
            ...nextMoveMarks.value,
            ...pointedMarks.value,
            ...shapeMarks.value,
          ]}
          numbers={stoneNumbers.value}
          label={label}
        />
      </BoardBox>
      <PlayerLine colour={top === 1 ? 2 : 1} />
      <p class="unseen" aria-live="polite">
        {spokenMove.value}
      </p>
      <Later>
        <BoardTable geometry={geometry} pieces={pieces} />
      </Later>
      {isNarrow && <CurrentMove />}
      {isNarrow && <Controls />}
    </section>
  )
}

/** The area of the board, where the wheel and swipes step through the moves. */
function BoardBox({ children }: { children: ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null)
  const start = useRef<{ x: number; y: number } | undefined>(undefined)
  useEffect(() => {
    // A listener that can prevent the page from scrolling, unlike those of the framework.
    const element = box.current!
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [])
  return (
    <div
      class="board-box"
      ref={box}
      onTouchStart={({ touches }) => {
        // A finger on a selected piece drags it, and one with a tool draws.
        const isDrawing = isMarking.value || isPuttingStones.value || isChoosingArea.value
        const isFree = selectedSquare.value === undefined && !isDrawing
        start.current = isFree && touches.length === 1 ? { x: touches[0]!.clientX, y: touches[0]!.clientY } : undefined
      }}
      onTouchEnd={({ changedTouches }) => {
        const [from, finger] = [start.current, changedTouches[0]]
        start.current = undefined
        if (!from || !finger) return
        const [across, down] = [finger.clientX - from.x, finger.clientY - from.y]
        if (Math.abs(across) < SWIPE_STEP || Math.abs(across) < 1.5 * Math.abs(down)) return
        if (across < 0) walkOn()
        else walkBack()
      }}
    >
      {children}
    </div>
  )
}

function PlayerLine({ colour }: { colour: Colour }) {
  const shown = record.value!
  const player = playerOf(shown.header, colour)
  const { result } = shown.header
  const isWinner = result.outcome === 'win' && (result.winner ?? 1) === colour
  return (
    <div class={position.value?.turn === colour ? 'player to-move' : 'player'}>
      <span class={`swatch ${shown.game} colour-${colour}`} aria-hidden="true" />
      {player?.title !== undefined && <span class="person-title">{player.title}</span>}
      <strong title={player?.name}>{player?.name ?? colourWord(shown.game, colour)}</strong>
      <span class="quiet">{player?.rating ?? player?.rank}</span>
      {isWinner && <span class="winner">{shown.game === 'go' ? words.winnerMark : resultSymbol(result)}</span>}
      <PlayerTally colour={colour} />
      <PlayerClock colour={colour} />
    </div>
  )
}

/** Discs on the board, prisoners, or the pieces captured and how much more they are worth than those lost. */
function PlayerTally({ colour }: { colour: Colour }) {
  const { game } = record.value!
  const tally = tallies.value?.[colour - 1]
  if (!tally || (tally.count === undefined && tally.captured.length === 0)) return null
  const { count, captured, lead } = tally
  if (count !== undefined) {
    const word = game === 'go' ? 'prisoners' : 'discs'
    if (game === 'go' && count === 0) return null
    return <span class="tally quiet">{countOf(word, count)}</span>
  }
  const names = captured.map((piece) => pieceName(game, piece)).join(', ')
  return (
    <span class="tally quiet" role="img" aria-label={fill(words.capturedPieces, { pieces: names })} title={names}>
      {captured.map((piece, index) => (
        <svg key={index} viewBox="0 0 100 100" aria-hidden="true" class={captured[index - 1] === piece ? 'same' : ''}>
          <Piece game={game} piece={piece} />
        </svg>
      ))}
      {lead > 0 && ` +${formatNumber(lead)}`}
    </span>
  )
}

/** The time a player has left or has used, and the time spent on the current move. */
function PlayerClock({ colour }: { colour: Colour }) {
  const { left, used, spent } = times.value[colour - 1]!
  const time = left ?? used
  if (time === undefined && spent === undefined) return null
  return (
    <span class={isRunning.value ? 'clock' : 'clock still'}>
      {spent !== undefined && <small>{fill(words.timeSpent, { time: clockText(spent) })}</small>}
      {time !== undefined && (
        <time title={left === undefined ? words.timeUsed : words.timeLeft}>{clockText(time)}</time>
      )}
    </span>
  )
}

/** The squares of a move, the origin first, on the board after it. */
function touched(move: Move | undefined, pieces: readonly string[]): number[] {
  if (move === undefined || isPass(move)) return []
  const [from, to] = [moveFrom(move), moveTo(move)]
  if (isPlacement(move)) return [to]
  // Castling is stored as the king capturing its rook, whose square is then empty: the king is on the c- or g-file.
  return [from, pieces[to] === '' ? from - (from % 8) + (to > from ? 6 : 2) : to]
}
