/** Writes DhtmlXQ, one block after the other: docs/formats/dhtmlxq.md. */
import type { Sink, SinkSet } from '../../bytes/sink.ts'
import { encodingName } from '../../bytes/text.ts'
import { makeMessage } from '../../issues/issue.ts'
import { formatIsoDate } from '../../model/date.ts'
import { moveFrom, moveTo } from '../../model/move.ts'
import { playerOf, type GameRecord, type Header, type Player } from '../../model/record.ts'
import { xiangqi, type XiangqiPosition } from '../../rules/xiangqi/index.ts'
import type { WriteOptions, Writer } from '../format.ts'
import { notWritten, written } from '../write-result.ts'
import { boardOf, fileOf, FULL_SET, rowFromTop, SQUARES, squaresOfFullSet } from '../xiangqi/board.ts'
import { kindCode, resultCode } from '../xiangqi/codes.ts'
import { TAG_FIELDS, writeFields, type FieldName } from '../xiangqi/record-fields.ts'
import { KIND_WORDS, RESULT_WORDS } from '../xiangqi/words.ts'
import { WriteReport } from '../xiangqi/write-report.ts'
import { commentOf, planMoves } from '../xiangqi/write-tree.ts'
import { startOf } from '../xiangqi/writing.ts'
import { firstMover } from './first-mover.ts'
import { isTaken, KEYS } from './keys.ts'
import { listLines } from './lines.ts'
import { encodeLines, encodeValue } from './values.ts'

/** Starts writing a text. */
export function writeDhtmlxq(out: SinkSet, options: WriteOptions = {}): Writer {
  const encoding = encodingName(options.encoding ?? 'utf-8')
  if (encoding === undefined) throw new TypeError(`unknown encoding: ${options.encoding}`)
  let sink: Sink | undefined
  return {
    add(record) {
      const report = new WriteReport('dhtmlxq')
      const tags = tagsOf(record, report)
      if (!tags) return notWritten(...report.issues)
      sink ??= out.create(out.name)
      const lines = tags.map(([key, value]) => `[DhtmlXQ_${key}]${value}[/DhtmlXQ_${key}]`)
      sink.append(encodeLines(`${['[DhtmlXQ]', ...lines, '[/DhtmlXQ]'].join('\n')}\n`, encoding))
      return written(report.issues)
    },
    finish() {
      sink ??= out.create(out.name)
      out.commit()
      return []
    },
  }
}

type Tag = readonly [key: string, value: string]

function tagsOf(record: GameRecord, report: WriteReport): Tag[] | undefined {
  const start = startOf(record, report, true) as XiangqiPosition | undefined
  if (!start) return undefined
  const tags: Tag[] = [
    ['ver', 'www_dpxq_com'],
    ['init', '500,350'],
    ...headerTags(record.header, report),
    ['binit', formatBinit(start, report)],
  ]
  // Without it nobody knows the move number, nor who moves first where there is no move or a wrong one.
  const isNeeded = record.setup !== undefined || firstMover(boardOf(start), record.nodes) !== start.turn
  if (isNeeded) tags.push(['fen', xiangqi.format(start)])
  return [...tags, ...moveTags(record, report)]
}

function reportPlayer({ otherName, id, nation, birth, gender }: Player, report: WriteReport): void {
  if (otherName !== undefined) report.leftOut('other-name', otherName)
  if (id !== undefined) report.leftOut('player-id', id)
  if (nation !== undefined) report.leftOut('nation', nation)
  if (birth !== undefined) report.leftOut('birth', formatIsoDate(birth) ?? '')
  if (gender !== undefined) report.leftOut('gender', makeMessage(`gender/${gender}`, {}))
}

/** Fields that have a tag. */
const KEPT: ReadonlySet<FieldName> = new Set(KEYS.map(([, field]) => field))

function headerTags(header: Header, report: WriteReport): Tag[] {
  const ownTags = Object.keys(header.tags ?? {}).filter((name) => /^[a-z0-9]{1,40}$/.test(name) && !isTaken(name))
  const fields = writeFields(header, report, ['Type', ...ownTags])
  for (const name of TAG_FIELDS) {
    if (fields[name] !== undefined && !KEPT.has(name)) report.leftOutTag(name, fields[name])
  }
  const tags = KEYS.flatMap(([key, field]): Tag[] =>
    fields[field] === undefined ? [] : [[key, encodeValue(fields[field])]],
  )
  for (const [key, colour] of [
    ['redlevel', 1],
    ['blacklevel', 2],
  ] as const) {
    const player = playerOf(header, colour)
    if (player?.title !== undefined) tags.push([key, encodeValue(player.title)])
    if (player) reportPlayer(player, report)
  }
  if (header.openingName !== undefined) tags.push(['open', encodeValue(header.openingName)])
  if (header.variationName !== undefined) report.leftOut('variation', header.variationName)
  const kind = header.tags?.['Type'] ?? KIND_WORDS[kindCode(header.kind, report)]!
  if (header.tags?.['Type'] !== undefined && header.kind !== undefined)
    report.leftOut('kind', makeMessage(`record-kind/${header.kind}`, {}))
  tags.push(['type', encodeValue(kind)])
  tags.push(['result', RESULT_WORDS[resultCode(header.result, report)]!])
  for (const name of ownTags) tags.push([name, encodeValue(header.tags![name]!)])
  return tags
}

/** The squares of a full set, like pieces from the left to the right of Red and from the top down, as CCBridge has them. */
const IN_ROWS = Array.from({ length: SQUARES }, (_, index) => (9 - Math.floor(index / 9)) * 9 + (index % 9))

function formatBinit(start: XiangqiPosition, report: WriteReport): string {
  const red = squaresOfFullSet(start, IN_ROWS, 1)
  const black = squaresOfFullSet(start, IN_ROWS, 2)
  const left = [...red.left, ...black.left]
  if (left.length > 0) report.add('xiangqi/too-many-pieces', { pieces: left.join('') })
  return Array.from(FULL_SET, (_, slot) => digits(Math.max(red.squares[slot]!, black.squares[slot]!))).join('')
}

/** File from Red's left and row from the top; 99 for no square. */
function digits(square: number): string {
  return square < 0 ? '99' : `${fileOf(square)}${rowFromTop(square)}`
}

function moveTags({ nodes }: GameRecord, report: WriteReport): Tag[] {
  const plan = planMoves(nodes, report)
  const lists: Tag[] = []
  const comments: Tag[] = []
  const root = commentOf(nodes, 0, plan, report) ?? ''
  if (root !== '') comments.push(['comment0', encodeValue(root)])
  for (const [number, { parent, ply, nodes: line }] of listLines(nodes, plan).entries()) {
    const moves = line.map((index) => digits(moveFrom(nodes[index]!.move!)) + digits(moveTo(nodes[index]!.move!)))
    lists.push([number === 0 ? 'movelist' : `move_${parent}_${ply}_${number}`, moves.join('')])
    for (const [offset, index] of line.entries()) {
      const text = commentOf(nodes, index, plan, report) ?? ''
      const at = ply + offset
      if (text !== '') comments.push([number === 0 ? `comment${at}` : `comment${number}_${at}`, encodeValue(text)])
    }
  }
  return [...lists, ...comments]
}
