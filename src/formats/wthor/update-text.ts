/** What an update would do, in English. */
import { formatIsoDate, type PartialDate } from '../../model/date.ts'
import type { FileUpdate, UpdatePlan } from '../folder-update.ts'
import type { GameChange, GameChanges, GameFacts, NameChanges } from './compare.ts'
import { LAYOUTS } from './layout.ts'
import type { WthorUpdate } from './update.ts'

const ACTION_WORDS: Readonly<Record<FileUpdate['action'], string>> = {
  add: 'new',
  replace: 'replaced by a newer one',
  keep: 'kept, the other is not newer',
  same: 'the same',
}

const CHANGE_WORDS: Readonly<Record<GameChange['change'], string>> = {
  'facts-corrected': 'corrected',
  'moves-corrected': 'moves corrected',
  added: 'added',
  removed: 'removed',
}

/** A plan as lines of text, one per file and, indented below it, what changes in the file. */
export function formatUpdate({ files }: UpdatePlan<WthorUpdate>): string[] {
  return files.flatMap((file) => {
    const dates = file.current ? `${day(file.current)} -> ${day(file.newer)}` : day(file.newer)
    const line = `${file.name}: ${ACTION_WORDS[file.action]} (${dates})`
    const summary = summarize(file)
    return [summary === '' ? line : `${line}, ${summary}`, ...changesOf(file).map((change) => `  ${change}`)]
  })
}

function summarize({ games, names, action, kind }: WthorUpdate): string {
  if (games) return `games: ${inWords(countsOfGames(games))}`
  if (names) return `names: ${inWords(countsOfNames(names))}`
  return action === 'add' ? LAYOUTS[kind].title : ''
}

function countsOfGames({ added, removed, factsCorrected, movesCorrected, unchanged }: GameChanges): Counts {
  return [
    [added, 'added'],
    [removed, 'removed'],
    [factsCorrected, 'corrected'],
    [movesCorrected, 'with other moves'],
    [unchanged, 'unchanged'],
  ]
}

function countsOfNames({ added, removed, renamedCount }: NameChanges): Counts {
  return [
    [added, 'added'],
    [removed, 'removed'],
    [renamedCount, 'renamed'],
  ]
}

function changesOf({ games, names }: WthorUpdate): string[] {
  if (games) {
    const { added, removed, factsCorrected, movesCorrected, list } = games
    return withRest(list.map(describe), added + removed + factsCorrected + movesCorrected)
  }
  if (!names) return []
  const { renamed, renamedCount } = names
  return withRest(
    renamed.map(({ number, before, after }) => `${number}: ${before} is now ${after}`),
    renamedCount,
  )
}

function describe({ change, firstMoves, before, ...game }: GameChange): string {
  const was = before ? ` (was ${facts(before)})` : ''
  return `${CHANGE_WORDS[change]}: ${firstMoves}..., ${facts(game)}${was}`
}

function facts({ tournament, players, score, theoretical }: GameFacts): string {
  return `tournament ${tournament}, players ${players.join(' and ')}, ${score} discs, ${theoretical} in theory`
}

/** Numbers of things and what happened to them. */
type Counts = readonly (readonly [count: number, what: string])[]

function inWords(counts: Counts): string {
  const words = counts.filter(([count]) => count > 0).map(([count, what]) => `${count.toLocaleString('en')} ${what}`)
  return words.length > 0 ? words.join(', ') : 'none changed'
}

function withRest(lines: readonly string[], count: number): string[] {
  return count > lines.length ? [...lines, `... and ${count - lines.length} more`] : [...lines]
}

function day(date: PartialDate): string {
  return formatIsoDate(date)!
}
