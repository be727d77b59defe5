/** The sample games of the first page, fetched when one is chosen. */
import { extension } from '../../../../src/bytes/source.ts'
import { GAMES, type Game } from '../../../../src/model/record.ts'
import type { Word } from '../../words/index.ts'
import { asIncoming } from './incoming.ts'
import { attempt } from './library.ts'
import { openFiles } from './opening.ts'

const addresses = import.meta.glob<string>('../../../../examples/*/*', {
  query: '?url',
  import: 'default',
  eager: true,
})

export interface Sample {
  game: Game
  name: string
  /** Its description, if the page has one. */
  word: Word | undefined
  address: string
}

/** Descriptions of the samples, by name. */
const TITLES: Readonly<Record<string, Word>> = {
  'opera-game.pgn': 'sampleOpera',
  'short-games.cbh': 'sampleShortGames',
  'short-games.cdp': 'sampleShortGames',
  'annotated.pgn': 'sampleXiangqiLesson',
  '中炮对屏风马.xqf': 'sampleXiangqiOpening',
  '马炮兵巧胜.xqf': 'sampleXiangqiEnding',
  'ladder.sgf': 'sampleLadder',
  'lessons.wei7': 'sampleLessons',
  'live-study.wei7': 'sampleLiveStudy',
  'WTH_2001.wtb': 'sampleWthor',
}

const files: readonly Sample[] = Object.entries(addresses).map(([path, address]) => {
  const [folder = '', name = ''] = path.split('/').slice(-2)
  const game = GAMES.find((game) => folder.startsWith(game))!
  return { game, name, word: TITLES[name], address }
})

/** The extensions of files that are opened; the others are parts of databases, as the formats know when they are loaded. */
const OPENED = new Set(['.pgn', '.cbh', '.cdp', '.xqf', '.sgf', '.wei7', '.wtb'])

/** The samples that are offered. */
export const SAMPLES: readonly Sample[] = files.filter(({ name }) => OPENED.has(extension(name)))

/** Fetches and opens a sample, with the parts of databases beside it. */
export async function openSample(sample: Sample): Promise<void> {
  const { formatOfPart } = await import('../../../../src/convert/detect.ts')
  const parts = files.filter((file) => file.game === sample.game && formatOfPart(file.name))
  const own = parts.filter(({ name }) => formatOfPart(name)!.extensions.includes(extension(sample.name)))
  await attempt(async () => openFiles(asIncoming(await Promise.all([sample, ...own].map(fetchFile)))))
}

async function fetchFile({ name, address }: Sample): Promise<File> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${answer.statusText}`)
  return new File([await answer.blob()], name)
}
