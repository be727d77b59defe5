/** One line about the game; it leads to the details. */
import { entry, listedIndex } from '../../state/files/library.ts'
import { nameOfGame } from '../../state/list/names.ts'
import { chooseTab } from '../../state/page/tabs.ts'
import { record } from '../../state/replay/replay.ts'
import { countOf, formatDate } from '../../words/index.ts'
import { headline, resultText } from '../list/game-texts.ts'

export function TitleLine() {
  const header = record.value?.header
  if (!header) return null
  const { event, place, date, result } = header
  const title = headline(header, listedIndex.value === undefined ? undefined : nameOfGame(listedIndex.value))
  const about = [event?.name, place ?? event?.site, date && formatDate(date), resultText(record.value!.game, result)]
  const text = about.filter((part) => part !== undefined && part !== '' && part !== title).join(' · ')
  const issues = entry.value?.issues.length ?? 0
  return (
    <header class="title-line">
      <h1 title={title}>{title}</h1>
      <p class="quiet" title={text}>
        {text}
      </p>
      {issues > 0 && (
        <button type="button" class="link" onClick={() => chooseTab('details')}>
          {countOf('remarks', issues)}
        </button>
      )}
    </header>
  )
}
