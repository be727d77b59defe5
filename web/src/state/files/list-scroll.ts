/**
 * Where a list is scrolled to. Browsers cap the height of an element, so a
 * list that would be higher is drawn on a lower element: small steps move the
 * lines by as much, and a jump goes to the same share of the list.
 */
import { batch, computed, signal, type ReadonlySignal } from '@preact/signals'

/** Highest element that every browser can draw, in pixels. */
const HIGHEST = 8_000_000

/** Places of lines, from one up to and without another. */
export interface Lines {
  from: number
  to: number
}

export interface ListScroll {
  /** Height of the element in pixels. */
  height: ReadonlySignal<number>
  /** The lines at the place scrolled to. */
  wanted: ReadonlySignal<Lines>
  /** The lines in sight: those wanted, or while they are on their way the last ones scrolled past that are here. */
  shown: ReadonlySignal<Lines>
  /** Where a line in sight, or near those, is drawn on the element. */
  topOf(place: number): number
  /** Takes over that the box has been scrolled, or has another size. */
  onScroll(box: HTMLElement): void
  /** Scrolls so that a line is in sight. */
  show(box: HTMLElement, place: number): void
}

/** Places scrolled past that are looked through for lines that are here. */
const MOST_PASSED = 60

/**
 * @param count lines of the list
 * @param line height of a line in pixels
 * @param areHere whether lines can be drawn; reads signals
 */
export function makeListScroll(
  count: ReadonlySignal<number>,
  line: number,
  areHere: (from: number, to: number) => boolean,
): ListScroll {
  /** Pixels of the list above the box, those of the element above it, and the height of the box. */
  const listTop = signal(0)
  const boxTop = signal(0)
  const boxHeight = signal(0)
  const whole = computed(() => count.value * line)
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
    const start = place * line
    const end = start + line - boxHeight.value
    if (start >= listTop.value && end <= listTop.value) return
    const wanted = clamp(start < listTop.value ? start : end)
    batch(() => {
      // The box follows without being asked where it is: listTop already says it.
      boxTop.value = whole.value > height.value ? wanted / share() : wanted
      box.scrollTop = boxTop.value
      boxTop.value = box.scrollTop
      listTop.value = wanted
    })
  }

  const linesAt = (top: number): Lines => ({
    from: Math.min(count.value, Math.floor(top / line)),
    to: Math.min(count.value, Math.ceil((top + boxHeight.value) / line)),
  })
  const isHereAt = (top: number) => {
    const { from, to } = linesAt(top)
    return from < to && areHere(from, to)
  }

  /** Where the list was since its lines were here, the newest last. */
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
    topOf: (place) => place * line - shownTop.value + boxTop.value,
    onScroll,
    show,
  }
}
