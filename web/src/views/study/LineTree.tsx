/** A tree of moves as nested lists, each move leading to its position; long lines are written in one. */
import { Fragment } from 'preact'
import { useState } from 'preact/hooks'
import type { Game } from '../../../../src/model/record.ts'
import type { TreeMove } from '../../state/database/studies.ts'
import { fill, formatNumber } from '../../words/index.ts'
import { studyWords } from '../../words/study/index.ts'
import { lineAddress, percent } from './lines.ts'

/** Levels of branches that are open at first. */
const OPEN_LEVELS = 2

interface LineTreeProps {
  game: Game
  moves: readonly TreeMove[]
  /** The moves before, as programs write them. */
  before?: readonly string[]
  level?: number
}

export function LineTree({ game, moves, before = [], level = 0 }: LineTreeProps) {
  return (
    <ul class="line-tree">
      {moves.map((move) => (
        <Branch key={move.uci} game={game} first={move} before={before} level={level} />
      ))}
    </ul>
  )
}

function Branch({
  game,
  first,
  before,
  level,
}: {
  game: Game
  first: TreeMove
  before: readonly string[]
  level: number
}) {
  const [isOpen, setOpen] = useState(level < OPEN_LEVELS)
  // Moves without alternatives go on in the same line.
  const line = [first]
  while (line.at(-1)!.moves.length === 1) line.push(line.at(-1)!.moves[0]!)
  const last = line.at(-1)!
  const path = [...before, ...line.map(({ uci }) => uci)]
  return (
    <li>
      {last.moves.length > 0 && (
        <button
          type="button"
          class="disclosure"
          aria-expanded={isOpen}
          aria-label={line.map(({ san }) => san).join(' ')}
          onClick={() => setOpen(!isOpen)}
        />
      )}
      <Line game={game} line={line} before={before} />
      {isOpen && last.moves.length > 0 && <LineTree game={game} moves={last.moves} before={path} level={level + 1} />}
    </li>
  )
}

function Line({ game, line, before }: { game: Game; line: readonly TreeMove[]; before: readonly string[] }) {
  const [first] = line
  const opening = line.findLast((move) => move.opening)?.opening
  return (
    <>
      {line.map(({ san, uci }, step) => {
        const ply = before.length + step
        const number = ply % 2 === 0 ? `${ply / 2 + 1}. ` : step === 0 ? `${(ply + 1) / 2}… ` : ''
        const path = [...before, ...line.slice(0, step + 1).map((move) => move.uci)]
        return (
          <Fragment key={uci + ply}>
            <a href={lineAddress(game, path)}>
              {number}
              {san}
            </a>{' '}
          </Fragment>
        )
      })}
      <span class="quiet">
        {formatNumber(first!.games)} ({percent(first!.share)})
        {first!.score !== undefined && ` · ${percent(first!.score)}`}
        {first!.recent > 0 && ` · ${fill(studyWords.recent, { n: first!.recent })}`}
        {opening && ` · ${[opening.eco, opening.name].filter(Boolean).join(' ')}`}
      </span>
    </>
  )
}
