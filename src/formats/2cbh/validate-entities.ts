/** Checks of `.2lid`: the counts of its head, and the chain of deleted records. */
import { i32le } from '../../bytes/numbers.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import { DELETED_MARK, ENTITY_TYPES, isDeletedData, type EntityFile, type EntityType } from './entity-file.ts'

export function* validateEntities(file: EntityFile): IterableIterator<Issue> {
  for (const type of ENTITY_TYPES) {
    if (type === 'unused') continue
    const capacity = file.capacity(type)
    const stated = file.stated(type)
    const place = { file: file.file }
    if (stated !== capacity) yield issue('chessbase/counter', 'info', { stated, count: capacity }, place)
    let deleted = 0
    for (let id = 0; id < capacity; id++) if (file.isDeleted(type, id)) deleted++
    const chained = chainLength(file, type, capacity)
    // ChessBase itself loses records from the chain, so that this is no fault.
    if (chained !== deleted) yield issue('chessbase/deleted-chain', 'info', { count: deleted, chained }, place)
  }
}

/** Deleted records that the chain reaches; it ends early where it is damaged. */
function chainLength(file: EntityFile, type: EntityType, capacity: number): number {
  const isSeen = new Uint8Array(capacity)
  let length = 0
  let id = file.firstDeleted(type)
  while (id >= 0 && id < capacity && isSeen[id] === 0) {
    isSeen[id] = 1
    const data = file.data(type, id)
    if (!data || !isDeletedData(data)) break
    length++
    id = i32le(data, DELETED_MARK.length)
  }
  return length
}
