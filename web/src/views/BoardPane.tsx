/** The board of the open game with its players, clocks and buttons, the wheel and swipes. */
import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { shapeOf } from '../board/geometry.ts'
import { isPass, isPlacement, moveFrom, moveTo, type Colour, type Move } from '../../../src/model/move.ts'
import { playerOf, resultSymbol } from '../../../src/model/record.ts'
import { clockText, times } from '../state/replay/clocks.ts'
import { pointedMarks } from '../state/explorer/explorer.ts'
import { selectedSquare } from '../state/editing/hand.ts'
import { flip } from '../state/page/keys.ts'
import { isFlipped, node, position, record, writtenMoves } from '../state/replay/replay.ts'
import { spokenMove } from '../state/replay/spoken.ts'
import { marksByThen } from '../state/replay/timeline.ts'
import { isChoosingArea } from '../state/patterns/area.ts'
import { isWalking, toggleWalking, walkBack, walkOn, walkToEnd, walkToStart } from '../state/replay/walk.ts'
import { isPuttingStones } from '../state/editing/stones.ts'
import { isMarking } from '../state/editing/tools.ts'
import { colourWord, fill, words } from '../words/index.ts'
import { BoardTable } from './BoardTable.tsx'
import { DiagramDialog } from './DiagramDialog.tsx'
import { PlayBoard } from './PlayBoard.tsx'
import { parts } from './served.ts'
import { PaceMenu, SettingsDialog } from './SettingsDialog.tsx'

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
  const shown = record.value
  const stands = position.value
  if (!shown || !stands) return <p class="empty">{words.failed}</p>
  const at = shown.nodes[node.value]!
  const pieces = Array.from({ length: stands.columns * stands.rows }, (_, square) => stands.pieceAt(square))
  const written = writtenMoves.value[node.value]
  const label = `${words[shown.game]}, ${written ? `${written.number} ${written.text}` : words.start}`
  const top: Colour = isFlipped.value ? 1 : 2
  const geometry = { game: shown.game, columns: stands.columns, rows: stands.rows, isFlipped: isFlipped.value }
  return (
    <section class="board-pane" aria-label={words.board} style={{ '--shape': shapeOf(geometry) }}>
      <PlayerLine colour={top} />
      <BoardBox>
        <PlayBoard
          {...geometry}
          pieces={pieces}
          lastMove={touched(at.move, pieces)}
          marks={[
            ...(marksByThen.value ?? at.marks ?? []),
            ...pointedMarks.value,
            ...(parts.value?.shapeMarks.value ?? []),
          ]}
          label={label}
        />
      </BoardBox>
      <PlayerLine colour={top === 1 ? 2 : 1} />
      <p class="unseen" aria-live="polite">
        {spokenMove.value}
      </p>
      <BoardTable geometry={geometry} pieces={pieces} />
      <Controls />
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

function Controls() {
  const [dialog, setDialog] = useState<'diagram' | 'settings' | undefined>()
  const close = () => setDialog(undefined)
  return (
    <>
      <div class="controls">
        <Control label={words.first} path="M6 5v14M19 5l-9 7 9 7z" act={walkToStart} />
        <Control label={words.back} path="M16 5l-9 7 9 7z" act={walkBack} />
        {isWalking.value ? (
          <Control label={words.stopAutoplay} path="M8 6v12M16 6v12" act={toggleWalking} />
        ) : (
          <Control label={words.autoplay} path="M12 3a9 9 0 1 0 .1 0zM10 8l6 4-6 4z" isOutline act={toggleWalking} />
        )}
        <Control label={words.forward} path="M8 5l9 7-9 7z" act={walkOn} />
        <Control label={words.last} path="M18 5v14M5 5l9 7-9 7z" act={walkToEnd} />
        <PaceMenu />
        <Control label={words.flip} path="M8 20V5L4 9M16 4v15l4-4" isOutline act={flip} />
        <Control
          label={words.diagram}
          path="M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.500 9h.1"
          isOutline
          act={() => setDialog('diagram')}
        />
        <Control
          label={words.settings}
          path="M4 7h9M17 7h3M15 5v4M4 12h3M11 12h9M9 10v4M4 17h11M19 17h1M17 15v4"
          isOutline
          act={() => setDialog('settings')}
        />
      </div>
      {dialog === 'diagram' && <DiagramDialog close={close} />}
      {dialog === 'settings' && <SettingsDialog close={close} />}
    </>
  )
}

function Control(props: { label: string; path: string; isOutline?: boolean; act: () => void }) {
  const { label, path, isOutline = false, act } = props
  return (
    <button type="button" aria-label={label} title={label} onClick={act}>
      <svg viewBox="0 0 24 24" aria-hidden="true" class={isOutline ? 'outline' : undefined}>
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
    <div class={position.value?.turn === colour ? 'player to-move' : 'player'}>
      <span class={`swatch ${shown.game} colour-${colour}`} aria-hidden="true" />
      <strong>{player?.name ?? colourWord(shown.game, colour)}</strong>
      {player?.title !== undefined && <span>{player.title}</span>}
      <span class="quiet">{player?.rating ?? player?.rank}</span>
      {isWinner && <span class="winner">{shown.game === 'go' ? words.winnerMark : resultSymbol(result)}</span>}
      <PlayerClock colour={colour} />
    </div>
  )
}

/** The time a player has left or has used, and the time spent on the current move. */
function PlayerClock({ colour }: { colour: Colour }) {
  const { left, used, spent } = times.value[colour - 1]!
  const time = left ?? used
  if (time === undefined && spent === undefined) return null
  return (
    <span class="clock">
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
