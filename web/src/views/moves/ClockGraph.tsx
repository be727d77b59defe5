/** The time spent on each move as bars, those of one side upwards and those of the other downwards. */
import { useState } from 'preact/hooks'
import { pathTo } from '../../../../src/model/tree.ts'
import { clockText } from '../../state/replay/clocks.ts'
import { moveTimes, type MoveTime } from '../../state/replay/move-times.ts'
import { node, record } from '../../state/replay/replay.ts'
import { remember, remembered } from '../../state/page/remember.ts'
import { colourWord, fill, words } from '../../words/index.ts'
import { GameGraph, HEIGHT, numberedMove, WIDTH } from './GameGraph.tsx'

export function ClockGraph() {
  const [isOpen, setOpen] = useState(remembered('clock-graph') === 'open')
  const times = moveTimes.value
  if (!record.value || times.length === 0) return null
  return (
    <details
      class="clock-graph"
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        setOpen(open)
        remember('clock-graph', open ? 'open' : 'closed')
      }}
    >
      <summary>{words.moveTimes}</summary>
      {isOpen && <Bars times={times} />}
    </details>
  )
}

function Bars({ times }: { times: readonly MoveTime[] }) {
  const shown = record.value!
  const step = WIDTH / times.length
  // The root of the time: a long think must not make all others invisible.
  const longest = Math.sqrt(Math.max(1, ...times.map(({ seconds }) => seconds)))
  const path = new Set(pathTo(shown.nodes, node.value))
  const current = times.findLast((time) => path.has(time.node))
  const x = (time: MoveTime) => (times.indexOf(time) + 0.4) * step
  const at = (place: number) => times[Math.max(0, Math.min(times.length - 1, Math.floor(place / step)))]!
  const caption = current ? `${describe(current)} · ${totals(times)}` : totals(times)
  return (
    <GameGraph points={times} {...{ current, x, at, describe, caption }} label={words.moveTimes}>
      {times.map(({ node, colour, seconds }, place) => {
        const height = (Math.sqrt(seconds) / longest) * (HEIGHT / 2 - 3)
        const y = colour === 1 ? HEIGHT / 2 - height : HEIGHT / 2
        return <rect key={node} class={`side-${colour}`} x={place * step} y={y} width={step * 0.85} height={height} />
      })}
      <path class="zero" d={`M0 ${HEIGHT / 2}H${WIDTH}`} />
    </GameGraph>
  )
}

function describe({ node, seconds }: MoveTime): string {
  return `${numberedMove(node)}: ${clockText(seconds)}`
}

/** The time of each side in all. */
function totals(times: readonly MoveTime[]): string {
  const { game } = record.value!
  const all = (side: 1 | 2) => times.reduce((sum, { colour, seconds }) => sum + (colour === side ? seconds : 0), 0)
  const text = (side: 1 | 2) => fill(words.timeInAll, { colour: colourWord(game, side), time: clockText(all(side)) })
  return `${text(1)}, ${text(2)}`
}
