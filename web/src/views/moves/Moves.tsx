/**
 * The rows of the list of moves. Only those in and near sight are drawn; the others are as high as they were when last
 * drawn, or as estimated. What is drawn and turns out to be of another height does not move what is in sight.
 */
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef } from 'preact/hooks'
import { places, rows } from '../../state/replay/folding.ts'
import { keyOf, type Row } from '../../state/replay/move-list.ts'
import { node, record, writtenMoves } from '../../state/replay/replay.ts'
import { addUp, rowAt } from '../../state/replay/row-heights.ts'
import { words } from '../../words/index.ts'
import { MoveRow } from './MoveRow.tsx'

/** Lists with no more rows are drawn as a whole, so that browsers find every move in them. */
const FEW = 200
/** Pixels drawn beyond those in sight, on either side. */
const SPARE = 600
/** The least distance of the current move from the edges, in pixels. */
const EDGE = 8
/** Estimates in pixels: a row of a pair, a line of text, and the width of a character. */
const PAIR_HEIGHT = 32
const LINE_HEIGHT = 25
const CHARACTER = 8

export function Moves() {
  const box = useRef<HTMLDivElement>(null)
  const whole = useRef<HTMLDivElement>(null)
  const strip = useRef<HTMLDivElement>(null)
  const heights = useRef(new Map<string, number>())
  /** Pixels above each row of the list drawn last, and the rows. */
  const stand = useRef<{ rows: readonly Row[]; offsets: Float64Array }>({ rows: [], offsets: new Float64Array(1) })
  /** The part of the list in sight. */
  const sight = useRef({ top: 0, height: 0, width: 300 })
  const shownNode = useRef<number | undefined>(undefined)
  const [, draw] = useReducer((times: number) => times + 1, 0)
  const drawn = rows.value
  const current = node.value

  const heightOf = (place: number) => {
    const row = drawn[place]!
    return heights.current.get(keyOf(row)) ?? estimate(row, sight.current.width)
  }
  if (stand.current.rows !== drawn) stand.current = { rows: drawn, offsets: addUp(drawn.length, heightOf) }
  const { offsets } = stand.current
  const place = places.value.get(current)
  const isSought = shownNode.current !== current
  if (isSought) {
    const { top, height } = sight.current
    const [above, below] = place === undefined ? [0, 0] : [offsets[place]!, offsets[place + 1]!]
    if (above < top || below > top + height) sight.current.top = Math.max(0, above - height / 3)
  }
  const { top, height } = sight.current
  const areAll = drawn.length <= FEW
  const from = areAll ? 0 : rowAt(offsets, top - SPARE)
  const to = areAll ? drawn.length : Math.min(drawn.length, rowAt(offsets, top + height + SPARE) + 1)
  const content = useMemo(
    () => drawn.slice(from, to).map((row) => <MoveRow key={keyOf(row)} row={row} />),
    [drawn, from, to],
  )

  useLayoutEffect(() => {
    const [list, inner] = [box.current!, strip.current!]
    let isChanged = false
    for (const [index, element] of [...inner.children].entries()) {
      const key = keyOf(drawn[from + index]!)
      const measured = element.getBoundingClientRect().height
      if (heights.current.get(key) === measured) continue
      heights.current.set(key, measured)
      isChanged = true
    }
    const anchor = rowAt(offsets, list.scrollTop)
    const inAnchor = list.scrollTop - offsets[anchor]!
    if (isChanged) stand.current.offsets = addUp(drawn.length, heightOf)
    const now = stand.current.offsets
    whole.current!.style.height = `${now[drawn.length]}px`
    inner.style.transform = `translateY(${now[from]}px)`
    if (isSought) {
      const element = inner.querySelector(`[data-node="${current}"]`)
      if (element) keepInView(list, element, sight.current.top)
      else list.scrollTop = 0
      shownNode.current = current
    } else if (isChanged) list.scrollTop = now[anchor]! + inAnchor
    look(list)
  })

  /** Draws other rows if those in sight are not all there. */
  const look = (list: HTMLElement) => {
    const { clientHeight, clientWidth, scrollTop } = list
    sight.current = { top: scrollTop, height: clientHeight, width: clientWidth }
    const now = stand.current.offsets
    const first = rowAt(now, scrollTop - EDGE)
    const last = rowAt(now, scrollTop + clientHeight + EDGE)
    if (first < from || (last >= to && to < drawn.length)) draw(undefined)
  }

  useEffect(() => {
    const list = box.current!
    let width = list.clientWidth
    const observer = new ResizeObserver(() => {
      if (list.clientWidth !== width) heights.current.clear()
      width = list.clientWidth
      sight.current = { top: list.scrollTop, height: list.clientHeight, width }
      // The current move stays in sight.
      shownNode.current = undefined
      draw(undefined)
    })
    observer.observe(list)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    const element = strip.current!.querySelector(`[data-node="${current}"]`)
    element?.setAttribute('aria-current', 'true')
    return () => element?.removeAttribute('aria-current')
  })

  return (
    <div
      class="move-list"
      ref={box}
      tabIndex={0}
      role="group"
      aria-label={words.moves}
      onScroll={({ currentTarget }) => look(currentTarget)}
    >
      <div class="rows" ref={whole}>
        <div ref={strip}>{content}</div>
      </div>
      {record.value?.nodes.length === 1 && <p class="quiet">{words.noMoves}</p>}
    </div>
  )
}

/** The height of a row that was not drawn yet, from the length of its text. */
function estimate(row: Row, width: number): number {
  if (row.type === 'pair') return PAIR_HEIGHT
  const perLine = Math.max(10, width / CHARACTER)
  const length = (row.type === 'words' ? [row.node] : row.isFolded ? row.nodes.slice(0, 1) : row.nodes)
    .map((index) => {
      const said = record.value?.nodes[index]?.comments?.reduce((sum, { text }) => sum + text.length, 0) ?? 0
      return said + (row.type === 'words' ? 0 : (writtenMoves.value[index]?.text.length ?? 0) + 3)
    })
    .reduce((sum, next) => sum + next, 0)
  return LINE_HEIGHT * Math.ceil(length / perLine) + 6
}

/** Scrolls only the list, and only as far as needed to show the move. */
function keepInView(list: HTMLElement, element: Element, wanted: number): void {
  if (list.scrollTop !== wanted) list.scrollTop = wanted
  const [outer, inner] = [list.getBoundingClientRect(), element.getBoundingClientRect()]
  if (inner.top < outer.top + EDGE) list.scrollTop += inner.top - outer.top - outer.height / 3
  else if (inner.bottom > outer.bottom - EDGE) list.scrollTop += inner.bottom - outer.bottom + outer.height / 3
}
