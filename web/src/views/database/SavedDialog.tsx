/** The saved searches of the database: lists one again, removes it, saves the filters that are set. */
import { useEffect, useState } from 'preact/hooks'
import { changeFilter, filter, setFilter } from '../../state/database/filter.ts'
import { database, request, requestLines } from '../../state/database/server.ts'
import { attempt } from '../../state/files/library.ts'
import { words } from '../../words/index.ts'
import { Dialog } from '../shell/Dialog.tsx'

export function SavedDialog({ close }: { close: () => void }) {
  const [saved, setSaved] = useState<readonly { name: string }[] | undefined>()
  const read = async () => setSaved(await requestLines<{ name: string }>('searches'))
  useEffect(() => void attempt(read), [])
  const change = (method: 'PUT' | 'DELETE', name: string) =>
    void attempt(async () => {
      if (method === 'DELETE' && filter.value.saved === name) changeFilter({ saved: undefined })
      await request(`searches/${encodeURIComponent(name)}`, method === 'PUT' ? filter.value : {}, { method })
      await read()
    })
  const isWritable = database.value?.writable === true
  return (
    <Dialog title={words.savedSearches} close={close}>
      <ul class="saved-searches">
        {saved?.map(({ name }) => (
          <li key={name}>
            <button
              type="button"
              class="link"
              onClick={() => {
                setFilter({ saved: name })
                close()
              }}
            >
              {name}
            </button>
            {isWritable && (
              <button
                type="button"
                aria-label={`${words.removeSaved}: ${name}`}
                title={words.removeSaved}
                onClick={() => change('DELETE', name)}
              >
                ✕
              </button>
            )}
          </li>
        ))}
      </ul>
      {saved?.length === 0 && <p class="none">{words.noSavedSearches}</p>}
      {isWritable && Object.keys(filter.value).length > 0 && (
        <form
          class="saved-new"
          onSubmit={(event) => {
            event.preventDefault()
            const typed = new FormData(event.currentTarget).get('name')
            const name = typeof typed === 'string' ? typed.trim() : ''
            if (name !== '') change('PUT', name)
            event.currentTarget.reset()
          }}
        >
          <input
            name="name"
            type="text"
            required
            maxLength={200}
            aria-label={words.searchName}
            placeholder={words.searchName}
          />
          <button type="submit" class="primary">
            {words.saveSearch}
          </button>
        </form>
      )}
    </Dialog>
  )
}
