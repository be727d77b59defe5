/** The files of a target under `.cache/fuzz`: inputs that reached new code, and failures. */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatCase, parseCase } from '../../test/hostile/case-file.ts'
import type { NamedBytes } from '../../test/support/named-bytes.ts'

const root = join(import.meta.dirname, '../../.cache/fuzz')

export class Store {
  readonly foundFolder: string
  private readonly target: string
  private readonly corpusFolder: string
  private readonly known = new Set<string>()

  constructor(target: string) {
    this.target = target
    this.corpusFolder = join(root, target, 'corpus')
    this.foundFolder = join(root, target, 'found')
    mkdirSync(this.corpusFolder, { recursive: true })
    mkdirSync(this.foundFolder, { recursive: true })
  }

  /** Inputs new to this process, from earlier runs and other workers. */
  newInputs(): NamedBytes[][] {
    const inputs: NamedBytes[][] = []
    for (const name of readdirSync(this.corpusFolder)) {
      if (this.known.has(name) || !name.endsWith('.json')) continue
      this.known.add(name)
      try {
        inputs.push([...parseCase(readFileSync(join(this.corpusFolder, name), 'utf8')).files])
      } catch {
        // Another worker is writing it.
        this.known.delete(name)
      }
    }
    return inputs
  }

  keep(files: readonly NamedBytes[]): void {
    const text = formatCase({ target: this.target, about: 'reached a new place', files })
    const name = `${createHash('sha256').update(text).digest('hex').slice(0, 16)}.json`
    this.known.add(name)
    writeFileSync(join(this.corpusFolder, name), text)
  }

  /** Saves a failure under the name of its kind. */
  report(kind: string, about: string, files: readonly NamedBytes[]): string {
    const path = join(this.foundFolder, `${createHash('sha256').update(kind).digest('hex').slice(0, 12)}.json`)
    writeFileSync(path, formatCase({ target: this.target, about, files }))
    return path
  }
}
