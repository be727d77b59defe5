/** A row of the list of moves: a pair of the main line, the words at one of its moves, or a part of a line. */
import type { MoveNode } from '../../../../src/model/tree.ts'
import { isWanted } from '../../state/replay/comment-language.ts'
import { doubts } from '../../state/replay/doubts.ts'
import { evaluationText } from '../../state/replay/evaluations.ts'
import { hiddenMoves, toggleFolded } from '../../state/replay/folding.ts'
import { glyphSymbol, glyphWord } from '../../state/replay/glyphs.ts'
import type { Row } from '../../state/replay/move-list.ts'
import { goTo, record, writtenMoves } from '../../state/replay/replay.ts'
import { countOf, formatNumber, words } from '../../words/index.ts'
import { Extras } from './Extras.tsx'
import { lazily } from '../shell/lazily.tsx'

/** A glyph of a move, drawn where fonts may lack it. */
export const GlyphSign = lazily(async () => (await import('./GlyphSign.tsx')).GlyphSign)

/** The deepest nesting that is still indented. */
const DEEPEST = 6

export function MoveRow({ row }: { row: Row }) {
  if (row.type === 'pair') return <Pair cells={row.cells} />
  if (row.type === 'words') return <Words node={record.value!.nodes[row.node]!} placement={row.placement} />
  return <Line {...row} />
}

/** Two moves of the main line; an interrupted pair says so with dots. */
function Pair({ cells }: { cells: readonly [number, number] }) {
  const { game } = record.value!
  const isPaired = game === 'chess' || game === 'xiangqi'
  const [number] = cells.flatMap((index) => writtenMoves.value[index]?.number ?? [])
  return (
    <div class={isPaired ? 'row pair' : 'row pair unpaired'}>
      {isPaired && <span class="number">{number?.replace('…', '.')}</span>}
      {cells.map((index, column) =>
        index < 0 ? (
          <span key={column} class="cell quiet">
            {column === 0 && '…'}
          </span>
        ) : (
          <Cell key={column} index={index} isNumbered={!isPaired} />
        ),
      )}
    </div>
  )
}

function Cell({ index, isNumbered }: { index: number; isNumbered: boolean }) {
  const { game, nodes } = record.value!
  const node = nodes[index]!
  const evaluation = node.evaluation && evaluationText(node.evaluation, game)
  return (
    <span class="cell">
      <MoveButton index={index} isNumbered={isNumbered} />
      {evaluation !== undefined && <small class="evaluation">{evaluation}</small>}
    </span>
  )
}

/** What is said at a move of the main line. */
function Words({ node, placement }: { node: MoveNode; placement: 'before' | 'after' }) {
  return (
    <div class="row words">
      {placement === 'before' && node.name !== undefined && <em class="branch">{node.name} </em>}
      {placement === 'after' && <Extras annotations={node.annotations} />}
      <Comments node={node} placement={placement} />
    </div>
  )
}

function Line({ depth, nodes: line, isStart, isFolded }: Extract<Row, { type: 'line' }>) {
  const [start = 0] = line
  const hidden = isFolded ? hiddenMoves(start) : 0
  return (
    <div class={depth === 0 ? 'row line main' : 'row line variation'} data-depth={Math.min(depth, DEEPEST)}>
      {isStart && (
        <button
          type="button"
          class="fold"
          aria-expanded={!isFolded}
          aria-label={words.variation}
          onClick={() => toggleFolded(start, !isFolded)}
        >
          <svg viewBox="0 0 12 12" aria-hidden="true">
            <path d={isFolded ? 'M4 2l5 4-5 4z' : 'M2 4l4 5 4-5z'} />
          </svg>
        </button>
      )}
      {line.map((index, place) => (
        <Move key={index} index={index} isFirst={place === 0} />
      ))}
      {hidden > 0 && (
        <button
          type="button"
          class="hidden-moves"
          title={countOf('hiddenMoves', hidden)}
          aria-label={countOf('hiddenMoves', hidden)}
          onClick={() => toggleFolded(start, false)}
        >
          +{formatNumber(hidden)}
        </button>
      )}
    </div>
  )
}

function Move({ index, isFirst }: { index: number; isFirst: boolean }) {
  const { game, nodes } = record.value!
  const node = nodes[index]!
  const move = writtenMoves.value[index]
  const isAfterWords = nodes[index - 1]?.comments?.some(({ placement }) => placement === 'after') === true
  const isNumbered = move?.isNumbered || isFirst || isAfterWords
  const evaluation = node.evaluation && evaluationText(node.evaluation, game)
  return (
    <span>
      {node.name !== undefined && move && <em class="branch">{node.name} </em>}
      <Comments node={node} placement="before" />
      {index > 0 && <MoveButton index={index} isNumbered={isNumbered} />}
      {evaluation !== undefined && <small class="evaluation">{evaluation}</small>}
      <Extras annotations={node.annotations} />
      <Comments node={node} placement="after" />
    </span>
  )
}

function MoveButton({ index, isNumbered }: { index: number; isNumbered: boolean }) {
  const node = record.value!.nodes[index]!
  const move = writtenMoves.value[index]
  return (
    <button type="button" class="move" {...doubtOf(index)} data-node={index} onClick={() => goTo(index)}>
      {move && isNumbered && <span class="number">{move.number}</span>}
      {move?.text ?? plainText(node)}
      <Glyphs node={node} />
    </button>
  )
}

/** How a move looks that cannot have been played, or follows one. */
function doubtOf(index: number): { class?: string; title?: string } {
  const reason = doubts.value?.bad.get(index)
  if (reason) return { class: 'move bad', title: words[reason] }
  return doubts.value?.after[index] ? { class: 'move doubtful' } : {}
}

function Glyphs({ node }: { node: MoveNode }) {
  return (
    <>
      {node.glyphs?.map(({ nag, code }, index) => {
        const word = glyphWord(nag)
        return (
          <span key={index} class={`glyph nag-${nag}`} title={word && words[word]}>
            <GlyphSign symbol={glyphSymbol(nag, code)} />
          </span>
        )
      })}
    </>
  )
}

/** The text in the list for a node without a readable move. */
export function plainText({ unread, name }: MoveNode): string {
  if (unread) return unread.text ?? words.unread
  return name ?? words.positionSet
}

function Comments({ node, placement }: { node: MoveNode; placement: 'before' | 'after' }) {
  const comments = node.comments?.filter((comment) => comment.placement === placement && isWanted(comment)) ?? []
  return (
    <>
      {comments.map(({ text, language }, index) => (
        <span key={index} class="comment" lang={language}>
          {text}
        </span>
      ))}
    </>
  )
}
