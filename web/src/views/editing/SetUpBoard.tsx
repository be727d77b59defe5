/**
 * A board on which a position of any game is set up: a piece is chosen and put
 * on squares, the position can be typed as text, and the text follows the board.
 */
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { Board } from '../../board/Board.tsx'
import { middleOf, stepCursor } from '../../board/cursor.ts'
import { squareAt } from '../../board/geometry.ts'
import { Piece } from '../../board/Pieces.tsx'
import { pointOf } from '../../board/pointer.ts'
import type { Colour } from '../../../../src/model/move.ts'
import type { Game } from '../../../../src/model/record.ts'
import { rulesOf, type PositionFault } from '../../../../src/rules/index.ts'
import {
  ANYTHING,
  CASTLING_RIGHTS,
  castlingLetters,
  emptySetUp,
  isPositionText,
  patternText,
  PIECES,
  positionText,
  setUpFault,
  setUpOf,
  startSetUp,
  toggleCastling,
  type SetUp,
} from '../../state/editing/set-up.ts'
import { kindName, pieceName } from '../../state/replay/spoken.ts'
import { colourWord, fill, words } from '../../words/index.ts'

export interface SetUpBoardProps {
  setUp: SetUp
  change: (setUp: SetUp) => void
  /** Whether squares may be left open, for a pattern to search: the text is then that of a pattern. */
  isPattern?: boolean
}

export function SetUpBoard({ setUp, change, isPattern = false }: SetUpBoardProps) {
  const { game, columns, rows, pieces } = setUp
  const [tool, setTool] = useState<string>(PIECES[game][0]!)
  /** The square of the last press, so that drawing over it does nothing more. */
  const drawn = useRef<number | undefined>(undefined)
  const [cursor, setCursor] = useState<number>()
  useEffect(() => setTool(PIECES[game][0]!), [game])
  const geometry = { game, columns, rows, isFlipped: false }
  const put = (square: number, piece: string) => {
    // A piece put where it stands already is taken off.
    change({ ...setUp, pieces: pieces.with(square, pieces[square] === piece ? '' : piece) })
  }
  /** A press puts the piece, a pointer that is drawn on puts more of it; the right button takes off. */
  const onPointer = (event: PointerEvent & { currentTarget: Element }) => {
    const square = squareAt(geometry, pointOf(event, event.currentTarget))
    if (square === undefined) return
    const isDrawn = event.type === 'pointermove'
    if (isDrawn && square === drawn.current) return
    drawn.current = square
    if (event.buttons === 2) change({ ...setUp, pieces: pieces.with(square, '') })
    else if (isDrawn) change({ ...setUp, pieces: pieces.with(square, tool) })
    else put(square, tool)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = stepCursor(geometry, cursor ?? middleOf(geometry), event.key)
    const isUse = event.key === 'Enter' || event.key === ' '
    if (next === undefined && !isUse) return
    event.preventDefault()
    event.stopPropagation()
    if (cursor === undefined) setCursor(middleOf(geometry))
    else if (isUse) put(cursor, tool)
    else setCursor(next)
  }
  const open = pieces.flatMap((piece, square) => (piece === ANYTHING ? [square] : []))
  return (
    <div class="set-up">
      <div
        class="play-board"
        role="application"
        tabIndex={0}
        aria-label={words.setUp}
        onPointerDown={onPointer}
        onPointerMove={(event) => event.buttons !== 0 && onPointer(event)}
        onContextMenu={(event) => event.preventDefault()}
        onMouseDown={(event) => event.preventDefault()}
        onKeyDown={onKeyDown}
        onBlur={() => setCursor(undefined)}
      >
        <Board
          {...geometry}
          pieces={pieces.map((piece) => (piece === ANYTHING ? '' : piece))}
          lastMove={[]}
          marks={open.map((at) => ({ shape: 'dim', at }))}
          cursor={cursor}
          label={words.setUp}
        />
      </div>
      <Palette game={game} tool={tool} choose={setTool} />
      <div class="edit-bar">
        <button type="button" aria-pressed={tool === ''} onClick={() => setTool('')}>
          {words.erase}
        </button>
        {isPattern && (
          <button type="button" aria-pressed={tool === ANYTHING} onClick={() => setTool(ANYTHING)}>
            {words.anyPiece}
          </button>
        )}
        <button type="button" onClick={() => change(startSetUp(game, setUp))}>
          {words.startPosition}
        </button>
        <button type="button" onClick={() => change({ ...emptySetUp(game, setUp), turn: setUp.turn })}>
          {words.clearBoard}
        </button>
        {isPattern && (
          <button type="button" onClick={() => change({ ...setUp, pieces: pieces.map((piece) => piece || ANYTHING) })}>
            {words.emptyIsAnything}
          </button>
        )}
      </div>
      {!isPattern && (game === 'chess' || game === 'xiangqi') && <Fault setUp={setUp} />}
      {!isPattern && <Turn setUp={setUp} change={change} />}
      {!isPattern && game === 'chess' && <Castling setUp={setUp} change={change} />}
      <PositionField setUp={setUp} change={change} isPattern={isPattern} />
    </div>
  )
}

/** Why no game can reach the position, as it is set up. It has its line at any time, so that nothing below moves. */
function Fault({ setUp }: { setUp: SetUp }) {
  const fault = setUpFault(setUp)
  return (
    <p class="fault" role="status">
      {fault && faultText(setUp, fault)}
    </p>
  )
}

function faultText({ game }: SetUp, { reason, colour, piece, square = 0 }: PositionFault): string {
  switch (reason) {
    case 'king':
      return words.needKings
    case 'place':
      return fill(words.misplaced, { piece: kindName(game, piece), square: squareName(game, square) })
    case 'count':
      return fill(words.tooMany, { colour: colourWord(game, colour) })
    case 'check':
      return words.otherInCheck
  }
}

/** A square of a board of the usual size. */
function squareName(game: Game, square: number): string {
  const rules = rulesOf(game)
  return rules.formatSquare(rules.start(), square)
}

interface PaletteProps {
  game: Game
  tool: string
  choose: (tool: string) => void
}

function Palette({ game, tool, choose }: PaletteProps) {
  const pieces = PIECES[game]
  // The pieces of one side in a row, two stones in one.
  const rows = pieces.length === 2 ? [pieces] : [pieces.slice(0, pieces.length / 2), pieces.slice(pieces.length / 2)]
  return (
    <div class="edit-bar palette" role="group" aria-label={words.pieces}>
      {rows.map((side) => (
        <div key={side[0]} class="row">
          {side.map((piece) => (
            <button
              key={piece}
              type="button"
              class="tool"
              aria-label={pieceName(game, piece)}
              aria-pressed={tool === piece}
              onClick={() => choose(piece)}
            >
              <svg class={`board ${game}`} viewBox="0 0 100 100" aria-hidden="true">
                <Piece game={game} piece={piece} />
              </svg>
            </button>
          ))}
        </div>
      ))}
    </div>
  )
}

interface PartProps {
  setUp: SetUp
  change: (setUp: SetUp) => void
}

function Turn({ setUp, change }: PartProps) {
  const name = useId()
  return (
    <fieldset class="choices">
      <legend>{words.sideToMove}</legend>
      {([1, 2] satisfies Colour[]).map((colour) => (
        <label key={colour}>
          <input
            type="radio"
            name={name}
            checked={setUp.turn === colour}
            onChange={() => change({ ...setUp, turn: colour })}
          />{' '}
          {colourWord(setUp.game, colour)}
        </label>
      ))}
    </fieldset>
  )
}

function Castling({ setUp, change }: PartProps) {
  const letters = castlingLetters(setUp)
  return (
    <fieldset class="choices">
      <legend>{words.castling}</legend>
      {CASTLING_RIGHTS.map((right) => (
        <label key={right}>
          <input
            type="checkbox"
            checked={letters[right] !== undefined}
            onChange={() => change(toggleCastling(setUp, right))}
          />{' '}
          {colourWord('chess', right < 'a' ? 1 : 2)} {right.toUpperCase() === 'K' ? words.kingSide : words.queenSide}
        </label>
      ))}
    </fieldset>
  )
}

/** The position as text: it follows the board, and the board follows it while it is a position. */
function PositionField({ setUp, change, isPattern }: PartProps & { isPattern: boolean }) {
  const shown = textOf(setUp, isPattern)
  const [typed, setTyped] = useState<string>()
  const isBad = typed !== undefined && typed !== '' && !isPositionText(setUp.game, typed)
  return (
    <label class="position-text">
      <span>
        {words.positionText} {isBad && <em class="fault">{words.badPosition}</em>}
      </span>
      <input
        type="text"
        spellcheck={false}
        readOnly={isPattern}
        value={typed ?? shown}
        aria-invalid={isBad}
        onInput={({ currentTarget }) => {
          const text = currentTarget.value.trim()
          setTyped(currentTarget.value)
          if (isPositionText(setUp.game, text)) change(setUpOf(setUp.game, text))
        }}
        onBlur={() => setTyped(undefined)}
      />
    </label>
  )
}

/** Text of what is set up; a board that the rules do not take, as a block of Go without a liberty, has none. */
function textOf(setUp: SetUp, isPattern: boolean): string {
  if (isPattern) return patternText(setUp)
  try {
    return positionText(setUp)
  } catch {
    return ''
  }
}
