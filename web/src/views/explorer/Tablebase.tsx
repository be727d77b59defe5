/** How the position on the board ends with best play, and what each move leads to, by a tablebase. */
import { chess } from '../../../../src/rules/chess/index.ts'
import { opposite, type Category, type TablebaseAnswer } from '../../../../src/tablebases/tablebase.ts'
import { playTablebaseMove, shownTablebase, type ShownTablebase } from '../../state/database/tablebase.ts'
import { pointedMove } from '../../state/explorer/explorer.ts'
import { notation, record } from '../../state/replay/replay.ts'
import { formatNumber, words } from '../../words/index.ts'

const RESULTS = {
  loss: 'endsLoss',
  'maybe-loss': 'endsMaybeLoss',
  'blessed-loss': 'endsBlessedLoss',
  draw: 'endsDraw',
  unknown: 'endsUnknown',
  'cursed-win': 'endsCursedWin',
  'maybe-win': 'endsMaybeWin',
  win: 'endsWin',
} as const satisfies Record<Category, keyof typeof words>

export function Tablebase() {
  const shown = shownTablebase.value
  if (!shown || (shown.answer?.category === 'unknown' && shown.answer.moves.length === 0)) return null
  return (
    <section class="tablebase" aria-label={words.tablebase}>
      <h2>
        {words.tablebase} <span class="book-name">{shown.name}</span>
      </h2>
      {shown.failure !== undefined && (
        <p class="none">
          {words.tablebaseFailed} <small>{shown.failure}</small>
        </p>
      )}
      {shown.answer && <Answer shown={shown} answer={shown.answer} />}
    </section>
  )
}

function Answer({
  shown: { position },
  answer: { moves, ...facts },
}: {
  shown: ShownTablebase
  answer: TablebaseAnswer
}) {
  const style = record.value?.game === 'chess' ? notation.value : undefined
  return (
    <>
      <p role="status">
        {words[position.turn === 1 ? 'white' : 'black']}: {words[RESULTS[facts.category]]}
        {DISTANCES.map(
          (name) =>
            facts.category !== 'draw' &&
            facts[name] !== undefined && (
              <>
                {' · '}
                <abbr title={words[name]}>{name.toUpperCase()}</abbr> {formatNumber(Math.abs(facts[name]))}
              </>
            ),
        )}
      </p>
      {moves.length > 0 && (
        <table class="explored-moves">
          <thead>
            <tr>
              <th scope="col">{words.move}</th>
              <th scope="col">{words.results}</th>
              {DISTANCES.map((name) => (
                <th key={name} scope="col" class="number" title={words[name]}>
                  {name.toUpperCase()}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {moves.map(({ move, category, ...distances }) => (
              <tr
                key={move}
                onClick={() => playTablebaseMove(move)}
                onPointerEnter={() => (pointedMove.value = move)}
                onPointerLeave={() => (pointedMove.value = undefined)}
              >
                <th scope="row">
                  <button
                    type="button"
                    class="move"
                    onClick={(event) => {
                      event.stopPropagation()
                      playTablebaseMove(move)
                    }}
                  >
                    {chess.writeMove(position, move, style)}
                  </button>
                </th>
                <td class="ending">{words[RESULTS[opposite(category)]]}</td>
                {DISTANCES.map((name) => (
                  <td key={name} class="number">
                    {category === 'draw' || distances[name] === undefined
                      ? ''
                      : formatNumber(Math.abs(distances[name]))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

const DISTANCES = ['dtz', 'dtm'] as const
