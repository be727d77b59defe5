/** The main file `.cdp`, of the database and of every list: docs/formats/chess-assistant.md, Files. */
import { ByteWriter } from '../../../bytes/writer.ts'
import { latin, PROGRAM } from './volume.ts'

const MAIN_FORMAT = '\nChess Data Pro format. Version 1.3'

/** The header of a main file, of the database or of a list. */
export function mainHeader(count: number, comment: Uint8Array): Uint8Array {
  const writer = new ByteWriter(112 + comment.length)
  writer.field(latin(PROGRAM), 50).field(latin(MAIN_FORMAT), 50).u32le(0)
  return writer.u32le(count).u32le(comment.length).put(comment).bytes()
}
