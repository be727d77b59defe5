/** How the board and the page look. */
import type { Signal } from '@preact/signals'
import { PACES, pace } from '../state/replay/autoplay.ts'
import {
  BOARD_THEMES,
  boardTheme,
  hasCoordinates,
  isAnimated,
  MOVE_LAYOUTS,
  moveLayout,
  PAGE_COLOURS,
  pageColours,
  XIANGQI_PIECES,
  xiangqiPieces,
} from '../state/page/settings.ts'
import { fill, words, type Word } from '../words/index.ts'
import { Dialog } from './Dialog.tsx'

const LOOKS = {
  wood: 'lookWood',
  green: 'lookGreen',
  blue: 'lookBlue',
  paper: 'lookPaper',
  contrast: 'lookContrast',
  simplified: 'lookSimplified',
  traditional: 'lookTraditional',
  pictures: 'lookPictures',
  columns: 'lookColumns',
  inline: 'lookInline',
  system: 'lookSystem',
  light: 'lookLight',
  dark: 'lookDark',
} as const satisfies Record<string, Word>

export function SettingsDialog({ close }: { close: () => void }) {
  return (
    <Dialog title={words.settings} close={close}>
      <div class="settings">
        <Choice label={words.boardLook} values={BOARD_THEMES} chosen={boardTheme} />
        <Choice label={words.xiangqiLook} values={XIANGQI_PIECES} chosen={xiangqiPieces} />
        <Choice label={words.mainLine} values={MOVE_LAYOUTS} chosen={moveLayout} />
        <Choice label={words.pageLook} values={PAGE_COLOURS} chosen={pageColours} />
        <label>
          <span>{words.autoplay}</span>
          <PaceMenu />
        </label>
        <Switch label={words.showCoordinates} chosen={hasCoordinates} />
        <Switch label={words.showMotion} chosen={isAnimated} />
      </div>
    </Dialog>
  )
}

function Choice<Value extends keyof typeof LOOKS>(props: {
  label: string
  values: readonly Value[]
  chosen: Signal<Value>
}) {
  const { label, values, chosen } = props
  return (
    <label>
      <span>{label}</span>
      <select value={chosen.value} onChange={({ currentTarget }) => (chosen.value = currentTarget.value as Value)}>
        {values.map((value) => (
          <option key={value} value={value}>
            {words[LOOKS[value]]}
          </option>
        ))}
      </select>
    </label>
  )
}

function Switch({ label, chosen }: { label: string; chosen: Signal<'yes' | 'no'> }) {
  return (
    <label>
      <span>{label}</span>
      <input
        type="checkbox"
        checked={chosen.value === 'yes'}
        onChange={({ currentTarget }) => (chosen.value = currentTarget.checked ? 'yes' : 'no')}
      />
    </label>
  )
}

/** Seconds a move when the game plays itself. */
export function PaceMenu() {
  return (
    <select
      class="pace"
      aria-label={words.speed}
      title={words.speed}
      value={pace.value}
      onChange={({ currentTarget }) => (pace.value = currentTarget.value as (typeof PACES)[number])}
    >
      {[...PACES]
        .sort((left, right) => Number(left) - Number(right))
        .map((seconds) => (
          <option key={seconds} value={seconds}>
            {fill(words.secondsAMove, { seconds: Number(seconds) })}
          </option>
        ))}
    </select>
  )
}
