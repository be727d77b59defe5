/** The first page: a place for files, and sample games of every kind. */
import { extension } from '../../../../src/bytes/source.ts'
import { GAMES, type Game } from '../../../../src/model/record.ts'
import { rulesOf } from '../../../../src/rules/index.ts'
import { Board } from '../../board/Board.tsx'
import { servesFiles } from '../../state/database/server.ts'
import { openSample, SAMPLES } from '../../state/files/samples.ts'
import { words } from '../../words/index.ts'
import { lazily } from './lazily.tsx'

const ServedFolder = lazily(async () => (await import('../files/ServedFolder.tsx')).ServedFolder)
const Recent = lazily(async () => (await import('./Recent.tsx')).Recent)

/** Moves to a position worth looking at, of every game. */
const SHOWN: Readonly<Record<Game, { side?: number; moves: string }>> = {
  chess: {
    moves:
      'e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7',
  },
  xiangqi: { moves: 'H2-E2 H9-G7 H0-G2 I9-H9 I0-H0 B9-C7 G3-G4 C6-C5 B0-C2 H7-H3' },
  go: { side: 9, moves: 'E5 G5 E3 C7 G3 G7 C5 D7 C3 E7 H5 H6 H4 F5 F4' },
  othello: { moves: 'f5 d6 c3 d3 c4 f4 f6 f3 e6 e7 d7 g6' },
}

export function Welcome() {
  return (
    <main class="welcome">
      {servesFiles ? <ServedFolder /> : <h1>{words.slogan}</h1>}
      <button type="button" class="drop-zone" onClick={chooseFiles}>
        <svg viewBox="0 0 48 48" aria-hidden="true">
          <path d="M24 32V8M14 18L24 8l10 10M6 30v8q0 4 4 4h28q4 0 4-4v-8" />
        </svg>
        <span>{words.welcome}</span>
        <small>{words.private}</small>
      </button>
      <Recent />
      <h2>{words.samples}</h2>
      <div class="samples">
        {GAMES.map((game) => {
          const samples = SAMPLES.filter((sample) => sample.game === game)
          const [first] = samples
          return (
            <section key={game}>
              <button type="button" class="sample-board" onClick={() => first && void openSample(first)}>
                <ShownBoard game={game} />
              </button>
              <h3>{words[game]}</h3>
              <ul>
                {samples.map((sample) => (
                  <li key={sample.address}>
                    <button class="link" type="button" title={sample.name} onClick={() => void openSample(sample)}>
                      {sample.word ? words[sample.word] : sample.name}
                    </button>{' '}
                    <small>{extension(sample.name)}</small>
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

/** Opens the browser's own choice of files, as the button in the bar does. */
function chooseFiles(): void {
  document.querySelector<HTMLInputElement>('.open-menu input')?.click()
}

function ShownBoard({ game }: { game: Game }) {
  const rules = rulesOf(game)
  const { side, moves } = SHOWN[game]
  const position = rules.start(side === undefined ? {} : { size: { columns: side, rows: side } })
  for (const text of moves.split(' ')) {
    const move = rules.readMove(position, text)
    if (move !== undefined) rules.play(position, move)
  }
  const { columns, rows } = position
  const pieces = Array.from({ length: columns * rows }, (_, square) => position.pieceAt(square))
  return (
    <Board
      game={game}
      columns={columns}
      rows={rows}
      isFlipped={false}
      pieces={pieces}
      lastMove={[]}
      marks={[]}
      label={words[game]}
    />
  )
}
