/** `ludograph show`: one game on a board in the terminal. */
import { statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Command } from 'commander'
import type { Collection } from '../../formats/format.ts'
import { formatIsoDate } from '../../model/date.ts'
import { colourName, type GameRecord, type Player, type TextDocument } from '../../model/record.ts'
import { resultSymbol } from '../../model/result.ts'
import { mainLine } from '../../model/tree.ts'
import { loadOpenings, type Opening } from '../../openings/index.ts'
import { rulesOf } from '../../rules/index.ts'
import { drawBoard } from '../show/board.ts'
import { formatMovetext } from '../show/movetext.ts'
import { databasesAmong, refuseOptionsOfFiles } from '../read/databases.ts'
import { optionExcludes } from '../read/option-use.ts'
import { forEachInput } from '../read/inputs.ts'
import { withReadOptions, type ReadCommandOptions } from '../read/read-options.ts'
import { formatTimeline, timelineSteps } from '../show/timeline.ts'
import { describeIssue } from '../../issues/describe.ts'
import {
  CommandError,
  countOf,
  examples,
  EXIT,
  formatTable,
  goUp,
  note,
  paint,
  print,
  printJson,
} from '../show/terminal.ts'

interface ShowOptions extends ReadCommandOptions {
  game: string
  at?: string
  moves?: boolean
  notation?: string
  ascii?: boolean
  play?: string | boolean
  timeline?: boolean
  json?: boolean
}

export function addShow(program: Command): void {
  const command = program
    .command('show')
    .description('Show a game: header, board, moves with variations and comments')
    .argument('<input>', 'a file or database; - is standard input')
  withReadOptions(command)
    .option(
      '-g, --game <number>',
      'number of the game in the file, starting at 1, or in the database, as search lists it',
      '1',
    )
    .option(
      '--at <ply>',
      'show the board after this many plies, or half-moves; 0 is the start position (default: the last)',
    )
    .option('--no-moves', 'only the board, without the moves')
    .option('--notation <style>', 'move notation: san, uci, chinese, wxf, iccs ...')
    .option('--ascii', 'draw the pieces as letters')
    .option('--play [seconds]', 'replay the main line move by move')
    .option(
      '--timeline',
      'show the game step by step as it happened, if the file records it; with --play, on the board',
    )
    .option('--json', 'the record as JSON')
    .addHelpText('before', examples('show game.xqf', 'show --game 12 --at 20 games.pgn', 'show --play 0.5 lesson.wei7'))
    .action(async (name: string, options: ShowOptions) => {
      if ((await databasesAmong([name])).length > 0) {
        refuseOptionsOfFiles(options)
        return await showOfDatabase(name, options)
      }
      if (statSync(name, { throwIfNoEntry: false })?.isDirectory()) {
        throw new CommandError(`${name} is a folder; give one file in it`, EXIT.usage)
      }
      await forEachInput([name], options, async (_input, { collection }) => {
        await show(collection, options)
      })
    })
  optionExcludes(command, '--json', ['--at', '--no-moves', '--notation', '--ascii', '--play', '--timeline'])
  for (const name of ['--play', '--timeline']) optionExcludes(command, name, ['--at'])
}

async function show(collection: Collection, options: ShowOptions): Promise<void> {
  const index = wholeNumber(options.game, 'game') - 1
  if (index < 0 || index >= collection.count) {
    throw new CommandError(
      `there is no game ${options.game}; the file has ${countOf(collection.count, 'game')}`,
      EXIT.usage,
    )
  }
  const { record, document, issues } = collection.entry(index)
  if (options.json) return printJson(record ?? document, undefined, 2)
  for (const issue of issues) note(`${paint('yellow', issue.severity)}: ${describeIssue(issue)}`)
  if (document) return showDocument(document)
  if (!record) throw new CommandError(`game ${options.game} could not be read`, EXIT.unreadable)
  await showRecord(record, options)
}

/** Shows the game of a number, as `search` lists it. */
async function showOfDatabase(folder: string, options: ShowOptions): Promise<void> {
  const { withDatabase } = await import('../read/database.ts')
  const number = wholeNumber(options.game, 'game')
  const record = await withDatabase(folder, true, async (database) => await database.record(number))
  if (!record)
    throw new CommandError(`there is no game ${number} in ${folder}; ludograph search lists them`, EXIT.usage)
  if (options.json) return printJson(record, undefined, 2)
  await showRecord(record, options)
}

async function showRecord(record: GameRecord, options: ShowOptions): Promise<void> {
  checkNotation(record, options.notation)
  const plies = mainLine(record.nodes).length
  const at = options.at === undefined ? plies : wholeNumber(options.at, 'at')
  if (at > plies) throw new CommandError(`--at ${at}: the main line has ${countOf(plies, 'ply', 'plies')}`, EXIT.usage)
  const seconds = options.play === undefined ? undefined : playSeconds(options.play)
  print(formatHeader(record, (await loadOpenings(record.game))?.of(record)))
  if (options.timeline && seconds === undefined) return print(formatTimeline(record))
  if (options.timeline && record.timeline) return playTimeline(record, seconds!, options)
  if (seconds !== undefined) return play(record, seconds, options)
  print(`\n${boardAfter(record, at, options)}`)
  if (options.moves !== false) print(`\n${formatMovetext(rulesOf(record.game), record, options.notation)}`)
  print(`\n${formatResult(record)}`)
}

function wholeNumber(text: string, option: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0) {
    throw new CommandError(`--${option} takes a whole number, not "${text}"`, EXIT.usage)
  }
  return value
}

/** The board after some plies of the main line, with the last move highlighted. */
function boardAfter(record: GameRecord, plies: number, options: ShowOptions): string {
  const rules = rulesOf(record.game)
  const line = [0, ...mainLine(record.nodes)].slice(0, plies + 1)
  const position = rules.start(record)
  for (const index of line) {
    const node = record.nodes[index]!
    if (node.edits || node.turn) rules.edit?.(position, node.edits ?? [], node.turn)
    if (node.move !== undefined) rules.play(position, node.move)
  }
  const last = record.nodes[line.at(-1)!]!
  const board = drawBoard(record.game, position, { lastMove: last.move, marks: last.marks, ascii: options.ascii })
  const isOver = rules.outcome(position) !== undefined
  const side = isOver ? 'the game is over' : `${colourName(record.game, position.turn)} to move`
  const caption =
    line.length === 1 ? `start position, ${side}` : `after ${countOf(line.length - 1, 'ply', 'plies')}, ${side}`
  return `${board}\n${paint('dim', caption)}`
}

function checkNotation(record: GameRecord, notation: string | undefined): void {
  const { styles } = rulesOf(record.game)
  if (notation === undefined || styles.includes(notation)) return
  throw new CommandError(`${record.game} has no notation "${notation}"; use one of ${styles.join(', ')}`, EXIT.usage)
}

function playSeconds(option: string | boolean): number {
  const seconds = option === true ? 1 : Number(option)
  if (!(seconds >= 0)) throw new CommandError('--play takes the number of seconds between moves', EXIT.usage)
  return seconds
}

/** Plays the main line move by move. */
async function play(record: GameRecord, seconds: number, options: ShowOptions): Promise<void> {
  const plies = mainLine(record.nodes).length
  const frames = Array.from({ length: plies + 1 }, (_, ply) => () => boardAfter(record, ply, options))
  await drawFrames(frames, seconds)
  print(`\n${formatResult(record)}`)
}

/** Plays a timeline as it happened: after every step, shows the board and what was done. */
async function playTimeline(record: GameRecord, seconds: number, options: ShowOptions): Promise<void> {
  const steps = timelineSteps(record).map(({ text, position, lastMove, marks }) => {
    const board = drawBoard(record.game, position, { lastMove, marks, ascii: options.ascii })
    return () => `${board}\n${text}`
  })
  await drawFrames(steps, seconds)
}

/** Draws one picture after another, on a terminal each over the last. */
async function drawFrames(frames: readonly (() => string)[], seconds: number): Promise<void> {
  let rows = 0
  for (const frame of frames) {
    const text = frame()
    if (rows > 0) goUp(rows)
    print(`\n${text}`)
    rows = text.split('\n').length + 1
    await wait(seconds * 1000)
  }
}

function showDocument(document: TextDocument): void {
  for (const { text, language } of document.titles) {
    print(`${paint('bold', text)}${language ? paint('dim', ` (${language})`) : ''}`)
  }
  for (const { text, mediaType, language } of document.bodies) {
    if (language) print(paint('dim', `\n[${language}]`))
    print(mediaType === 'text/html' ? text.replaceAll(/<[^>]*>/g, '').replaceAll(/\n{3,}/g, '\n\n') : text)
  }
}

/** Who, where, when: one line a fact. */
function formatHeader(record: GameRecord, named: Opening | undefined): string {
  const { header } = record
  const rows: string[][] = []
  const add = (name: string, value: string | number | undefined) => {
    if (value !== undefined && value !== '') rows.push([paint('dim', name), String(value)])
  }
  add('game', [record.game, record.variant, header.kind].filter(Boolean).join(', '))
  add('title', header.title)
  for (const player of header.players) {
    add(player.colour ? colourName(record.game, player.colour) : (player.role ?? 'player'), describePlayer(player))
  }
  const { event } = header
  add('event', [event?.name, event?.site, header.place].filter(Boolean).join(', '))
  const round = header.roundText ?? [header.round, header.subround].filter((part) => part !== undefined).join('.')
  add('round', round)
  add('date', header.date ? (formatIsoDate(header.date) ?? header.date.text) : header.instant)
  add('rules', [header.rules?.name, komiText(record)].filter(Boolean).join(', '))
  add('time', header.timeControl?.text)
  const opening = [header.openingCode, header.openingName, header.variationName].filter(Boolean).join(' ')
  add('opening', opening || (named && `${[named.code, named.name].filter(Boolean).join(' ')} (by its moves)`))
  add('annotator', header.annotator)
  return formatTable(rows)
}

function komiText({ header }: GameRecord): string | undefined {
  return header.rules?.komi === undefined ? undefined : `komi ${header.rules.komi}`
}

function describePlayer({ name, otherName, title, rank, rating, team, timeUsed }: Player): string {
  const facts = [title, rank, rating, team?.name, timeUsed].filter((fact) => fact !== undefined && fact !== '')
  const names = [name ?? '?', otherName].filter(Boolean).join(' / ')
  return facts.length === 0 ? names : `${names} (${facts.join(', ')})`
}

function formatResult(record: GameRecord): string {
  const { result, perfectScore } = record.header
  const symbol = resultSymbol(result)
  const winner = result.winner === undefined ? '' : ` ${colourName(record.game, result.winner)} won`
  const score = result.score ? `, ${result.score.join(' to ')}` : ''
  const by = result.by ? ` by ${result.by}` : ''
  const margin = result.margin === undefined ? '' : ` by ${result.margin}`
  const perfect = perfectScore
    ? paint('dim', `  (best play from ${perfectScore.emptySquares} empty: ${perfectScore.score})`)
    : ''
  return `${paint('bold', symbol)}${winner}${by}${margin}${score}${perfect}`
}
