/**
 * What a document cannot store of a record: each loss with its place and the lost value, for the report and for the
 * file of losses.
 */
import type { IssueId, ParamsOf } from '../../issues/catalogue.ts'
import { withMessage } from '../../issues/describe.ts'
import { issue, type Issue, type Severity } from '../../issues/issue.ts'
import type { Json } from '../../model/json.ts'
import type { Feature } from '../feature.ts'
import { KEEPS } from './keeps.ts'

interface Loss {
  issue: Issue
  /** What was lost. */
  value: Json | undefined
}

/** A loss in the file of losses. */
export interface Wei7Loss {
  /** `loss/<feature>`, or `wei7/<name>` for what is specific to wei7. */
  id: string
  severity: Severity
  /** The parameters of the message. */
  params?: Json
  /** Index of the node in the record; absent for facts about the game. */
  node?: number
  /** The sentence in English. */
  message: string
  value?: Json
}

export class Losses {
  private readonly list: Loss[] = []

  /** Something of a feature that wei7 does not have. */
  lose(feature: Feature, value?: Json, node?: number): void {
    this.note(`loss/${feature}`, { format: 'wei7' }, value, node)
  }

  /** Something stored differently, or lost for a reason specific to wei7. */
  note<Id extends IssueId>(
    id: Id,
    params: ParamsOf<Id>,
    value?: Json,
    node?: number,
    severity: Severity = 'warning',
  ): void {
    this.list.push({ issue: issue(id, severity, params, node === undefined ? undefined : { node }), value })
  }

  /** The losses that do not follow from what the format keeps, as issues. */
  issues(): Issue[] {
    return this.list
      .map(({ issue }) => issue)
      .filter(({ id }) => !id.startsWith('loss/') || KEEPS.has(id.slice('loss/'.length) as Feature))
  }

  /** All losses with the values lost, for programs. */
  all(): Wei7Loss[] {
    return this.list.map(({ issue, value }) => {
      const { id, severity, params, place, message } = withMessage(issue)
      const loss: Wei7Loss = { id, severity, message }
      if (params) loss.params = params as Json
      if (place?.node !== undefined) loss.node = place.node
      if (value !== undefined) loss.value = value
      return loss
    })
  }
}

/** The fields of an object that are not among the known ones. */
export function otherFields(object: object, known: readonly string[]): [string, Json][] {
  return Object.entries(object).filter(([key, value]) => value !== undefined && !known.includes(key)) as [
    string,
    Json,
  ][]
}
