/** Offers changes to games of the database that were kept in the browser. */
import { continueDraft, discardDraft, offeredDrafts } from '../../state/database/drafts.ts'
import { attempt } from '../../state/files/library.ts'
import { fill, formatMoment, words } from '../../words/index.ts'
import { headline } from '../list/game-texts.ts'
import { useKeptFocus } from '../shell/use-kept-focus.ts'

/** The most drafts that are listed. */
const LISTED = 5

export function Drafts() {
  const drafts = offeredDrafts.value
  return drafts.length > 0 ? <Offer drafts={drafts} /> : null
}

function Offer({ drafts }: { drafts: typeof offeredDrafts.value }) {
  const pane = useKeptFocus({ takesFocus: false })
  return (
    <section class="notice drafts" ref={pane} tabIndex={-1} aria-label={words.draftsTitle}>
      <div>
        <p>
          <strong>{words.draftsTitle}</strong>
        </p>
        <ul>
          {drafts.slice(0, LISTED).map((draft) => {
            const title = headline(draft.record.header)
            return (
              <li key={draft.id}>
                <button type="button" class="link" onClick={() => void attempt(() => continueDraft(draft))}>
                  {title}
                </button>{' '}
                <span class="quiet">{formatMoment(draft.changed)}</span>{' '}
                <button
                  type="button"
                  class="forget"
                  aria-label={fill(words.forgetFile, { name: title })}
                  title={words.forget}
                  onClick={() => void attempt(() => discardDraft(draft))}
                >
                  ✕
                </button>
              </li>
            )
          })}
          {drafts.length > LISTED && <li>+ {drafts.length - LISTED}</li>}
        </ul>
      </div>
    </section>
  )
}
