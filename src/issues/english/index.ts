/** The sentences of issues in English. They define which issues exist, and the parameters of each. */
import { twoCbh } from './2cbh.ts'
import { ccbridge } from './ccbridge.ts'
import { cbf } from './cbf.ts'
import { chessAssistant } from './chess-assistant.ts'
import { chessbase } from './chessbase.ts'
import { database } from './database.ts'
import { jsonl } from './jsonl.ts'
import { othello } from './othello.ts'
import { pgn } from './pgn.ts'
import { records } from './records.ts'
import { scid } from './scid.ts'
import { servers } from './servers.ts'
import { sgf } from './sgf.ts'
import { wei7 } from './wei7.ts'
import { wthor } from './wthor.ts'
import { xiangqi } from './xiangqi.ts'
import { xqf } from './xqf.ts'
import { xqfFields } from './xqf-fields.ts'

/** All of them. Put together when one is needed: what has no issues, as most small files, does not wait for it. */
export const allSentences = () => ({
  ...twoCbh,
  ...ccbridge,
  ...cbf,
  ...chessAssistant,
  ...chessbase,
  ...database,
  ...jsonl,
  ...othello,
  ...pgn,
  ...records,
  ...scid,
  ...servers,
  ...sgf,
  ...wei7,
  ...wthor,
  ...xiangqi,
  ...xqf,
  ...xqfFields,
})
