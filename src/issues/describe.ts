/** The only place where issues, errors and places become sentences, in the requested language. */
import type { FeatureName, Language, Message } from './catalogue.ts'
import { english } from './english/language.ts'
import { CodedError, messageOf } from './errors.ts'
import { fill } from './fill.ts'
import type { Issue, IssueLocation } from './issue.ts'
import { formatName, nameIds } from './named-params.ts'

/** The sentence of a message. */
export function describeMessage({ id, params = {} }: Message, language: Language = english): string {
  const describe = (message: Message) => describeMessage(message, language)
  const named = nameIds(params, language.terms)
  const text = textOf(id, language)
  if (text !== undefined) return fill(text, named, { language: language.code, describe })
  const feature = language.features[id.replace('loss/', '') as FeatureName] ?? id
  return fill(language.frame.loss, { ...named, feature }, { language: language.code, describe })
}

function textOf(id: string, { sentences, errors, terms }: Language): string | undefined {
  const texts = [sentences, errors, terms] as readonly Readonly<Record<string, string>>[]
  return texts.find((part) => Object.hasOwn(part, id))?.[id]
}

/** One sentence for people, without the place. */
export function describeIssue(issue: Issue, language: Language = english): string {
  const { id, params = {} } = issue
  const sentence = describeMessage({ id, params }, language)
  if (issue.count === undefined || issue.count < 2) return sentence
  return sentence + fill(language.frame.more, { count: issue.count - 1 }, { language: language.code })
}

/** The text of an error: its sentence if it has a code, otherwise its message. */
export function describeError(error: unknown, language: Language = english): string {
  if (error instanceof CodedError) return describeMessage(messageOf(error), language)
  return error instanceof Error ? error.message : String(error)
}

/** The name of a format by its id, as sentences have it. */
export function describeFormat(id: string, language: Language = english): string {
  return formatName(id, language.terms) ?? id
}

/** Writes a place for people: `games.pgn, line 12, column 3, game 4`. Games are counted from 1. */
export function describePlace(place: IssueLocation, { code, frame }: Language = english): string {
  const parts: string[] = []
  const add = (text: string, n: number) => parts.push(fill(text, { n }, { language: code }))
  if (place.file !== undefined) parts.push(place.file)
  if (place.line !== undefined) add(frame.line, place.line)
  if (place.column !== undefined) add(frame.column, place.column)
  if (place.pointer !== undefined) parts.push(place.pointer === '' ? frame.root : place.pointer)
  if (place.offset !== undefined) add(frame.offset, place.offset)
  if (place.record !== undefined) add(frame.game, place.record + 1)
  if (place.node !== undefined) add(frame.node, place.node)
  return parts.join(', ')
}

/** An issue with its English sentence, as in JSON output. */
export function withMessage<Found extends Issue>(issue: Found): Found & { message: string } {
  return { ...issue, message: describeIssue(issue) }
}
