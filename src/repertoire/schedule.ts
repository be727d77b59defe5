/**
 * When a position is asked again: the Free Spaced Repetition Scheduler (FSRS, of the package ts-fsrs) with its published
 * weights, without steps of minutes and without chance, so that equal answers have equal schedules.
 */
import { createEmptyCard, fsrs, Rating, State, type Card } from 'ts-fsrs'

/** How an answer went: wrong; right after a hint; right. */
export type Grade = 'wrong' | 'hinted' | 'right'

/** What is known of a card that was answered. */
export interface CardProgress {
  /** When it is asked again, in milliseconds since 1970. */
  due: number
  /** When it was answered last, in milliseconds since 1970. */
  last: number
  /** Days after which it will be remembered with a probability of 90%. */
  stability: number
  /** From 1 to 10. */
  difficulty: number
  /** How often it was answered, and how often it had been forgotten. */
  answers: number
  lapses: number
}

const RATINGS = { wrong: Rating.Again, hinted: Rating.Hard, right: Rating.Good } as const

const scheduler = fsrs({ enable_fuzz: false, enable_short_term: false })

/** The progress of a card after an answer. @param now in milliseconds since 1970 */
export function afterAnswer(progress: CardProgress | undefined, grade: Grade, now: number): CardProgress {
  // A clock that was set back must not make an interval negative.
  const date = new Date(Math.max(now, progress?.last ?? 0))
  const { card } = scheduler.next(progress ? cardOf(progress) : createEmptyCard(date), date, RATINGS[grade])
  return {
    due: card.due.getTime(),
    last: date.getTime(),
    stability: card.stability,
    difficulty: card.difficulty,
    answers: card.reps,
    lapses: card.lapses,
  }
}

function cardOf({ due, last, stability, difficulty, answers, lapses }: CardProgress): Card {
  return {
    due: new Date(due),
    last_review: new Date(last),
    stability,
    difficulty,
    reps: answers,
    lapses,
    state: State.Review,
    scheduled_days: 0,
    learning_steps: 0,
    elapsed_days: 0,
  }
}
