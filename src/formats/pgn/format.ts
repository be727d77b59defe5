/** PGN, the universal text format of chess games, also used for xiangqi and Othello. */
import { allFeaturesBut } from '../feature.ts'
import type { WritableFormat } from '../format.ts'
import { looksLikePgn } from './detect.ts'

/** The format of Portable Game Notation. */
export const pgn: WritableFormat = {
  id: 'pgn',
  name: 'Portable Game Notation',
  games: ['chess', 'xiangqi', 'othello'],
  extensions: ['.pgn'],
  mediaTypes: ['application/vnd.chess-pgn', 'application/x-chess-pgn'],
  holds: 'many',
  joins: true,
  keeps: allFeaturesBut(
    'board-size',
    'comment-languages',
    'critical-positions',
    'deleted',
    'documents',
    'edits',
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
    'piece-paths',
    'problem-markers',
    'quotations',
    'rules',
    'territory',
    'timeline',
    'title-languages',
    'top-games',
    'training',
    'unknown-annotations',
    'video-times',
  ),
  options: [
    {
      name: 'notation',
      description:
        'notation of moves: of chess san (the usual), uci or lan; of Othello coordinate (the usual) or capitals; of xiangqi one of the others',
      for: 'writing',
      values: ['san', 'uci', 'lan', 'chinese', 'chinese-traditional', 'wxf', 'iccs', 'coordinate', 'capitals'],
    },
    {
      name: 'style',
      description: 'canonical: one way to write everything, tags after the roster sorted by name',
      for: 'writing',
      values: ['plain', 'canonical'],
    },
    { name: 'clean', description: 'leave out [%...] commands', for: 'writing', values: ['no', 'yes'] },
    { name: 'null', description: 'how null moves are written', for: 'writing', values: ['--', 'Z0'] },
  ],
  detect: (head, name) => looksLikePgn(head, name),
  open: async (files, options) => (await import('./reader.ts')).openPgn(files, options),
  write: async (out, options) => (await import('./writer.ts')).writePgn(out, options),
}
