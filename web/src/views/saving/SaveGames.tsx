/** Saves many games: written by the worker, with progress, then handed over with the list of losses. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { stem } from '../../../../src/bytes/source.ts'
import { saveFile } from '../../state/files/download.ts'
import { changedRecords, noteGamesSaved } from '../../state/editing/editing.ts'
import { attempt, files, source } from '../../state/files/library.ts'
import { selected } from '../../state/files/selection.ts'
import { progress } from '../../state/files/opening.ts'
import { saveListed, saveSelected } from '../../state/files/saving.ts'
import { countOf, words } from '../../words/index.ts'
import { ask } from '../../worker/client.ts'
import type { SaveOrder, SaveOutcome, SaveTarget } from '../../worker/protocol.ts'
import { formatSize } from '../shell/format-size.ts'
import { Losses } from './Losses.tsx'

interface SaveGamesProps {
  /** The games of the list as it is arranged, those selected, or all that are open. */
  which: SaveOrder['which'] | 'selected'
  target: SaveTarget
  isCompressed: boolean
  close: () => void
}

export function SaveGames({ which, target, isCompressed, close }: SaveGamesProps) {
  const [isWriting, setIsWriting] = useState(false)
  const [outcome, setOutcome] = useState<SaveOutcome>()
  const changed = useRef(changedRecords.value)
  // The dialog may close while the worker writes.
  useEffect(() => () => void ask('cancelSaving'), [])
  const write = () =>
    void attempt(async () => {
      setIsWriting(true)
      changed.current = changedRecords.value
      progress.value = { ...progress.value, saving: 0 }
      const name = stem(files.value[0]?.name.split('/').at(-1) ?? 'games')
      const form = { format: target.id, isCompressed, name }
      if (which === 'selected') setOutcome(await saveSelected(form))
      else if (source.value.entries) setOutcome(await saveListed(form))
      else setOutcome(await ask('saveGames', { ...form, which, changed: changed.current }))
    }).then(() => setIsWriting(false))
  if (isWriting) return <Writing />
  if (!outcome) {
    return (
      <button type="button" class="primary" onClick={write}>
        {words.prepare}
      </button>
    )
  }
  return (
    <Outcome
      outcome={outcome}
      save={({ name, blob }) =>
        void attempt(async () => {
          if (!(await saveFile(name, blob))) return
          const { current } = changed
          if (!target.isReadable) return close()
          if (which === 'all') noteGamesSaved(current)
          if (which === 'selected') {
            noteGamesSaved(new Map([...current].filter(([index]) => selected.value.has(index))))
          }
          close()
        })
      }
    />
  )
}

function Writing() {
  const share = progress.value.saving
  return (
    <div class="progress" role="status">
      <span>{words.preparing}</span>
      <progress aria-label={words.preparing} value={share ?? 0} />
      <button type="button" onClick={() => void ask('cancelSaving')}>
        {words.cancel}
      </button>
    </div>
  )
}

interface OutcomeProps {
  outcome: SaveOutcome
  save: (file: NonNullable<SaveOutcome['file']>) => void
}

function Outcome({ outcome: { written, refused, losses, file }, save }: OutcomeProps) {
  return (
    <>
      <div role="status">
        {file ? (
          <p>
            {countOf('gamesWritten', written)} <strong>{file.name}</strong>{' '}
            <span class="quiet">
              {formatSize(file.blob.size)}
              {file.files > 1 && ` · ${countOf('filesTogether', file.files)}`}
            </span>
          </p>
        ) : (
          <p>{words.nothingWritten}</p>
        )}
        {refused > 0 && file && <p>{countOf('gamesRefused', refused)}</p>}
        <Losses losses={losses} none={words.lossNoneMany} />
      </div>
      {file && (
        <button type="button" class="primary" onClick={() => save(file)}>
          {words.saveFile}
        </button>
      )}
    </>
  )
}
