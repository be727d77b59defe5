/** The file beside a repertoire that keeps the progress of its training. */
import { readFileSync, statSync } from 'node:fs'
import { FormatError } from '../../issues/errors.ts'
import { DiskSinkSet } from '../../node/file-sink.ts'
import { formatProgress, parseProgress, type Progress } from '../../repertoire/progress.ts'
import { tellOfWaiting } from './output-paths.ts'

/** The largest file that is read, in bytes: a million cards have fewer. */
const MAX_SIZE = 2 ** 28

/** The file for a repertoire, unless another is named. */
export function progressPath(repertoire: string): string {
  return `${repertoire}.training.json`
}

/** Reads progress; none if there is no file. Throws FormatError if it is something else. */
export function readProgress(path: string): Progress {
  const size = statSync(path, { throwIfNoEntry: false })?.size
  if (size === undefined) return new Map()
  if (size > MAX_SIZE) throw new FormatError('file/too-large', { size, limit: MAX_SIZE }, { file: path })
  try {
    return parseProgress(readFileSync(path, 'utf8'))
  } catch (error) {
    throw error instanceof FormatError ? error.at({ file: path }) : error
  }
}

/** Replaces the file at once, so that it is never half written. */
export function writeProgress(path: string, progress: Progress): void {
  const sinks = new DiskSinkSet(path, { replaces: true, onWait: tellOfWaiting })
  try {
    sinks.create(sinks.name).append(new TextEncoder().encode(formatProgress(progress)))
    sinks.commit()
  } catch (error) {
    sinks.abort()
    throw error
  }
}
