/** Groups of games that are likely the same, and merging those that surely are. */
import { useState } from 'preact/hooks'
import type { DuplicateGroup } from '../../state/database/studies.ts'
import { inOrder } from '../../../../src/query/found-game.ts'
import { database, request, requestLines } from '../../state/database/server.ts'
import { refreshAfterChange } from '../../state/database/view.ts'
import { sayHint } from '../../state/page/hint.ts'
import { addressOf } from '../../state/page/route.ts'
import { studyCount, studyWords } from '../../words/study/index.ts'
import { words } from '../../words/index.ts'
import { Answered } from '../database/Answered.tsx'
import { dateText } from '../database/Events.tsx'
import { useAnswer } from '../database/use-answer.ts'
import { Failed } from './Failed.tsx'
import { useAction } from './use-action.ts'

/** Groups that are listed at first, and more at each click. */
const PAGE = 50

const REASONS = {
  'same moves, players and date': 'sameAll',
  'same moves and players': 'samePlayers',
  'same moves': 'sameMoves',
} as const satisfies Record<DuplicateGroup['reason'], keyof typeof studyWords>

export function Duplicates() {
  const [asked, setAsked] = useState({ max: PAGE, time: 0 })
  const awaited = useAnswer(JSON.stringify(asked), (signal) =>
    requestLines<DuplicateGroup>('duplicates', { max: asked.max + 1 }, signal),
  )
  const merging = useAction()
  const merge = async () => {
    if (!confirm(studyWords.mergeQuestion)) return
    await merging.run(async () => {
      const response = await request('duplicates', {}, { method: 'POST' })
      const { removed } = (await response.json()) as { removed: number }
      sayHint(studyCount('merged', removed))
      await refreshAfterChange()
      setAsked({ max: PAGE, time: Date.now() })
    })
  }
  return (
    <Answered awaited={awaited}>
      {(groups) =>
        groups.length === 0 ? (
          <p class="none">{studyWords.noDuplicates}</p>
        ) : (
          <>
            <p>{studyWords.duplicatesHint}</p>
            {database.value?.writable && groups.some(({ reason }) => REASONS[reason] === 'sameAll') && (
              <p>
                <button type="button" disabled={merging.isRunning} onClick={() => void merge()}>
                  {studyWords.mergeSure} …
                </button>
              </p>
            )}
            <Failed action={merging} />
            <div class="cards">
              {groups.slice(0, asked.max).map((group) => (
                <Group key={group.games.map(({ id }) => id).join(' ')} group={group} />
              ))}
            </div>
            {groups.length > asked.max && (
              <button type="button" onClick={() => setAsked({ ...asked, max: asked.max + PAGE })}>
                {words.showMore}
              </button>
            )}
          </>
        )
      }
    </Answered>
  )
}

function Group({ group: { reason, games, keep, withOtherNotes } }: { group: DuplicateGroup }) {
  return (
    <section class="card">
      <h2>{studyWords[REASONS[reason]]}</h2>
      <table class="plain">
        <tbody>
          {games.map((game) => (
            <tr key={game.id}>
              <th scope="row">
                <a href={addressOf(['games'], { id: String(game.id) })}>
                  {inOrder(game)
                    .map((player) => player?.name ?? words.unknownPlayer)
                    .join(' – ')}
                </a>{' '}
                {game.id === keep && <span class="kind tag">{studyWords.keep}</span>}
                {withOtherNotes.includes(game.id) && <small>{studyWords.otherNotes}</small>}
              </th>
              <td class="quiet short">{dateText(game.date)}</td>
              <td class="quiet">{game.source}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
