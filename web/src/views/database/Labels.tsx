/** What the user keeps beside the game on the board: tags, collections, a note. */
import { useEffect, useState } from 'preact/hooks'
import type { GameLabels } from '../../../../src/query/labels.ts'
import { DatabaseGames } from '../../state/database/games.ts'
import { saveLabels } from '../../state/database/labels.ts'
import { database, requestJson } from '../../state/database/server.ts'
import { attempt, listedIndex, source } from '../../state/files/library.ts'
import { words } from '../../words/index.ts'

export function Labels() {
  const id = listedIndex.value
  const hasLabels = database.value?.parts.includes('labels') && source.value instanceof DatabaseGames
  if (id === undefined || !hasLabels) return null
  return <LabelsOf key={id} id={id} />
}

function LabelsOf({ id }: { id: number }) {
  const [labels, setLabels] = useState<GameLabels | undefined>()
  useEffect(() => {
    void attempt(async () => setLabels(await requestJson<GameLabels>(`games/${id}/labels`)))
  }, [id])
  if (!labels) return null
  const isWritable = database.value?.writable === true
  const change = (changed: Partial<GameLabels>) =>
    void attempt(async () => setLabels(await saveLabels(id, { ...labels, ...changed })))
  const { tags, collections, note = '' } = labels
  if (!isWritable && tags.length + collections.length === 0 && note === '') return null
  return (
    <section class="labels" aria-label={words.ownLabels}>
      <Names
        title={words.ownTags}
        add={words.addTag}
        names={tags}
        change={isWritable && ((tags) => change({ tags }))}
      />
      <Names
        title={words.ownCollections}
        add={words.addToCollection}
        names={collections}
        change={isWritable && ((collections) => change({ collections }))}
      />
      {isWritable ? (
        <label>
          {words.myNote}
          <textarea
            rows={3}
            defaultValue={note}
            onChange={({ currentTarget }) => change({ note: currentTarget.value })}
          />
        </label>
      ) : (
        note !== '' && <p>{note}</p>
      )}
    </section>
  )
}

interface NamesProps {
  title: string
  add: string
  names: readonly string[]
  /** Absent where nothing can be changed. */
  change: ((names: string[]) => void) | false
}

function Names({ title, add, names, change }: NamesProps) {
  if (!change && names.length === 0) return null
  return (
    <div>
      <ul class="chips" aria-label={title}>
        {names.map((name) => (
          <li key={name}>
            {change ? (
              <button
                type="button"
                class="chip"
                title={words.removeLabel}
                onClick={() => change(names.filter((other) => other !== name))}
              >
                {name}
                <span aria-hidden="true"> ✕</span>
              </button>
            ) : (
              <span class="chip">{name}</span>
            )}
          </li>
        ))}
      </ul>
      {change && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            const typed = new FormData(event.currentTarget).get('name')
            const name = typeof typed === 'string' ? typed.trim() : ''
            if (name !== '') change([...names, name])
            event.currentTarget.reset()
          }}
        >
          <input name="name" type="text" aria-label={add} placeholder={add} maxLength={200} />
        </form>
      )}
    </div>
  )
}
