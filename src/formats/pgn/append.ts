/** Adds games to a PGN file, in its encoding. */
import type { FileEdit } from '../../bytes/edit.ts'
import type { FileSet } from '../../bytes/source.ts'
import { encodingToAdd, endOfText } from '../append-text.ts'
import type { WriteOptions, Writer } from '../format.ts'
import { openPgn } from './reader.ts'
import { writePgn } from './writer.ts'

/** Starts adding games. Throws FormatError if the file is something else. */
export function appendPgn(files: FileSet, edit: FileEdit, options: WriteOptions = {}): Writer {
  const encoding = encodingToAdd(files, openPgn(files).about, options.encoding)
  const isPlain = files.main.size === 0
  return writePgn(endOfText(files, edit, '\n\n', encoding), { ...options, encoding }, !isPlain)
}
