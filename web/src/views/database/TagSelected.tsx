/** Gives the selected games of a writable database a tag, or takes it from them. */
import { useEffect, useState } from 'preact/hooks'
import { DatabaseGames } from '../../state/database/games.ts'
import { tagGames, tagsInUse, type TagCount } from '../../state/database/labels.ts'
import { database } from '../../state/database/server.ts'
import { attempt, source } from '../../state/files/library.ts'
import { selected } from '../../state/files/selection.ts'
import { sayHint } from '../../state/page/hint.ts'
import { countOf, words } from '../../words/index.ts'
import { Dialog } from '../shell/Dialog.tsx'

export function TagSelected() {
  const [isOpen, setOpen] = useState(false)
  const isWritable = database.value?.writable === true && database.value.parts.includes('labels')
  if (!isWritable || !(source.value instanceof DatabaseGames)) return null
  return (
    <>
      <button type="button" disabled={selected.value.size === 0} onClick={() => setOpen(true)}>
        {words.tagGames} …
      </button>
      {isOpen && <TagDialog close={() => setOpen(false)} />}
    </>
  )
}

function TagDialog({ close }: { close: () => void }) {
  const [known, setKnown] = useState<readonly TagCount[]>([])
  const [name, setName] = useState('')
  useEffect(() => void attempt(async () => setKnown(await tagsInUse())), [])
  const tag = (remove: boolean) =>
    void attempt(async () => {
      const games = await tagGames(name.trim(), selected.value, remove)
      close()
      sayHint(countOf(remove ? 'gamesUntagged' : 'gamesTagged', games))
    })
  return (
    <Dialog title={words.tagGames} close={close}>
      <form
        class="collect"
        onSubmit={(event) => {
          event.preventDefault()
          tag(false)
        }}
      >
        <p class="quiet">{countOf('gamesSelected', selected.value.size)}</p>
        <label class="field">
          {words.nameOfTag}
          <input
            name="name"
            type="text"
            required
            maxLength={200}
            list="known-tags"
            autocomplete="off"
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </label>
        <datalist id="known-tags">
          {known.map((one) => (
            <option key={one.name} value={one.name} />
          ))}
        </datalist>
        <div class="dialog-actions">
          <button type="button" disabled={name.trim() === ''} onClick={() => tag(true)}>
            {words.removeTag}
          </button>
          <button type="submit" class="primary">
            {words.addTag}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
