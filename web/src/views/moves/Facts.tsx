/** What is known about the game, and the issues found while reading it. */
import { describeIssue, describePlace, type Issue } from '../../../../src/issues/index.ts'
import type { Header } from '../../../../src/model/record.ts'
import { entry, listedIndex } from '../../state/files/library.ts'
import { fileOf } from '../../state/list/names.ts'
import { record } from '../../state/replay/replay.ts'
import { countOf, fill, formatDate, formatNumber, messages, words, type Word } from '../../words/index.ts'
import { resultText } from '../list/game-texts.ts'
import { parts } from '../shell/served.ts'

export function Facts() {
  const header = record.value?.header
  if (!header) return null
  const issues = entry.value?.issues ?? []
  const Labels = parts.value?.Labels
  return (
    <div class="facts">
      <dl>
        {factsOf(header).map(([word, value]) => (
          <div key={word}>
            <dt>{words[word]}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {Labels && <Labels />}
      {header.about !== undefined && <p class="about">{header.about}</p>}
      {issues.length > 0 && (
        <details class="issues">
          <summary>{countOf('remarks', issues.length)}</summary>
          <ul>
            {issues.map((issue, index) => (
              <li key={index} class={issue.severity}>
                {describeIssue(issue, messages.value)} <small>{originOf(issue)}</small>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

/** The id of an issue and its place, for those who examine the file. */
function originOf({ id, place }: Issue): string {
  return place ? `${id} · ${describePlace(place, messages.value)}` : id
}

/** The facts in a header, in reading order. */
function factsOf(header: Header): [Word, string][] {
  const { event, result, rules, perfectScore: perfect } = header
  const others = header.players.filter(({ role, name }) => role === 'participant' && name !== undefined)
  const game = listedIndex.value
  const facts: [Word, string | number | undefined][] = [
    ['title', header.title],
    ['event', event?.name],
    ['site', header.place ?? event?.site],
    ['date', header.date && formatDate(header.date)],
    ['round', header.roundText ?? header.round],
    ['result', resultText(record.value!.game, result)],
    ['perfectScore', perfect && fill(words.perfectFrom, { score: perfect.score, empty: perfect.emptySquares })],
    ['openingFact', [header.openingCode, header.openingName, header.variationName].filter(Boolean).join(' ')],
    ['timeControl', header.timeControl?.text],
    ['rules', rules?.name],
    ['komi', rules?.komi],
    ['handicap', rules?.handicap],
    ['alsoTookPart', others.map(({ name, title }) => [title, name].filter(Boolean).join(' ')).join(', ')],
    ['annotator', header.annotator],
    ['recorder', header.recorder],
    ['file', game === undefined ? undefined : fileOf(game)?.name],
  ]
  return facts.flatMap(([word, value]): [Word, string][] =>
    value === undefined || value === '' ? [] : [[word, typeof value === 'number' ? formatNumber(value) : value]],
  )
}
