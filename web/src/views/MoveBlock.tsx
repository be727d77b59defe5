/** A part of a line in the list of moves, rendered again only if something in it changes. */
import type { MoveNode } from '../../../src/model/tree.ts'
import { isWanted } from '../state/replay/comment-language.ts'
import { evaluationText } from '../state/replay/evaluations.ts'
import { folded, toggleFolded } from '../state/replay/folding.ts'
import { glyphSymbol, glyphWord } from '../state/replay/glyphs.ts'
import type { Block } from '../state/replay/move-list.ts'
import { goTo, record, writtenMoves } from '../state/replay/replay.ts'
import { words } from '../words/index.ts'
import { Extras } from './Extras.tsx'

/** The deepest nesting that is still indented. */
const DEEPEST = 6

export function MoveBlock({ block }: { block: Block }) {
  const { depth, nodes: line, isStart, within } = block
  const shown = record.value!
  const [start = 0] = line
  const isHidden = within.some((around) => folded.value.has(around) && !(isStart && around === start))
  if (isHidden) return null
  const isFolded = isStart && folded.value.has(start)
  return (
    <div class={depth === 0 ? 'line main' : 'line variation'} data-depth={Math.min(depth, DEEPEST)}>
      {isStart && (
        <button
          type="button"
          class="fold"
          aria-expanded={!isFolded}
          aria-label={words.variation}
          onClick={() => toggleFolded(start)}
        >
          {isFolded ? '▸' : '▾'}
        </button>
      )}
      {(isFolded ? line.slice(0, 1) : line).map((index, place) => (
        <Move key={index} node={shown.nodes[index]!} index={index} isFirst={place === 0} />
      ))}
      {isFolded && '…'}
    </div>
  )
}

function Move({ node, index, isFirst }: { node: MoveNode; index: number; isFirst: boolean }) {
  const { game, nodes } = record.value!
  const move = writtenMoves.value[index]
  const isAfterWords = nodes[index - 1]?.comments?.some(({ placement }) => placement === 'after') === true
  const isNumbered = move?.isNumbered || isFirst || isAfterWords
  const evaluation = node.evaluation && evaluationText(node.evaluation, game)
  return (
    <span>
      {node.name !== undefined && move && <em class="branch">{node.name} </em>}
      <Comments node={node} placement="before" />
      {index > 0 && (
        <button type="button" class="move" data-node={index} onClick={() => goTo(index)}>
          {move && isNumbered && <span class="number">{move.number}</span>}
          {move?.text ?? plainText(node)}
          <Glyphs node={node} />
        </button>
      )}
      {evaluation !== undefined && <small class="evaluation">{evaluation}</small>}
      <Extras annotations={node.annotations} />
      <Comments node={node} placement="after" />
    </span>
  )
}

function Glyphs({ node }: { node: MoveNode }) {
  return (
    <>
      {node.glyphs?.map(({ nag, code }, index) => {
        const word = glyphWord(nag)
        return (
          <span key={index} class={`glyph nag-${nag}`} title={word && words[word]}>
            {glyphSymbol(nag, code)}
          </span>
        )
      })}
    </>
  )
}

/** The text in the list for a node without a readable move. */
function plainText({ unread, name }: MoveNode): string {
  if (unread) return unread.text ?? words.unread
  return name ?? words.edited
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
