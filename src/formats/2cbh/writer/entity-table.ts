/** The entities of one type while a database is written: each once, numbered as they come; number 0 is the empty one. */
import { decodeText } from '../../../bytes/text.ts'

export class EntityTable {
  readonly records: Uint8Array[] = []
  /** Numbers by what the caller calls the entity, and by its bytes. */
  private readonly byName = new Map<string, number>()
  private readonly byBytes = new Map<string, number>()

  get size(): number {
    return this.records.length
  }

  /** The number of an entity. Its bytes are made only when its name is new. */
  find(name: string, makeData: () => Uint8Array): number {
    const known = this.byName.get(name)
    if (known !== undefined) return known
    const data = makeData()
    // Any page of single bytes tells all bytes apart.
    const key = decodeText(data, 'windows-1252')
    let id = this.byBytes.get(key)
    if (id === undefined) {
      id = this.records.push(data.slice()) - 1
      this.byBytes.set(key, id)
    }
    this.byName.set(name, id)
    return id
  }
}
