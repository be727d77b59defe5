/**
 * A page that shows an XQF game: its comments, moves and last position. It needs no server; bundle it with
 * `npx esbuild open-xqf.ts --bundle --format=esm --outfile=open-xqf.js`, and load that from a page with
 * `<body><script type="module" src="open-xqf.js"></script>`.
 */
import { describeError, FormatError, moveTexts, positionAt, rulesOf } from 'ludograph'
import { openFilesAs } from 'ludograph/convert'
import { drawDiagram } from 'ludograph/diagrams'
import { xqf } from 'ludograph/formats'
import { mainLine } from 'ludograph/model'

const input = document.createElement('input')
input.type = 'file'
input.accept = '.xqf'
const title = document.createElement('h1')
const board = document.createElement('div')
const moves = document.createElement('p')
document.body.append(input, title, board, moves)

input.addEventListener('change', () => {
  show([...(input.files ?? [])]).catch((error: unknown) => {
    if (!(error instanceof FormatError)) throw error
    // A file of another kind, or a damaged one: the sentence is made for people.
    title.textContent = describeError(error)
  })
})

async function show(files: File[]): Promise<void> {
  const { collection } = await openFilesAs(files, [xqf])
  const { record } = collection.entry(0)
  if (!record) return
  const [red, black] = record.header.players
  title.textContent = record.header.title ?? `${red?.name ?? '?'} – ${black?.name ?? '?'}`
  const last = mainLine(record.nodes).at(-1) ?? 0
  const lastMove = record.nodes[last]?.move
  board.innerHTML = drawDiagram(record.game, positionAt(rulesOf(record.game), record, last), { lastMove })
  moves.textContent = moveTexts(record).join(' ')
}
