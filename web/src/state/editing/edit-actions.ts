/** The editing actions on the record on the board; each ends on the node where it happened. */
import { batch, computed, signal } from '@preact/signals'
import { changeHeader } from '../../../../src/model/header-edit.ts'
import { isPass, PASS, type Move } from '../../../../src/model/move.ts'
import type { GameRecord, Header } from '../../../../src/model/record.ts'
import {
  changeNotes,
  cutAfter,
  deleteLine,
  makeMainLine,
  promote,
  type Edited,
  type NodeNotes,
} from '../../../../src/model/tree-edit.ts'
import { mainLine } from '../../../../src/model/tree.ts'
import { legalMovesFrom, isPlayable, playMove, type HandMove } from '../../../../src/rules/play-move.ts'
import { rulesOf } from '../../../../src/rules/index.ts'
import { words } from '../../words/index.ts'
import { entry } from '../files/library.ts'
import { change, endTrial, isTrying, keptRecord, record, stepBack, stepOn, tried, tryLine } from './editing.ts'
import { clearHint, sayHint } from '../page/hint.ts'
import { answer, quiz } from '../study/quiz.ts'
import { goTo, node, position } from '../replay/replay.ts'

/** The moves that can be played on the board. */
export const hands = computed<readonly HandMove[]>(() => {
  const [shown, stands] = [record.value, position.value]
  if (!shown || !stands || !isPlayable(shown, node.value)) return []
  return legalMovesFrom(rulesOf(shown.game), stands)
})

/** Whether the side to move may pass: in Go always, in Othello when it cannot move. */
export const canPass = computed(() => {
  const [shown, stands] = [record.value, position.value]
  if (!shown || !stands || shown.game === 'chess' || shown.game === 'xiangqi') return false
  return isPlayable(shown, node.value) && rulesOf(shown.game).isLegal(stands, PASS)
})

/** Whether the node on the board is on the main line. */
export const isOnMainLine = computed(() => {
  const nodes = record.value?.nodes ?? []
  return node.value === 0 || mainLine(nodes).includes(node.value)
})

/** Whether something follows the node on the board. */
export const hasMore = computed(() => record.value?.nodes[node.value + 1]?.parent === node.value)

function show({ record: changed, node: to }: Edited, merge?: string): void {
  const before = record.value
  batch(() => {
    if (changed !== before) change(changed, node.value, merge)
    goTo(to)
  })
  if (before?.timeline && !changed.timeline) sayHint(words.timelineDropped)
}

/** Where the last move played on the board led. */
export const playedHere = signal<Edited | undefined>(undefined)

/** Plays a legal move: follows the line that has it, or starts a new one. While a line is tried, it goes on there. */
export function play(move: Move): void {
  playOnBoard(move, tried.value !== undefined || (isTrying.value && isTriable()))
}

/** Plays a legal move that the record does not get unless it is kept: what was only looked at is not written down. */
export function explore(move: Move): void {
  playOnBoard(move, isTriable())
}

function playOnBoard(move: Move, isTrial: boolean): void {
  const shown = record.value
  if (!shown) return
  clearHint()
  // During a question, a move is the answer and changes nothing.
  if (quiz.value) {
    answer(move)
    return
  }
  const played = playMove(rulesOf(shown.game), shown, node.value, move)
  if (isTrial) showTried(played)
  else show(played)
  playedHere.value = played
}

/** Games of a list are explored without being changed; a game without moves is one that begins. */
function isTriable(): boolean {
  return entry.value?.kind === 'listed' && (keptRecord.value?.nodes.length ?? 0) > 1
}

function showTried({ record: wanted, node: to }: Edited): void {
  batch(() => {
    if (wanted !== record.value) tryLine(wanted, node.value)
    goTo(to)
  })
}

/** Plays moves that the record does not get unless they are kept. */
export function exploreLine(act: (record: GameRecord, at: number) => Edited): void {
  if (!record.value || quiz.value) return
  const found = act(record.value, node.value)
  if (isTriable()) showTried(found)
  else show(found)
}

/** Makes the line that is tried a part of the record. */
export function keepTried(): void {
  const wanted = tried.value
  if (!wanted) return
  const at = node.value
  batch(() => {
    change(wanted.record, at)
    endTrial()
    goTo(at)
  })
}

/** Forgets the line that is tried, and goes back to where it began. */
export function dropTried(): void {
  const wanted = tried.value
  if (!wanted) return
  batch(() => {
    endTrial()
    goTo(wanted.from)
  })
}

export function pass(): void {
  if (canPass.value) play(PASS)
}

/** Plays a move written in any notation of the game; returns whether it is one. */
export function playText(text: string): boolean {
  const [shown, stands] = [record.value, position.value]
  if (!shown || !stands || !isPlayable(shown, node.value)) return false
  const rules = rulesOf(shown.game)
  const move = rules.readMove(stands, text.trim())
  if (move === undefined || text.trim() === '') return false
  if (!rules.isLegal(stands, move) || (isPass(move) && !canPass.value)) return false
  play(move)
  return true
}

/**
 * Changes the record, except during a question, when the board is for the answer. @param merge a name for consecutive
 * changes that are undone together
 */
export function edit(act: (record: GameRecord, at: number) => Edited, merge?: string): void {
  if (record.value && !quiz.value) show(act(record.value, node.value), merge)
}

export function promoteLine(): void {
  edit(promote)
}

export function makeLineMain(): void {
  edit(makeMainLine)
}

export function cutHere(): void {
  edit(cutAfter)
}

/** Deletes the move on the board with all that follows it. */
export function deleteHere(): void {
  if (node.value > 0) edit(deleteLine)
}

/** Changes the notes of a node. @param merge a name for consecutive changes that are undone together */
export function writeNotes(at: number, notes: NodeNotes, merge?: string): void {
  const shown = record.value
  if (!shown?.nodes[at] || quiz.value) return
  batch(() => {
    const here = node.value
    change(changeNotes(shown, at, notes), here, merge)
    goTo(here)
  })
  if (shown.timeline) sayHint(words.timelineDropped)
}

export function writeHeader(header: Header): void {
  edit((shown, at) => ({ record: changeHeader(shown, header), node: at }))
}

export function undo(): void {
  if (tried.value) dropTried()
  else step(stepBack)
}

export function redo(): void {
  step(stepOn)
}

function step(take: (node: number) => number): void {
  clearHint()
  batch(() => goTo(take(node.value)))
}
