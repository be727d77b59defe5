/**
 * One shape for every problem met in a file: an issue beside the record when
 * reading goes on, a {@link FormatError} when a container cannot be opened.
 */

/** Where a problem is. Every part is optional; the more are given the better. */
export interface Place {
  /** Name of the file. */
  file?: string
  /** Byte offset in the file, from 0. */
  offset?: number
  /** Line and column of a text file, from 1; columns count UTF-16 units. */
  line?: number
  column?: number
  /** JSON pointer (RFC 6901) into a JSON document. */
  pointer?: string
  /** Index of the record in its collection, from 0. */
  record?: number
  /** Index of the node in the record's tree, from 0 (the root). */
  node?: number
}

/** `error`: something is wrong or lost; `warning`: doubtful or repaired; `info`: worth knowing. */
export type Severity = 'error' | 'warning' | 'info'

/** A problem met while reading, checking, converting or writing. */
export interface Issue {
  /** Stable identifier `room/name`, explained in the format's documentation page. */
  id: string
  severity: Severity
  /** One sentence for people, without the place. */
  message: string
  place?: Place
}

/** Thrown when a file or container cannot be read at all. Trouble inside a record is an {@link Issue} instead. */
export class FormatError extends Error {
  override name = 'FormatError'
  readonly place: Place
  /** What the reader expected to find. */
  readonly expected: string

  constructor(message: string, place: Place, expected: string) {
    super(message)
    this.place = place
    this.expected = expected
  }
}

/** Thrown when the text or parts of a position make no sense. */
export class PositionError extends Error {
  override name = 'PositionError'
}

/** Writes a place for people: `games.pgn, line 12, column 3, game 4`. Games count from 1, as people count. */
export function formatPlace(place: Place): string {
  const parts: string[] = []
  if (place.file !== undefined) parts.push(place.file)
  if (place.line !== undefined) parts.push(`line ${place.line}`)
  if (place.column !== undefined) parts.push(`column ${place.column}`)
  if (place.pointer !== undefined) parts.push(place.pointer === '' ? 'the root' : place.pointer)
  if (place.offset !== undefined) parts.push(`offset ${place.offset}`)
  if (place.record !== undefined) parts.push(`game ${place.record + 1}`)
  if (place.node !== undefined) parts.push(`node ${place.node}`)
  return parts.join(', ')
}
