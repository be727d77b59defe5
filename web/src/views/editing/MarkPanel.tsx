/** Tools for marks on the board; if one is selected, clicks and taps draw. */
import {
  clearMarks,
  hasPaints,
  markTool,
  MARK_TOOLS,
  paint,
  PAINTS,
  type MarkTool,
  type Paint,
} from '../../state/editing/tools.ts'
import { node, record } from '../../state/replay/replay.ts'
import { words, type Word } from '../../words/index.ts'

const TOOLS: Readonly<Record<MarkTool, { word: Word; path: string }>> = {
  colour: { word: 'markColour', path: 'M4 4h16v16H4z' },
  circle: { word: 'markCircle', path: 'M12 4a8 8 0 1 0 .1 0z' },
  square: { word: 'markSquare', path: 'M6 6h12v12H6z' },
  triangle: { word: 'markTriangle', path: 'M12 4l8 14H4z' },
  cross: { word: 'markCross', path: 'M6 6l12 12M18 6L6 18' },
  label: { word: 'markLabel', path: 'M5 20l7-16 7 16M8 14h8' },
  number: { word: 'markNumber', path: 'M8 8l4-4v16M8 20h8' },
  arrow: { word: 'markArrow', path: 'M5 19L19 5M10 5h9v9' },
}

const PAINT_WORDS: Readonly<Record<Paint, Word>> = { green: 'green', red: 'paintRed', yellow: 'yellow', blue: 'blue' }

export function MarkPanel() {
  const hasMarks = (record.value?.nodes[node.value]?.marks ?? []).length > 0
  return (
    <div class="edit-panel">
      <div class="edit-bar">
        <button type="button" aria-pressed={markTool.value === undefined} onClick={() => (markTool.value = undefined)}>
          {words.playMoves}
        </button>
        {MARK_TOOLS.map((tool) => {
          const { word, path } = TOOLS[tool]
          return (
            <button
              key={tool}
              type="button"
              class={tool === 'colour' ? 'tool filled' : 'tool'}
              aria-label={words[word]}
              title={words[word]}
              aria-pressed={markTool.value === tool}
              onClick={() => (markTool.value = tool)}
            >
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path d={path} />
              </svg>
            </button>
          )
        })}
      </div>
      <div class="edit-bar">
        {hasPaints.value &&
          PAINTS.map((name) => (
            <button
              key={name}
              type="button"
              class={`tool paint ${name}`}
              aria-label={words[PAINT_WORDS[name]]}
              title={words[PAINT_WORDS[name]]}
              aria-pressed={paint.value === name}
              onClick={() => (paint.value = name)}
            />
          ))}
        <button type="button" disabled={!hasMarks} onClick={clearMarks}>
          {words.clearMarks}
        </button>
      </div>
      <p class="quiet">{words.markHint}</p>
    </div>
  )
}
