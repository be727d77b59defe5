/** A game against the engine, from any position: it answers what is played on the board. */
import { batch, computed, effect, signal, untracked } from '@preact/signals'
import type { Strength } from '../../../../src/engines/index.ts'
import { isPass, PASS, type Colour } from '../../../../src/model/move.ts'
import { positionAt, rulesOf } from '../../../../src/rules/index.ts'
import { explain } from '../../words/index.ts'
import { explore, playedHere } from '../editing/edit-actions.ts'
import { isTrying } from '../editing/editing.ts'
import { entry } from '../files/library.ts'
import { choice } from '../page/settings.ts'
import { goTo, node, position, record } from '../replay/replay.ts'
import { engineFailure, isAnalysing, isOver, isTaken } from './analysis.ts'
import { engine, type PageEngine } from './engines.ts'

export const LEVELS = ['4', '1', '2', '3', '5', '6', '7', '8', '9', '10'] as const

/** How strong the engine plays; what that means is the engine's affair. */
export const level = choice('engine-level', LEVELS)

/** A game against an engine. */
export interface Opponent {
  engine: PageEngine
  /** The colour that the engine plays. */
  colour: Colour
  /** What the level means to it; once it has played. */
  strength?: Strength
  isThinking: boolean
  hasResigned: boolean
}

const current = signal<(Opponent & { of: unknown }) | undefined>(undefined)

/** The game against an engine that goes on on the board. */
export const opponent = computed<Opponent | undefined>(() =>
  current.value?.of === entry.value ? current.value : undefined,
)

let thinking: (AbortController & { at?: number }) | undefined

/** Whether the engine is to move on the board. */
export const isItsTurn = computed(
  () => opponent.value !== undefined && !isOver.value && position.value?.turn === opponent.value.colour,
)

/** Begins a game from the position on the board. @param colour of the engine */
export function startOpponent(colour: Colour): void {
  const asked = engine.value
  if (!asked || isTaken.value) return
  batch(() => {
    isAnalysing.value = false
    isTaken.value = true
    isTrying.value = true
    engineFailure.value = undefined
    current.value = { of: entry.value, engine: asked, colour, isThinking: false, hasResigned: false }
  })
  if (isItsTurn.value) void letPlay()
}

export function leaveOpponent(): void {
  thinking?.abort()
  batch(() => {
    if (current.value) isTaken.value = false
    isTrying.value = false
    current.value = undefined
  })
}

/** Takes the last move of the user's back: to the last position on the way in which it was the user's turn. */
export function takeBack(): void {
  const [shown, playing] = [record.value, opponent.value]
  if (!shown || !playing) return
  const rules = rulesOf(shown.game)
  let at = node.value
  do at = shown.nodes[at]!.parent
  while (at > 0 && positionAt(rules, shown, at).turn === playing.colour)
  if (at >= 0) goTo(at)
}

/** Lets the engine play its move on the board. */
export async function letPlay(): Promise<void> {
  const [shown, at, playing] = [record.value, node.value, opponent.value]
  if (!shown || !playing || !isItsTurn.value) return
  thinking?.abort()
  const own = Object.assign(new AbortController(), { at })
  thinking = own
  const isHere = () => !own.signal.aborted && record.value === shown && node.value === at
  note({ isThinking: true, hasResigned: false })
  try {
    // Who must pass has no choice.
    const legal = rulesOf(shown.game).legal(position.value!)
    const isForced = shown.game === 'othello' && legal.every(isPass)
    const answer = isForced ? { move: PASS } : await playing.engine.play(shown, at, Number(level.value), own.signal)
    if (own.signal.aborted) return
    note({ isThinking: false, ...('strength' in answer && { strength: answer.strength }) })
    if (answer.move === undefined) note({ hasResigned: true })
    else if (isHere()) explore(answer.move)
  } catch (error) {
    if (own.signal.aborted) return
    note({ isThinking: false })
    engineFailure.value = explain(error)
  }
}

function note(news: Partial<Opponent>): void {
  if (current.value) current.value = { ...current.value, ...news }
}

// What is played on the board is answered; who walks through the game is not.
effect(() => {
  const played = playedHere.value
  untracked(() => {
    if (played && played.record === record.value && played.node === node.value && isItsTurn.value) void letPlay()
  })
})

// Walking away ends its thinking; another game ends the one against it.
effect(() => {
  const [at, shown] = [node.value, entry.value]
  untracked(() => {
    if (current.value && current.value.of !== shown) leaveOpponent()
    else if (opponent.value?.isThinking && thinking?.at !== at) {
      thinking?.abort()
      note({ isThinking: false })
    }
  })
})
