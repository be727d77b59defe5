/** What can be done with the game on the board besides editing it, in a small menu. */
import { useState } from 'preact/hooks'
import { quiz, startGuessing } from '../../state/study/quiz.ts'
import { problemRegion, zoomsProblems } from '../../state/study/region.ts'
import { canCount, isCounting, toggleCounting } from '../../state/study/scoring.ts'
import { isAtEnd, record } from '../../state/replay/replay.ts'
import { words } from '../../words/index.ts'
import { lazily } from '../shell/lazily.tsx'

const TrainingDialog = lazily(async () => (await import('../training/parts.ts')).TrainingDialog)
const ShareDialog = lazily(async () => (await import('../saving/ShareDialog.tsx')).ShareDialog)

export function GameMenu() {
  const [isSharing, setSharing] = useState(false)
  const [isTraining, setTraining] = useState(false)
  const pick = (act: () => void) => () => {
    document.querySelector<HTMLElement>('#game-menu')?.hidePopover()
    act()
  }
  return (
    <>
      <button type="button" class="game-menu" popovertarget="game-menu" aria-label={words.more} title={words.more}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M5 12h.1M12 12h.1M19 12h.1" />
        </svg>
      </button>
      <div id="game-menu" popover="auto" class="menu">
        <button type="button" onClick={pick(() => setSharing(true))}>
          {words.share} …
        </button>
        <button type="button" disabled={isAtEnd.value || quiz.value !== undefined} onClick={pick(startGuessing)}>
          {words.guessMoves}
        </button>
        {problemRegion.value && (
          <button
            type="button"
            aria-pressed={zoomsProblems.value === 'yes'}
            onClick={pick(() => (zoomsProblems.value = zoomsProblems.value === 'yes' ? 'no' : 'yes'))}
          >
            {words.zoomProblem}
          </button>
        )}
        <button
          type="button"
          disabled={(record.value?.nodes.length ?? 0) < 2 || quiz.value !== undefined}
          onClick={pick(() => setTraining(true))}
        >
          {words.train} …
        </button>
        {canCount.value && (
          <button type="button" aria-pressed={isCounting.value} onClick={pick(toggleCounting)}>
            {words.countScore}
          </button>
        )}
      </div>
      {isTraining && <TrainingDialog close={() => setTraining(false)} />}
      {isSharing && <ShareDialog close={() => setSharing(false)} />}
    </>
  )
}
