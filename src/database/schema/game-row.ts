/** The row of a game in the catalogue. */
import { formatIsoDate } from '../../model/date.ts'
import { playerOf, resultSymbol, type GameRecord } from '../../model/record.ts'
import { countVariations } from '../../model/tree.ts'
import type { Opening } from '../../openings/index.ts'
import { encodeRecord } from './stored-record.ts'

/** Values of the columns of the table `games`, in its order (see catalogue.ts). */
export type GameRow = (string | number | Uint8Array | null)[]

/** Plies a row can count. */
const MAX_PLIES = 0xffff

/** The values of a game's row. Text that is not there is null, as SQL has it. */
export function gameRow(
  record: GameRecord,
  game: number,
  source: number,
  entry: number,
  errors: number,
  opening: Opening | undefined,
): GameRow {
  const { header, nodes } = record
  const [player1, player2] = [playerOf(header, 1), playerOf(header, 2)]
  const stored = encodeRecord(record)
  const round = header.roundText ?? [header.round, header.subround].filter((part) => part !== undefined).join('.')
  const rating = (value: number | undefined) =>
    value !== undefined && value > 0 && value <= 0xffff ? Math.floor(value) : null
  return [
    game,
    source,
    entry,
    record.game,
    header.kind ?? null,
    record.variant ?? null,
    header.title ?? null,
    player1?.name ?? null,
    player2?.name ?? null,
    rating(player1?.rating),
    rating(player2?.rating),
    player1?.team?.name ?? null,
    player2?.team?.name ?? null,
    header.event?.name ?? null,
    header.event?.site ?? header.place ?? null,
    round === '' ? null : round,
    header.date ? (formatIsoDate(header.date) ?? null) : null,
    header.date?.year ?? null,
    resultSymbol(header.result),
    Math.min(stored.moves.length / 2, MAX_PLIES),
    header.openingCode ?? null,
    header.openingName ?? null,
    opening?.code ?? null,
    opening?.name ?? null,
    header.annotator ?? null,
    header.publication?.title ?? null,
    record.setup ?? null,
    stored.tree === null ? 0 : countVariations(nodes),
    errors,
    stored.tree === null ? null : commentText(record),
    stored.head,
    stored.moves,
    stored.tree,
  ]
}

/** All comments of a record in one text, for searching. */
function commentText({ nodes }: GameRecord): string | null {
  const texts = nodes.flatMap(({ comments }) => (comments ?? []).map(({ text }) => text))
  return texts.length === 0 ? null : texts.join('\n')
}
