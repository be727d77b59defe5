/** The databases of Chess Assistant 3 and later: docs/formats/chess-assistant.md. */
import { extension } from '../../bytes/source.ts'
import { features } from '../feature.ts'
import type { WritableFormat, FormatOption } from '../format.ts'
import { MAIN_EXTENSION, PARTS } from './files/parts.ts'
import { POINTS, READINGS } from './moves/profile.ts'

const DESCRIPTIONS: Record<(typeof POINTS)[number], string> = {
  direction: 'where the second digit of a move counts to',
  variations: 'whether a variation stands before or after the move it replaces',
  'index-base': 'the id of the first entry of a list',
  'game-base': 'the id of the first game',
  round: 'whether the byte of the round holds twice the round',
  'game-type': 'how the game type is read',
}

export const FORMAT_ID = 'chess-assistant'

/** The header value of a game without an opening code: 0, which is also A00, or 65535, which is not a code at all. */
export const NO_OPENING = {
  name: 'no-opening',
  description: 'the opening code of games that have none: 0 (A00 to other programs) or 65535',
  for: 'writing',
  values: ['0', '65535'],
} as const satisfies FormatOption

/** The format of Chess Assistant databases (`.cdp` and its parts). */
export const chessAssistant: WritableFormat = {
  id: FORMAT_ID,
  name: 'Chess Assistant database',
  games: ['chess'],
  extensions: [MAIN_EXTENSION],
  mediaTypes: ['application/x-chess-assistant'],
  parts: PARTS,
  holds: 'many',
  patches: true,
  keeps: features(
    'variations',
    'comments',
    'comments-before',
    'game-comment',
    'glyphs',
    'evaluations',
    'passes',
    'diagrams',
    'setup',
    'event',
    'site',
    'round',
    'subround',
    'date',
    'partial-date',
    'players',
    'player-details',
    'ratings',
    'result',
    'result-details',
    'opening',
    'annotator',
    'publication',
    'unknown-annotations',
  ),
  options: [
    ...POINTS.map((point): FormatOption => ({
      name: point,
      description: DESCRIPTIONS[point],
      for: 'reading',
      values: ['auto', ...READINGS[point]],
    })),
    NO_OPENING,
  ],
  detect(head, name) {
    const text = String.fromCharCode(...head.subarray(0, 100))
    const isNamed = extension(name) === MAIN_EXTENSION
    if (text.includes('Chess Data Pro')) return isNamed ? 1 : 0.7
    return isNamed && text.startsWith('Chess Assistant') ? 0.9 : 0
  },
  open: async (files, options) => {
    const { openChessAssistant } = await import('./reader.ts')
    return openChessAssistant(files, options)
  },
  write: async (out, options) => {
    const { writeChessAssistant } = await import('./writer.ts')
    return writeChessAssistant(out, options)
  },
}
