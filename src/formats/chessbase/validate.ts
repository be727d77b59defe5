/** Checks of a database beyond what opening it does. */
import type { Issue } from '../../model/issue.ts'
import type { Database } from './database.ts'

export function* validateDatabase(_database: Database): IterableIterator<Issue> {}
