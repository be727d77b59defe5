/** How the board and the page look. */
import type { Signal } from '@preact/signals'
import { rulesOf } from '../../../../src/rules/index.ts'
import { PACES, pace } from '../../state/replay/autoplay.ts'
import { chooseNotation, notation, record } from '../../state/replay/replay.ts'
import {
  BOARD_THEMES,
  boardTheme,
  CHESS_PIECES,
  chessPieces,
  hasCoordinates,
  hasMoveNumbers,
  hasNextMoves,
  hasSound,
  isAnimated,
  keepsFiles,
  MOVE_LAYOUTS,
  moveLayout,
  PAGE_COLOURS,
  pageColours,
  XIANGQI_PIECES,
  xiangqiPieces,
} from '../../state/page/settings.ts'
import { fill, words, type Word } from '../../words/index.ts'
import { Dialog } from './Dialog.tsx'

const LOOKS = {
  wood: 'lookWood',
  green: 'lookGreen',
  blue: 'lookBlue',
  paper: 'lookPaper',
  contrast: 'lookContrast',
  classic: 'lookClassic',
  silhouettes: 'lookSilhouettes',
  letters: 'lookLetters',
  simplified: 'lookSimplified',
  traditional: 'lookTraditional',
  pictures: 'lookPictures',
  columns: 'lookColumns',
  inline: 'lookInline',
  system: 'lookSystem',
  light: 'lookLight',
  dark: 'lookDark',
} as const satisfies Record<string, Word>

/** Notations by their common names, the same in all languages. */
const STYLE_NAMES: Readonly<Record<string, string>> = {
  san: 'SAN (Nf3)',
  lan: 'LAN (Ng1-f3)',
  uci: 'UCI (g1f3)',
  chinese: '中文 (炮二平五)',
  'chinese-traditional': '中文 (炮二平五, 繁體)',
  wxf: 'WXF (C2=5)',
  iccs: 'ICCS (H2-E2)',
  ucci: 'UCCI (h2e2)',
}

export function SettingsDialog({ close }: { close: () => void }) {
  return (
    <Dialog title={words.settings} close={close}>
      <div class="settings">
        <Choice label={words.boardLook} values={BOARD_THEMES} chosen={boardTheme} />
        <Choice label={words.chessLook} values={CHESS_PIECES} chosen={chessPieces} />
        <Choice label={words.xiangqiLook} values={XIANGQI_PIECES} chosen={xiangqiPieces} />
        <NotationChoice />
        <Choice label={words.mainLine} values={MOVE_LAYOUTS} chosen={moveLayout} />
        <Choice label={words.pageLook} values={PAGE_COLOURS} chosen={pageColours} />
        <label>
          <span>{words.autoplay}</span>
          <PaceMenu />
        </label>
        <Switch label={words.showCoordinates} chosen={hasCoordinates} />
        <Switch label={words.showMoveNumbers} chosen={hasMoveNumbers} />
        <Switch label={words.showNextMoves} chosen={hasNextMoves} />
        <Switch label={words.showMotion} chosen={isAnimated} />
        <Switch label={words.playSounds} chosen={hasSound} />
        <Switch label={words.keepFiles} chosen={keepsFiles} />
      </div>
    </Dialog>
  )
}

/** The notation of the game on the board, if it has more than one besides that of programs. */
function NotationChoice() {
  const shown = record.value
  const styles = shown ? rulesOf(shown.game).styles : []
  if (styles.length <= 2) return null
  return (
    <label>
      <span>{words.notation}</span>
      <select value={notation.value} onChange={({ currentTarget }) => chooseNotation(currentTarget.value)}>
        {styles.map((style) => (
          <option key={style} value={style}>
            {STYLE_NAMES[style] ?? style}
          </option>
        ))}
      </select>
    </label>
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
