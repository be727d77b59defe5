/** What can be done with the selected games. */
import { useState } from 'preact/hooks'
import { openSave } from '../../state/page/dialogs.ts'
import { clearSelection, selectAll, selected } from '../../state/files/selection.ts'
import { countOf, words } from '../../words/index.ts'
import { parts } from '../shell/served.ts'
import { lazily } from '../shell/lazily.tsx'
import { LIST, useKeptFocus } from '../shell/use-kept-focus.ts'

const CollectDialog = lazily(async () => (await import('./CollectDialog.tsx')).CollectDialog)

export function SelectionBar() {
  const bar = useKeptFocus<HTMLDivElement>({ takesFocus: false, home: LIST })
  const [isCollecting, setCollecting] = useState(false)
  const { size } = selected.value
  const { RemoveSelected: Remove, TagSelected: Tag } = parts.value ?? {}
  return (
    <div class="selection" role="group" aria-label={words.selection} ref={bar} tabIndex={-1}>
      <span role="status">{countOf('gamesSelected', size)}</span>
      <button type="button" onClick={() => void selectAll()}>
        {words.selectAll}
      </button>
      <button type="button" disabled={size === 0} onClick={openSave}>
        {words.save}
      </button>
      <button type="button" disabled={size === 0} onClick={() => setCollecting(true)}>
        {words.collect} …
      </button>
      {Tag && <Tag />}
      {Remove && size > 0 && <Remove key={size} />}
      <button type="button" aria-label={words.endSelecting} title={words.endSelecting} onClick={clearSelection}>
        ✕
      </button>
      {isCollecting && <CollectDialog close={() => setCollecting(false)} />}
    </div>
  )
}
