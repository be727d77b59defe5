/**
 * Pages that stand alone: one file of HTML with its style and its pictures in it, without scripts, which prints well.
 * Everything that comes from games is escaped.
 */
import { movesOfPlies } from '../model/move-count.ts'
import { colourName, type Game } from '../model/record.ts'
import { drawDiagram } from '../diagrams/diagram.ts'
import { rulesOf } from '../rules/index.ts'
import { inOrder, type FoundGame } from '../query/found-game.ts'
import { grouped, percent } from './figures.ts'
import { numberedLine, playTexts } from '../repertoire/line-text.ts'
import type { TreeMove } from './move-tree.ts'
import { decided, shareOf, type Score } from '../repertoire/scores.ts'
import { TREND_TEXTS } from './tree-record.ts'

/** Control characters apart from white space, which a page may not hold and a terminal would obey. */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g

/** Text as HTML. */
export function escapeHtml(text: string): string {
  const plain = text.replaceAll(CONTROLS, '\ufffd')
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** A whole page. @param body its HTML */
export function htmlPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`
}

/** A part of a page under a heading; nothing if it is empty. */
export function section(heading: string, content: string, note = ''): string {
  if (content === '') return ''
  const said = note === '' ? '' : `<p class="note">${escapeHtml(note)}</p>`
  return `<section>\n<h2>${escapeHtml(heading)}</h2>\n${said}${content}\n</section>\n`
}

/** A cell: HTML, and whether it is a figure. */
export type PageCell = string | { figure: string }

function textOf(cell: PageCell): string {
  return typeof cell === 'string' ? cell : cell.figure
}

/** A table; nothing without rows. Columns without anything in them are left out. @param classes of columns */
export function table(
  heads: readonly string[],
  rows: readonly (readonly PageCell[])[],
  classes: readonly string[] = [],
): string {
  if (rows.length === 0) return ''
  const used = heads.map((_, column) => rows.some((row) => textOf(row[column]!) !== ''))
  const only = <Value>(row: readonly Value[]) => row.filter((_, column) => used[column])
  const figures = heads.map((_, column) => rows.every((row) => typeof row[column] !== 'string'))
  const classOf = (isFigure: boolean, column: number) => {
    const names = [...(isFigure ? ['figure'] : []), ...(classes[column] ? [classes[column]] : [])]
    return names.length === 0 ? '' : ` class="${names.join(' ')}"`
  }
  const head = heads.map((one, column) => `<th${classOf(figures[column]!, column)}>${escapeHtml(one)}</th>`)
  const cell = (one: PageCell, column: number) => `<td${classOf(typeof one !== 'string', column)}>${textOf(one)}</td>`
  const body = rows.map((row) => `<tr>${only(row.map(cell)).join('')}</tr>`)
  return `<table>\n<thead><tr>${only(head).join('')}</tr></thead>\n<tbody>\n${body.join('\n')}\n</tbody>\n</table>`
}

/** A figure; nothing if it is not known. */
export function figure(value: number | string | undefined): PageCell {
  return { figure: value === undefined ? '' : typeof value === 'number' ? grouped(value) : escapeHtml(value) }
}

/** A share from 0 to 1 as a figure. */
export function shareFigure(share: number | undefined): PageCell {
  return figure(share === undefined ? undefined : percent(share))
}

/** The results of some games as a bar: won, drawn, lost. */
export function resultBar(score: Score): string {
  const games = decided(score)
  if (games === 0) return ''
  const part = (count: number, name: string) =>
    count === 0 ? '' : `<i class="${name}" style="width:${((100 * count) / games).toFixed(1)}%"></i>`
  const said = `${score.won} won, ${score.drawn} drawn, ${score.lost} lost`
  return `<span class="bar" role="img" aria-label="${said}" title="${said}">${part(score.won, 'won')}${part(score.drawn, 'drawn')}${part(score.lost, 'lost')}</span>`
}

/** Score and bar of some games, as two cells. */
export function scoreCells(score: Score): PageCell[] {
  return [shareFigure(shareOf(score)), resultBar(score)]
}

/** The board after a line from the usual start, with the line below it. @param text HTML below the line */
export function boardAfter(game: Game, moves: readonly string[], line: string, text = ''): string {
  const { line: played, position } = playTexts(game, moves)
  const picture = drawDiagram(game, position, { lastMove: played.at(-1), isBare: true })
  const said = escapeHtml(rulesOf(game).format(position))
  return `<figure class="board"><div role="img" aria-label="${said}">${picture}</div><figcaption><b>${escapeHtml(line)}</b>${text}</figcaption></figure>`
}

/** Boards beside each other; nothing without any. */
export function boards(pictures: readonly string[]): string {
  return pictures.length === 0 ? '' : `<div class="boards">\n${pictures.join('\n')}\n</div>`
}

/**
 * A tree as a table: moves that follow without a choice stand in one row. @param ply before its first moves
 * @param isOfPlayer whether its games are those of a player, beside which all games of the database are shown
 */
export function treeHtml(tree: readonly TreeMove[], ply = 0, isOfPlayer = true): string {
  const heads = [
    'moves',
    'games',
    'chosen',
    'score',
    'results',
    'last',
    'trend',
    ...(isOfPlayer ? ['all players'] : []),
  ]
  const rows = treeRows(tree, ply).map(({ chain, indent, ply: at }) =>
    treeRow(chain, indent, at).slice(0, heads.length),
  )
  return table(heads, rows, ['', '', '', '', '', '', 'trend wide', 'wide'])
}

/** A row of a tree: moves that follow each other without a choice, how deep it stands, and plies before its first. */
export interface TreeRow {
  chain: TreeMove[]
  indent: number
  ply: number
}

/** The share of the games of a move that go on with the next one in the same row. */
const SAME_ROW = 0.85

/** The rows of a tree in order. */
export function treeRows(tree: readonly TreeMove[], ply = 0): TreeRow[] {
  const rows: TreeRow[] = []
  const waiting: { move: TreeMove; indent: number; ply: number }[] = []
  const push = (moves: readonly TreeMove[], indent: number, at: number) => {
    for (const move of moves.toReversed()) waiting.push({ move, indent, ply: at })
  }
  push(tree, 0, ply)
  while (waiting.length > 0) {
    const { move, indent, ply: at } = waiting.pop()!
    const chain = [move]
    let last = move
    while (last.moves.length === 1 && last.moves[0]!.games >= SAME_ROW * move.games) {
      last = last.moves[0]!
      chain.push(last)
    }
    rows.push({ chain, indent, ply: at })
    push(last.moves, indent + 1, at + chain.length)
  }
  return rows
}

function treeRow(chain: readonly TreeMove[], indent: number, ply: number): PageCell[] {
  const [first] = chain
  const last = chain.at(-1)!
  const { opening, transposesTo } = last
  const name = opening && [opening.eco, opening.name].filter(Boolean).join(' ')
  const beside = [
    ...(name ? [`<span class="name">${escapeHtml(name)}</span>`] : []),
    ...(transposesTo === undefined ? [] : [`<span class="name">= ${escapeHtml(transposesTo)}</span>`]),
  ].join(' ')
  const moves = escapeHtml(
    numberedLine(
      chain.map(({ san }) => san),
      ply,
    ),
  )
  const { games, share, score, lastYear, trend, database } = first!
  return [
    `<div style="padding-left:${(indent * 1.1).toFixed(1)}em"><b>${moves}</b> ${beside}</div>`,
    figure(games),
    shareFigure(share),
    shareFigure(score),
    resultBar(first!),
    figure(lastYear === undefined ? undefined : String(lastYear)),
    trend ? TREND_TEXTS[trend] : '',
    shareFigure(database?.share),
  ]
}

/** Games as a table. */
export function gamesTable(games: readonly FoundGame[]): string {
  const player = (one: FoundGame['white']) =>
    escapeHtml([one?.name ?? '?', one?.rating].filter((part) => part !== undefined).join(' '))
  // Who moves first comes first, as in the result.
  const game = games[0]?.game ?? 'chess'
  const sides = ([1, 2] as const).map((colour) => colourName(game, colour).toLowerCase())
  return table(
    ['date', ...sides, 'result', 'event', 'opening', 'moves', 'game'],
    games.map((found) => {
      const { id, date, result, event, opening, plies } = found
      const [first, second] = inOrder(found)
      return [
        escapeHtml(date ?? ''),
        player(first),
        player(second),
        escapeHtml(result),
        escapeHtml(event ?? ''),
        escapeHtml([opening?.eco, opening?.name].filter(Boolean).join(' ')),
        figure(movesOfPlies(found.game, plies)),
        figure(String(id)),
      ]
    }),
  )
}

/** Who played a game, who moved first before the other, with its date, result and number. */
export function playedText(found: FoundGame): string {
  const [first, second] = inOrder(found)
  const { date, result, id } = found
  return `${first?.name ?? '?'} – ${second?.name ?? '?'}, ${[date, result].filter(Boolean).join(', ')}, game ${id}`
}

/** A bar for every value, as a picture of columns with the labels of some below them. */
export function columnChart(values: readonly { label: string; value: number; text: string }[]): string {
  const most = Math.max(...values.map(({ value }) => value))
  if (values.length < 2 || !(most > 0)) return ''
  const width = 18
  // A year is wider than its column.
  const every = Math.max(2, Math.ceil(values.length / 16))
  const columns = values.map(({ label, value, text }, index) => {
    const height = Math.max(value > 0 ? 1 : 0, (100 * value) / most)
    const x = index * width
    const named = index % every === 0 ? `<text x="${x + width / 2}" y="116">${escapeHtml(label)}</text>` : ''
    return `<rect x="${x + 2}" y="${(102 - height).toFixed(1)}" width="${width - 4}" height="${height.toFixed(1)}"><title>${escapeHtml(text)}</title></rect>${named}`
  })
  return `<svg class="chart" viewBox="-12 0 ${values.length * width + 24} 120" role="img">${columns.join('')}</svg>`
}

const STYLE = `
:root{--ink:#24221f;--soft:#6b665e;--line:#ddd8ce;--paper:#fff;--won:#3f7d58;--drawn:#b9b2a4;--lost:#b0523f}
*{box-sizing:border-box}
body{font:15px/1.45 system-ui,"Segoe UI",Roboto,"Noto Sans","Noto Sans CJK SC","PingFang SC","Microsoft YaHei",sans-serif;color:var(--ink);background:var(--paper);max-width:64rem;margin:2rem auto;padding:0 1.25rem}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 .25rem}
h2{font-size:1.15rem;margin:2.2rem 0 .6rem;padding-bottom:.25rem;border-bottom:1px solid var(--line)}
h3{font-size:1rem;margin:1.4rem 0 .4rem}
p{margin:.25rem 0 .6rem}
.note,.name,figcaption span{color:var(--soft)}
.name{font-size:.85em;margin-left:.4em}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;font-size:.92em}
th{text-align:left;font-weight:500;color:var(--soft);font-size:.85em;padding:.2rem .5rem;border-bottom:1px solid var(--line);white-space:nowrap}
td{padding:.2rem .5rem;border-bottom:1px solid #f0ede6;vertical-align:top}
.figure{text-align:right;white-space:nowrap}
.trend{white-space:nowrap;color:var(--soft);font-size:.88em}
.bar{display:inline-flex;width:7rem;height:.75em;border-radius:2px;overflow:hidden;background:var(--line)}
.bar i{display:block;height:100%}
.won{background:var(--won)}.drawn{background:var(--drawn)}.lost{background:var(--lost)}
.boards{display:grid;grid-template-columns:repeat(auto-fill,minmax(13rem,1fr));gap:1.2rem;margin:1rem 0}
.board{margin:0;break-inside:avoid}
.board svg{width:100%;height:auto;display:block;border:1px solid var(--line)}
figcaption{font-size:.88em;margin-top:.35rem}
figcaption b{display:block;font-weight:600}
.chart{width:100%;max-height:11rem;fill:#7d8fa3;margin:.5rem 0}
.chart text{font-size:7px;text-anchor:middle;fill:var(--soft)}
.facts{display:flex;flex-wrap:wrap;gap:.3rem 2rem;margin:.6rem 0 0;padding:0;list-style:none}
.facts b{font-weight:600}
footer{margin:3rem 0 1rem;color:var(--soft);font-size:.85em}
@media print{
@page{margin:14mm}
body{margin:0;max-width:none;font-size:10.5px;padding:0}
h2,h3{break-after:avoid}
tr{break-inside:avoid}
thead{display:table-header-group}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}
.boards{grid-template-columns:repeat(4,1fr)}
}
@media (max-width:40rem){.wide{display:none}.bar{width:3.5rem}section{overflow-x:auto}}
`
