/**
 * Where a list is scrolled to. Browsers cap the height of an element, so a
 * list that would be higher is drawn on a lower element: small steps move the
 * lines by as much, and a jump goes to the same share of the list.
 */
import { batch, computed, signal, type ReadonlySignal } from '@preact/signals'

/** The largest height of an element, in pixels, that every browser supports. */
const HIGHEST = 8_000_000

/** A range of line indexes, without the end. */
export interface Lines {
  from: number
  to: number
}

export interface ListScroll {
  /** Height of the element in pixels. */
  height: ReadonlySignal<number>
  /** The lines at the scroll position. */
  wanted: ReadonlySignal<Lines>
  /** The lines shown: those wanted or, while these are loading, the last loaded ones scrolled past. */
  shown: ReadonlySignal<Lines>
  /** The position on the element of a line in or near sight. */
  topOf(place: number): number
  /** Updates after scrolling or resizing the box. */
  onScroll(box: HTMLElement): void
  /** Scrolls so that a line is in sight. */
  show(box: HTMLElement, place: number): void
}

/** The number of earlier scroll positions searched for loaded lines. */
const MOST_PASSED = 60

/**
 * @param count lines of the list
 * @param line height of a line in pixels; reads signals
 * @param areHere whether lines are loaded; reads signals
 */
export function makeListScroll(
  count: ReadonlySignal<number>,
  line: () => number,
  areHere: (from: number, to: number) => boolean,
): ListScroll {
  /** Pixels of the list above the box, those of the element above it, and the height of the box. */
  const listTop = signal(0)
  const boxTop = signal(0)
  const boxHeight = signal(0)
  const whole = computed(() => count.value * line())
  const height = computed(() => Math.min(whole.value, HIGHEST))
  const furthest = () => Math.max(0, whole.value - boxHeight.value)
  const clamp = (top: number) => Math.max(0, Math.min(furthest(), top))
  const share = () => furthest() / Math.max(1, height.value - boxHeight.value)

  const onScroll = (box: HTMLElement) => {
    const top = box.scrollTop
    batch(() => {
      boxHeight.value = box.clientHeight
      const step = top - boxTop.value
      const isAtEnd = top <= 0 || top >= height.value - boxHeight.value - 1
      const isScaled = whole.value > height.value
      if (!isScaled) listTop.value = top
      else if (isAtEnd || Math.abs(step) > boxHeight.value) listTop.value = clamp(top * share())
      else listTop.value = clamp(listTop.value + step)
      boxTop.value = top
    })
  }

  const show = (box: HTMLElement, place: number) => {
    const start = place * line()
    const end = start + line() - boxHeight.value
    if (start >= listTop.value && end <= listTop.value) return
    const wanted = clamp(start < listTop.value ? start : end)
    batch(() => {
      // The box follows; listTop is already set.
      boxTop.value = whole.value > height.value ? wanted / share() : wanted
      box.scrollTop = boxTop.value
      boxTop.value = box.scrollTop
      listTop.value = wanted
    })
  }

  const linesAt = (top: number): Lines => ({
    from: Math.min(count.value, Math.floor(top / line())),
    to: Math.min(count.value, Math.ceil((top + boxHeight.value) / line())),
  })
  const isHereAt = (top: number) => {
    const { from, to } = linesAt(top)
    return from < to && areHere(from, to)
  }

  /** Scroll positions since lines were last loaded, most recent last. */
  let passed: readonly number[] = []
  /** Pixels of the list above the lines in sight. */
  const shownTop = computed(() => {
    const wanted = listTop.value
    const known = isHereAt(wanted) ? undefined : passed.findLast(isHereAt)
    if (known === undefined) {
      passed = [wanted]
      return wanted
    }
    const since = passed.slice(passed.lastIndexOf(known) + 1).filter((top) => top !== wanted)
    passed = [known, ...since.slice(-MOST_PASSED), wanted]
    return known
  })

  return {
    height,
    wanted: computed(() => linesAt(listTop.value)),
    shown: computed(() => linesAt(shownTop.value)),
    topOf: (place) => place * line() - shownTop.value + boxTop.value,
    onScroll,
    show,
  }
}
