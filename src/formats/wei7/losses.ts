/**
 * What a document cannot say of a record: each loss with its place and the
 * value that is left out, for the report and for the file beside.
 */
import type { Issue, Place, Severity } from '../../model/issue.ts'
import type { Json } from '../../model/json.ts'
import type { Feature } from '../feature.ts'
import { KEEPS } from './keeps.ts'

export interface Wei7Loss {
  /** `loss/<feature>`, or `wei7/<name>` for what is peculiar to wei7. */
  id: string
  message: string
  severity: Severity
  /** Index of the node in the record that was written; absent for the facts about the game. */
  node?: number
  /** What was left out. */
  value?: Json
}

export class Losses {
  readonly list: Wei7Loss[] = []

  /** Something of a feature that cannot be said. */
  lose(feature: Feature, message: string, value?: Json, node?: number): void {
    this.add(`loss/${feature}`, 'warning', message, value, node)
  }

  /** Something said in another way, or lost for a reason of wei7's own. */
  note(name: string, message: string, value?: Json, node?: number, severity: Severity = 'warning'): void {
    this.add(`wei7/${name}`, severity, message, value, node)
  }

  /** The losses that do not follow from what the format keeps, as issues. */
  issues(): Issue[] {
    return this.list
      .filter(({ id }) => !id.startsWith('loss/') || KEEPS.has(id.slice('loss/'.length) as Feature))
      .map(({ id, severity, message, node }) => {
        const place: Place | undefined = node === undefined ? undefined : { node }
        return place ? { id, severity, message, place } : { id, severity, message }
      })
  }

  private add(
    id: string,
    severity: Severity,
    message: string,
    value: Json | undefined,
    node: number | undefined,
  ): void {
    const loss: Wei7Loss = { id, message, severity }
    if (node !== undefined) loss.node = node
    if (value !== undefined) loss.value = value
    this.list.push(loss)
  }
}

/** The fields of an object that are not among the known ones. */
export function otherFields(object: object, known: readonly string[]): [string, Json][] {
  return Object.entries(object).filter(([key, value]) => value !== undefined && !known.includes(key)) as [
    string,
    Json,
  ][]
}
