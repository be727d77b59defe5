/** A graph along the main line: a click or the slider below it goes to the move. */
import type { ComponentChildren } from 'preact'
import { goTo, writtenMoves } from '../../state/replay/replay.ts'
import { words } from '../../words/index.ts'

/** Units of the drawing, which is as wide as there is room. */
export const WIDTH = 400
export const HEIGHT = 80

interface GameGraphProps<Point extends { node: number }> {
  /** The points of the graph, in the order of the game. */
  points: readonly Point[]
  /** The last point on the way to the move on the board. */
  current: Point | undefined
  /** The place of a point along the width. */
  x: (point: Point) => number
  /** The point at a place along the width. */
  at: (x: number) => Point
  /** What the graph shows, for those who do not see it. */
  label: string
  describe: (point: Point) => string
  caption: string
  children: ComponentChildren
}

export function GameGraph<Point extends { node: number }>(props: GameGraphProps<Point>) {
  const { points, current, x, at, label, describe, caption, children } = props
  const choose = (event: MouseEvent & { currentTarget: SVGSVGElement }) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    goTo(at(((event.clientX - left) / width) * WIDTH).node)
  }
  return (
    <figure class="graph">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" onClick={choose}>
        {children}
        {current && <path class="here" d={`M${x(current)} 0V${HEIGHT}`} />}
      </svg>
      <label>
        <span class="unseen">{label}</span>
        <input
          type="range"
          min={0}
          max={points.length - 1}
          value={current ? points.indexOf(current) : 0}
          aria-valuetext={current && describe(current)}
          onInput={({ currentTarget }) => goTo(points[currentTarget.valueAsNumber]!.node)}
        />
      </label>
      <figcaption class="quiet">{caption}</figcaption>
    </figure>
  )
}

/** The move of a node, with its number. */
export function numberedMove(node: number): string {
  const move = writtenMoves.value[node]
  return move ? `${move.number} ${move.text}` : words.start
}
