/** How the parts of the writer tell what Scid cannot store. */
import type { IssueId, ParamsOf } from '../../../issues/catalogue.ts'

/** Ids of what Scid cannot store, or not as it is. */
export type LossId = Extract<IssueId, `scid/${string}` | 'loss/unread-moves'>

/** Told what is lost: an id with the values that its sentence names, and the node. */
export type Lose = <Id extends LossId>(id: Id, params: ParamsOf<Id>, node?: number) => void
