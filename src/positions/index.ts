/**
 * The position index: which games reached a position, what was played there
 * and how it went. Segments of sorted postings, read in ranges from anywhere.
 * @module ludograph/positions
 */
export * from './corner-move.ts'
export { cornerKey, CornerPostings, type CornerKey } from './corners.ts'
export * from './exploration.ts'
export * from './facts.ts'
export * from './filtered.ts'
export * from './main-line.ts'
export * from './merge.ts'
export * from './move-code.ts'
export * from './position-key.ts'
export * from './postings.ts'
export * from './published.ts'
export * from './published-games.ts'
export { GAME_NUMBERS, type SegmentHeader } from './segment-format.ts'
export * from './segment-reader.ts'
export { LinesWriter } from './lines-writer.ts'
export { LinesTable, type LineBlock, type LinesPlace, type NumberedLine, type Range } from './segment-lines.ts'
export type { Captures } from './captures.ts'
export type { BlockTimes } from './segment-times.ts'
export type { StoneTimes } from './stone-times.ts'
export { SegmentScan, type ReadRange } from './segment-scan.ts'
export * from './segment-part.ts'
export * from './segment-writer.ts'
export * from './statistics.ts'
export { BLOCK_GAMES, type BucketTable } from './segment-blocks.ts'
