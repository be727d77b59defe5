/** The databases of Scid, from version 3 to 5: docs/formats/scid.md. */
import { extension } from '../../bytes/source.ts'
import { allFeaturesBut } from '../feature.ts'
import type { AppendableFormat } from '../format.ts'
import { isScidIndex, SCID5_RECORD_SIZE } from './detect.ts'
import { EXTENSIONS, PARTS } from './parts.ts'

/** The format of Scid databases (`.si4`, `.si5`, `.si3` and their parts). */
export const scid: AppendableFormat = {
  id: 'scid',
  name: 'Scid database',
  games: ['chess'],
  extensions: EXTENSIONS,
  mediaTypes: ['application/x-scid'],
  parts: PARTS,
  holds: 'many',
  patches: true,
  keeps: allFeaturesBut(
    'board-size',
    'comment-languages',
    'critical-positions',
    'documents',
    'edits',
    'evaluation-lines',
    'handicap',
    'labels',
    'line-colours',
    'mark-shapes',
    'media',
    'more-players',
    'move-numbers',
    'names',
    'native',
    'opening-subcode',
    'ownership',
    'piece-paths',
    'problem-markers',
    'quotations',
    'rules',
    'search-effort',
    'territory',
    'timeline',
    'title-languages',
    'top-games',
    'training',
    'unknown-annotations',
    'unread-moves',
    'video-times',
    'winning-chances',
  ),
  detect(head, name, size) {
    const named = extension(name)
    if (isScidIndex(head)) return named === '.si4' || named === '.si3' ? 1 : 0.7
    // The index of Scid 5 has no mark: only its name and its size tell it.
    if (named !== '.si5') return 0
    return size % SCID5_RECORD_SIZE === 0 ? 0.9 : 0.6
  },
  open: async (files, options) => {
    const { openScid } = await import('./reader.ts')
    return openScid(files, options)
  },
  write: async (out, options) => {
    const { writeScid } = await import('./writer.ts')
    return writeScid(out, options)
  },
  append: async (files, edit, options) => {
    const { appendToScid } = await import('./append.ts')
    return appendToScid(files, edit, options)
  },
  markDeleted: async (files, edit, indexes, isDeleted) => {
    const { markDeleted } = await import('./append.ts')
    markDeleted(files, edit, indexes, isDeleted)
  },
}
