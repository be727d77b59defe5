/** How the parts of the writer report what ChessBase cannot store. */
import type { IssueId, ParamsOf } from '../../../issues/catalogue.ts'

/** Ids of what ChessBase cannot store, or cannot store unchanged. */
export type LossId = Extract<IssueId, `chessbase/${string}` | 'loss/unread-moves'>

/** Called with what is lost: a {@link LossId} with the parameters of its message. */
export type Lose = <Id extends LossId>(id: Id, params: ParamsOf<Id>) => void
