/** The databases of ChessBase, from version 6 on, and archives of them: docs/formats/chessbase.md. */
import { extension } from '../../bytes/source.ts'
import { allFeaturesBut } from '../feature.ts'
import { PASSWORD_OPTION, type AppendableFormat } from '../format.ts'
import { isArchive } from './archive/table.ts'
import { isHeaderFile, MAX_GAMES } from './header-records.ts'
import { ARCHIVE_EXTENSION, MAIN_EXTENSION, PARTS, PASSWORD_EXTENSION } from './parts.ts'

/** The format of ChessBase databases (`.cbh` and its parts) and archives of them (`.cbv`, `.cbz`). */
export const chessbase: AppendableFormat = {
  id: 'chessbase',
  name: 'ChessBase database',
  games: ['chess'],
  extensions: [MAIN_EXTENSION, ARCHIVE_EXTENSION, PASSWORD_EXTENSION],
  mediaTypes: ['application/x-chessbase'],
  parts: PARTS,
  archive: {
    extension: ARCHIVE_EXTENSION,
    protectedExtension: PASSWORD_EXTENSION,
    open: async (source, password) => {
      const { listArchive } = await import('./archive/archive.ts')
      return listArchive(source, password)
    },
    pack: async (out, files, options) => {
      const { packArchive } = await import('./archive/pack.ts')
      packArchive(out, files, options)
    },
  },
  holds: 'many',
  patches: true,
  most: MAX_GAMES,
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
    'player-details',
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
  ),
  options: [
    { name: PASSWORD_OPTION, description: 'the password of an archive', for: 'reading' },
    { name: PASSWORD_OPTION, description: `the password of the ${PASSWORD_EXTENSION} archive written`, for: 'writing' },
  ],
  detect(head, name, size) {
    const named = extension(name)
    if (isHeaderFile(head)) return named === MAIN_EXTENSION ? 1 : 0.7
    if (isArchive(head)) return named === ARCHIVE_EXTENSION ? 1 : 0.7
    // An encrypted archive has no signature; all of its blocks have eight bytes, which can look like anything.
    return named === PASSWORD_EXTENSION && size > 0 && size % 8 === 0 ? 0.95 : 0
  },
  open: async (files, options) => {
    const { openChessBase } = await import('./reader.ts')
    return await openChessBase(files, options)
  },
  write: async (out, options) => {
    const { writeChessBase } = await import('./writer.ts')
    return writeChessBase(out, options)
  },
  writePart: async (options) => {
    const { writeChessBasePart } = await import('./writer.ts')
    return writeChessBasePart(options)
  },
  append: async (files, edit, options) => {
    const { appendToChessBase } = await import('./append.ts')
    return appendToChessBase(files, edit, options)
  },
  markDeleted: async (files, edit, indexes, isDeleted) => {
    const { markDeleted } = await import('./append.ts')
    markDeleted(files.main, edit, indexes, isDeleted)
  },
}
