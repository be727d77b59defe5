/** Names that count as one player, and those that probably should. */
import type { Alias, SuggestedAlias } from '../../state/database/studies.ts'
import { useState } from 'preact/hooks'
import { database, request, requestLines } from '../../state/database/server.ts'
import { refreshAfterChange } from '../../state/database/view.ts'
import { addressOf } from '../../state/page/route.ts'
import { countOf } from '../../words/index.ts'
import { studyCount, studyWords } from '../../words/study/index.ts'
import { Answered } from '../database/Answered.tsx'
import { useAnswer } from '../database/use-answer.ts'
import { Failed } from './Failed.tsx'
import { useAction } from './use-action.ts'

/** Suggestions that are listed. */
const MOST = 200

export function Names() {
  const [time, setTime] = useState(0)
  const suggested = useAnswer(`suggested ${time}`, (signal) =>
    requestLines<SuggestedAlias>('aliases', { suggested: 'true', max: MOST }, signal),
  )
  const joined = useAnswer(`joined ${time}`, (signal) => requestLines<Alias>('aliases', { max: 10_000 }, signal))
  const action = useAction()
  const change = (act: () => Promise<unknown>) =>
    void action.run(async () => {
      await act()
      await refreshAfterChange()
      setTime(Date.now())
    })
  const path = (name: string) => `aliases/${encodeURIComponent(name)}`
  const isFixed = !database.value?.writable || action.isRunning
  return (
    <>
      <Failed action={action} />
      <section class="card">
        <h2>{studyWords.suggested}</h2>
        <p class="quiet">{studyWords.suggestedHint}</p>
        <Answered awaited={suggested}>
          {(names) =>
            names.length === 0 ? (
              <p class="none">{studyWords.noSuggestions}</p>
            ) : (
              <NameTable
                names={names}
                note={(alias) => `${countOf('gamesHere', alias.games)} · ${reasonOf(alias)}`}
                isFixed={isFixed}
                verb={studyWords.join}
                act={({ name, player }) => change(() => request(path(name), { player }, { method: 'PUT' }))}
              />
            )
          }
        </Answered>
      </section>
      <section class="card">
        <h2>{studyWords.joined}</h2>
        <Answered awaited={joined}>
          {(names) =>
            names.length === 0 ? (
              <p class="none">{studyWords.noJoined}</p>
            ) : (
              <NameTable
                names={names}
                isFixed={isFixed}
                verb={studyWords.separate}
                act={({ name }) => change(() => request(path(name), {}, { method: 'DELETE' }))}
              />
            )
          }
        </Answered>
      </section>
    </>
  )
}

function reasonOf({ reason, shared = 0 }: SuggestedAlias): string {
  if (reason === 'same games') return studyCount('sameGames', shared)
  return reason === 'team before' ? studyWords.teamBefore : studyWords.sameWords
}

interface NameTableProps<Name extends Alias> {
  names: readonly Name[]
  note?: (alias: Name) => string
  isFixed: boolean
  verb: string
  act: (alias: Name) => void
}

function NameTable<Name extends Alias>({ names, note, isFixed, verb, act }: NameTableProps<Name>) {
  return (
    <div class="table-box">
      <table class="plain">
        <tbody>
          {names.map((alias) => (
            <tr key={`${alias.name}/${alias.player}`}>
              <th scope="row">
                <a href={addressOf(['games'], { player: alias.name })}>{alias.name}</a>
              </th>
              <td class="quiet">{studyWords.countsAs}</td>
              <td>
                <a href={addressOf(['players', alias.player])}>{alias.player}</a>
              </td>
              {note && <td class="quiet">{note(alias)}</td>}
              <td class="number">
                <button
                  type="button"
                  disabled={isFixed}
                  aria-label={`${verb}: ${alias.name}, ${alias.player}`}
                  onClick={() => act(alias)}
                >
                  {verb}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
