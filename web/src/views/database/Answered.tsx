/** A view that waits for the server: that it waits, what went wrong, or the answer. */
import type { ComponentChildren } from 'preact'
import { words } from '../../words/index.ts'
import type { Awaited } from './use-answer.ts'

interface AnsweredProps<Answer> {
  awaited: Awaited<Answer>
  children: (answer: Answer) => ComponentChildren
}

export function Answered<Answer>({ awaited: { answer, failure, isWaiting }, children }: AnsweredProps<Answer>) {
  if (failure !== undefined) {
    return (
      <p class="none" role="alert">
        {failure.isRefusal ? words.notInDatabase : failure.message}
      </p>
    )
  }
  if (answer === undefined) return <p class="none">{words.loading}</p>
  return (
    <div class={isWaiting ? 'asking' : undefined} aria-busy={isWaiting}>
      {children(answer)}
    </div>
  )
}
