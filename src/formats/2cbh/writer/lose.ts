/** How the parts of the writer tell what ChessBase cannot store. */
import type { IssueId, ParamsOf } from '../../../issues/catalogue.ts'

/** Ids of what ChessBase cannot store, or not as it is. */
export type LossId = Extract<IssueId, `chessbase/${string}` | `2cbh/${string}` | 'loss/unread-moves'>

/** Told what is lost: an id of {@link LossId} with the values that its sentence names. */
export type Lose = <Id extends LossId>(id: Id, params: ParamsOf<Id>) => void
