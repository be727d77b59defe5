/** The search for the shape in the marked area: asked a moment after area and board came to rest. */
import { batch, computed, effect, signal, untracked } from '@preact/signals'
import type { Mark } from '../../../../src/model/annotation.ts'
import { makePlacement } from '../../../../src/model/move.ts'
import type { Game } from '../../../../src/model/record.ts'
import type { DescribedNext } from '../../../../src/patterns/answer/describe.ts'
import { rulesOf } from '../../../../src/rules/index.ts'
import type { Position } from '../../../../src/rules/rules.ts'
import { failureOf, type Failure } from '../database/server.ts'
import { explore } from '../editing/edit-actions.ts'
import type { ExplorerSource } from '../explorer/explorer-source.ts'
import { explorerSource } from '../explorer/explorer.ts'
import { position, record } from '../replay/replay.ts'
import { area, shape, shapeMarks, squareAtPlace, type Area } from './area.ts'
import type { ShapeAnswer, ShapeQuestion, ShapeSource } from './shape-source.ts'

/** A search and its result, as far as it has come. */
export interface FoundShape {
  game: Game
  /** The area as it was when the question was put: moves are told from its top left. */
  area: Area
  answer: ShapeAnswer
  source: ShapeSource
  pattern: string
  /** What was asked, and of whom. */
  key: string
}

/** The last result; it stays until the next is here. */
export const foundShape = signal<FoundShape | undefined>(undefined)
export const shapeFailure = signal<Failure | undefined>(undefined)
export const isSearchingShape = signal(false)
/** The share of the games that was searched, while only a part of the result is here. */
export const searchedShare = signal<number | undefined>(undefined)
/** Bytes that a search would have to read from another host, about which the user is asked first. */
export const shapeBytes = signal<number | undefined>(undefined)

/** Bytes that are read unasked. */
const UNASKED = 4 << 20

/** The source from which the user lets searches read more. */
const agreed = signal<ExplorerSource | undefined>(undefined)

export function agreeToRead(): void {
  agreed.value = explorerSource.value
}

/** Games that the list shows at first, and how many more at a time. */
const PAGE = 8
const listed = signal(PAGE)

export function listMoreGames(): void {
  listed.value += PAGE
}

/** Milliseconds that board and area rest before the question is put. */
const REST = 200

/** Counts the sources: another one answers the same question differently. */
let sources = 0
let source: ExplorerSource | undefined

/** What is asked, and of whom. */
const question = computed(() => {
  const [asked, asks] = [shape.value, explorerSource.value]
  if (!asked || !area.value || !asks?.shapes) return undefined
  if (asks !== source) sources++
  source = asks
  return { ...asked, shapes: async () => await asks.shapes!(), key: `${sources} ${asked.game} ${asked.pattern}` }
})

let running: AbortController | undefined
let askedBefore: string | undefined

effect(() => {
  const [asked, count, isAgreed] = [question.value, listed.value, agreed.value === explorerSource.value]
  running?.abort()
  untracked(() => {
    if (asked?.key !== askedBefore && count !== PAGE) listed.value = PAGE
    askedBefore = asked?.key
    batch(() => {
      isSearchingShape.value = asked !== undefined
      searchedShare.value = undefined
      shapeBytes.value = undefined
    })
    if (!asked) {
      foundShape.value = undefined
      shapeFailure.value = undefined
      return
    }
    const own = new AbortController()
    running = own
    const { game, pattern, shapes, key } = asked
    const found = { game, pattern, area: area.value!, key }
    const timer = setTimeout(
      async () => await ask(shapes, { game, pattern, max: count }, found, isAgreed, own.signal),
      REST,
    )
    own.signal.addEventListener('abort', () => clearTimeout(timer))
  })
})

async function ask(
  shapes: () => Promise<ShapeSource>,
  asked: ShapeQuestion,
  found: Omit<FoundShape, 'source' | 'answer'>,
  isAgreed: boolean,
  aborted: AbortSignal,
): Promise<void> {
  const end = (answered: FoundShape | undefined, failure?: Failure, bytes?: number) =>
    batch(() => {
      foundShape.value = answered
      shapeFailure.value = failure
      shapeBytes.value = bytes
      searchedShare.value = undefined
      isSearchingShape.value = false
    })
  try {
    const source = await shapes()
    if (aborted.aborted) return
    const bytes = source.bytesFor?.(asked) ?? 0
    if (bytes > UNASKED && !isAgreed) return end(undefined, undefined, bytes)
    const answer = await source.search(asked, aborted, (part, share) => {
      if (aborted.aborted) return
      batch(() => {
        foundShape.value = { ...found, source, answer: part }
        shapeFailure.value = undefined
        searchedShare.value = share
      })
    })
    if (!aborted.aborted) end({ ...found, source, answer })
  } catch (error) {
    if (!aborted.aborted) end(undefined, failureOf(error))
  }
}

/** Labels that fit on the board. */
const MOST_LABELS = 12

/** The labels of the moves played next, on the board; none while the result is that of another question. */
effect(() => {
  const [found, stands] = [foundShape.value, position.value]
  const isShown = found && stands && found.key === question.value?.key && record.value?.game === found.game
  const marks = isShown ? labelsOf(found, stands) : []
  untracked(() => (shapeMarks.value = marks))
})

function labelsOf(found: FoundShape, stands: Position): readonly Mark[] {
  return found.answer.next.slice(0, MOST_LABELS).flatMap((next): Mark[] => {
    const square = squareOf(found, next)
    return square === undefined || stands.pieceAt(square) !== ''
      ? []
      : [{ shape: 'label', at: square, text: next.label }]
  })
}

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
  if (square !== undefined && found.game === 'go') explore(makePlacement(square, next.colour === 'white' ? 2 : 1))
  else {
    const move = rules.readMove(stands, square === undefined ? (next.uci ?? '') : rules.formatSquare(stands, square))
    if (move !== undefined) explore(move)
  }
}
