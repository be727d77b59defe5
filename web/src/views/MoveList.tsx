/** The moves with variations, comments and glyphs. */
import { useEffect, useRef } from 'preact/hooks'
import type { Node } from '../../../src/model/tree.ts'
import { rulesOf } from '../../../src/rules/index.ts'
import { layOut } from '../state/move-list.ts'
import { chooseNotation, goTo, node, notation, record, writtenMoves } from '../state/replay.ts'
import { words } from '../words/index.ts'

/** Glyphs of PGN as they are printed; others are left out. */
const GLYPHS: Readonly<Record<number, string>> = {
  1: '!',
  2: '?',
  3: '!!',
  4: '??',
  5: '!?',
  6: '?!',
  7: '□',
  10: '=',
  13: '∞',
  14: '⩲',
  15: '⩱',
  16: '±',
  17: '∓',
  18: '+−',
  19: '−+',
  22: '⨀',
  32: '⟳',
  36: '→',
  40: '↑',
  132: '⇆',
  138: '⊕',
  146: 'N',
}

/** Longest step of nesting that is still drawn deeper. */
const DEEPEST = 6

export function MoveList() {
  const list = useRef<HTMLDivElement>(null)
  const shown = record.value
  const current = node.value
  useEffect(() => {
    const element = list.current?.querySelector(`[data-node="${current}"]`)
    element?.setAttribute('aria-current', 'true')
    const box = list.current
    if (element instanceof HTMLElement && box) keepInView(box, element)
    else box?.scrollTo({ top: 0 })
    return () => element?.removeAttribute('aria-current')
  })
  if (!shown) return null
  const styles = rulesOf(shown.game).styles
  return (
    <div class="move-pane">
      {styles.length > 2 && (
        <label class="notation">
          {words.notation}{' '}
          <select value={notation.value} onChange={({ currentTarget }) => chooseNotation(currentTarget.value)}>
            {styles.map((style) => (
              <option key={style} value={style}>
                {style}
              </option>
            ))}
          </select>
        </label>
      )}
      <div class="move-list" ref={list} tabIndex={0} role="group" aria-label={words.moves}>
        <Blocks key={shown} nodes={shown.nodes} moves={writtenMoves.value} />
      </div>
    </div>
  )
}

/** Scrolls the list, and nothing else, as little as shows the move. */
function keepInView(box: HTMLElement, element: HTMLElement): void {
  const [outer, inner] = [box.getBoundingClientRect(), element.getBoundingClientRect()]
  if (inner.top < outer.top + 8) box.scrollTop += inner.top - outer.top - outer.height / 3
  else if (inner.bottom > outer.bottom - 8) box.scrollTop += inner.bottom - outer.bottom + outer.height / 3
}

function Blocks({ nodes, moves }: { nodes: readonly Node[]; moves: typeof writtenMoves.value }) {
  return (
    <>
      {layOut(nodes).map(({ depth, nodes: line }) => (
        <div key={line[0]} class={depth === 0 ? 'line main' : 'line variation'} data-depth={Math.min(depth, DEEPEST)}>
          {line.map((index, place) => {
            const at = nodes[index]!
            const move = moves[index]
            const isNumbered = move?.isNumbered || place === 0 || nodes[index - 1]?.comments !== undefined
            const glyphs = at.glyphs?.map(({ nag }) => GLYPHS[nag] ?? '').join('')
            return (
              <span key={index}>
                {at.name !== undefined && move && <em class="branch">{at.name} </em>}
                <Comments node={at} placement="before" />
                {index > 0 && (
                  <button type="button" class="move" data-node={index} onClick={() => goTo(index)}>
                    {move && isNumbered && <span class="number">{move.number}</span>}
                    {move?.text ?? plainText(at)}
                    {glyphs}
                  </button>
                )}
                <Comments node={at} placement="after" />
              </span>
            )
          })}
        </div>
      ))}
    </>
  )
}

/** What stands in the list for a node without a readable move. */
function plainText({ unread, name }: Node): string {
  if (unread) return unread.text ?? words.unread
  return name ?? words.edited
}

function Comments({ node, placement }: { node: Node; placement: 'before' | 'after' }) {
  const comments = node.comments?.filter((comment) => comment.placement === placement) ?? []
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
