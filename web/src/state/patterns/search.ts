/** The search for the shape in the marked area: asked a moment after area and board came to rest. */
import { batch, computed, effect, signal, untracked } from '@preact/signals'
import type { Mark } from '../../../../src/model/annotation.ts'
import { makePlacement } from '../../../../src/model/move.ts'
import type { Game } from '../../../../src/model/record.ts'
import type { DescribedHit, DescribedNext, PatternCounts } from '../../../../src/patterns/describe.ts'
import type { FoundGame } from '../../../../src/query/found-game.ts'
import { rulesOf } from '../../../../src/rules/index.ts'
import { filter } from '../database/filter.ts'
import { failureOf, requestJson, type Failure } from '../database/server.ts'
import { play } from '../editing/edit-actions.ts'
import { position, record } from '../replay/replay.ts'
import { area, shape, squareAtPlace, type Area } from './area.ts'

/** What the server says of a shape (docs/patterns.md). */
export interface ShapeAnswer extends PatternCounts {
  ended: number
  next: DescribedNext[]
  found: (FoundGame & { hits: DescribedHit[] })[]
}

/** A search and its result. */
export interface FoundShape {
  game: Game
  /** The area as it was when the question was put: moves are told from its top left. */
  area: Area
  answer: ShapeAnswer
}

/** The last result; it stays until the next is here. */
export const foundShape = signal<FoundShape | undefined>(undefined)
export const shapeFailure = signal<Failure | undefined>(undefined)
export const isSearchingShape = signal(false)

/** Games that the list shows at first, and how many more at a time. */
const PAGE = 8
const listed = signal(PAGE)

export function listMoreGames(): void {
  listed.value += PAGE
}

/** Milliseconds that board and area rest before the question is put. */
const REST = 200

/** What is asked: the games that the list shows are the games that are searched. */
const question = computed(() => {
  const asked = shape.value
  if (!asked || !area.value) return undefined
  const { fen: _, pattern: __, material: ___, game: ____, ...conditions } = filter.value
  return { ...conditions, game: asked.game, pattern: asked.pattern }
})

let running: AbortController | undefined
let askedBefore: string | undefined

effect(() => {
  const asked = question.value
  const count = listed.value
  running?.abort()
  untracked(() => {
    const key = JSON.stringify(asked)
    if (key !== askedBefore && count !== PAGE) listed.value = PAGE
    askedBefore = key
    isSearchingShape.value = asked !== undefined
    if (!asked) {
      foundShape.value = undefined
      shapeFailure.value = undefined
      return
    }
    const own = new AbortController()
    running = own
    const marked = area.value!
    const timer = setTimeout(() => void ask({ ...asked, max: count }, asked.game, marked, own.signal), REST)
    own.signal.addEventListener('abort', () => clearTimeout(timer))
  })
})

async function ask(
  parameters: Readonly<Record<string, string | number | undefined>>,
  game: Game,
  marked: Area,
  aborted: AbortSignal,
): Promise<void> {
  try {
    const answer = await requestJson<ShapeAnswer>('patterns', parameters, aborted)
    if (aborted.aborted) return
    batch(() => {
      foundShape.value = { game, area: marked, answer }
      shapeFailure.value = undefined
      isSearchingShape.value = false
    })
  } catch (error) {
    if (aborted.aborted) return
    batch(() => {
      foundShape.value = undefined
      shapeFailure.value = failureOf(error)
      isSearchingShape.value = false
    })
  }
}

/** Labels that fit on the board. */
const MOST_LABELS = 12

/** The labels of the moves played next, on the board. */
export const shapeMarks = computed<readonly Mark[]>(() => {
  const [found, stands] = [foundShape.value, position.value]
  if (!found || !stands || isSearchingShape.value || record.value?.game !== found.game) return []
  return found.answer.next.slice(0, MOST_LABELS).flatMap((next): Mark[] => {
    const square = squareOf(found, next)
    return square === undefined || stands.pieceAt(square) !== ''
      ? []
      : [{ shape: 'label', at: square, text: next.label }]
  })
})

/** The square of a stone played next. */
function squareOf({ game, area: { left, top } }: FoundShape, { column, row }: DescribedNext): number | undefined {
  const stands = position.value
  if (!stands || column === undefined || row === undefined) return undefined
  return squareAtPlace(game, stands, left + column, top + row)
}

/** Where a move played next goes, for people. */
export function nextText(found: FoundShape, next: DescribedNext): string {
  const stands = position.value
  const square = squareOf(found, next)
  if (square === undefined || !stands) return next.san ?? next.uci ?? next.label
  return rulesOf(found.game).formatSquare(stands, square)
}

/** Plays a move that was played next, so that the search goes on from there. */
export function playNext(found: FoundShape, next: DescribedNext): void {
  const stands = position.value
  if (!stands || record.value?.game !== found.game) return
  const square = squareOf(found, next)
  const rules = rulesOf(found.game)
  if (square !== undefined && found.game === 'go') play(makePlacement(square, next.colour === 'white' ? 2 : 1))
  else {
    const move = rules.readMove(stands, square === undefined ? (next.uci ?? '') : rules.formatSquare(stands, square))
    if (move !== undefined) play(move)
  }
}
