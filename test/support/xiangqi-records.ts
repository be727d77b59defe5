/** Xiangqi records such as CCBridge and its kin can hold, for property tests: those of XQF with more in their headers. */
import * as fc from 'fast-check'
import type { Header, GameRecord } from '../../src/model/record.ts'
import { ensurePlayer } from '../../src/model/record.ts'
import { xqfRecords } from './xqf-records.ts'

const word = fc
  .array(fc.constantFrom(...'ab 象棋1.'), { minLength: 1, maxLength: 10 })
  .map((parts) => `x${parts.join('')}x`)

const more = fc.record(
  {
    round: fc.integer({ min: 1, max: 99 }),
    board: fc.integer({ min: 1, max: 99 }),
    code: fc.constantFrom('A00', 'C32', 'E46'),
    redTeam: word,
    blackTeam: word,
    redRating: fc.integer({ min: 1000, max: 2800 }),
    blackRank: word,
    from: word,
    group: word,
    referee: word,
    by: fc.constantFrom('resignation' as const, 'time' as const),
    words: word,
  },
  { requiredKeys: [] },
)

/** Records that CCBridge, its XML and DhtmlXQ hold whole. */
export const ccbridgeRecords: fc.Arbitrary<GameRecord> = fc.tuple(xqfRecords, more).map(([record, extra]) => {
  const header: Header = structuredClone(record.header)
  if (extra.round !== undefined) header.round = extra.round
  if (extra.board !== undefined) header.board = extra.board
  if (extra.code !== undefined) header.openingCode = extra.code
  if (extra.redTeam !== undefined) ensurePlayer(header, 1).team = { name: extra.redTeam }
  if (extra.redRating !== undefined) ensurePlayer(header, 1).rating = extra.redRating
  if (extra.blackTeam !== undefined) ensurePlayer(header, 2).team = { name: extra.blackTeam }
  if (extra.blackRank !== undefined) ensurePlayer(header, 2).rank = extra.blackRank
  header.players.sort((left, right) => left.colour! - right.colour!)
  const tags: Record<string, string> = {}
  if (extra.from !== undefined) tags['From'] = extra.from
  if (extra.group !== undefined) tags['Group'] = extra.group
  if (extra.referee !== undefined) tags['Referee'] = extra.referee
  if (Object.keys(tags).length > 0) header.tags = tags
  if (extra.by !== undefined && header.result.outcome === 'win') header.result = { ...header.result, by: extra.by }
  else if (extra.words !== undefined) header.result = { ...header.result, text: extra.words }
  return { ...record, header, nodes: withoutEvaluations(record.nodes) }
})

/** Records that PFC holds whole. */
export const pfcRecords: fc.Arbitrary<GameRecord> = xqfRecords.map((record) => {
  const {
    kind: _kind,
    timeControl: _time,
    annotator: _annotator,
    recorder: _recorder,
    players,
    ...header
  } = record.header
  const named = players
    .filter(({ name }) => name !== undefined)
    .map(({ colour, name }) => ({ colour: colour!, name: name! }))
  return {
    ...record,
    header: { ...header, players: named },
    nodes: withoutEmptyComments(withoutEvaluations(record.nodes)),
  }
})

/** Only XQF has a place for them, in the words of its comments. */
function withoutEvaluations(nodes: GameRecord['nodes']): GameRecord['nodes'] {
  return nodes.map(({ evaluation: _evaluation, ...node }) => node)
}

/** An empty comment is none. */
export function withoutEmptyComments(nodes: GameRecord['nodes']): GameRecord['nodes'] {
  return nodes.map((node) => {
    if (!node.comments?.every(({ text }) => text === '')) return node
    const { comments: _comments, ...rest } = node
    return rest
  })
}
