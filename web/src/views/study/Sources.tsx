/** The files that the games of a database came from. */
import { useState } from 'preact/hooks'
import type { ListedSource } from '../../state/database/studies.ts'
import { database, request, requestLines } from '../../state/database/server.ts'
import { refreshAfterChange } from '../../state/database/view.ts'
import { addressOf } from '../../state/page/route.ts'
import { countOf, fill, formatMoment, formatNumber, words } from '../../words/index.ts'
import { studyWords } from '../../words/study/index.ts'
import { Answered } from '../database/Answered.tsx'
import { useAnswer } from '../database/use-answer.ts'
import { formatSize } from '../shell/format-size.ts'
import { Failed } from './Failed.tsx'
import { useAction } from './use-action.ts'

export function Sources() {
  const [time, setTime] = useState(0)
  const awaited = useAnswer(`sources ${time}`, (signal) =>
    requestLines<ListedSource>('sources', { max: 100_000 }, signal),
  )
  const removing = useAction()
  const remove = ({ id, path, games }: ListedSource) => {
    if (!confirm(fill(studyWords.removeQuestion, { name: path, games: countOf('gamesHere', games) }))) return
    void removing.run(async () => {
      await request(`sources/${id}`, {}, { method: 'DELETE' })
      await refreshAfterChange()
      setTime(Date.now())
    })
  }
  return (
    <>
      <p class="quiet">{studyWords.sourcesHint}</p>
      <Failed action={removing} />
      <Answered awaited={awaited}>
        {(sources) =>
          sources.length === 0 ? (
            <p class="none">{studyWords.noSources}</p>
          ) : (
            <div class="table-box">
              <table class="plain">
                <thead>
                  <tr>
                    <th scope="col">{words.file}</th>
                    <th scope="col" class="number">
                      {words.games}
                    </th>
                    <th scope="col" class="number">
                      {studyWords.damaged}
                    </th>
                    <th scope="col">{studyWords.imported}</th>
                    <th scope="col">
                      <span class="unseen">{studyWords.removeSource}</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {sources.map((source) => (
                    <tr key={source.id}>
                      <th scope="row">
                        <a href={addressOf(['games'], { source: source.path })}>{source.path}</a>{' '}
                        <span class="quiet">
                          {source.format} · {formatSize(source.size)}
                        </span>
                      </th>
                      <td class="number">{formatNumber(source.games)}</td>
                      <td class="number">{source.damaged > 0 ? formatNumber(source.damaged) : ''}</td>
                      <td class="quiet">{formatMoment(Date.parse(source.imported))}</td>
                      <td class="number">
                        <button
                          type="button"
                          disabled={!database.value?.writable || removing.isRunning}
                          aria-label={`${studyWords.removeSource}: ${source.path}`}
                          onClick={() => remove(source)}
                        >
                          {studyWords.removeSource} …
                        </button>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Answered>
    </>
  )
}
