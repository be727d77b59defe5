/** How the parts of the writer report what is lost. */
import type { IssueId, ParamsOf } from '../../issues/catalogue.ts'

/** Takes a loss at a node. */
export type Lose = <Id extends IssueId>(id: Id, params: ParamsOf<Id>, node?: number) => void

/** Takes a loss at the node, or in the header, at hand. */
export type LoseHere = <Id extends IssueId>(id: Id, params: ParamsOf<Id>) => void
