/** Begins and ends the search for a shape that is marked on the board. */
import { explorerSource } from '../../state/explorer/explorer.ts'
import { isChoosingArea, toggleChoosing } from '../../state/patterns/area.ts'
import { position } from '../../state/replay/replay.ts'
import { words } from '../../words/index.ts'

export function ShapeButton() {
  if (!explorerSource.value?.shapes || !position.value) return null
  return (
    <button
      type="button"
      class="position-filter"
      aria-pressed={isChoosingArea.value}
      title={words.markArea}
      onClick={toggleChoosing}
    >
      {words.searchShape}
    </button>
  )
}
