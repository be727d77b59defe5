/** The name of the opening of the line on the board. */
import { openingName } from '../../state/replay/opening-name.ts'

export function OpeningName() {
  const opening = openingName.value
  if (!opening) return null
  const text = [opening.code, opening.name].filter(Boolean).join(' ')
  return (
    <p class="opening-name" title={text}>
      {text}
    </p>
  )
}
