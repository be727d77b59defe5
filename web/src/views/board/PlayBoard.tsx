/**
 * The interactive board: moves by two clicks, by dragging, and by keys; marks with the right button, or with any button
 * if a tool for marks is selected; stones if one is selected.
 */
import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Board, type BoardProps } from '../../board/Board.tsx'
import { middleOf, stepCursor } from '../../board/cursor.ts'
import { squareAt, UNIT, viewBoxOf, type Point } from '../../board/geometry.ts'
import { Piece } from '../../board/Pieces.tsx'
import { pointOf } from '../../board/pointer.ts'
import {
  isMovable,
  letGo,
  dropPiece,
  openSquares,
  selectedSquare,
  targets,
  selectSquare,
} from '../../state/editing/hand.ts'
import { hint } from '../../state/page/hint.ts'
import { position, record } from '../../state/replay/replay.ts'
import { pieceName } from '../../state/replay/spoken.ts'
import { drawStone, isPuttingStones, pressStone } from '../../state/editing/stones.ts'
import { drawMark, isMarking, type Paint } from '../../state/editing/tools.ts'
import { rulesOf } from '../../../../src/rules/index.ts'
import { drawArea, enterArea, isChoosingArea, pressArea, tapArea } from '../../state/patterns/area.ts'
import { words } from '../../words/index.ts'
import { AreaOverlay } from './AreaOverlay.tsx'
import { areEnginesKnown } from '../../state/engines/start.ts'
import { EngineOverlay } from '../engine/lazy-parts.ts'
import { PromotionChoice } from './PromotionChoice.tsx'

/** A pointer pressed on a square. */
interface Press {
  square: number
  /** Draws a mark, puts stones or marks an area rather than plays. */
  act: 'play' | 'mark' | 'stones' | 'area'
  paint?: Paint | undefined
  /** The pointer reached another square with the area. */
  hasMoved?: boolean
  /** The piece was already selected, so another click deselects it. */
  wasTaken: boolean
}

/** Where a dragged piece is, in units of the drawing. */
const dragged = signal<{ square: number; at: Point } | undefined>(undefined)
/** The keyboard cursor, if active. */
const cursor = signal<number | undefined>(undefined)

/** How far a pointer moves before it drags, in units of the drawing. */
const DRAG_START = 25

export function PlayBoard(props: BoardProps) {
  const box = useRef<HTMLDivElement>(null)
  const press = useRef<Press | undefined>(undefined)
  const start = useRef<Point | undefined>(undefined)
  useEffect(() => {
    const element = box.current!
    const keepPage = (event: TouchEvent) => {
      if (press.current && selectedSquare.value === press.current.square) event.preventDefault()
      if (press.current?.act === 'stones' || press.current?.act === 'area') event.preventDefault()
    }
    // A finger on a selected piece drags it instead of the page, which a listener of the framework could not ensure.
    element.addEventListener('touchstart', keepPage, { passive: false })
    return () => element.removeEventListener('touchstart', keepPage)
  }, [])
  const down = (event: PointerEvent) => {
    if (!event.isPrimary || event.button > 2 || event.button === 1) return
    const point = pointOf(event, box.current!)
    const square = squareAt(props, point)
    if (square === undefined) return
    const act = actOf(event)
    press.current = { square, act, paint: paintOf(event), wasTaken: selectedSquare.value === square }
    start.current = point
    cursor.value = undefined
    if (act === 'stones') pressStone(square)
    if (act === 'area') pressArea(square)
    // The area follows the hand beyond the side of the board too.
    if (act === 'area') box.current!.setPointerCapture(event.pointerId)
    if (act !== 'play') return
    const isTarget = selectedSquare.value !== undefined && targets.value.includes(square)
    if (!isTarget && isMovable(square)) {
      selectedSquare.value = square
      box.current!.setPointerCapture(event.pointerId)
    }
  }
  const move = (event: PointerEvent) => {
    const from = press.current
    const at = pointOf(event, box.current!)
    if (from?.act === 'stones') {
      const square = squareAt(props, at)
      if (square === undefined || square === from.square) return
      from.square = square
      drawStone(square)
    }
    if (from?.act === 'area') {
      const square = squareAt(props, at)
      if (square === undefined || (square === from.square && !from.hasMoved)) return
      from.hasMoved = true
      drawArea(square)
    }
    if (from?.act !== 'play' || selectedSquare.value !== from.square) return
    const far = Math.hypot(at.x - start.current!.x, at.y - start.current!.y)
    if (dragged.value || far > DRAG_START) dragged.value = { square: from.square, at }
  }
  const up = (event: PointerEvent) => {
    const from = press.current
    const wasDragged = dragged.value !== undefined
    press.current = undefined
    dragged.value = undefined
    if (!from) return
    const square = squareAt(props, pointOf(event, box.current!))
    if (from.act === 'mark') {
      if (square !== undefined) drawMark(from.square, square, from.paint)
    } else if (from.act === 'stones') {
      return
    } else if (from.act === 'area') {
      if (!from.hasMoved) tapArea(from.square)
    } else if (wasDragged) {
      // The selection is gone if the board has moved on to another move.
      if (square === undefined || square === from.square || selectedSquare.value !== from.square) letGo()
      else dropPiece(square)
    } else if (square === from.square) {
      const isJustTaken = selectedSquare.value === square && !from.wasTaken
      if (!isJustTaken) selectSquare(square)
    }
  }
  const cancel = () => {
    press.current = undefined
    dragged.value = undefined
  }
  const moving = dragged.value
  const pieces = moving ? props.pieces.map((piece, square) => (square === moving.square ? '' : piece)) : props.pieces
  const at = cursor.value
  return (
    <div
      ref={box}
      class={isMarking.value || isPuttingStones.value || isChoosingArea.value ? 'play-board drawing' : 'play-board'}
      role="application"
      tabIndex={0}
      aria-label={words.boardKeys}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={cancel}
      onMouseDown={(event) => event.preventDefault()}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => onBoardKey(event, props)}
      onBlur={() => (cursor.value = undefined)}
    >
      <Board
        {...props}
        pieces={pieces}
        selected={selectedSquare.value}
        targets={targets.value}
        open={openSquares.value}
        turn={position.value?.turn}
        cursor={at}
      />
      <AreaOverlay {...props} />
      {areEnginesKnown.value && <EngineOverlay {...props} />}
      {moving && <DraggedPiece {...props} square={moving.square} at={moving.at} />}
      <PromotionChoice />
      <p class="hint" role="status">
        {hint.value}
      </p>
      <p class="unseen" role="status">
        {at !== undefined && squareText(at)}
      </p>
    </div>
  )
}

/** The dragged piece, drawn over the board. */
function DraggedPiece({ square, at, ...board }: BoardProps & { square: number; at: Point }) {
  return (
    <svg class={`board ${board.game} over`} viewBox={viewBoxOf(board)} aria-hidden="true">
      <g transform={`translate(${at.x - UNIT / 2} ${at.y - UNIT / 2})`}>
        <Piece game={board.game} piece={board.pieces[square]!} />
      </g>
    </svg>
  )
}

/** What a hand that goes down does. */
function actOf({ button }: PointerEvent): Press['act'] {
  if (isChoosingArea.value && button === 0) return 'area'
  if (button === 2 || isMarking.value) return 'mark'
  return isPuttingStones.value ? 'stones' : 'play'
}

/** The colour of a mark by the keys held: red with Shift or Ctrl, blue with Alt, yellow with both. */
function paintOf({ shiftKey, ctrlKey, altKey }: PointerEvent): Paint | undefined {
  const isRed = shiftKey || ctrlKey
  if (isRed && altKey) return 'yellow'
  return isRed ? 'red' : altKey ? 'blue' : undefined
}

/** Keys while the board has the focus: the arrows move a cursor, Enter and the space bar act like a click there. */
function onBoardKey(event: KeyboardEvent, props: BoardProps): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return
  const step = stepCursor(props, cursor.value ?? 0, event.key)
  const isUse = event.key === 'Enter' || event.key === ' '
  const isLeave = event.key === 'Escape' && (selectedSquare.value !== undefined || cursor.value !== undefined)
  if (step === undefined && !isUse && !isLeave) return
  event.preventDefault()
  event.stopPropagation()
  if (isLeave) {
    if (selectedSquare.value === undefined) cursor.value = undefined
    letGo()
  } else if (cursor.value === undefined) {
    cursor.value = props.lastMove.at(-1) ?? middleOf(props)
  } else if (step !== undefined) {
    cursor.value = step
  } else if (isMarking.value) {
    drawMark(cursor.value, cursor.value)
  } else if (isChoosingArea.value) {
    enterArea(cursor.value)
  } else if (isPuttingStones.value) {
    pressStone(cursor.value)
  } else {
    selectSquare(cursor.value)
  }
}

/** A square and what is on it, for a screen reader. */
function squareText(square: number): string {
  const [shown, stands] = [record.value, position.value]
  if (!shown || !stands) return ''
  const piece = stands.pieceAt(square)
  const what = piece === '' ? words.emptySquare : pieceName(shown.game, piece)
  return `${rulesOf(shown.game).formatSquare(stands, square)}: ${what}`
}
