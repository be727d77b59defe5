/** The databases of ChessBase, from version 6 on, and archives of them: docs/formats/chessbase.md. */
import { extension } from '../../bytes/source.ts'
import { allFeaturesBut } from '../feature.ts'
import type { Format } from '../format.ts'
import { isHeaderFile } from './header-records.ts'
import { MAIN_EXTENSION, PARTS } from './parts.ts'

export const chessbase: Format = {
  id: 'chessbase',
  name: 'ChessBase database',
  games: ['chess'],
  extensions: [MAIN_EXTENSION],
  mediaTypes: ['application/x-chessbase'],
  parts: PARTS,
  holds: 'many',
  keeps: allFeaturesBut(
    'mark-shapes',
    'labels',
    'territory',
    'names',
    'edits',
    'unread-moves',
    'problem-markers',
    'timeline',
    'board-size',
  ),
  detect(head, name) {
    if (isHeaderFile(head)) return extension(name) === MAIN_EXTENSION ? 1 : 0.7
    return 0
  },
  open: async (files, options) => {
    const { openChessBase } = await import('./reader.ts')
    return openChessBase(files, options)
  },
}
