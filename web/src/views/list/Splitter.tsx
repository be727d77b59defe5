/** The edge between the list and the board, which can be dragged or moved by keys. */
import { useRef } from 'preact/hooks'
import { listWidth } from '../../state/list/columns.ts'
import { chooseWidth, GREATEST_WIDTH, LEAST_WIDTH } from '../../state/list/width.ts'
import { words } from '../../words/index.ts'

/** Pixels that a key moves it by. */
const STEP = 24

export function Splitter() {
  /** Where the pointer took hold of it, from the left edge of the list. */
  const held = useRef<number | undefined>(undefined)
  return (
    <div
      class="splitter"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={words.listWidth}
      aria-valuenow={listWidth.value}
      aria-valuemin={LEAST_WIDTH}
      aria-valuemax={GREATEST_WIDTH}
      title={words.listWidth}
      onDblClick={() => chooseWidth(undefined)}
      onKeyDown={(event) => {
        const step = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key]
        if (step === undefined && event.key !== 'Home') return
        // Elsewhere these keys walk through the moves.
        event.preventDefault()
        chooseWidth(step === undefined ? undefined : listWidth.value + step)
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        held.current = event.clientX - listWidth.value
      }}
      onPointerMove={({ clientX }) => held.current !== undefined && chooseWidth(clientX - held.current)}
      onPointerUp={() => (held.current = undefined)}
      onPointerCancel={() => (held.current = undefined)}
    />
  )
}
