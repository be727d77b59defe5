/** The events of the database. */
import { parseDate } from '../../../../src/model/date.ts'
import type { ListedEvent } from '../../state/database/people.ts'
import { addressOf } from '../../state/page/route.ts'
import { formatDate, formatNumber, words } from '../../words/index.ts'
import { NameList } from './NameList.tsx'

export function Events() {
  return (
    <NameList<ListedEvent>
      part="events"
      title={words.events}
      head={
        <tr>
          <th scope="col">{words.event}</th>
          <th scope="col" class="wide">
            {words.site}
          </th>
          <th scope="col" class="wide">
            {words.game}
          </th>
          <th scope="col" class="number">
            {words.date}
          </th>
          <th scope="col" class="number">
            {words.games}
          </th>
        </tr>
      }
      line={(event) => (
        <tr key={event.name}>
          <th scope="row">
            <a href={addressOf(['events', event.name])}>{event.name}</a>
          </th>
          <td class="wide quiet">{event.site}</td>
          <td class="wide quiet">{event.kinds.map((game) => words[game]).join(', ')}</td>
          <td class="number">{dateText(event.firstDate)}</td>
          <td class="number">{formatNumber(event.games)}</td>
        </tr>
      )}
    />
  )
}

/** A date from the server in local form. */
export function dateText(date: string | undefined): string | undefined {
  const parsed = date === undefined ? undefined : parseDate(date)
  return parsed && formatDate(parsed)
}
