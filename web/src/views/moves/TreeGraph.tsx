/** The tree of variations as a graph on a canvas, of which only what is in sight is drawn. */
import { useEffect, useRef } from 'preact/hooks'
import { hiddenMoves, toggleFolded, treeLayout } from '../../state/replay/folding.ts'
import {
  goBack,
  goForward,
  goTo,
  goToEnd,
  goToNextLine,
  goToPreviousLine,
  goToStart,
  links,
  node,
  record,
  writtenMoves,
} from '../../state/replay/replay.ts'
import { nodeAt, type TreeLayout } from '../../state/replay/tree-layout.ts'
import { pathTo } from '../../../../src/model/tree.ts'
import { words } from '../../words/index.ts'

/** Distance of nodes in pixels, and their radius. */
const STEP = 26
const RADIUS = 8

/** The colours of the drawing, as the style sheet has them. */
const COLOURS = ['--bar', '--accent', '--ink', '--panel', '--quiet'] as const

export function TreeGraph() {
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const layout = treeLayout.value
  const current = node.value
  // Read so that other games and other comments are drawn at once.
  const shown = record.value
  const moves = writtenMoves.value

  useEffect(() => {
    const list = box.current!
    const [x, y] = [layout.column[current]! * STEP, layout.row[current]! * STEP]
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = list
    if (x < scrollLeft || x + 2 * STEP > scrollLeft + clientWidth) list.scrollLeft = x - clientWidth / 2
    if (y < scrollTop || y + 2 * STEP > scrollTop + clientHeight) list.scrollTop = y - clientHeight / 2
  }, [layout, current])

  useEffect(() => {
    const list = box.current!
    let frame = 0
    const drawSoon = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => canvas.current && draw(list, canvas.current, layout))
    }
    drawSoon()
    list.addEventListener('scroll', drawSoon)
    const observer = new ResizeObserver(drawSoon)
    observer.observe(list)
    const scheme = matchMedia('(prefers-color-scheme: dark)')
    scheme.addEventListener('change', drawSoon)
    return () => {
      cancelAnimationFrame(frame)
      list.removeEventListener('scroll', drawSoon)
      observer.disconnect()
      scheme.removeEventListener('change', drawSoon)
    }
  }, [layout, current, shown, moves])

  const choose = (event: MouseEvent) => {
    const { left, top } = canvas.current!.getBoundingClientRect()
    const [x, y] = [event.clientX - left + box.current!.scrollLeft, event.clientY - top + box.current!.scrollTop]
    const found = nodeAt(layout, Math.floor(y / STEP), Math.floor(x / STEP))
    if (found !== undefined) goTo(found)
  }
  return (
    <div
      class="tree-box"
      ref={box}
      tabIndex={0}
      role="application"
      aria-label={words.treeKeys}
      onKeyDown={onKey}
      onClick={choose}
    >
      <div style={{ width: `${layout.columns * STEP}px`, height: `${layout.rows.length * STEP}px`, minWidth: '100%' }}>
        <canvas ref={canvas} aria-hidden="true" />
      </div>
    </div>
  )
}

/** The keys of the graph: it goes down, while the keys of the board go to the right. */
function onKey(event: KeyboardEvent): void {
  const acts: Readonly<Record<string, () => void>> = {
    ArrowDown: goForward,
    ArrowUp: goBack,
    ArrowRight: goToNextLine,
    ArrowLeft: goToPreviousLine,
    Home: goToStart,
    End: goToEnd,
    Enter: foldHere,
  }
  const act = acts[event.key]
  if (!act || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  act()
}

/** Folds the variation on the board; on a move before folded ones, unfolds them. */
function foldHere(): void {
  const nodes = record.value?.nodes ?? []
  const { first, next } = links.value
  const { column } = treeLayout.value
  const folded: number[] = []
  for (let child = next[first[node.value] ?? -1] ?? -1; child >= 0; child = next[child]!) {
    if (first[child]! >= 0 && column[first[child]!] === -1) folded.push(child)
  }
  if (folded.length > 0) {
    for (const start of folded) toggleFolded(start, false)
    return
  }
  const start = pathTo(nodes, node.value).findLast((at) => first[nodes[at]!.parent] !== at)
  if (start !== undefined) toggleFolded(start, true)
}

/** Draws what is in sight. */
function draw(box: HTMLElement, canvas: HTMLCanvasElement, layout: TreeLayout): void {
  const { clientWidth: width, clientHeight: height, scrollLeft, scrollTop } = box
  const context = canvas.getContext('2d')
  const shown = record.value
  if (!context || !shown || width === 0) return
  const scale = devicePixelRatio
  if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
    canvas.width = Math.round(width * scale)
    canvas.height = Math.round(height * scale)
    canvas.style.width = `${width}px`
    canvas.style.height = `${height}px`
  }
  const style = getComputedStyle(box)
  const [bar, accent, ink, panel, quiet] = COLOURS.map((name) => resolve(style, name))
  context.setTransform(scale, 0, 0, scale, -scrollLeft * scale, -scrollTop * scale)
  context.clearRect(scrollLeft, scrollTop, width, height)
  context.lineCap = 'round'

  const { rows, column, row } = layout
  const path = new Set(pathTo(shown.nodes, node.value))
  const middle = (place: number) => (place + 0.5) * STEP
  const [firstRow, lastRow] = [Math.floor(scrollTop / STEP) - 1, Math.ceil((scrollTop + height) / STEP) + 1]
  const [firstColumn, lastColumn] = [Math.floor(scrollLeft / STEP) - 1, Math.ceil((scrollLeft + width) / STEP) + 1]
  const isInSight = (at: number) => column[at]! >= firstColumn && column[at]! <= lastColumn

  for (let line = Math.max(1, firstRow); line <= lastRow; line++) {
    for (const at of rows[line] ?? []) {
      const { parent } = shown.nodes[at]!
      if (column[at]! < firstColumn || column[parent]! > lastColumn) continue
      const isOnPath = path.has(at)
      context.strokeStyle = isOnPath ? accent! : bar!
      context.lineWidth = isOnPath ? 3 : 2
      context.beginPath()
      context.moveTo(middle(column[parent]!), middle(row[parent]!))
      if (column[at]! > column[parent]! + 1) context.lineTo(middle(column[at]! - 1), middle(row[parent]!))
      context.lineTo(middle(column[at]!), middle(row[at]!))
      context.stroke()
    }
  }
  for (let line = Math.max(0, firstRow); line <= lastRow; line++) {
    for (const at of rows[line] ?? []) {
      if (!isInSight(at)) continue
      const [x, y] = [middle(column[at]!), middle(line)]
      const colour = writtenMoves.value[at]?.colour
      context.beginPath()
      context.arc(x, y, at === 0 ? RADIUS - 3 : RADIUS, 0, 2 * Math.PI)
      context.fillStyle = colour === undefined ? quiet! : STONES[shown.game][colour - 1]!
      context.fill()
      context.strokeStyle = quiet!
      context.lineWidth = 1
      context.stroke()
      if (shown.nodes[at]!.comments) {
        context.beginPath()
        context.arc(x, y, 2.5, 0, 2 * Math.PI)
        context.fillStyle = accent!
        context.fill()
      }
      if (links.value.first[at]! >= 0 && column[links.value.first[at]!] === -1) drawFolded(context, x, y, at, ink!)
      if (at === node.value) {
        context.beginPath()
        context.arc(x, y, RADIUS + 3, 0, 2 * Math.PI)
        context.strokeStyle = panel!
        context.lineWidth = 5
        context.stroke()
        context.strokeStyle = accent!
        context.lineWidth = 3
        context.stroke()
      }
    }
  }
}

/** The number of moves that are folded away behind a node. */
function drawFolded(context: CanvasRenderingContext2D, x: number, y: number, at: number, ink: string): void {
  const hidden = hiddenMoves(at)
  context.fillStyle = ink
  context.font = '10px system-ui, sans-serif'
  context.textAlign = 'center'
  context.fillText(`+${hidden < 1000 ? hidden : `${Math.round(hidden / 1000)}k`}`, x, y + RADIUS + 9)
}

/** The colours of moves by game and side. */
const STONES = {
  chess: ['#fdfaf2', '#35312d'],
  xiangqi: ['#b3261e', '#1d2226'],
  go: ['#17191c', '#fdfdfb'],
  othello: ['#17191c', '#fdfdfb'],
} as const

/** A colour of the style sheet as a canvas understands it: `light-dark()` is resolved by an element. */
function resolve(style: CSSStyleDeclaration, name: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${name})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color || style.color
}
