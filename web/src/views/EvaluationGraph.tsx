/** The evaluations of the main line as a graph: a click goes to the move. */
import { pathTo } from '../../../src/model/tree.ts'
import { evaluationText, graphPoints, type GraphPoint } from '../state/replay/evaluations.ts'
import { goTo, node, record, writtenMoves } from '../state/replay/replay.ts'
import { colourWord, countOf, fill, words } from '../words/index.ts'

const WIDTH = 400
const HEIGHT = 80

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
  const choose = (event: MouseEvent & { currentTarget: SVGSVGElement }) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const ply = from + ((event.clientX - left) / width) * plies
    goTo(points.reduce((best, point) => (Math.abs(point.ply - ply) < Math.abs(best.ply - ply) ? point : best)).node)
  }
  return (
    <figure class="graph">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" onClick={choose}>
        <path class="area" d={`M${x(points[0]!)} ${HEIGHT}L${curve}V${HEIGHT}Z`} />
        <path class="zero" d={`M0 ${HEIGHT / 2}H${WIDTH}`} />
        <path class="curve" d={`M${curve}`} />
        {current && <path class="here" d={`M${x(current)} 0V${HEIGHT}`} />}
      </svg>
      <label>
        <span class="unseen">{words.evaluations}</span>
        <input
          type="range"
          min={0}
          max={points.length - 1}
          value={current ? points.indexOf(current) : 0}
          aria-valuetext={current && describe(current)}
          onInput={({ currentTarget }) => goTo(points[currentTarget.valueAsNumber]!.node)}
        />
      </label>
      <figcaption class="quiet">
        {current ? describe(current) : countOf('evaluated', points.length)} · {legend()}
      </figcaption>
    </figure>
  )
}

function describe({ node, evaluation }: GraphPoint): string {
  const move = writtenMoves.value[node]
  const text = evaluationText(evaluation, record.value!.game) ?? ''
  return `${move ? `${move.number} ${move.text}` : words.start}: ${text}`
}

function legend(): string {
  return fill(words.aboveIsBetter, { colour: colourWord(record.value!.game, 1) })
}
