/** Checks of `.2lgd` against the headers. */
import type { Source } from '../../bytes/source.ts'
import { issue, type Issue } from '../../issues/issue.ts'
import type { Cbh2Database } from './database.ts'
import { countListRecords, isListFile, readGameList } from './game-lists.ts'
import { ROLE, ROLES, rolesOf, type Role } from './references.ts'

export function* validateLists(database: Cbh2Database, source: Source): IterableIterator<Issue> {
  if (!isListFile(source)) {
    yield issue('2cbh/lists-head', 'warning', {}, { file: source.name, offset: 0 })
    return
  }
  const expected = expectedLists(database)
  const present = countListRecords(source)
  let wrong = 0
  for (const role of ROLES) {
    const lists = expected.get(role)!
    for (const [id, records] of lists) {
      if (role === ROLE.tag || role === ROLE.text) continue
      const list = id < present ? readGameList(source, role.number, id, 2 * database.count) : undefined
      if (list?.join() !== records.join()) wrong++
    }
  }
  wrong += countWrongTitles(source, expected, present, database.count)
  if (wrong > 0) yield issue('2cbh/lists', 'warning', { count: wrong }, { file: source.name })
}

/** ChessBase lists the titles of texts as tags of games or as titles of texts: both together have to be right. */
function countWrongTitles(
  source: Source,
  expected: ReadonlyMap<Role, ReadonlyMap<number, number[]>>,
  present: number,
  most: number,
): number {
  const ids = new Set([...expected.get(ROLE.tag)!.keys(), ...expected.get(ROLE.text)!.keys()])
  let wrong = 0
  for (const id of ids) {
    const roles = [ROLE.tag, ROLE.text]
    const records = roles.flatMap((role) => expected.get(role)!.get(id) ?? [])
    const lists = roles.map((role) => (id < present ? readGameList(source, role.number, id, most) : undefined))
    const listed = lists.every((list) => list) ? lists.flatMap((list) => list!) : undefined
    if (listed?.toSorted(ascending).join() !== records.toSorted(ascending).join()) wrong++
  }
  return wrong
}

function ascending(left: number, right: number): number {
  return left - right
}

/** The records that name each entity, by role. */
function expectedLists(database: Cbh2Database): Map<Role, Map<number, number[]>> {
  const lists = new Map<Role, Map<number, number[]>>(ROLES.map((role) => [role, new Map()]))
  for (let index = 0; index < database.count; index++) {
    const stored = database.record(index)
    if (!stored) continue
    for (const [role, id] of rolesOf(stored)) {
      const list = lists.get(role)!
      const known = list.get(id)
      if (known) known.push(index + 1)
      else list.set(id, [index + 1])
    }
  }
  return lists
}
