/** Stones and discs to put on the board in the middle of a game; while one is chosen, clicks and taps put it. */
import { Piece } from '../../board/Pieces.tsx'
import type { Colour } from '../../../../src/model/move.ts'
import { position, record } from '../../state/replay/replay.ts'
import { stoneTool, STONE_TOOLS, turnTo } from '../../state/editing/stones.ts'
import { colourWord, words } from '../../words/index.ts'

const COLOURS: readonly Colour[] = [1, 2]

export function StonePanel() {
  const { game } = record.value!
  return (
    <div class="edit-panel">
      <div class="edit-bar palette">
        <button
          type="button"
          aria-pressed={stoneTool.value === undefined}
          onClick={() => (stoneTool.value = undefined)}
        >
          {words.playMoves}
        </button>
        {STONE_TOOLS.map((tool) => {
          const name = tool === '' ? words.erase : colourWord(game, Number(tool) as Colour)
          return (
            <button
              key={tool}
              type="button"
              class={tool === '' ? undefined : 'tool'}
              aria-label={name}
              title={name}
              aria-pressed={stoneTool.value === tool}
              onClick={() => (stoneTool.value = tool)}
            >
              {tool === '' ? (
                name
              ) : (
                <svg class={`board ${game}`} viewBox="0 0 100 100" aria-hidden="true">
                  <Piece game={game} piece={tool} />
                </svg>
              )}
            </button>
          )
        })}
      </div>
      <div class="edit-bar" role="group" aria-label={words.sideToMove}>
        <span class="quiet">{words.sideToMove}</span>
        {COLOURS.map((colour) => (
          <button
            key={colour}
            type="button"
            aria-pressed={position.value?.turn === colour}
            onClick={() => turnTo(colour)}
          >
            {colourWord(game, colour)}
          </button>
        ))}
      </div>
      <p class="quiet">{words.stonesHint}</p>
    </div>
  )
}
