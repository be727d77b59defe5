/** The three files of a database and how they are found: docs/formats/scid.md, Files. */
import { CachedSource } from '../../bytes/cached-source.ts'
import { extension, stem, type FileSet, type Source } from '../../bytes/source.ts'
import { FormatError } from '../../issues/errors.ts'

/** Index files, which are the ones to open, the usual one first. */
export const EXTENSIONS = ['.si4', '.si5', '.si3'] as const

/** Files of games and of names. */
export const PARTS = ['.sg4', '.sn4', '.sg5', '.sn5', '.sg3', '.sn3'] as const

/** The generations of the format. The file of games is the same in all of them. */
export type Generation = 3 | 4 | 5

/** The files of one database. */
export interface DatabaseFiles {
  /** Name of the database, without folder and extension. */
  readonly name: string
  /** The generation that the name of the index tells. */
  readonly generation: Generation
  readonly index: Source
  readonly games: Source | undefined
  readonly names: Source | undefined
}

/** Finds the files of a database from any one of them. Throws FormatError without an index. */
export function findDatabase(files: FileSet): DatabaseFiles {
  const generation = generationOf(files.main.name)
  const name = stem(files.main.name)
  const indexName = `${name}.si${generation}`
  const isPart = (PARTS as readonly string[]).includes(extension(files.main.name))
  const index = isPart ? files.find(indexName) : files.main
  if (!index) throw new FormatError('scid/only-part', { name: indexName }, { file: files.main.name })
  const games = files.find(`${name}.sg${generation}`)
  return {
    name,
    generation,
    index: new CachedSource(index, 1 << 16, 4),
    games: games && new CachedSource(games, 1 << 18, 4),
    names: files.find(`${name}.sn${generation}`),
  }
}

/** The generation that the name of a file tells; 4 for a name that tells none. */
export function generationOf(name: string): Generation {
  const digit = /^\.s[ign]([345])$/.exec(extension(name))?.[1]
  return digit === undefined ? 4 : (Number(digit) as Generation)
}
