/** The area in which a shape is searched, drawn over the board. */
import { centre, UNIT, viewBoxOf, type Geometry } from '../../board/geometry.ts'
import { area, isChoosingArea, loosened, squareAtPlace } from '../../state/patterns/area.ts'
import { position } from '../../state/replay/replay.ts'

export function AreaOverlay(geometry: Geometry) {
  const [marked, stands] = [area.value, position.value]
  if (!marked || !stands) return null
  const { game } = geometry
  const corners = [
    centre(geometry, squareAtPlace(game, stands, marked.left, marked.top)),
    centre(geometry, squareAtPlace(game, stands, marked.right, marked.bottom)),
  ]
  const [left, right] = corners.map(({ x }) => x).sort((one, other) => one - other) as [number, number]
  const [top, bottom] = corners.map(({ y }) => y).sort((one, other) => one - other) as [number, number]
  return (
    <svg class={`board ${game} over`} viewBox={viewBoxOf(geometry)} aria-hidden="true">
      <rect
        class={isChoosingArea.value ? 'area choosing' : 'area'}
        x={left - UNIT / 2}
        y={top - UNIT / 2}
        width={right - left + UNIT}
        height={bottom - top + UNIT}
        rx="12"
      />
      {[...loosened.value].map(([square, kind]) => {
        const { x, y } = centre(geometry, square)
        return (
          <g key={square} class={`loosened ${kind}`}>
            <circle cx={x} cy={y} r="34" />
            <text x={x} y={y + 18} text-anchor="middle" font-size="52">
              {kind === 'any' ? '?' : kind === 'black' ? 'x' : 'o'}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
