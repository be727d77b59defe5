/** Puts the selected games into a collection, a new one or one that was made before. */
import { useEffect, useState } from 'preact/hooks'
import { attempt } from '../../state/files/library.ts'
import { clearSelection, selectedRecords } from '../../state/files/selection.ts'
import { sayHint } from '../../state/page/hint.ts'
import { collect, collectionNames, type CollectionName } from '../../state/sessions/collections.ts'
import { fill, words } from '../../words/index.ts'
import { Dialog } from '../shell/Dialog.tsx'

export function CollectDialog({ close }: { close: () => void }) {
  const [known, setKnown] = useState<readonly CollectionName[]>([])
  const [id, setId] = useState('')
  useEffect(() => void attempt(async () => setKnown(await collectionNames())), [])
  return (
    <Dialog title={words.collect} close={close}>
      <form
        class="collect"
        onSubmit={(event) => {
          event.preventDefault()
          const name = new FormData(event.currentTarget).get('name')
          void attempt(async () => {
            const into = known.find((one) => one.id === id)
            const given = into?.name ?? (typeof name === 'string' ? name : '')
            await collect(await selectedRecords(), { id: into?.id, name: given })
            clearSelection()
            close()
            sayHint(fill(words.collected, { name: given }))
          })
        }}
      >
        {known.length > 0 && (
          <label class="field">
            {words.collection}
            <select value={id} onChange={({ currentTarget }) => setId(currentTarget.value)}>
              <option value="">{words.newCollection}</option>
              {known.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.name}
                </option>
              ))}
            </select>
          </label>
        )}
        {id === '' && (
          <label class="field">
            {words.nameOfCollection}
            <input name="name" type="text" required maxLength={100} defaultValue={words.collection} />
          </label>
        )}
        <p class="quiet">{words.collectHint}</p>
        <div class="dialog-actions">
          <button type="submit" class="primary">
            {words.collect}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
