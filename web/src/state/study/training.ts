/**
 * Training of a repertoire on the board: the positions that are due, one after another, or whole lines against replies as
 * frequent as the explorer has them.
 */
import { batch, computed, signal } from '@preact/signals'
import { FormatError } from '../../../../src/issues/errors.ts'
import type { Colour, Move } from '../../../../src/model/move.ts'
import type { GameRecord } from '../../../../src/model/record.ts'
import { children } from '../../../../src/model/tree.ts'
import { cardIdOf, isCardMove, trainingCards, type TrainingCard } from '../../../../src/repertoire/cards.ts'
import { formatProgress, mergeProgress, parseProgress, type Progress } from '../../../../src/repertoire/progress.ts'
import { chooseReply } from '../../../../src/repertoire/reply.ts'
import { makeRepertoire, sidesOf } from '../../../../src/repertoire/repertoire.ts'
import { afterAnswer, type Grade } from '../../../../src/repertoire/schedule.ts'
import { dueCards, Training } from '../../../../src/repertoire/training.ts'
import { rulesOf } from '../../../../src/rules/index.ts'
import { positionAt } from '../../../../src/rules/replay.ts'
import type { Position } from '../../../../src/rules/rules.ts'
import { explorerSource } from '../explorer/explorer.ts'
import { changedRecords } from '../editing/editing.ts'
import { attempt, count, listedIndex, showGame, source } from '../files/library.ts'
import { saveFile } from '../files/download.ts'
import { goTo, isFlipped, node, notation, record } from '../replay/replay.ts'
import { askAlone, leaveQuiz, quiz, say } from './quiz.ts'
import { fill, formatNumber, words } from '../../words/index.ts'

/** The most games of a list that are trained together. */
export const MOST_TREES = 300

/** What is trained, as it is chosen in the dialog. */
export interface TrainingChoice {
  side: 'first' | 'second' | 'both'
  /** Only the lines from the position on the board on. */
  isFromHere: boolean
  /** All games of the list, not only the one on the board. */
  isWhole: boolean
}

/** A repertoire that can be trained. */
interface Trees {
  records: readonly GameRecord[]
  /** The index of each in the list; undefined for a board without a place in it. */
  places: readonly (number | undefined)[]
  cards: readonly TrainingCard[]
  sides: readonly Colour[]
}

interface Running extends Trees {
  training: Training
  /** The card that is asked, if lines are played, and those answered before; else the training says it. */
  line?: { card: TrainingCard | undefined; own: Colour; answered: Set<string> }
  /** Whether the move was shown, or another was tried. */
  isWrong: boolean
}

const running = signal<Running | undefined>(undefined)

/** How many answers were right at once, how many there were, and how many positions are left. */
export const trainingState = computed(() => {
  const known = running.value
  if (!known || !quiz.value) return undefined
  const { training, line } = known
  return { right: training.right, answered: training.answered, left: line ? undefined : training.left }
})

/** The side for which the game on the board is a repertoire. */
export function usualSide(): TrainingChoice['side'] {
  const shown = record.value
  const sides = shown ? sidesOf(makeRepertoire(shown.game, [shown])) : []
  return sides.length === 1 ? (sides[0] === 1 ? 'first' : 'second') : 'both'
}

/** Whether the list has further games that can be trained together with the one on the board. */
export const hasMoreTrees = computed(
  () => listedIndex.value !== undefined && count.value > 1 && count.value <= MOST_TREES,
)

/** The positions of a choice, with those that are due. */
export async function findCards(choice: TrainingChoice): Promise<Trees & { due: TrainingCard[]; fresh: number }> {
  const shown = record.value
  const trees = shown ? await treesOf(shown, choice) : { records: [], places: [], cards: [], sides: [] }
  const progress = await readStored()
  const due = dueCards(trees.cards, progress, { now: Date.now() })
  return { ...trees, due, fresh: due.filter(({ id }) => !progress.has(id)).length }
}

async function treesOf(shown: GameRecord, { side, isFromHere, isWhole }: TrainingChoice): Promise<Trees> {
  const sides: readonly Colour[] = side === 'both' ? [1, 2] : [side === 'first' ? 1 : 2]
  const records = [shown]
  const places = [listedIndex.value]
  if (isWhole && hasMoreTrees.value) {
    const listings = await source.value.listings(0, count.value)
    for (const { index } of listings) {
      if (index === listedIndex.value) continue
      const read = changedRecords.value.get(index) ?? (await source.value.entry(index)).record
      if (read?.game !== shown.game) continue
      records.push(read)
      places.push(index)
    }
  }
  const from = isFromHere ? positionAt(rulesOf(shown.game), shown, node.value) : undefined
  return { records, places, sides, cards: trainingCards(shown.game, records, { sides, ...(from && { from }) }) }
}

async function readStored(): Promise<Progress> {
  const { readProgress } = await import('./training-store.ts')
  return await readProgress()
}

async function store(progress: Progress): Promise<void> {
  const { writeProgress } = await import('./training-store.ts')
  await writeProgress(progress)
}

/** Asks the positions that are due. */
export async function startTraining(choice: TrainingChoice): Promise<void> {
  const { due, ...trees } = await findCards(choice)
  begin(trees, { training: new Training(due, await readStored()) })
  await askNext()
}

/** Plays lines from the position on the board, or from the start. */
export async function startLines(choice: TrainingChoice): Promise<void> {
  const at = choice.isFromHere ? node.value : 0
  const trees = await findCards(choice)
  const shown = record.value!
  const position = positionAt(rulesOf(shown.game), shown, at)
  const own = trees.sides.length === 1 ? trees.sides[0]! : position.turn
  begin(trees, { training: new Training([], await readStored()), line: { card: undefined, own, answered: new Set() } })
  await goOnLine(position)
}

function begin(
  { records, places, cards, sides }: Trees,
  rest: Pick<Running, 'training'> & Partial<Pick<Running, 'line'>>,
): void {
  running.value = { records, places, cards, sides, isWrong: false, ...rest }
}

/** Shows the card that is asked; the end of the training if there is none. */
async function askNext(): Promise<void> {
  const known = running.value
  if (!known) return
  const card = known.line ? known.line.card : known.training.card
  if (!card) return finish(words.trainingDone)
  const place = known.places[card.tree]
  if (place !== undefined && place !== listedIndex.value) await showGame(place)
  if (running.value !== known || !record.value) return
  batch(() => {
    running.value = { ...known, isWrong: false }
    if (known.sides.length === 1) isFlipped.value = known.sides[0] === 2
    askAlone({
      type: 'card',
      at: card.node,
      colour: card.colour,
      check: (move) => void attempt(() => check(card, move)),
    })
    goTo(card.node)
  })
}

/** Ends the questions; what was said last stays. */
function finish(text: string): void {
  if (!quiz.value) askAlone({ type: 'card', at: node.value, colour: 1, check: () => {} })
  say({ state: 'solved', text })
}

/** Milliseconds a right move is shown before the next position. */
const SHOWN = 600

async function check(card: TrainingCard, move: Move): Promise<void> {
  const [known, shown] = [running.value, record.value]
  // A right move is shown for a moment, in which nothing is asked.
  if (!known || !shown || quiz.value?.state === 'right') return
  const rules = rulesOf(shown.game)
  const position = positionAt(rules, shown, card.node)
  if (!isCardMove(shown.game, card, position, move)) return showMoves(card, words.wrongForRepertoire)
  const grade: Grade = known.isWrong ? 'wrong' : 'right'
  say({ state: 'right', text: undefined })
  const before = quiz.value
  const found = childWith(shown, card.node, move)
  if (found !== undefined) goTo(found)
  await keep(known, card, grade)
  setTimeout(() => {
    if (quiz.value !== before) return
    if (!known.line) return void attempt(askNext)
    rules.play(position, move)
    void attempt(() => goOnLine(position))
  }, SHOWN)
}

/** Takes an answer into the schedule and stores it. */
async function keep({ training, line }: Running, card: TrainingCard, grade: Grade): Promise<void> {
  const now = Date.now()
  if (!line) {
    const progress = training.answer(grade, now)
    if (progress) await store(new Map([[card.id, progress]]))
    return
  }
  training.answered++
  if (grade === 'right') training.right++
  // Lines come to a position again: its first answer counts.
  if (line.answered.has(card.id)) return
  line.answered.add(card.id)
  await store(new Map([[card.id, afterAnswer((await readStored()).get(card.id), grade, now)]]))
}

/** Says what the repertoire plays; the answer counts as wrong. */
export function showMoves(card = shownCard(), before = ''): void {
  const [known, shown] = [running.value, record.value]
  if (!known || !shown || !card) return
  running.value = { ...known, isWrong: true }
  const rules = rulesOf(shown.game)
  const position = positionAt(rules, shown, card.node)
  const moves = card.moves.map((move) => rules.writeMove(position, move, notation.value)).join(', ')
  if (node.value !== card.node) goTo(card.node)
  say({ state: 'unknown', text: `${before} ${fill(words.repertoirePlays, { moves })}`.trim() })
}

/** The card that is asked. */
function shownCard(): TrainingCard | undefined {
  const { line, training } = running.value ?? {}
  return line ? line.card : training?.card
}

/** Goes on with a line: the reply of the other side, and the position after it. */
async function goOnLine(position: Position): Promise<void> {
  const known = running.value
  const shown = record.value
  if (!known?.line || !shown) return
  const rules = rulesOf(shown.game)
  const at = rules.clone(position)
  const cardAt = () => known.cards.find(({ id }) => id === cardIdOf(shown.game, at))
  let card = at.turn === known.line.own ? cardAt() : undefined
  let said: string | undefined
  if (at.turn !== known.line.own) {
    const reply = await replyIn(at, known)
    if (running.value !== known) return
    if (reply) {
      const move = rules.writeMove(at, reply.move, notation.value)
      rules.play(at, reply.move)
      card = cardAt()
      if (!card) said = fill(words.replyUnanswered, { move, games: formatNumber(reply.games) })
    }
  }
  if (!card) return finish(said ?? words.lineEnds)
  running.value = { ...known, line: { ...known.line, card } }
  await askNext()
}

/** A reply as frequent as the explorer has it, or else one of the repertoire. */
async function replyIn(position: Position, { records }: Running): Promise<{ move: Move; games: number } | undefined> {
  const { game } = records[0]!
  let played: readonly { move: Move; games: number }[] = []
  if (explorerSource.value?.kinds.includes(game)) {
    played = (await explorerSource.value.explore(game, position, new AbortController().signal)).moves
  }
  if (played.length === 0) {
    played = makeRepertoire(game, records)
      .movesAt(position)
      .map((move) => ({ move, games: 1 }))
  }
  return chooseReply(played, Math.random())
}

function childWith({ nodes }: GameRecord, at: number, move: Move): number | undefined {
  const { first, next } = children(nodes)
  for (let child = first[at]!; child >= 0; child = next[child]!) if (nodes[child]!.move === move) return child
  return undefined
}

export function leaveTraining(): void {
  running.value = undefined
  leaveQuiz()
}

/** Saves the progress of everything trained in this browser as a file, which the command line reads, too. */
export async function saveProgressFile(): Promise<void> {
  await saveFile(
    'ludograph.training.json',
    new Blob([formatProgress(await readStored())], { type: 'application/json' }),
  )
}

/** Takes progress from a file; of each position the later answer counts. */
export async function loadProgressFile(file: File): Promise<void> {
  let loaded: Progress
  try {
    loaded = parseProgress(await file.text())
  } catch (error) {
    throw error instanceof FormatError ? error.at({ file: file.name }) : error
  }
  await store(mergeProgress(await readStored(), loaded))
}
