/**
 * Ludograph: read, check, convert and replay records of chess, xiangqi, Go and Othello games.
 *
 * A text becomes records, and records become a text again:
 *
 * ```ts
 * import { formatSgf, moveTexts, parsePgn, parseRecords } from 'ludograph'
 *
 * const { records, issues } = parsePgn('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *')
 * moveTexts(records[0]) // ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6']
 *
 * const bytes = new Uint8Array(await (await fetch('game.xqf')).arrayBuffer())
 * const game = await parseRecords(bytes, 'game.xqf') // any format
 * ```
 *
 * This entry holds what most programs need. The rest has entries of its own: `ludograph/formats` each format by name,
 * `ludograph/rules` positions and moves, `ludograph/model` the record and its edits, `ludograph/node` files on disk,
 * `ludograph/database` databases. docs/api.md lists them all, and says which are stable.
 * @module ludograph
 */
export { formatRecords, parseRecords } from './records/any-format.ts'
export type { FormattedRecords, FormattedText, ParsedRecords } from './records/memory.ts'
export { formatPgn } from './records/format-pgn.ts'
export { formatSgf } from './records/format-sgf.ts'
export { parsePgn } from './records/parse-pgn.ts'
export { parseSgf } from './records/parse-sgf.ts'
export { Conversion, type ConversionOptions, type ConversionPart } from './convert/convert.ts'
export { detectFormat } from './convert/detect.ts'
export { inspect, type Inspection } from './convert/inspect.ts'
export type { Loss } from './convert/losses.ts'
export { openFiles, openGames, type OpenedGames, type OpenGamesOptions } from './convert/open.ts'
export { validate, validateRecord, type ValidateOptions } from './convert/validate.ts'

export type { Collection, Entry, Format, Listing, ReadOptions, WriteOptions, Writer } from './formats/format.ts'
export { FORMATS, WRITTEN_FORMATS } from './formats/index.ts'

export { MemorySinkSet, type SinkSet } from './bytes/sink.ts'
export { MemoryFileSet, MemorySource, type FileSet, type Source } from './bytes/source.ts'

export { describeError, describeIssue, describePlace } from './issues/describe.ts'
export { FormatError, PositionError } from './issues/errors.ts'
export type { Issue, IssueLocation, Severity } from './issues/issue.ts'
export { loadLanguage, type LanguageCode } from './issues/languages.ts'

export type { Annotation, Edit, Glyph, Mark, MoveComment } from './model/annotation.ts'
export type { PartialDate } from './model/date.ts'
export { changeHeader } from './model/header-edit.ts'
export type { Json } from './model/json.ts'
export {
  isPass,
  moveColour,
  moveFrom,
  movePromotion,
  moveTo,
  otherColour,
  type Colour,
  type Move,
} from './model/move.ts'
export {
  emptyRecord,
  GAMES,
  playerOf,
  type Game,
  type GameRecord,
  type Header,
  type Player,
  type TextDocument,
} from './model/record.ts'
export { resultSymbol } from './model/result.ts'
export type { Result } from './model/result.ts'
export { addMove, changeNotes, deleteLine, promote } from './model/tree-edit.ts'
export { children, mainLine, mainLineMoves, pathTo, walk, type MoveNode } from './model/tree.ts'

export { chess, go, othello, rulesOf, xiangqi } from './rules/index.ts'
export { moveTexts } from './rules/move-texts.ts'
export { playMove } from './rules/play-move.ts'
export { illegalMoves, positionAfter, positionAt, replay } from './rules/replay.ts'
export type { NotationStyle, Position, Rules } from './rules/rules.ts'

export { drawDiagram, type DiagramOptions } from './diagrams/diagram.ts'
