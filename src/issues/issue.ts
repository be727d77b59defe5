/**
 * One shape for every problem met in a file, and where it is. An issue is data: a stable id and its
 * parameters. The sentence is made where people read it, see {@link describeIssue}.
 */
import type { IssueId, Message, MessageId, Params, ParamsOf } from './catalogue.ts'

/** Where a problem is. Every part is optional; the more are given the better. */
export interface IssueLocation {
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

/**
 * A problem found while reading, checking, converting or writing. Made by {@link issue} or an {@link IssueCollector}.
 */
export interface Issue {
  /** Stable identifier `namespace/name`, explained in the documentation page of the format. */
  id: IssueId
  severity: Severity
  /** The values that the sentence of the id names; absent when it names none. */
  params?: Params
  place?: IssueLocation
  /** How many of the kind were met where only the first is listed; absent for one. */
  count?: number
}

/** A message to stand inside of another, with the parameters that its id asks for. */
export function makeMessage<Id extends MessageId>(id: Id, params: ParamsOf<Id>): Message {
  return { id, params }
}

/** An issue, with the parameters that its id asks for. */
export function issue<Id extends IssueId>(
  id: Id,
  severity: Severity,
  params: ParamsOf<Id>,
  place?: IssueLocation,
): Issue {
  const made: Issue = { id, severity }
  if (Object.keys(params).length > 0) made.params = params
  if (place !== undefined) made.place = place
  return made
}

/** The place of a node in the record at hand; the root needs no naming. */
export function nodePlace(node: number): IssueLocation | undefined {
  return node > 0 ? { node } : undefined
}
