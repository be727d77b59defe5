/** The record as it happened: a player with its controls, and a log of what was played, said and marked. */
import { useEffect, useRef } from 'preact/hooks'
import { resultSymbol } from '../../../../src/model/result.ts'
import type { TimelineEvent } from '../../../../src/model/timeline.ts'
import { rulesOf } from '../../../../src/rules/index.ts'
import { clockText } from '../../state/replay/clocks.ts'
import { record, writtenMoves } from '../../state/replay/replay.ts'
import { goToStep, isRunning, speed, SPEEDS, step, timeline, toggleRunning } from '../../state/replay/timeline.ts'
import { countOf, fill, words } from '../../words/index.ts'

/** Steps drawn at most before the present one. */
const MOST_LINES = 200

export function TimelinePane() {
  const log = useRef<HTMLOListElement>(null)
  const events = timeline.value
  const at = step.value
  useEffect(() => log.current?.scrollTo({ top: log.current.scrollHeight }), [at])
  const from = Math.max(0, at + 1 - MOST_LINES)
  const now = events[at]?.time
  const total = events.findLast(({ time }) => time !== undefined)?.time
  return (
    <div class="timeline">
      <div class="player-bar">
        <button type="button" aria-pressed={isRunning.value} onClick={toggleRunning}>
          {isRunning.value ? words.pause : words.play}
        </button>
        <input
          type="range"
          min={-1}
          max={events.length - 1}
          value={at}
          aria-label={words.asItHappened}
          aria-valuetext={events[at] ? describe(events[at]) : words.start}
          onInput={({ currentTarget }) => goToStep(currentTarget.valueAsNumber)}
        />
        <label>
          <span class="unseen">{words.speed}</span>
          <select
            value={speed.value}
            title={words.speed}
            onChange={({ currentTarget }) => (speed.value = currentTarget.value as (typeof SPEEDS)[number])}
          >
            {SPEEDS.map((times) => (
              <option key={times} value={times}>
                × {times}
              </option>
            ))}
          </select>
        </label>
      </div>
      <p class="quiet">
        {fill(words.stepOf, { step: at + 1, all: events.length })}
        {total !== undefined && ` · ${clockText(now ?? 0)} / ${clockText(total)}`}
      </p>
      <ol class="log" ref={log} tabIndex={0} aria-label={words.asItHappened}>
        {events.slice(from, at + 1).map((event, place) => (
          <li key={from + place} class={`event-${event.type}`} aria-current={from + place === at ? 'step' : undefined}>
            <time>{event.time !== undefined && clockText(event.time)}</time>
            <button type="button" class="link" onClick={() => goToStep(from + place)}>
              {describe(event)}
            </button>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** An event in words: who, and what happened. */
function describe(event: TimelineEvent): string {
  const { players } = record.value!.header
  const { actor, comment } = event
  const who = actor === undefined ? '' : `${players[actor]?.name ?? `#${actor + 1}`}: `
  return [`${who}${happened(event)}`, comment].filter(Boolean).join(' — ')
}

function happened(event: TimelineEvent): string {
  switch (event.type) {
    case 'start':
      return event.name ?? words.start
    case 'branch':
      return event.name ?? words.variation
    case 'move': {
      const move = writtenMoves.value[event.node ?? -1]
      return move ? `${move.number} ${move.text}` : words.unread
    }
    case 'takeback':
      return countOf('takenBack', event.moves)
    case 'message':
      return event.text
    case 'mark': {
      const { game } = record.value!
      const square = rulesOf(game).formatSquare(rulesOf(game).start(record.value), event.mark.at)
      return fill(words.marksSquare, {
        square: event.mark.text === undefined ? square : `${square} (${event.mark.text})`,
      })
    }
    case 'result': {
      const { text, margin } = event.result
      return fill(words.claims, { result: [text ?? resultSymbol(event.result), margin].filter(Boolean).join(' +') })
    }
  }
}
