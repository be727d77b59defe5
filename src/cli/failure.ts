/** Errors of files and of the system as a line for people. */
import { describeError, describePlace } from '../issues/describe.ts'
import { CodedError, FormatError } from '../issues/errors.ts'

/** Whether an error is about files or the system, rather than a bug. */
export function isExpected(error: unknown): boolean {
  if (error instanceof CodedError) return true
  return error instanceof Error && (error as NodeJS.ErrnoException).syscall !== undefined
}

/** The meaning of the most common system errors. */
const SYSTEM_WORDS: Record<string, string> = {
  ENOENT: 'no such file or folder',
  EACCES: 'permission denied',
  EISDIR: 'this is a folder',
  ENOTDIR: 'part of this path is not a folder',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk is read-only',
  EIO: 'the disk cannot be read or written',
}

/** A problem with a file as one line for people. */
export function describeFailure(error: unknown): string {
  if (error instanceof FormatError) {
    return `${describePlace(error.place)}: ${describeError(error)}`
  }
  if (!(error instanceof Error)) return String(error)
  const { code, path } = error as NodeJS.ErrnoException
  return path !== undefined && code !== undefined && code in SYSTEM_WORDS
    ? `${path}: ${SYSTEM_WORDS[code]}`
    : error.message
}
