/** A timeline as text: what happened, who did it, when. */
import { colourName, type GameRecord } from '../../model/record.ts'
import type { Result } from '../../model/result.ts'
import type { TimelineEvent } from '../../model/timeline.ts'
import { rulesOf } from '../../rules/index.ts'
import { positionAt } from '../../rules/replay.ts'
import type { Mark } from '../../model/annotation.ts'
import { moveColour, type Move } from '../../model/move.ts'
import type { Position } from '../../rules/rules.ts'
import { formatTable, paint } from './terminal.ts'

/** A step of a timeline: what happened, as the cells of a line, and the board after it. */
export interface TimelineStep {
  cells: string[]
  text: string
  position: Position
  lastMove?: Move
  marks: Mark[]
}

/** Every step of a record's timeline, one line each. */
export function formatTimeline(record: GameRecord): string {
  if (!record.timeline) return 'This file records no timeline, only the moves.'
  return formatTable(timelineSteps(record).map(({ cells }) => cells))
}

/** The steps of a record's timeline in order. */
export function timelineSteps(record: GameRecord): TimelineStep[] {
  const rules = rulesOf(record.game)
  let position = positionAt(rules, record, 0)
  return (record.timeline ?? []).map((event, index) => {
    const text = describeEvent(event, record, (move) => rules.writeMove(position, move))
    if (event.type === 'move') rules.play(position, event.move)
    if (event.type === 'takeback') {
      for (let count = 0; count < event.moves && position.ply > 0; count++) rules.undo(position)
    }
    if (event.type === 'branch') position = positionAt(rules, record, event.node ?? 0)
    const actor = event.actor === undefined ? '' : (record.header.players[event.actor]?.name ?? `#${event.actor}`)
    return {
      cells: [String(index + 1).padStart(4), formatClock(event.time), actor, text],
      text: `${actor} ${text}`.trim(),
      position: rules.clone(position),
      ...(event.type === 'move' && { lastMove: event.move }),
      marks: [...(event.marks ?? []), ...(event.type === 'mark' ? [event.mark] : [])],
    }
  })
}

function describeEvent(event: TimelineEvent, record: GameRecord, write: (move: number) => string): string {
  const comment = event.comment === undefined ? '' : paint('green', `  { ${event.comment} }`)
  switch (event.type) {
    case 'move': {
      const colour = moveColour(event.move)
      return `${colour === 0 ? '' : `${colourName(record.game, colour)} `}${write(event.move)}${comment}`
    }
    case 'takeback':
      return `takes back ${event.moves}${comment}`
    case 'message':
      return `says: ${event.text}${comment}`
    case 'mark':
      return `marks ${rulesOf(record.game).formatSquare(rulesOf(record.game).start(record), event.mark.at)}${comment}`
    case 'start':
      return `the start${comment}`
    case 'branch':
      return `a branch begins${event.name === undefined ? '' : `: ${event.name}`}${comment}`
    case 'result':
      return `result: ${describeResult(event.result, record)}${comment}`
  }
}

function describeResult({ outcome, winner, margin }: Result, record: GameRecord): string {
  if (outcome !== 'win' || winner === undefined) return outcome
  return `${colourName(record.game, winner)} wins${margin === undefined ? '' : ` by ${margin}`}`
}

/** Seconds of a day as h:mm:ss. */
function formatClock(time: number | undefined): string {
  if (time === undefined) return ''
  const whole = Math.floor(time)
  const part = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(whole / 3600)}:${part(Math.floor(whole / 60) % 60)}:${part(whole % 60)}`
}
