/** Progress, and what could not be opened. */
import { errorOf } from '../../../../src/issues/index.ts'
import { failure } from '../../state/files/library.ts'
import { asIncoming } from '../../state/files/incoming.ts'
import { addFiles, cancelOpening, isBusy, skippedCount, progress, refused } from '../../state/files/opening.ts'
import { countOf, explain, formatName, words } from '../../words/index.ts'
import { Details } from './Details.tsx'

export function Notices() {
  return (
    <div class="notices" role="status">
      {isBusy.value && <Reading />}
      {(refused.value.length > 0 || skippedCount.value > 0) && <Refused />}
      <Failure />
    </div>
  )
}

/** What went wrong; in the notices of the page, and in a dialog in front of them. */
export function Failure() {
  if (failure.value === undefined) return null
  return (
    <div class="notice">
      <div>
        <p>
          <strong>{words.failed}</strong> {words.failedHint}
        </p>
        <Details text={failure.value} />
      </div>
      <Dismiss act={() => (failure.value = undefined)} />
    </div>
  )
}

function Reading() {
  const share = progress.value.reading
  return (
    <div class="progress">
      <span>{words.readingFiles}</span>
      <progress aria-label={words.readingFiles} {...(share === undefined ? {} : { value: share })} />
      <button type="button" onClick={cancelOpening}>
        {words.stopReading}
      </button>
    </div>
  )
}

/** The largest number of files named; a folder may have thousands that cannot be read. */
const MOST_NAMED = 5

function Refused() {
  const files = refused.value
  return (
    <div class="notice">
      <ul>
        {files.slice(0, MOST_NAMED).map(({ name, reason, format, missing, error }) => (
          <li key={name}>
            <strong>{name}</strong> {words[reason]} {missing ?? (format && formatName(format))}{' '}
            {(reason === 'lacking' || reason === 'part') && <AddFiles beside={name} />}
            {error && <Details text={explain(errorOf(error))} />}
          </li>
        ))}
        {files.length > MOST_NAMED && (
          <li>
            <Details text={files.slice(MOST_NAMED).map(({ name }) => name)} title={`+ ${files.length - MOST_NAMED}`} />
          </li>
        )}
        {skippedCount.value > 0 && <li>{countOf('filesSkipped', skippedCount.value)}</li>}
      </ul>
      <Dismiss
        act={() => {
          refused.value = []
          skippedCount.value = 0
        }}
      />
    </div>
  )
}

function AddFiles({ beside }: { beside: string }) {
  return (
    <label class="button">
      {words.addFiles}
      <input
        type="file"
        multiple
        class="hidden-input"
        onChange={({ currentTarget }) => void addFiles(asIncoming(currentTarget.files ?? []), beside)}
      />
    </label>
  )
}

function Dismiss({ act }: { act: () => void }) {
  return (
    <button type="button" onClick={act}>
      {words.dismiss}
    </button>
  )
}
