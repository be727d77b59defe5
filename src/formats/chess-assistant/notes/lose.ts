/** How the parts of the writer report losses. */
import type { IssueId, ParamsOf } from '../../../issues/catalogue.ts'

/** Reports a loss at a node. */
export type Lose = <Id extends IssueId>(id: Id, params: ParamsOf<Id>, node?: number) => void

/** Reports a loss at the current node or in the header. */
export type LoseHere = <Id extends IssueId>(id: Id, params: ParamsOf<Id>) => void
