/** The moves of opening books beside the explorer's, each book under its name. */
import type { BookMove } from '../../../../src/books/book.ts'
import { totalWeight } from '../../../../src/books/describe.ts'

import { rulesOf } from '../../../../src/rules/index.ts'
import { removeBooks } from '../../state/explorer/book-sources.ts'
import { bookAnswers, playBookMove, type BookAnswers, type ShownBook } from '../../state/explorer/books.ts'
import { pointedMove } from '../../state/explorer/explorer.ts'
import { glyphSymbol } from '../../state/replay/glyphs.ts'
import { notation, record } from '../../state/replay/replay.ts'
import { countOf, formatNumber, words } from '../../words/index.ts'
import { GlyphSign } from '../moves/MoveRow.tsx'

export function Books() {
  const answers = bookAnswers.value
  if (!answers) return null
  return (
    <>
      {answers.failure !== undefined && (
        <p class="none">
          {words.explorerFailed} <small>{answers.failure}</small>
        </p>
      )}
      {answers.books.map((book) => (
        <BookMoves key={book.name} answers={answers} book={book} />
      ))}
    </>
  )
}

function BookMoves({ answers, book }: { answers: BookAnswers; book: ShownBook }) {
  const { name, moves, unread, source } = book
  return (
    <section class="book" aria-label={name}>
      <h2>
        {words.book} <span class="book-name">{name}</span>
        {source.close && (
          <button
            type="button"
            class="close"
            aria-label={`${words.close}: ${name}`}
            onClick={() => removeBooks(source)}
          >
            ×
          </button>
        )}
      </h2>
      {moves.length === 0 ? <p class="none">{words.notInBook}</p> : <Table answers={answers} moves={moves} />}
      {unread > 0 && <p class="quiet">{countOf('unreadBookMoves', unread)}</p>}
    </section>
  )
}

function Table({ answers: { game, position }, moves }: { answers: BookAnswers; moves: readonly BookMove[] }) {
  const rules = rulesOf(game)
  const total = totalWeight(moves)
  const style = record.value?.game === game ? notation.value : undefined
  const hasWeights = moves.some(({ weight }) => weight !== undefined)
  const hasGames = moves.some(({ games }) => games !== undefined)
  return (
    <table class="explored-moves">
      <thead>
        <tr>
          <th scope="col">{words.move}</th>
          {hasWeights && (
            <>
              <th scope="col" class="number">
                {words.weight}
              </th>
              <td />
            </>
          )}
          {hasGames && (
            <>
              <th scope="col" class="number">
                {words.games}
              </th>
              <th scope="col" class="number">
                {words.draws}
              </th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {moves.map(({ move, weight, games, draws, glyph, advice }) => (
          <tr
            key={move}
            onClick={() => playBookMove(move)}
            onPointerEnter={() => (pointedMove.value = move)}
            onPointerLeave={() => (pointedMove.value = undefined)}
          >
            <th scope="row">
              <button
                type="button"
                class="move"
                onClick={(event) => {
                  event.stopPropagation()
                  playBookMove(move)
                }}
              >
                {rules.writeMove(position, move, style)}
                {glyph !== undefined && <GlyphSign symbol={glyphSymbol(glyph)} />}
              </button>
              {advice && <span class="quiet"> {words[advice === 'main' ? 'toBePlayed' : 'notToBePlayed']}</span>}
            </th>
            {hasWeights && (
              <>
                <td class="number">{weight === undefined ? '' : formatNumber(weight)}</td>
                <td>
                  {weight !== undefined && total > 0 && (
                    <>
                      <meter max={total} value={weight} />{' '}
                      {formatNumber((weight / total) * 100, { maximumFractionDigits: 0 })}%
                    </>
                  )}
                </td>
              </>
            )}
            {hasGames && (
              <>
                <td class="number">{games === undefined ? '' : formatNumber(games)}</td>
                <td class="number">{draws === undefined ? '' : formatNumber(draws)}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
