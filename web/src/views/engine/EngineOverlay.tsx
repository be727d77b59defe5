/** What the engine found, drawn over the board: arrows, candidates with their values, and whose each point will be. */
import type { EvaluatedLine } from '../../../../src/model/annotation.ts'
import { isPass, isPlacement, moveFrom, moveTo } from '../../../../src/model/move.ts'
import { winningChance } from '../../../../src/engines/winning-chance.ts'
import { centre, UNIT, viewBoxOf, type Geometry } from '../../board/geometry.ts'
import { foundHere, isAnalysing } from '../../state/engines/analysis.ts'
import { evaluationText } from '../../state/replay/evaluations.ts'
import { position, record } from '../../state/replay/replay.ts'
import { formatNumber } from '../../words/index.ts'

export function EngineOverlay(geometry: Geometry) {
  const [found, stands] = [foundHere.value, position.value]
  if (!isAnalysing.value || !found || !stands || record.value?.game !== geometry.game) return null
  const { lines = [], ownership } = found
  const best = lossOf(lines[0], lines[0])
  return (
    <svg class={`board ${geometry.game} over`} viewBox={viewBoxOf(geometry)} aria-hidden="true">
      {ownership?.map((owner, square) => {
        const size = Math.abs(owner) * 0.5 * UNIT
        if (size < 10) return null
        const { x, y } = centre(geometry, square)
        const side = owner > 0 ? 'owned black' : 'owned white'
        return <rect key={square} class={side} x={x - size / 2} y={y - size / 2} width={size} height={size} />
      })}
      {lines
        .map((line, index) => (
          <Candidate key={index} geometry={geometry} line={line} tone={toneOf(index, lossOf(line, lines[0]) - best)} />
        ))
        .reverse()}
    </svg>
  )
}

/** Winning chance that a line loses against the best; undefined values count as nothing lost. */
function lossOf(line: EvaluatedLine | undefined, best: EvaluatedLine | undefined): number {
  const { game } = record.value!
  const [own, other] = [line && winningChance(game, line), best && winningChance(game, best)]
  return own === undefined || other === undefined ? 0 : Math.abs(other - own)
}

/** The best move is told from those nearly as good and those that lose much. */
function toneOf(index: number, loss: number): string {
  return index === 0 ? 'best' : loss < 0.05 ? 'good' : loss < 0.15 ? 'fair' : 'poor'
}

function Candidate({ geometry, line, tone }: { geometry: Geometry; line: EvaluatedLine; tone: string }) {
  const [move] = line.moves
  if (move === undefined || isPass(move)) return null
  const to = centre(geometry, moveTo(move))
  if (isPlacement(move)) {
    const texts = textsOf(geometry.game, line)
    return (
      <g class={`candidate ${tone}`}>
        <circle cx={to.x} cy={to.y} r="44" />
        {texts.map((text, index) => (
          <text
            key={index}
            x={to.x}
            y={to.y + (texts.length === 1 ? 12 : index === 0 ? 2 : 26)}
            text-anchor="middle"
            font-size={index === 0 ? 32 : 24}
          >
            {text}
          </text>
        ))}
      </g>
    )
  }
  const from = centre(geometry, moveFrom(move))
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  const [alongX, alongY] = [(to.x - from.x) / length, (to.y - from.y) / length]
  const neck = { x: to.x - alongX * 42, y: to.y - alongY * 42 }
  const head = `M${to.x - alongX * 4} ${to.y - alongY * 4}L${neck.x - alongY * 27} ${neck.y + alongX * 27}L${neck.x + alongY * 27} ${neck.y - alongX * 27}Z`
  return (
    <g class={`candidate ${tone}`}>
      <path class="shaft" d={`M${from.x + alongX * 24} ${from.y + alongY * 24}L${neck.x} ${neck.y}`} />
      <path class="head" d={head} />
    </g>
  )
}

/** What stands on a candidate: the chance to win of the side to move, and the playouts; or the value. */
function textsOf(game: Geometry['game'], line: EvaluatedLine): string[] {
  const { winrate, visits } = line
  if (winrate === undefined) return [evaluationText(line, game) ?? ''].filter((text) => text !== '')
  const own = position.value?.turn === 2 ? 1 - winrate : winrate
  const chance = formatNumber(100 * own, { maximumFractionDigits: 0 })
  return visits === undefined ? [chance] : [chance, formatNumber(visits, { notation: 'compact' })]
}
