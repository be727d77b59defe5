/** The buttons that walk through the moves, and those for the look of the board. */
import { useState } from 'preact/hooks'
import { flip } from '../../state/page/keys.ts'
import { isWalking, toggleWalking, walkBack, walkOn, walkToEnd, walkToStart } from '../../state/replay/walk.ts'
import { words } from '../../words/index.ts'
import { lazily } from './lazily.tsx'

const SettingsDialog = lazily(async () => (await import('./SettingsDialog.tsx')).SettingsDialog)
const DiagramDialog = lazily(async () => (await import('../board/DiagramDialog.tsx')).DiagramDialog)

export function Controls() {
  const [dialog, setDialog] = useState<'diagram' | 'settings' | undefined>()
  const close = () => setDialog(undefined)
  return (
    <>
      <div class="controls">
        <Control label={words.first} path="M6 5v14M19 5l-9 7 9 7z" act={walkToStart} />
        <Control label={words.back} path="M16 5l-9 7 9 7z" act={walkBack} />
        {isWalking.value ? (
          <Control label={words.stopAutoplay} path="M8 6v12M16 6v12" act={toggleWalking} />
        ) : (
          <Control label={words.autoplay} path="M12 3a9 9 0 1 0 .1 0zM10 8l6 4-6 4z" isOutline act={toggleWalking} />
        )}
        <Control label={words.forward} path="M8 5l9 7-9 7z" act={walkOn} />
        <Control label={words.last} path="M18 5v14M5 5l9 7-9 7z" act={walkToEnd} isGroupEnd />
        {document.fullscreenEnabled && (
          <Control
            label={words.fullScreen}
            path="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5"
            isOutline
            act={() => void toggleFullScreen()}
          />
        )}
        <Control label={words.flip} path="M8 20V5L4 9M16 4v15l4-4" isOutline act={flip} />
        <Control
          label={words.diagram}
          path="M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.500 9h.1"
          isOutline
          act={() => setDialog('diagram')}
        />
        <Control
          label={words.settings}
          path="M4 7h9M17 7h3M15 5v4M4 12h3M11 12h9M9 10v4M4 17h11M19 17h1M17 15v4"
          isOutline
          act={() => setDialog('settings')}
        />
      </div>
      {dialog === 'diagram' && <DiagramDialog close={close} />}
      {dialog === 'settings' && <SettingsDialog close={close} />}
    </>
  )
}

/** The whole page without its bar, or back. A browser may refuse. */
async function toggleFullScreen(): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen()
    else await document.documentElement.requestFullscreen()
  } catch {
    // The page stays as it is.
  }
}

function Control(props: { label: string; path: string; isOutline?: boolean; isGroupEnd?: boolean; act: () => void }) {
  const { label, path, isOutline = false, isGroupEnd = false, act } = props
  return (
    <button type="button" class={isGroupEnd ? 'group-end' : undefined} aria-label={label} title={label} onClick={act}>
      <svg viewBox="0 0 24 24" aria-hidden="true" class={isOutline ? 'outline' : undefined}>
        <path d={path} />
      </svg>
    </button>
  )
}
