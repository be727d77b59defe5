/** The databases of ChessBase from version 17 on, and archives of them: docs/formats/2cbh.md. */
import { packedKind } from '../../bytes/packed/kind.ts'
import { extension } from '../../bytes/source.ts'
import { allFeaturesBut } from '../feature.ts'
import type { AppendableFormat } from '../format.ts'
import { isHeaderFile } from './detect.ts'
import { ARCHIVE_EXTENSION, MAIN_EXTENSION, PARTS } from './parts.ts'

/** The format of the databases of ChessBase 17 and later (`.2cbh` and its parts) and archives of them (`.2cbv`). */
export const twoCbh: AppendableFormat = {
  id: '2cbh',
  name: 'ChessBase 17 database',
  games: ['chess'],
  extensions: [MAIN_EXTENSION, ARCHIVE_EXTENSION],
  mediaTypes: ['application/x-chessbase-2cbh'],
  parts: PARTS,
  archive: {
    extension: ARCHIVE_EXTENSION,
    open: async (source) => {
      const { listArchive } = await import('./archive/archive.ts')
      return listArchive(source)
    },
    pack: async (out, files, options) => {
      const { packArchive } = await import('./archive/pack.ts')
      packArchive(out, files, options)
    },
  },
  holds: 'many',
  keeps: allFeaturesBut(
    'winning-chances',
    'evaluation-lines',
    'search-effort',
    'ownership',
    'mark-shapes',
    'labels',
    'territory',
    'names',
    'move-numbers',
    'edits',
    'unread-moves',
    'problem-markers',
    'timeline',
    'board-size',
    'identifier',
    'instant',
    'kind',
    'place',
    'more-players',
    'ranks',
    'time-used',
    'score',
    'perfect-score',
    'rules',
    'handicap',
    'opening-name',
    'recorder',
    'copyright',
    'tags',
    'top-games',
  ),
  detect(head, name) {
    const named = extension(name)
    if (isHeaderFile(head)) return named === MAIN_EXTENSION ? 1 : 0.7
    // Other programs make zip archives too: the name of the first member tells, but there may be several databases.
    if (packedKind(head) !== 'zip') return 0
    if (named === ARCHIVE_EXTENSION) return 1
    return FIRST_MEMBER.test(String.fromCharCode(...head.subarray(NAME_AT, NAME_AT + LONGEST_NAME))) ? 0.4 : 0
  },
  open: async (files, options) => {
    const { openTwoCbh } = await import('./reader.ts')
    return openTwoCbh(files, options)
  },
  write: async (out, options) => {
    const { writeTwoCbh } = await import('./writer.ts')
    return writeTwoCbh(out, options)
  },
  append: async (files, edit, options) => {
    const { appendToTwoCbh } = await import('./append.ts')
    return appendToTwoCbh(files, edit, options)
  },
  markDeleted: async (files, edit, indexes, isDeleted) => {
    const { markDeleted } = await import('./append.ts')
    markDeleted(files, edit, indexes, isDeleted)
  },
}

/** Where the name of the first member is, and bytes of it that are looked at. */
const NAME_AT = 30
const LONGEST_NAME = 128

const FIRST_MEMBER = /^[^\0]*\.2(?:cb[gha]|l[icg]d)/i
