/** What is drawn over the pieces: shapes, letters, arrows, territory. */
import type { Mark } from '../../../src/model/annotation.ts'
import { centre, UNIT, type Geometry, type Point } from './geometry.ts'

/** Colours by their names in records; an unknown colour is drawn as the default one. */
const PAINTS: Readonly<Record<string, string>> = {
  green: '#2e9e4f',
  red: '#d0342c',
  yellow: '#e3b505',
  blue: '#2f6fd6',
  orange: '#e07b00',
  cyan: '#12a4b8',
  magenta: '#b03ab0',
}

const USUAL_PAINT = '#1d7fd1'

function paintOf({ paint }: Mark): string {
  return PAINTS[paint ?? ''] ?? USUAL_PAINT
}

/** Marks below the pieces: coloured squares and dimmed points. */
export function marksBelow(geometry: Geometry, marks: readonly Mark[]) {
  return marks.map((mark, key) => {
    const { x, y } = centre(geometry, mark.at)
    const corner = { x: x - UNIT / 2, y: y - UNIT / 2, width: UNIT, height: UNIT }
    if (mark.shape === 'colour') return <rect key={key} {...corner} fill={paintOf(mark)} opacity="0.55" />
    return null
  })
}

/** Marks above the pieces. */
export function marksAbove(geometry: Geometry, marks: readonly Mark[], pieces: readonly string[]) {
  return marks.map((mark, key) => {
    const at = centre(geometry, mark.at)
    const hasPiece = (pieces[mark.at] ?? '') !== ''
    const isOnBlack = pieces[mark.at] === '1'
    const isPlain = geometry.game === 'go' && mark.paint === undefined && mark.to === undefined
    const colour = isPlain ? (isOnBlack ? '#ffffff' : '#1c1a17') : paintOf(mark)
    return (
      <g key={key} class="mark" style={{ color: colour }}>
        {shape(geometry, mark, at, hasPiece, isOnBlack)}
      </g>
    )
  })
}

function shape(geometry: Geometry, mark: Mark, { x, y }: Point, hasPiece: boolean, isDark: boolean) {
  switch (mark.shape) {
    case 'circle':
      return <circle class="line" cx={x} cy={y} r="30" />
    case 'square':
      return <rect class="line" x={x - 25} y={y - 25} width="50" height="50" />
    case 'triangle':
      return <path class="line" d={`M${x} ${y - 32}L${x + 28} ${y + 18}H${x - 28}Z`} />
    case 'cross':
      return <path class="line" d={`M${x - 22} ${y - 22}l44 44m0 -44l-44 44`} />
    case 'selected':
      return <rect class="line" x={x - 44} y={y - 44} width="88" height="88" rx="10" />
    case 'dot':
      return <circle class="filled" cx={x} cy={y} r="14" />
    case 'territory':
      return (
        <rect class={mark.paint === '2' ? 'owner white' : 'owner black'} x={x - 14} y={y - 14} width="28" height="28" />
      )
    case 'dim':
    case 'hidden':
      return <rect class="veil" x={x - UNIT / 2} y={y - UNIT / 2} width={UNIT} height={UNIT} />
    case 'label': {
      const text = mark.text ?? ''
      const tone = hasPiece && isDark ? 'label on-dark' : hasPiece ? 'label on-piece' : 'label'
      return (
        <>
          {!hasPiece && geometry.game === 'go' && <circle class="clearing" cx={x} cy={y} r="34" />}
          <text class={tone} x={x} y={y + 18} font-size={text.length > 2 ? 36 : 52} text-anchor="middle">
            {text}
          </text>
        </>
      )
    }
    case 'arrow':
    case 'line': {
      const end = centre(geometry, mark.to ?? mark.at)
      const length = Math.hypot(end.x - x, end.y - y)
      if (length === 0) return null
      const [alongX, alongY] = [(end.x - x) / length, (end.y - y) / length]
      const stop = mark.shape === 'arrow' ? { x: end.x - alongX * 40, y: end.y - alongY * 40 } : end
      const head = [
        `M${end.x - alongX * 4} ${end.y - alongY * 4}`,
        `L${stop.x - alongY * 24} ${stop.y + alongX * 24}`,
        `L${stop.x + alongY * 24} ${stop.y - alongX * 24}Z`,
      ].join('')
      return (
        <g class="arrow">
          <path class="shaft" d={`M${x} ${y}L${stop.x} ${stop.y}`} />
          {mark.shape === 'arrow' && <path class="filled" d={head} />}
        </g>
      )
    }
    case 'colour':
      return null
  }
}
