/** A training: the cards that are due, one after another, until each of them was answered right. */
import type { TrainingCard } from './cards.ts'
import type { Progress } from './progress.ts'
import { afterAnswer, type CardProgress, type Grade } from './schedule.ts'

/** What is trained. */
export interface TrainingOptions {
  /** The time, in milliseconds since 1970. */
  now: number
  /** Cards that were never answered are added up to this number, 20 by default. */
  newCards?: number
}

/** The cards that are due, those due longest first, then new ones in the order of the repertoire. */
export function dueCards(
  cards: readonly TrainingCard[],
  progress: Progress,
  { now, newCards = 20 }: TrainingOptions,
): TrainingCard[] {
  const due = cards
    .filter(({ id }) => (progress.get(id)?.due ?? Infinity) <= now)
    .sort((one, other) => progress.get(one.id)!.due - progress.get(other.id)!.due)
  const fresh = cards.filter(({ id }) => !progress.has(id)).slice(0, newCards)
  return [...due, ...fresh]
}

/** After how many other cards a card that was answered wrong is asked again. */
const AGAIN_AFTER = 3

/** A training. The first answer of each card counts for its schedule; a wrong one is asked again until it is right. */
export class Training {
  private readonly queue: TrainingCard[]
  private readonly known: Map<string, CardProgress>
  private readonly graded = new Set<string>()
  /** Cards answered right at once, and all that were answered. */
  right = 0
  answered = 0

  /** @param cards those that are asked, in this order */
  constructor(cards: readonly TrainingCard[], progress: Progress) {
    this.queue = [...cards]
    this.known = new Map(progress)
  }

  /** The card that is asked; undefined when there is none left. */
  get card(): TrainingCard | undefined {
    return this.queue[0]
  }

  /** How many cards are left, that which is asked included. */
  get left(): number {
    return this.queue.length
  }

  /** What is known of all cards now. */
  get progress(): Progress {
    return this.known
  }

  /**
   * Takes the answer to the card and goes on to the next one. Returns the new progress of the card if this was its first
   * answer. @param now in milliseconds since 1970
   */
  answer(grade: Grade, now: number): CardProgress | undefined {
    const card = this.queue.shift()
    if (!card) throw new TypeError('no card is asked')
    if (grade === 'wrong') this.queue.splice(Math.min(AGAIN_AFTER, this.queue.length), 0, card)
    if (this.graded.has(card.id)) return undefined
    this.graded.add(card.id)
    this.answered++
    if (grade !== 'wrong') this.right++
    const progress = afterAnswer(this.known.get(card.id), grade, now)
    this.known.set(card.id, progress)
    return progress
  }
}
