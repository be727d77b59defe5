/** WTHOR, the database of the French Othello federation: year files, puzzles, and names beside them. */
import { features } from '../feature.ts'
import type { UpdatableFormat, WritableFormat } from '../format.ts'
import {
  beginsLegally,
  fits,
  FOLDER_NAME,
  HEADER_SIZE,
  isPlausibleDate,
  kindOfName,
  kindOfSize,
  readFileHeader,
} from './layout.ts'
import { FORMAT_ID } from './native.ts'

/** The format of the WTHOR database of Othello games. */
export const wthor: WritableFormat & UpdatableFormat = {
  id: FORMAT_ID,
  name: 'WTHOR',
  games: ['othello'],
  extensions: ['.wtb', '.wtd', '.pzz'],
  mediaTypes: ['application/x-wthor'],
  parts: ['.jou', '.trn'],
  sharesParts: true,
  folderName: FOLDER_NAME,
  holds: 'many',
  patches: true,
  keeps: features(
    'kind',
    'event',
    'date',
    'partial-date',
    'players',
    'result',
    'score',
    'perfect-score',
    'passes',
    'setup',
    'board-size',
  ),
  options: [
    { name: 'created', for: 'writing', description: 'day the files are made, as 2001-12-31; today otherwise' },
    { name: 'year', for: 'writing', description: 'year of games whose date is not known' },
    {
      name: 'names',
      for: 'writing',
      description: 'stem of the files of names beside the games',
      values: ['WTHOR', 'WTH'],
    },
    {
      name: 'presence-table',
      for: 'writing',
      description:
        'bytes of the presence table of puzzle files: 256, as Cassio reads them, or 512, as the format text says',
      values: ['256', '512'],
    },
    {
      name: 'first-move',
      for: 'writing',
      description: 'turn games so that they begin with f5, as the format asks, or keep them',
      values: ['turn', 'keep'],
    },
  ],
  detect(head, name, size) {
    const named = kindOfName(name)
    const isGames = named !== undefined && named !== 'players' && named !== 'tournaments'
    if (head.length < HEADER_SIZE) return isGames ? 0.3 : 0
    const header = readFileHeader(head, name)
    if (!isPlausibleDate(header.created)) {
      if (!isGames) return 0
      return fits(named, header, size) && beginsLegally(head, named) ? 0.9 : 0.3
    }
    if (named) return fits(named, header, size) ? 1 : 0.6
    return kindOfSize(header, size) ? 0.9 : 0
  },
  async open(files, options) {
    const { openWthor } = await import('./reader.ts')
    return openWthor(files, options)
  },
  async sharedContent(files) {
    const { usedNames } = await import('./reader.ts')
    return usedNames(files)
  },
  async write(out, options) {
    const { WthorWriter } = await import('./writer.ts')
    return new WthorWriter(out, options)
  },
  async planUpdate(current, newer) {
    const { planUpdate } = await import('./update.ts')
    const { formatUpdate } = await import('./update-text.ts')
    const plan = planUpdate(current, newer)
    return { ...plan, lines: formatUpdate(plan) }
  },
}
