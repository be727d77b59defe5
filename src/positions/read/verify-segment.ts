/** Checks a segment: its checksums, and that its postings and main lines make the same bytes again. */
import { sameNumbers } from '../../bytes/numbers.ts'
import type { GameFacts } from '../facts.ts'
import { hasStones } from '../main-line.ts'
import { CapturesWriter } from '../segment/captures.ts'
import { PostingSorter } from '../segment/posting-sorter.ts'
import { Postings } from '../segment/postings.ts'
import { BLOCK_GAMES } from '../segment/segment-blocks.ts'
import { HEADER_SIZE } from '../segment/segment-format.ts'
import type { LineBlock } from '../segment/segment-lines.ts'
import { PartWriter } from '../segment/segment-part.ts'
import { readSignature, SignatureWriter } from '../segment/segment-signatures.ts'
import { TimesWriter } from '../segment/segment-times.ts'
import { Buckets } from './buckets.ts'
import { SegmentFile } from './segment-file.ts'
import type { Segment } from './segment.ts'
import { StoredFacts } from './stored-facts.ts'
import { StoredLines } from './stored-lines.ts'

/** Postings that are made again at once, about, to be compared. */
const VERIFIED_POSTINGS = 1 << 17

/**
 * Reads the whole segment, compares its checksums, and makes every bucket again from its postings and the facts: the
 * file has to have the same bytes. Rejects with FormatError at the first that differ.
 * @param onPostings called with the postings of every range of keys, games tombstones included; good until it returns
 */
export async function verifySegment(
  segment: Segment,
  onPostings: (postings: Postings) => void = () => {},
): Promise<void> {
  const { header } = segment
  // Main lines that were found whole once are looked at again.
  const file = new SegmentFile(segment.file.source, header, false)
  const buckets = new Buckets(file)
  const facts = await new StoredFacts(file).all()
  const scan = segment.scan(new Set())
  const writer = new PartWriter(header.bucketBits, facts)
  const sorter = new PostingSorter()
  const range = new Postings(VERIFIED_POSTINGS)
  const parts = 2 ** Math.min(header.bucketBits, Math.max(0, Math.ceil(Math.log2(header.postings / VERIFIED_POSTINGS))))
  const perPart = 2 ** header.bucketBits / parts
  const total = { postings: 0, statistics: 0, keys: 0, corners: 0 }
  for (let part = 0; part < parts; part++) {
    range.count = 0
    await scan.readTo((part + 1) * (2 ** 32 / parts), range)
    for (let index = 0; index < range.count; index++) {
      if (!facts.has(range.game[index]!)) throw file.damaged(file.factsStart)
    }
    onPostings(range)
    const [start] = (await buckets.piece(part * perPart)).range(part * perPart)
    const last = (part + 1) * perPart - 1
    const [, end] = (await buckets.piece(last)).range(last)
    const stored = await file.read(HEADER_SIZE + start, HEADER_SIZE + end)
    const made = range.count === 0 ? undefined : writer.write(sorter.sort(range))
    const body = made?.body ?? new Uint8Array(0)
    if (!sameNumbers(body, stored)) throw file.damaged(HEADER_SIZE + start)
    total.postings += range.count
    total.statistics += made?.statistics ?? 0
    total.keys += made?.keys ?? 0
    total.corners += made?.corners ?? 0
  }
  if (facts.countPresent() !== header.games) throw file.damaged(file.factsStart)
  await verifyLines(file, facts)
  const counts = ['postings', 'statistics', 'keys', 'corners'] as const
  if (counts.some((count) => total[count] !== header[count])) throw file.damaged(0)
}

/** Compares every block of main lines with its checksums, and its signature and times with those that its lines make. */
async function verifyLines(file: SegmentFile, facts: GameFacts): Promise<void> {
  const lines = new StoredLines(file)
  const table = await lines.table()
  const { game, firstGame, gameRange, capturesSize } = file.header
  const captures = hasStones(game) ? undefined : new CapturesWriter(gameRange)
  const writer = new SignatureWriter(game, captures)
  const times = game === 'go' ? new TimesWriter() : undefined
  for (let block = 0; block < lines.blocks; block++) {
    const [stored] = (await lines.signatures(block, block + 1)) as [Uint32Array]
    const [{ ends, words }] = (await lines.read(block, block + 1)) as [LineBlock]
    let start = 0
    for (const [index, end] of ends.entries()) {
      if (end > start && !facts.has(firstGame + block * BLOCK_GAMES + index)) throw file.damaged(file.linesStart)
      if (end > start) {
        const line = words.subarray(start, end)
        writer.add(index, line)
        times?.add(index, line)
      }
      captures?.endGame(block * BLOCK_GAMES + index)
      start = end
    }
    const made = readSignature(block, writer.endBlock(block), file.placeOf(0), true)
    if (!sameNumbers(made, stored)) throw file.damaged(file.linesStart + table.signature(block).start)
    const place = table.times(block)
    const storedTimes = await lines.readRange(place)
    const madeTimes = times?.endBlock(block, lines.gamesOf(block)) ?? new Uint8Array(0)
    if (!sameNumbers(madeTimes, storedTimes)) throw file.damaged(file.linesStart + place.start)
  }
  let start = file.capturesStart
  for (const made of captures?.finish() ?? []) {
    const end = Math.min(start + made.length, file.capturesStart + capturesSize)
    if (!sameNumbers(made, await file.read(start, end))) throw file.damaged(file.capturesStart)
    start = end
  }
  if (start !== file.capturesStart + capturesSize) throw file.damaged(file.capturesStart)
}
