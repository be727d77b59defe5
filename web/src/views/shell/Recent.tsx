/** What was open last, on the first page: to be continued or forgotten. */
import { useEffect, useState } from 'preact/hooks'
import { asIncoming } from '../../state/files/incoming.ts'
import { attempt } from '../../state/files/library.ts'
import { openSave } from '../../state/page/dialogs.ts'
import {
  continueSession,
  continueWith,
  discardChanges,
  forgetSessions,
  readRecentSessions,
  recentSessions,
  type RecentSession,
} from '../../state/sessions/sessions.ts'
import { countOf, fill, formatMoment, words } from '../../words/index.ts'

export function Recent() {
  useEffect(() => void attempt(readRecentSessions), [])
  const recent = recentSessions.value ?? []
  if (recent.length === 0) return null
  return (
    <section class="recent">
      <h2>{words.continueTitle}</h2>
      <ul>
        {recent.map((session) => (
          <RecentLine key={session.id} session={session} />
        ))}
      </ul>
      <p class="quiet">
        {words.keptHere}{' '}
        <button type="button" class="link" onClick={() => void attempt(() => forgetSessions())}>
          {words.forgetAll}
        </button>
      </p>
    </section>
  )
}

function RecentLine({ session }: { session: RecentSession }) {
  const [isMissing, setIsMissing] = useState(false)
  const { id, files, games, opened, unsaved } = session
  const [first] = files
  const name = first!.path
    .split('/')
    .at(-1)!
    .replace(/\.collection\.jsonl$/, '')
  const save = async () => {
    if (await continueSession(id)) openSave()
    else setIsMissing(true)
  }
  const title = files.length > 1 ? `${name} + ${files.length - 1}` : name
  return (
    <li>
      <button
        type="button"
        class="link"
        title={files.map(({ path }) => path).join('\n')}
        onClick={() =>
          void attempt(async () => {
            if (!(await continueSession(id))) setIsMissing(true)
          })
        }
      >
        {title}
      </button>
      <span class="quiet">{countOf('gamesHere', games)}</span>
      <span class="quiet">{formatMoment(opened)}</span>
      {unsaved > 0 && (
        <>
          <strong class="unsaved">{words.unsaved}</strong>
          <button type="button" onClick={() => void attempt(save)}>
            {words.saveChanges}
          </button>
          <button type="button" onClick={() => void attempt(() => discardChanges(id))}>
            {words.discardChanges}
          </button>
        </>
      )}
      <button
        type="button"
        class="forget"
        aria-label={fill(words.forgetFile, { name: title })}
        title={words.forget}
        onClick={() => void attempt(() => forgetSessions([id]))}
      >
        ✕
      </button>
      {isMissing && (
        <label class="button">
          {words.chooseAgain}
          <input
            type="file"
            multiple
            class="hidden-input"
            onChange={({ currentTarget }) => {
              const chosen = asIncoming(currentTarget.files ?? [])
              if (chosen.length > 0) void attempt(() => continueWith(session, chosen))
            }}
          />
        </label>
      )}
    </li>
  )
}
