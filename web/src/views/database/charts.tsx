/** Charts of a player's years, drawn as SVG; the same numbers are also in a table. */
import type { ComponentChildren } from 'preact'
import type { Score } from '../../state/database/people.ts'
import { formatNumber, words } from '../../words/index.ts'

const WIDTH = 640
const HEIGHT = 220
const LEFT = 50
const BOTTOM = 26
const TOP = 10

const PARTS = ['lost', 'drawn', 'won'] as const

/** A figure with its title, the picture, and its numbers in a folded table. */
function Figure({ title, picture, table }: { title: string; picture: ComponentChildren; table: ComponentChildren }) {
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={title}>
        {picture}
      </svg>
      <details>
        <summary>{words.asTable}</summary>
        <div class="table-box">
          <table>{table}</table>
        </div>
      </details>
    </figure>
  )
}

/** The step between lines of a scale: 1, 2 or 5 times a power of ten, for up to five lines. */
function stepOf(span: number): number {
  const rough = Math.max(span, 1e-9) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  return [1, 2, 5, 10].map((times) => times * power).find((step) => step >= rough)!
}

interface Scale {
  low: number
  high: number
  lines: number[]
  y: (value: number) => number
}

function scaleOf(low: number, high: number, wholeSteps: boolean): Scale {
  const step = wholeSteps ? Math.max(1, stepOf(high - low)) : stepOf(high - low)
  const [from, to] = [
    Math.floor(low / step) * step,
    Math.max(Math.ceil(high / step), Math.floor(low / step) + 1) * step,
  ]
  const lines = Array.from({ length: Math.round((to - from) / step) + 1 }, (_, index) => from + index * step)
  const y = (value: number) => TOP + (1 - (value - from) / (to - from)) * (HEIGHT - TOP - BOTTOM)
  return { low: from, high: to, lines, y }
}

function Lines({ scale }: { scale: Scale }) {
  return (
    <g class="scale">
      {scale.lines.map((value) => (
        <g key={value}>
          <path d={`M${LEFT} ${scale.y(value)}H${WIDTH}`} />
          <text x={LEFT - 8} y={scale.y(value) + 4} text-anchor="end">
            {formatNumber(value, { useGrouping: false })}
          </text>
        </g>
      ))}
    </g>
  )
}

/** The minimum distance between labels under the chart. */
const LABEL_WIDTH = 44

/** Years below a chart, as many as fit. */
function Years({ from, to, x }: { from: number; to: number; x: (year: number) => number }) {
  const room = (WIDTH - LEFT) / LABEL_WIDTH
  const step = to - from < room ? 1 : Math.max(1, stepOf((to - from) / (room / 4)))
  const years = Array.from({ length: to - from + 1 }, (_, index) => from + index).filter((year) => year % step === 0)
  return (
    <g class="scale">
      {years.map((year) => (
        <text key={year} class="year" x={x(year)} y={HEIGHT - 8} text-anchor="middle">
          {year}
        </text>
      ))}
    </g>
  )
}

/** Games of each year, stacked by result. */
export function YearsChart({ years }: { years: readonly (Score & { year: number })[] }) {
  const first = years[0]!.year
  const last = years.at(-1)!.year
  const scale = scaleOf(0, Math.max(...years.map(({ games }) => games)), true)
  const slot = (WIDTH - LEFT) / (last - first + 1)
  const x = (year: number) => LEFT + (year - first + 0.5) * slot
  const width = Math.min(46, slot * 0.8)
  return (
    <Figure
      title={words.gamesByYear}
      picture={
        <>
          <Lines scale={scale} />
          {years.map((year) => {
            let below = 0
            return PARTS.map((part) => {
              const [from, to] = [scale.y(below), scale.y(below + year[part])]
              below += year[part]
              return (
                <rect
                  key={`${year.year}${part}`}
                  class={part}
                  x={x(year.year) - width / 2}
                  y={to}
                  width={width}
                  height={from - to}
                >
                  <title>{`${year.year}: ${words[part]} ${formatNumber(year[part])}`}</title>
                </rect>
              )
            })
          })}
          <Years from={first} to={last} x={x} />
        </>
      }
      table={
        <>
          <thead>
            <tr>
              <th scope="col">{words.year}</th>
              <th scope="col" class="number">
                {words.games}
              </th>
              <th scope="col" class="number">
                {words.won}
              </th>
              <th scope="col" class="number">
                {words.drawn}
              </th>
              <th scope="col" class="number">
                {words.lost}
              </th>
            </tr>
          </thead>
          <tbody>
            {years.map(({ year, games, won, drawn, lost }) => (
              <tr key={year}>
                <th scope="row">{year}</th>
                <td class="number">{formatNumber(games)}</td>
                <td class="number">{formatNumber(won)}</td>
                <td class="number">{formatNumber(drawn)}</td>
                <td class="number">{formatNumber(lost)}</td>
              </tr>
            ))}
          </tbody>
        </>
      }
    />
  )
}

export interface Rating {
  /** 1999-12 or 1999. */
  date: string
  rating: number
}

/** The time of a date in years; one without a month is in the middle of its year. */
function timeOf(date: string): number {
  const [year, month] = date.split('-').map(Number)
  return year! + (month === undefined ? 0.5 : (month - 0.5) / 12)
}

/** Ratings over time as a line. */
export function RatingChart({ title, ratings }: { title: string; ratings: readonly Rating[] }) {
  const points = ratings.map(({ date, rating }) => ({ date, rating, time: timeOf(date) }))
  const times = points.map(({ time }) => time)
  const first = Math.floor(Math.min(...times))
  const last = Math.floor(Math.max(...times))
  const scale = scaleOf(
    Math.min(...ratings.map(({ rating }) => rating)),
    Math.max(...ratings.map(({ rating }) => rating)),
    true,
  )
  const x = (time: number) => LEFT + ((time - first) / (last + 1 - first)) * (WIDTH - LEFT - 8)
  const at = ({ time, rating }: (typeof points)[number]) => `${x(time).toFixed(1)} ${scale.y(rating).toFixed(1)}`
  return (
    <Figure
      title={title}
      picture={
        <>
          <Lines scale={scale} />
          <path class="rating-line" d={`M${points.map(at).join('L')}`} />
          {points.map((point) => (
            <circle key={point.date} class="rating-point" cx={x(point.time)} cy={scale.y(point.rating)} r="3">
              <title>{`${point.date}: ${point.rating}`}</title>
            </circle>
          ))}
          <Years from={first} to={last} x={(year) => x(year + 0.5)} />
        </>
      }
      table={
        <>
          <thead>
            <tr>
              <th scope="col">{words.date}</th>
              <th scope="col" class="number">
                {words.rating}
              </th>
            </tr>
          </thead>
          <tbody>
            {ratings.map(({ date, rating }) => (
              <tr key={date}>
                <th scope="row">{date}</th>
                <td class="number">{rating}</td>
              </tr>
            ))}
          </tbody>
        </>
      }
    />
  )
}
