/** `ludograph repertoire train`: asks the positions of a repertoire that are due, and plays its lines. */
import { read } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Command } from 'commander'
import type { Database } from '../../database/database.ts'
import type { Colour, Move } from '../../model/move.ts'
import { colourName, type Game, type GameRecord } from '../../model/record.ts'
import { parsePosition } from '../../query/position.ts'
import { cardIdOf, isCardMove, lineOfCard, trainingCards, type TrainingCard } from '../../repertoire/cards.ts'
import { numberedLine } from '../../repertoire/line-text.ts'
import { chooseReply } from '../../repertoire/reply.ts'
import { makeRepertoire, sidesOf, type Repertoire } from '../../repertoire/repertoire.ts'
import { mergeProgress, type Progress } from '../../repertoire/progress.ts'
import { afterAnswer, type CardProgress, type Grade } from '../../repertoire/schedule.ts'
import { dueCards, Training } from '../../repertoire/training.ts'
import { rulesOf } from '../../rules/index.ts'
import { positionAt } from '../../rules/replay.ts'
import type { Position } from '../../rules/rules.ts'
import { explorePosition } from '../../study/move-tree.ts'
import { drawBoard } from '../show/board.ts'
import { parseCount, parseNumber, withDatabase } from '../read/database.ts'
import { progressPath, readProgress, writeProgress } from '../write/progress-file.ts'
import { optionExcludes, optionsNeed } from '../read/option-use.ts'
import { orExplain } from '../read/query.ts'
import { parseSides, readTrees } from '../read/repertoire.ts'
import { writeError } from '../show/standard-streams.ts'
import { headedTable } from '../show/study-text.ts'
import { countOf, examples, grouped, note, paint, print, printJson } from '../show/terminal.ts'

interface TrainOptions {
  side?: readonly Colour[]
  position?: string
  moves?: string
  progress?: string
  new?: number
  list?: boolean
  play?: number
  database?: string
  ascii?: boolean
  json?: boolean
}

/** A repertoire that is trained. */
interface Trained {
  game: Game
  records: readonly GameRecord[]
  repertoire: Repertoire
  sides: readonly Colour[]
  cards: readonly TrainingCard[]
  /** Where the lines begin. */
  start: Position
  ascii: boolean
}

const readBytes = promisify(read)

export function addTrain(repertoire: Command): void {
  const command = repertoire
    .command('train')
    .description('Ask the positions of your repertoire that are due (spaced repetition), or play its lines')
    .argument('<tree>', 'a file of games with variations: .pgn, .sgf, .xqf ...')
    .option('--side <side>', 'first, second or both (default: the one with fewer choices, else both)', parseSides)
    .option('--moves <moves>', 'only the lines after these moves: "e4 c5"')
    .option('--position <text>', 'only the lines from this position: FEN, or the position text of the game')
    .option('--new <count>', 'new positions at most', parseNumber, 20)
    .option('--progress <file>', 'where the progress is kept (default: TREE.training.json)')
    .option('--list', 'list what is due instead of asking')
    .option('--play <count>', 'play COUNT lines; the replies are as frequent as in the database', parseCount)
    .option('--database <folder>', 'the database whose games reply, with --play (default: the repertoire replies)')
    .option('--ascii', 'draw the pieces as letters')
    .option('--json', 'what is due as JSON, with --list')
    .addHelpText(
      'before',
      examples(
        'repertoire train my-white.pgn',
        'repertoire train my-white.pgn --moves "e4 c5" --new 5',
        'repertoire train my-white.pgn --play 3 --database games.db',
        'repertoire train joseki.sgf --side both --list',
      ),
    )
    .action(runTrain)
  optionsNeed(command, ['--database'], '--play')
  optionsNeed(command, ['--json'], '--list')
  optionExcludes(command, '--play', ['--list', '--new'])
}

async function runTrain(path: string, options: TrainOptions): Promise<void> {
  const { game, records } = await readTrees(path)
  const start = orExplain(() => parsePosition(game, options.position, options.moves))
  const isPart = options.position !== undefined || options.moves !== undefined
  const repertoire = makeRepertoire(game, records)
  const sides = options.side ?? sidesOf(repertoire)
  const cards = trainingCards(game, records, { sides, ...(isPart && { from: start }) })
  const trained = { game, records, repertoire, sides, cards, start, ascii: options.ascii ?? false }
  const file = options.progress ?? progressPath(path)
  const progress = readProgress(file)
  const due = dueCards(cards, progress, { now: Date.now(), newCards: options.new ?? 20 })
  if (options.list) return printDue(trained, due, progress, options.json ?? false)
  const desk = new Desk(file, progress)
  const play = (database?: Database) => playLines(trained, options.play!, desk, database)
  if (options.play === undefined) await ask(trained, due, desk)
  else if (options.database === undefined) await play()
  else await withDatabase(options.database, true, play)
}

/** Reads answers, and keeps the progress. */
class Desk {
  readonly file: string
  readonly progress: Map<string, CardProgress>
  private readonly lines = linesTyped()

  constructor(file: string, progress: Progress) {
    this.file = file
    this.progress = new Map(progress)
  }

  /** What was typed; undefined when nobody answers any more, or `q` was typed. */
  async read(): Promise<string | undefined> {
    writeError('> ')
    const { value, done } = await this.lines.next()
    const text = done ? undefined : value.trim()
    return text === 'q' ? undefined : text
  }

  /** Keeps the progress of a card at once: the next answer may never come. */
  keep(id: string, card: CardProgress): void {
    this.progress.set(id, card)
    // Another training may have written meanwhile.
    writeProgress(this.file, mergeProgress(readProgress(this.file), this.progress))
  }
}

/** Milliseconds to wait where a terminal says that nothing was typed yet. */
const PAUSE = 50

/**
 * Lines of standard input as they are typed. Each part is read when a line is asked for, so that the command can end
 * before the input does.
 */
async function* linesTyped(): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const buffer = Buffer.alloc(4096)
  let rest = ''
  for (;;) {
    const size = await readTyped(buffer)
    const lines = (rest + decoder.decode(buffer.subarray(0, size), { stream: size > 0 })).split('\n')
    rest = size > 0 ? lines.pop()! : ''
    yield* lines.filter((line) => size > 0 || line !== '')
    if (size === 0) return
  }
}

/** Reads what was typed; returns how many bytes that is, 0 at the end. */
async function readTyped(buffer: Buffer): Promise<number> {
  for (;;) {
    try {
      return (await readBytes(0, buffer, 0, buffer.length, null)).bytesRead
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EOF') return 0
      if (code !== 'EAGAIN') throw error
      await wait(PAUSE)
    }
  }
}

/** Asks the cards until each was answered right. */
async function ask(trained: Trained, due: readonly TrainingCard[], desk: Desk): Promise<void> {
  const { game, records, cards } = trained
  if (due.length === 0) return print(nothingDue(cards, desk.progress))
  note('Type a move; ? shows it, q ends the training.')
  const training = new Training(due, desk.progress)
  while (training.card) {
    const { card } = training
    const position = positionAt(rulesOf(game), records[card.tree]!, card.node)
    showPosition(trained, position, lineOfCard(game, records, card), `${training.left} left`)
    const answer = await answerOf(trained, card, position, desk)
    if (answer === undefined) break
    const progress = training.answer(answer.grade, Date.now())
    if (!progress) continue
    desk.keep(card.id, progress)
    note(`asked again on ${dateOf(progress.due)}`)
  }
  print(`${training.right} of ${countOf(training.answered, 'position')} right at once, ${training.left} left`)
}

/** Plays lines against an opponent who replies as the database does, or else as the repertoire does. */
async function playLines(trained: Trained, count: number, desk: Desk, database: Database | undefined): Promise<void> {
  const { game, repertoire, sides, cards, start } = trained
  const rules = rulesOf(game)
  const byId = new Map(cards.map((card) => [card.id, card]))
  const answered = new Set<string>()
  note('Type a move; ? shows it, q ends the training.')
  for (let line = 0; line < count; line++) {
    const own = sides[line % sides.length]!
    const position = rules.clone(start)
    const texts: string[] = []
    const play = (move: Move) => {
      texts.push(rules.writeMove(position, move))
      rules.play(position, move)
    }
    for (;;) {
      if (position.turn === own) {
        const id = cardIdOf(game, position)
        const known = byId.get(id)
        if (!known) {
          const isEnd = repertoire.has(position)
          print(isEnd ? 'The line ends here.' : paint('yellow', 'Your repertoire has no move here.'))
          break
        }
        const card = { ...known, moves: repertoire.movesAt(position) }
        showPosition(trained, position, numberedLine(texts, start.turn - 1), `line ${line + 1} of ${count}`)
        const answer = await answerOf(trained, card, position, desk)
        if (answer === undefined) return
        // Lines come to a position again: its first answer counts.
        if (!answered.has(id)) desk.keep(id, afterAnswer(desk.progress.get(id), answer.grade, Date.now()))
        answered.add(id)
        play(answer.move)
        continue
      }
      const reply = await replyTo(position, repertoire, database)
      if (!reply) {
        print('The line ends here.')
        break
      }
      const text = rules.writeMove(position, reply.move)
      play(reply.move)
      print(`The reply is ${paint('bold', text)}${database ? ` (${countOf(reply.games, 'game')})` : ''}.`)
    }
  }
}

/** A reply as frequent as in the database; one of the repertoire where the database has none. */
async function replyTo(
  position: Position,
  repertoire: Repertoire,
  database: Database | undefined,
): Promise<{ move: Move; games: number } | undefined> {
  const { game } = repertoire
  const played = database ? (await explorePosition(database, game, position)).moves : []
  const replies = played.length > 0 ? played : repertoire.movesAt(position).map((move) => ({ move, games: 1 }))
  return chooseReply(replies, Math.random())
}

function showPosition(
  { game, ascii }: Pick<Trained, 'game' | 'ascii'>,
  position: Position,
  line: string,
  state: string,
): void {
  print(`\n${drawBoard(game, position, { ascii })}\n`)
  const side = `${colourName(game, position.turn)} to play`
  print(`${line === '' ? '' : `${line}  `}${paint('bold', side)} ${paint('dim', `(${state})`)}`)
}

/** The move found, and how: wrong if another legal move was tried first or the move was shown. */
async function answerOf(
  { game }: Pick<Trained, 'game'>,
  card: TrainingCard,
  position: Position,
  desk: Desk,
): Promise<{ move: Move; grade: Grade } | undefined> {
  const rules = rulesOf(game)
  const solution = card.moves.map((move) => rules.writeMove(position, move)).join(', ')
  let grade: Grade = 'right'
  for (;;) {
    const text = await desk.read()
    if (text === undefined) return undefined
    if (text === '') continue
    const move = text === '?' ? undefined : rules.readMove(position, text)
    if (move !== undefined && isCardMove(game, card, position, move)) {
      print(paint('green', 'Right.'))
      return { move, grade }
    }
    if (text !== '?' && move === undefined) {
      note(`“${text}” is not a move here`)
      continue
    }
    print(
      text === '?' ? `Your repertoire plays ${solution}.` : paint('red', `Wrong: your repertoire plays ${solution}.`),
    )
    grade = 'wrong'
  }
}

function printDue(
  { game, records, sides, cards }: Trained,
  due: readonly TrainingCard[],
  progress: Progress,
  json: boolean,
): void {
  const rules = rulesOf(game)
  const rows = due.map((card) => {
    const position = positionAt(rules, records[card.tree]!, card.node)
    const known = progress.get(card.id)
    return {
      id: card.id,
      colour: card.colour,
      line: lineOfCard(game, records, card),
      fen: rules.format(position),
      moves: card.moves.map((move) => rules.writeMove(position, move)),
      ...(known && { due: new Date(known.due).toISOString(), answers: known.answers, lapses: known.lapses }),
    }
  })
  if (json) return printJson({ game, sides, positions: cards.length, due: rows })
  if (rows.length === 0) return print(nothingDue(cards, progress))
  print(
    headedTable(
      ['after', 'due', 'answered'],
      rows.map(({ line, due: date, answers = 0 }) => [
        line === '' ? 'the start' : line,
        date === undefined ? 'new' : date.slice(0, 10),
        grouped(answers),
      ]),
    ),
  )
}

function nothingDue(cards: readonly TrainingCard[], progress: Progress): string {
  const next = cards.flatMap(({ id }) => progress.get(id)?.due ?? []).sort((one, other) => one - other)[0]
  const when = next === undefined ? '' : `; the next on ${dateOf(next)}`
  return `Nothing is due among ${countOf(cards.length, 'position')}${when}.`
}

function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
