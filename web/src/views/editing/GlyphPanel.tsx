/** Buttons for the glyphs of the move on the board. */
import { toggleGlyph } from '../../../../src/model/notes-edit.ts'
import { writeNotes } from '../../state/editing/edit-actions.ts'
import { glyphSymbol, glyphWord } from '../../state/replay/glyphs.ts'
import { node, record } from '../../state/replay/replay.ts'
import { words } from '../../words/index.ts'
import { GlyphSign } from '../moves/MoveRow.tsx'

/** The glyphs offered, by PGN number: of the move, of the position, and others. */
const OFFERED: readonly (readonly number[])[] = [
  [1, 2, 3, 4, 5, 6, 7],
  [10, 13, 14, 15, 16, 17, 18, 19],
  [22, 36, 40, 44, 132, 146],
]

export function GlyphPanel() {
  const glyphs = record.value?.nodes[node.value]?.glyphs ?? []
  return (
    <div class="edit-panel">
      {OFFERED.map((row) => (
        <div key={row[0]} class="edit-bar">
          {row.map((nag) => {
            const word = glyphWord(nag)
            const name = word ? words[word] : glyphSymbol(nag)
            return (
              <button
                key={nag}
                type="button"
                class="tool glyph"
                aria-label={name}
                title={name}
                aria-pressed={glyphs.some((glyph) => glyph.nag === nag)}
                onClick={() => writeNotes(node.value, { glyphs: toggleGlyph(glyphs, nag) })}
              >
                <GlyphSign symbol={glyphSymbol(nag)} />
              </button>
            )
          })}
        </div>
      ))}
    </div>
  )
}
