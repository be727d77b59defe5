/** The panel beside the board: what the game is, its tabs, and the buttons that walk through it. */
import { useRef } from 'preact/hooks'
import { explorerSource, isExploring } from '../state/explorer/explorer.ts'
import { entry } from '../state/files/library.ts'
import { chooseTab, chosenTab, TABS, type Tab } from '../state/page/tabs.ts'
import { useMedia } from '../state/page/use-media.ts'
import { area, isChoosingArea } from '../state/patterns/area.ts'
import { words } from '../words/index.ts'
import { Controls } from './Controls.tsx'
import { EditBar } from './EditBar.tsx'
import { Explorer } from './Explorer.tsx'
import { Facts } from './Facts.tsx'
import { NARROW } from './layout.ts'
import { MoveList } from './MoveList.tsx'
import { parts } from './served.ts'
import { TitleLine } from './TitleLine.tsx'

export function Side() {
  const shown = parts.value
  const isNarrow = useMedia(NARROW)
  const tab: Tab = chosenTab.value === 'details' ? 'details' : isExploring.value ? 'explorer' : 'moves'
  return (
    <section class={`side tab-${tab}`} aria-label={words.moves}>
      {entry.value?.kind === 'listed' ? <TitleLine /> : shown && <shown.BoardChoice />}
      <Tabs current={tab} />
      <div id="tab" class="tab" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === 'details' && <Facts />}
        {tab === 'moves' && <MoveList />}
        {tab === 'explorer' && !isNarrow && <MoveList />}
        {tab === 'explorer' &&
          (shown && (isChoosingArea.value || area.value) ? (
            <shown.ShapePane />
          ) : (
            <Explorer showGame={shown?.showGameOfDatabase}>{shown && <shown.PositionActions />}</Explorer>
          ))}
      </div>
      {tab !== 'details' && <EditBar />}
      {!isNarrow && <Controls />}
    </section>
  )
}

const LABELS = { moves: 'moves', explorer: 'explorer', details: 'details' } as const

function Tabs({ current }: { current: Tab }) {
  const row = useRef<HTMLDivElement>(null)
  const tabs = TABS.filter((tab) => tab !== 'explorer' || explorerSource.value)
  const step = (by: number) => {
    const place = (tabs.indexOf(current) + by + tabs.length) % tabs.length
    chooseTab(tabs[place]!)
    row.current!.querySelectorAll('button')[place]!.focus()
  }
  return (
    <div
      class="tab-row"
      ref={row}
      role="tablist"
      onKeyDown={(event) => {
        if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return
        // Elsewhere these keys walk through the moves.
        event.preventDefault()
        step(event.key === 'ArrowRight' ? 1 : -1)
      }}
    >
      {tabs.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={`tab-${tab}`}
          aria-selected={tab === current}
          aria-controls="tab"
          tabIndex={tab === current ? 0 : -1}
          onClick={() => chooseTab(tab)}
        >
          {words[LABELS[tab]]}
        </button>
      ))}
    </div>
  )
}
