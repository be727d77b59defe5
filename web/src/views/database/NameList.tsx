/** A page of names in the database with a search field, used for players and events. */
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { requestLines } from '../../state/database/server.ts'
import { goToView, route } from '../../state/page/route.ts'
import { words } from '../../words/index.ts'
import { useAnswer } from './use-answer.ts'

/** Lines per request. */
const PAGE = 100

/** Milliseconds without a key before the list is requested. */
const PAUSE = 200

interface NameListProps<Line> {
  part: 'players' | 'events'
  title: string
  /** The heads of the columns. */
  head: ComponentChildren
  line: (line: Line) => ComponentChildren
}

export function NameList<Line>({ part, title, head, line }: NameListProps<Line>) {
  const { name = '' } = route.value.query
  const [pages, setPages] = useState(1)
  useEffect(() => setPages(1), [name])
  // One extra line shows whether there are more.
  const { answer, failure, isWaiting } = useAnswer(
    `${name}/${pages}`,
    (signal) => requestLines<Line>(part, { name, max: pages * PAGE + 1 }, signal),
    PAUSE,
  )
  const lines = answer?.slice(0, pages * PAGE) ?? []
  return (
    <main class="names">
      <header>
        <h1>{title}</h1>
        <input
          type="search"
          aria-label={words.findName}
          placeholder={words.findName}
          defaultValue={name}
          onInput={({ currentTarget: { value } }) => goToView([part], { name: value.trim() }, false)}
        />
      </header>
      {failure !== undefined ? (
        <p class="none" role="alert">
          {words.failed} <small>{failure.message}</small>
        </p>
      ) : lines.length > 0 ? (
        <div class="table-box">
          <table class={isWaiting ? 'asking' : undefined} aria-busy={isWaiting}>
            <thead>{head}</thead>
            <tbody>{lines.map(line)}</tbody>
          </table>
        </div>
      ) : (
        <p class="none" role="status">
          {isWaiting ? words.loading : name === '' ? words.emptyDatabase : words.nobodyFound}
        </p>
      )}
      {answer && answer.length > lines.length && (
        <button type="button" disabled={isWaiting} onClick={() => setPages(pages + 1)}>
          {words.showMore}
        </button>
      )}
    </main>
  )
}
