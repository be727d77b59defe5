/** Leaves out of a record what its user does not want in the file: the options of the writer with `no`. */
import type { GameRecord } from '../../../model/record.ts'
import { mainLine, type MoveNode } from '../../../model/tree.ts'
import type { Losses } from './losses.ts'

/** What can be left out. */
const PARTS = ['comments', 'variations', 'glyphs', 'clocks', 'marks'] as const

/** What is left out of every record. */
export interface Reduction {
  readonly parts: ReadonlySet<(typeof PARTS)[number]>
  /** Leaves out comments in any other language; those in none stay. */
  readonly languages: ReadonlySet<string> | undefined
  /** Leaves out all tags but the roster, the start position and the variant. */
  readonly isRosterOnly: boolean
}

/** Reads the settings; undefined if everything is written. */
export function readReduction(settings: Readonly<Record<string, string>> = {}): Reduction | undefined {
  const parts = new Set(PARTS.filter((part) => settings[part] === 'no'))
  const isRosterOnly = settings['tags'] === 'roster'
  const listed = settings['languages']?.split(',').map((language) => language.trim().toLowerCase())
  const languages = listed && new Set(listed)
  return parts.size > 0 || isRosterOnly || languages ? { parts, languages, isRosterOnly } : undefined
}

/** The record without what is left out, which is counted among the losses. */
export function reduce(record: GameRecord, reduction: Reduction, losses: Losses): GameRecord {
  const { parts, languages, isRosterOnly } = reduction
  const nodes = parts.has('variations') ? mainLineAlone(record.nodes, losses) : record.nodes
  const reduced = { ...record, nodes }
  if (parts.size > 0 || languages) reduced.nodes = nodes.map((node) => reduceNode(node, reduction, losses))
  const { header } = record
  if (parts.has('comments') && header.about !== undefined) {
    losses.add('pgn/omitted', {})
    const { about: _, ...rest } = header
    reduced.header = rest
  }
  return isRosterOnly ? { ...reduced, header: rosterAlone(reduced, losses) } : reduced
}

function mainLineAlone(nodes: MoveNode[], losses: Losses): MoveNode[] {
  const line = [0, ...mainLine(nodes)]
  if (line.length === nodes.length) return nodes
  losses.add('pgn/omitted', {})
  return line.map((index, at) => ({ ...nodes[index]!, parent: at - 1 }))
}

function reduceNode(node: MoveNode, { parts, languages }: Reduction, losses: Losses): MoveNode {
  const { comments, glyphs, clock, marks, ...rest } = node
  const kept: MoveNode = { ...rest }
  const wanted = comments?.filter(
    ({ language }) => !languages || language === undefined || languages.has(language.toLowerCase()),
  )
  if (comments && wanted?.length && !parts.has('comments')) {
    kept.comments = wanted.length < comments.length ? wanted : comments
  }
  if (glyphs && !parts.has('glyphs')) kept.glyphs = glyphs
  if (clock && !parts.has('clocks')) kept.clock = clock
  if (marks && !parts.has('marks')) kept.marks = marks
  const isSmaller = kept.comments !== comments || Object.keys(kept).length < Object.keys(node).length
  if (isSmaller) losses.add('pgn/omitted', {})
  return isSmaller ? kept : node
}

/** The fields of the seven tags. */
function rosterAlone({ header }: GameRecord, losses: Losses): GameRecord['header'] {
  const { event, round, subround, roundText, date, players, result } = header
  losses.add('pgn/omitted', {})
  const roster: GameRecord['header'] = {
    players: players.flatMap(({ colour, role, name }) =>
      colour === undefined || role !== undefined ? [] : [{ colour, ...(name !== undefined && { name }) }],
    ),
    result: { outcome: result.outcome, ...(result.winner !== undefined && { winner: result.winner }) },
  }
  if (event) {
    roster.event = {}
    if (event.name !== undefined) roster.event.name = event.name
    if (event.site !== undefined) roster.event.site = event.site
  }
  if (round !== undefined) roster.round = round
  if (subround !== undefined) roster.subround = subround
  if (roundText !== undefined) roster.roundText = roundText
  if (date) roster.date = date
  return roster
}
