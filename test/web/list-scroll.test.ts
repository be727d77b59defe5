/** A list that is scrolled faster than its lines come in: what is drawn, and where. */
import { signal } from '@preact/signals'
import { describe, expect, it } from 'vitest'
import { makeListScroll } from '../../web/src/state/files/list-scroll.ts'

const LINE = 48
/** Lines that fit into the box. */
const FIT = 10

/** A list in a box, of which lines come in by hundreds. */
function makeList(lines: number) {
  const here = signal<ReadonlySet<number>>(new Set())
  const areHere = (from: number, to: number) => {
    for (let hundred = Math.floor(from / 100); hundred * 100 < to; hundred++) if (!here.value.has(hundred)) return false
    return true
  }
  const count = signal(lines)
  const scroll = makeListScroll(count, () => LINE, areHere)
  const box = { scrollTop: 0, clientHeight: FIT * LINE } as HTMLElement
  scroll.onScroll(box)
  return {
    count,
    shown: () => scroll.shown.value,
    wanted: () => scroll.wanted.value,
    /** Pixels from the top of the box to the first line in sight. */
    firstTop: () => scroll.topOf(scroll.shown.value.from) - box.scrollTop,
    come: (...hundreds: number[]) => (here.value = new Set([...here.value, ...hundreds])),
    to: (line: number) => {
      box.scrollTop = line * LINE
      scroll.onScroll(box)
    },
  }
}

describe('a list that is scrolled', () => {
  it('shows the lines at the place scrolled to when they are here', () => {
    const list = makeList(1000)
    list.come(0, 1)
    list.to(95)
    expect(list.shown()).toEqual({ from: 95, to: 105 })
    expect(list.firstTop()).toBe(0)
  })

  it('keeps the lines from before where they were until the others are here', () => {
    const list = makeList(1000)
    list.come(0)
    list.to(3)
    expect(list.shown()).toEqual({ from: 3, to: 13 })
    list.to(500)
    expect(list.wanted()).toEqual({ from: 500, to: 510 })
    expect(list.shown()).toEqual({ from: 3, to: 13 })
    expect(list.firstTop()).toBe(0)
    list.come(5)
    expect(list.shown()).toEqual({ from: 500, to: 510 })
    expect(list.firstTop()).toBe(0)
  })

  it('shows what it passes, the latest place first, while it is scrolled on', () => {
    const list = makeList(1000)
    list.come(0)
    list.shown()
    for (const line of [200, 300, 400, 500]) {
      list.to(line)
      list.shown()
    }
    list.come(3)
    expect(list.shown()).toEqual({ from: 300, to: 310 })
    list.come(2)
    expect(list.shown()).toEqual({ from: 300, to: 310 })
    list.come(4)
    expect(list.shown()).toEqual({ from: 400, to: 410 })
  })

  it('shows the places of lines where none was here before', () => {
    const list = makeList(1000)
    expect(list.shown()).toEqual({ from: 0, to: 10 })
    list.count.value = 4
    list.to(0)
    expect(list.shown()).toEqual({ from: 0, to: 4 })
  })
})
