/** The databases of ChessBase, from version 6 on, and archives of them: docs/formats/chessbase.md. */
import { extension } from '../../bytes/source.ts'
import { allFeaturesBut } from '../feature.ts'
import type { WritableFormat } from '../format.ts'
import { ARCHIVE_EXTENSION, isArchive, PASSWORD_EXTENSION } from './archive/table.ts'
import { isHeaderFile } from './header-records.ts'
import { MAIN_EXTENSION, PARTS } from './parts.ts'

/** The format of ChessBase databases (`.cbh` and its parts) and archives of them (`.cbv`, `.cbz`). */
export const chessbase: WritableFormat = {
  id: 'chessbase',
  name: 'ChessBase database',
  games: ['chess'],
  extensions: [MAIN_EXTENSION, ARCHIVE_EXTENSION, PASSWORD_EXTENSION],
  mediaTypes: ['application/x-chessbase'],
  parts: PARTS,
  archiveExtension: ARCHIVE_EXTENSION,
  holds: 'many',
  patches: true,
  keeps: allFeaturesBut(
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
    { name: 'password', description: 'the password of an archive', for: 'reading' },
    { name: 'password', description: `the password of the ${PASSWORD_EXTENSION} archive written`, for: 'writing' },
  ],
  detect(head, name, size) {
    const named = extension(name)
    if (isHeaderFile(head)) return named === MAIN_EXTENSION ? 1 : 0.7
    if (isArchive(head)) return named === ARCHIVE_EXTENSION ? 1 : 0.7
    // An encrypted archive has no mark; all of its blocks have eight bytes.
    return named === PASSWORD_EXTENSION && size > 0 && size % 8 === 0 ? 0.8 : 0
  },
  open: async (files, options) => {
    const { openChessBase } = await import('./reader.ts')
    return openChessBase(files, options)
  },
  write: async (out, options) => {
    const { writeChessBase } = await import('./writer/writer.ts')
    return writeChessBase(out, options)
  },
}
