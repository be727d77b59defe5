/**
 * Questions to the reader, answered on the board: the problems of wei7 and SGF, whose answers are the moves after
 * them, the training questions of ChessBase, which are about the move they are attached to, and the moves that lost most by
 * the evaluations of the game, for which a better one is to be found.
 */
import { computed, effect, signal } from '@preact/signals'
import type { Evaluation, Training } from '../../../../src/model/annotation.ts'
import { isPlacement, moveFrom, movePromotion, moveTo, type Colour, type Move } from '../../../../src/model/move.ts'
import type { GameRecord } from '../../../../src/model/record.ts'
import { children } from '../../../../src/model/tree.ts'
import { positionAt } from '../../../../src/rules/replay.ts'
import { rulesOf } from '../../../../src/rules/index.ts'
import { inLanguage } from '../replay/comment-language.ts'
import { goTo, node, notation, position, record } from '../replay/replay.ts'
import { isTimeline } from '../replay/timeline.ts'
import { loadEngines } from '../engines/start.ts'
import { fill, formatNumber, words, type Word } from '../../words/index.ts'
import { sgfProblems } from './sgf-problem.ts'
import { alternatives, lossAgainst, mistakes, TOLERANCE, type Mistake } from './mistakes.ts'

/** A question, and its node. */
export type Question =
  | { type: 'problem'; at: number; colour: Colour; right?: ReadonlySet<number> }
  | { type: 'training'; at: number; answer: number; training: Training }
  | { type: 'guess'; at: number; colour: Colour }
  /** A position of a repertoire; `check` takes the answer. */
  | { type: 'card'; at: number; colour: Colour; check: (move: Move) => void }
  | ({ type: 'mistake' } & Mistake)

export interface Quiz {
  record: GameRecord
  questions: readonly Question[]
  /** The index of the current question. */
  index: number
  /** The node at which a move is expected. */
  at: number
  state: 'asking' | 'right' | 'wrong' | 'unknown' | 'waiting' | 'solved' | 'shown'
  /** The author's comment on the answer. */
  text?: string | undefined
  /** Hints shown. */
  hints: number
  /** Moves of the game guessed at once, and all that were asked; for guessing only. */
  guessed: { right: number; all: number; isSecondTry: boolean }
  /** Points by question, so that a question answered again earns nothing more. */
  earned: ReadonlyMap<number, number>
}

/** What is said of an answer. */
export const VERDICTS: Readonly<Record<Quiz['state'], Word>> = {
  asking: 'findTheMove',
  right: 'rightGoOn',
  wrong: 'wrongMove',
  unknown: 'otherMove',
  waiting: 'engineThinks',
  solved: 'solved',
  shown: 'solutionShown',
}

/** Time a right move is shown before the reply, in milliseconds. */
const REPLY_DELAY = 700

/** Glyphs of moves that fail: mistake, blunder, dubious. */
const BAD: ReadonlySet<number> = new Set([2, 4, 6])

const running = signal<Quiz | undefined>(undefined)

/** The current question, if any. */
export const quiz = computed(() => (running.value?.record === record.value ? running.value : undefined))
/** The question itself. */
export const question = computed(() => quiz.value?.questions[quiz.value.index])

/** The problems of a record of Go from SGF. */
export const problems = computed(() => (record.value ? sgfProblems(record.value) : []))

const questions = computed<readonly Question[]>(() => [
  ...problems.value.map((problem) => ({ type: 'problem' as const, ...problem })),
  ...(record.value?.nodes ?? []).flatMap(({ annotations, parent }, index) =>
    (annotations ?? []).flatMap((annotation): Question[] => {
      if (annotation.type === 'problem') return [{ type: 'problem', at: index, colour: annotation.colour }]
      if (annotation.type !== 'training') return []
      return [{ type: 'training', at: Math.max(0, parent), answer: index, training: annotation }]
    }),
  ),
  ...mistakes.value.map((mistake) => ({ type: 'mistake' as const, ...mistake })),
])

export const hasQuestions = computed(() => questions.value.length > 0)

export function startQuiz(): void {
  isTimeline.value = false
  put(0, new Map())
}

/** Asks for every move of the side to move, from the one on the board to the end of its line. */
export function startGuessing(): void {
  const [shown, stands] = [record.value, position.value]
  if (!shown || !stands) return
  askAlone({ type: 'guess', at: node.value, colour: stands.turn })
}

/** Asks one question about the game on the board. */
export function askAlone(asked: Question): void {
  if (!record.value) return
  isTimeline.value = false
  running.value = {
    record: record.value,
    questions: [asked],
    index: 0,
    at: asked.at,
    state: 'asking',
    hints: 0,
    guessed: { right: 0, all: 0, isSecondTry: false },
    earned: new Map(),
  }
}

/** Says what came of an answer. */
export function say(news: Pick<Quiz, 'state' | 'text'>): void {
  if (quiz.value) running.value = { ...quiz.value, ...news }
}

export function leaveQuiz(): void {
  running.value = undefined
}

export function nextQuestion(): void {
  const { index, earned } = quiz.value!
  put(index + 1, earned)
}

/** Restarts the question. */
export function retry(): void {
  const { index, earned } = quiz.value!
  put(index, earned)
}

function put(index: number, earned: Quiz['earned']): void {
  if (question.value?.type === 'guess') {
    goTo(question.value.at)
    return startGuessing()
  }
  const found = questions.value[index]
  if (!found || !record.value) return
  running.value = {
    record: record.value,
    questions: questions.value,
    index,
    at: found.at,
    state: 'asking',
    hints: 0,
    guessed: { right: 0, all: 0, isSecondTry: false },
    earned,
  }
  goTo(found.at)
}

export function showHint(): void {
  running.value = { ...quiz.value!, hints: quiz.value!.hints + 1 }
}

/** Shows the solution: the last node of the answer. */
export function showSolution(): void {
  const asked = question.value!
  // Of a game that is guessed, only the next move is given away.
  if (asked.type === 'guess') return goOnFrom(childrenOf(record.value!.nodes, quiz.value!.at)[0], false)
  if (asked.type === 'mistake') return showBetter(asked)
  running.value = { ...quiz.value!, state: 'shown' }
  goTo(asked.type === 'training' ? asked.answer : rightEnd(asked.at))
}

/** Handles a move played on the board as the answer. */
export function answer(move: Move): void {
  const asked = question.value
  const { state } = quiz.value ?? {}
  if (!asked || (state !== 'asking' && state !== 'right' && state !== 'unknown')) return
  // If the user navigated elsewhere, go back to the question first.
  if (node.value !== quiz.value!.at) return goTo(quiz.value!.at)
  if (asked.type === 'training') answerTraining(asked, move)
  else if (asked.type === 'guess') answerGuess(move)
  else if (asked.type === 'card') asked.check(move)
  else if (asked.type === 'mistake') void answerMistake(asked, move)
  else answerProblem(move)
}

/** A move is right that loses little, by the record or else by an engine. */
async function answerMistake(asked: Mistake, move: Move): Promise<void> {
  const shown = record.value!
  const say = (news: Pick<Quiz, 'state'> & { text?: string }) => {
    running.value = { ...quiz.value!, text: undefined, ...news }
  }
  if (isSame(shown.nodes[asked.answer]!.move ?? -1, move)) {
    return say({ state: 'unknown', text: fill(words.mistakePlayed, { loss: percent(asked.loss) }) })
  }
  const known = alternatives(shown, asked).find((other) => isSame(other.move, move))
  let loss = known?.loss
  if (loss === undefined) {
    say({ state: 'waiting' })
    const before = quiz.value
    const value = await engineValue(shown, asked.at, move)
    if (quiz.value !== before) return
    loss = value && lossAgainst(asked, value)
    if (loss === undefined) return say({ state: 'unknown', text: words.valueUnknown })
  }
  const text = fill(words.moveLoses, { loss: percent(loss) })
  if (loss > TOLERANCE) return say({ state: 'unknown', text })
  say({ state: 'solved', text })
  if (known?.node !== undefined) goTo(known.node)
}

async function engineValue(shown: GameRecord, at: number, move: Move): Promise<Evaluation | undefined> {
  try {
    await loadEngines()
    const { valueAfter } = await import('../engines/answers.ts')
    return await valueAfter(shown, at, move)
  } catch {
    // An engine that fails knows as little as none.
    return undefined
  }
}

/** Shows the best other move: on the board if the record has it, otherwise as text. */
function showBetter(asked: Mistake): void {
  const [best] = alternatives(record.value!, asked)
  const { game } = record.value!
  const text = best
    ? fill(words.betterWas, {
        move: rulesOf(game).writeMove(positionAt(rulesOf(game), record.value!, asked.at), best.move, notation.value),
      })
    : words.valueUnknown
  running.value = { ...quiz.value!, state: 'shown', text }
  goTo(best?.node ?? asked.at)
}

const percent = (chance: number) => formatNumber(chance, { style: 'percent', maximumFractionDigits: 0 })

/** The move of the game is right; one of its variations or another is not it, and can be tried again. */
function answerGuess(move: Move): void {
  const { nodes } = record.value!
  const [next] = childrenOf(nodes, quiz.value!.at)
  const { guessed } = quiz.value!
  if (next !== undefined && isSame(nodes[next]!.move ?? -1, move)) return goOnFrom(next, !guessed.isSecondTry)
  running.value = { ...quiz.value!, state: 'unknown', text: undefined, guessed: { ...guessed, isSecondTry: true } }
}

/** Plays the move asked for and the reply, and asks for the one after that. */
function goOnFrom(found: number | undefined, isRight: boolean): void {
  if (found === undefined) return
  const { nodes } = record.value!
  const { guessed } = quiz.value!
  const counted = { right: guessed.right + (isRight ? 1 : 0), all: guessed.all + 1, isSecondTry: false }
  const [reply] = childrenOf(nodes, found)
  const isOver = reply === undefined || childrenOf(nodes, reply).length === 0
  goTo(found)
  const state = isOver ? 'solved' : isRight ? 'right' : 'asking'
  running.value = { ...quiz.value!, state, text: textOf(found), at: reply ?? found, guessed: counted }
  if (reply !== undefined) later(() => goTo(reply))
}

function answerTraining({ answer, training }: Extract<Question, { type: 'training' }>, move: Move): void {
  const played = record.value!.nodes[answer]!.move
  const { solutions } = training
  const found = solutions.find((solution) => isSame(solution.move, move))
  // Authors also include wrong moves with an explanation; those earn nothing.
  const isPointless = found !== undefined && !found.points && solutions.some(({ points }) => points)
  const isPlayed = played !== undefined && isSame(played, move)
  const isRight = found ? !isPointless : solutions.length === 0 && isPlayed
  const said = found && inLanguage(found.texts)
  if (!isRight) {
    const text = said ?? inLanguage(training.texts.filter(({ role }) => role === 'wrong'))
    running.value = { ...quiz.value!, state: 'unknown', text }
    return
  }
  const { index, earned } = quiz.value!
  const all = new Map(earned).set(index, found?.points ?? training.points ?? 0)
  running.value = { ...quiz.value!, state: 'solved', text: said, earned: all }
  if (isPlayed) goTo(answer)
}

function answerProblem(move: Move): void {
  const { nodes } = record.value!
  const { first } = children(nodes)
  const { at } = quiz.value!
  const found = childrenOf(nodes, at).find((child) => isSame(nodes[child]!.move ?? -1, move))
  if (found === undefined) {
    running.value = { ...quiz.value!, state: 'unknown', text: undefined }
    return
  }
  goTo(found)
  const text = textOf(found)
  if (!isRight(found)) {
    running.value = { ...quiz.value!, state: 'wrong', text }
    // The refutation is shown after the move that it refutes.
    const refutation = first[found]!
    if (refutation < 0) return
    later(() => {
      goTo(refutation)
      const texts = [text, textOf(refutation)].filter((said) => said !== undefined)
      running.value = { ...quiz.value!, text: texts.join('\n') }
    })
    return
  }
  const replies = childrenOf(nodes, found)
  const reply = replies.find(isRight) ?? replies[0] ?? -1
  if (reply < 0) {
    running.value = { ...quiz.value!, state: 'solved', text }
    return
  }
  running.value = { ...quiz.value!, state: 'right', text, at: reply }
  later(() => {
    goTo(reply)
    if (first[reply]! < 0) running.value = { ...quiz.value!, state: 'solved', text: textOf(reply) ?? text }
  })
}

/** Does something after a move was shown, unless the user went on meanwhile. */
function later(act: () => void): void {
  const before = quiz.value
  setTimeout(() => {
    if (before && quiz.value === before) act()
  }, REPLY_DELAY)
}

function childrenOf(nodes: GameRecord['nodes'], at: number): number[] {
  const { first, next } = children(nodes)
  const found: number[] = []
  for (let child = first[at]!; child >= 0; child = next[child]!) found.push(child)
  return found
}

/** Whether a move answers the problem that is asked: what its author marks so, or does not mark as bad. */
function isRight(at: number): boolean {
  const asked = question.value
  if (asked?.type === 'problem' && asked.right) return asked.right.has(at)
  return record.value!.nodes[at]!.glyphs?.some(({ nag }) => BAD.has(nag)) !== true
}

/** The end of the right answer to a problem: its first line without a bad move. */
function rightEnd(from: number): number {
  const { nodes } = record.value!
  let at = from
  while (true) {
    const next = childrenOf(nodes, at).find((child) => nodes[child]!.move !== undefined && isRight(child))
    if (next === undefined) return at
    at = next
  }
}

function textOf(index: number): string | undefined {
  return record.value!.nodes[index]!.comments?.map(({ text }) => text).join('\n')
}

/** Whether two moves go from the same square to the same. A stone's colour need not be named. */
function isSame(left: Move, right: Move): boolean {
  if (left < 0 || isPlacement(left) !== isPlacement(right)) return false
  if (moveTo(left) !== moveTo(right)) return false
  return isPlacement(left) || (moveFrom(left) === moveFrom(right) && movePromotion(left) === movePromotion(right))
}

// Another game ends the questions of this one.
effect(() => {
  if (running.value && running.value.record !== record.value) running.value = undefined
})
