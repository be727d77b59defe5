/**
 * All formats as lists. They have a module of their own, so that a bundler drops them, with every format that they hold,
 * from a program that needs neither.
 */
import { twoCbh } from './2cbh/format.ts'
import { cbf } from './cbf/format.ts'
import { ccbridge } from './ccbridge/format.ts'
import { ccbridgeXml } from './ccbridge-xml/format.ts'
import { chessAssistant } from './chess-assistant/format.ts'
import { chessCom } from './chess-com/format.ts'
import { chessbase } from './chessbase/format.ts'
import { dhtmlxq } from './dhtmlxq/format.ts'
import type { Format } from './format.ts'
import { epd } from './epd/format.ts'
import { fox } from './fox/format.ts'
import { ggf } from './ggf/format.ts'
import { gib } from './gib/format.ts'
import { jsonl } from './jsonl/format.ts'
import { lichess } from './lichess/format.ts'
import { lichessPuzzles } from './lichess-puzzles/format.ts'
import { othelloText } from './othello-text/format.ts'
import { ngf } from './ngf/format.ts'
import { ogs } from './ogs/format.ts'
import { pfc } from './pfc/format.ts'
import { pgn } from './pgn/format.ts'
import { RECOGNISED } from './recognised.ts'
import { scid } from './scid/format.ts'
import { sgf } from './sgf/format.ts'
import { csv, tsv } from './table/format.ts'
import { ugf } from './ugf/format.ts'
import { wei7 } from './wei7/format.ts'
import { wthor } from './wthor/format.ts'
import { xiangqiServers } from './xiangqi-servers/format.ts'
import { xiangqiText } from './xiangqi-text/format.ts'
import { xqf } from './xqf/format.ts'
import { xqr } from './xqr/format.ts'

/** Every format, in alphabetical order of its id; those that are only recognised at the end. */
export const FORMATS: readonly Format[] = [
  twoCbh,
  cbf,
  ccbridge,
  ccbridgeXml,
  chessAssistant,
  chessCom,
  chessbase,
  dhtmlxq,
  epd,
  fox,
  ggf,
  gib,
  jsonl,
  lichess,
  lichessPuzzles,
  ngf,
  ogs,
  othelloText,
  pfc,
  pgn,
  scid,
  sgf,
  ugf,
  wei7,
  wthor,
  xiangqiServers,
  xiangqiText,
  xqf,
  xqr,
  ...RECOGNISED,
]

/** Every format that can be written: those of the list, and tables, which nobody reads back. */
export const WRITTEN_FORMATS: readonly Format[] = [...FORMATS.filter(({ write }) => write !== undefined), csv, tsv]
