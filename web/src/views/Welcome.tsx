/** The first page: what can be done, and sample games. */
import { GAMES } from '../../../src/model/record.ts'
import { rulesOf } from '../../../src/rules/index.ts'
import { Board } from '../board/Board.tsx'
import { openSample, SAMPLES } from '../state/samples.ts'
import { words } from '../words/index.ts'

export function Welcome() {
  return (
    <main class="welcome">
      <h1>{words.slogan}</h1>
      <p>{words.welcome}</p>
      <p class="quiet">{words.private}</p>
      <h2>{words.samples}</h2>
      <div class="samples">
        {GAMES.map((game) => {
          const samples = SAMPLES.filter((sample) => sample.game === game)
          if (samples.length === 0) return null
          const { columns, rows } = rulesOf(game).start()
          return (
            <section key={game}>
              <Board
                game={game}
                columns={columns}
                rows={rows}
                isFlipped={false}
                pieces={startPieces(game)}
                lastMove={[]}
                marks={[]}
                label={`${words[game]}: ${words.start}`}
              />
              <h3>{words[game]}</h3>
              <ul>
                {samples.map((sample) => (
                  <li key={sample.name}>
                    <button class="link" type="button" onClick={() => void openSample(sample)}>
                      {sample.name}
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          )
        })}
      </div>
    </main>
  )
}

function startPieces(game: (typeof GAMES)[number]): string[] {
  const position = rulesOf(game).start()
  return Array.from({ length: position.columns * position.rows }, (_, square) => position.pieceAt(square))
}
