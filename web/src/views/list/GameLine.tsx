/** A line of the list of games: cells of the table, or in narrow windows two rows with both names. */
import type { ComponentChildren } from 'preact'
import { playerOf, type Player } from '../../../../src/model/record.ts'
import { source } from '../../state/files/library.ts'
import { unsavedGames } from '../../state/editing/editing.ts'
import { isTable, shownColumns, type ColumnName } from '../../state/list/columns.ts'
import { isMixed, isNamed } from '../../state/list/facts.ts'
import { lengths } from '../../state/list/lengths.ts'
import { currentLine } from '../../state/list/names.ts'
import type { Line } from '../../worker/protocol.ts'
import { formatDate, formatNumber, words } from '../../words/index.ts'
import { shortResult } from './game-texts.ts'

/** The columns that the name of a game without players spans. */
const OF_NAMES: ReadonlySet<ColumnName> = new Set(['first', 'firstRating', 'second', 'secondRating'])

export function GameLine({ listing }: { listing: Line }) {
  const line = currentLine(listing)
  return isTable.value ? <Cells line={line} /> : <TwoRows line={line} />
}

function Cells({ line }: { line: Line }) {
  const names = shownColumns.value
  if (isNamed(line.header)) {
    return names.map((name) => <Cell key={name} name={name} line={line} />)
  }
  const spanned = names.filter((name) => OF_NAMES.has(name))
  return names.map((name) =>
    name === spanned[0] ? (
      <span key={name} class="title" style={{ gridColumn: `span ${spanned.length}` }}>
        <Unsaved line={line} />
        {titleOf(line)}
      </span>
    ) : spanned.includes(name) ? null : (
      <Cell key={name} name={name} line={line} />
    ),
  )
}

/** Cells that are written in figures, and stand to the right or in the quiet colour. */
const LOOKS: Partial<Record<ColumnName, string>> = {
  first: 'title',
  second: 'name',
  result: 'result',
  firstRating: 'quiet rating',
  secondRating: 'quiet rating',
  number: 'quiet rating',
  length: 'quiet rating',
  year: 'quiet year',
  date: 'quiet year',
}

function Cell({ name, line }: { name: ColumnName; line: Line }) {
  const tip = name === 'opening' ? openingTip(line) : undefined
  return (
    <span class={LOOKS[name] ?? 'quiet'} data-column={name} {...(tip && { 'data-tip': tip })}>
      {name === 'first' && <Unsaved line={line} />}
      {CONTENT[name](line)}
      {name === 'second' && <Tags line={line} />}
    </span>
  )
}

const CONTENT: Readonly<Record<ColumnName, (line: Line) => ComponentChildren>> = {
  number: ({ index }) => index + 1,
  first: ({ header }) => playerOf(header, 1)?.name ?? words.unknownPlayer,
  firstRating: ({ header }) => strength(playerOf(header, 1)),
  second: ({ header }) => playerOf(header, 2)?.name ?? words.unknownPlayer,
  secondRating: ({ header }) => strength(playerOf(header, 2)),
  result: resultOf,
  game: ({ game }) => words[game],
  opening: ({ header }) => header.openingCode ?? header.openingName,
  event: ({ header }) => header.event?.name,
  round: ({ header }) => header.roundText ?? header.round,
  year: ({ header }) => header.date?.year,
  date: ({ header }) => header.date && formatDate(header.date),
  length: lengthOf,
}

const strength = (player: Player | undefined) => player?.rating ?? player?.rank

function resultOf({ game, kind, header }: Line): string {
  return kind === 'game' ? shortResult(game, header.result) : ''
}

/** Moves as players of the game count them: pairs in chess and xiangqi. */
function lengthOf({ game, index, plies = lengths.value.get(index) }: Line): string {
  if (plies === undefined) return ''
  return formatNumber(game === 'chess' || game === 'xiangqi' ? Math.ceil(plies / 2) : plies)
}

function openingTip({ header }: Line): string | undefined {
  return header.openingName && [header.openingCode, header.openingName].filter(Boolean).join(' ')
}

function titleOf({ header, kind, name }: Line): string {
  return (
    header.title ??
    (kind === 'broken' ? words.brokenEntry : kind === 'text' ? words.textEntry : (name ?? words.noPlayers))
  )
}

/** Marks a game with changes that are not saved. */
function Unsaved({ line }: { line: Line }) {
  if (!unsavedGames.value.has(line.index)) return null
  return <span class="unsaved-mark" role="img" aria-label={words.unsaved} title={words.unsaved} />
}

function Tags({ line }: { line: Line }) {
  return source.value.tagsOf?.(line.index)?.map((tag) => (
    <span key={tag} class="kind tag">
      {tag}
    </span>
  ))
}

function TwoRows({ line }: { line: Line }) {
  const { header, game } = line
  const [first, second] = [playerOf(header, 1), playerOf(header, 2)]
  const winner = header.result.outcome === 'win' ? (header.result.winner ?? 1) : 0
  const year = header.date?.year
  const kind = isMixed.value && <span class="kind">{words[game]}</span>
  const hasNames = isNamed(header)
  return (
    <>
      {hasNames ? (
        <>
          <Name className="title" player={first} isWinner={winner === 1} before={<Unsaved line={line} />} />
          <span class="result">{resultOf(line)}</span>
          <Name className="name" player={second} isWinner={winner === 2} />
        </>
      ) : (
        <>
          <span class="title">
            <Unsaved line={line} />
            {titleOf(line)}
          </span>
          <span class="result">{resultOf(line)}</span>
          <span class="quiet">{header.event?.name}</span>
        </>
      )}
      <span class="quiet aside">
        <Tags line={line} /> {kind} {header.openingCode} {year}
      </span>
    </>
  )
}

interface NameProps {
  className: string
  player: Player | undefined
  isWinner: boolean
  before?: ComponentChildren
}

function Name({ className, player, isWinner, before }: NameProps) {
  return (
    <span class={isWinner ? `${className} winner` : className}>
      {before}
      {player?.name ?? words.unknownPlayer} <span class="quiet rating">{strength(player)}</span>
    </span>
  )
}
