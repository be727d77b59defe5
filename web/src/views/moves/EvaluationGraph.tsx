/** The evaluations of the main line as a graph. */
import { pathTo } from '../../../../src/model/tree.ts'
import { evaluationText, graphPoints, type GraphPoint } from '../../state/replay/evaluations.ts'
import { node, record } from '../../state/replay/replay.ts'
import { colourWord, countOf, fill, words } from '../../words/index.ts'
import { GameGraph, HEIGHT, numberedMove, WIDTH } from './GameGraph.tsx'

export function EvaluationGraph() {
  const points = graphPoints.value
  const shown = record.value
  if (!shown || points.length === 0) return null
  const from = points[0]!.ply
  const plies = points.at(-1)!.ply - from
  const x = ({ ply }: GraphPoint) => ((ply - from) / plies) * WIDTH
  const y = ({ height }: GraphPoint) => HEIGHT / 2 - (height * (HEIGHT - 6)) / 2
  const curve = points.map((point) => `${x(point).toFixed(1)} ${y(point).toFixed(1)}`).join('L')
  const path = new Set([0, ...pathTo(shown.nodes, node.value)])
  const current = points.findLast((point) => path.has(point.node))
  const at = (place: number) => {
    const ply = from + (place / WIDTH) * plies
    return points.reduce((best, point) => (Math.abs(point.ply - ply) < Math.abs(best.ply - ply) ? point : best))
  }
  const caption = current ? describe(current) : countOf('evaluated', points.length)
  return (
    <GameGraph {...{ points, current, x, at, describe }} label={words.evaluations} caption={`${caption} · ${legend()}`}>
      <path class="area" d={`M${x(points[0]!)} ${HEIGHT}L${curve}V${HEIGHT}Z`} />
      <path class="zero" d={`M0 ${HEIGHT / 2}H${WIDTH}`} />
      <path class="curve" d={`M${curve}`} />
    </GameGraph>
  )
}

function describe({ node, evaluation }: GraphPoint): string {
  return `${numberedMove(node)}: ${evaluationText(evaluation, record.value!.game) ?? ''}`
}

function legend(): string {
  return fill(words.aboveIsBetter, { colour: colourWord(record.value!.game, 1) })
}
