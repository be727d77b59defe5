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

  /**
   * Takes over an entity of a database under the next number.
   * @param written the bytes that {@link find} would be given for it; undefined for one that is not found again
   */
  load(data: Uint8Array, written: Uint8Array | undefined): void {
    const id = this.records.push(data.slice()) - 1
    if (!written) return
    const key = keyOf(written)
    if (!this.byBytes.has(key)) this.byBytes.set(key, id)
  }

  /** The number of an entity. Its bytes are made only when its name is new. */
  find(name: string, makeData: () => Uint8Array): number {
    const known = this.byName.get(name)
    if (known !== undefined) return known
    const data = makeData()
    const key = keyOf(data)
    let id = this.byBytes.get(key)
    if (id === undefined) {
      id = this.records.push(data.slice()) - 1
      this.byBytes.set(key, id)
    }
    this.byName.set(name, id)
    return id
  }
}

function keyOf(data: Uint8Array): string {
  // Any page of single bytes tells all bytes apart.
  return decodeText(data, 'windows-1252')
}
