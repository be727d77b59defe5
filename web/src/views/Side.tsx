/** The panel beside the board: what the game is, its tabs, and the buttons that walk through it. */
import { useEffect, useRef } from 'preact/hooks'
import { explorerSource, hasExplorer, isExploring } from '../state/explorer/explorer.ts'
import { publishedView } from '../state/database/published.ts'
import { entry, showGame } from '../state/files/library.ts'
import { isEmbedded } from '../state/page/embedded.ts'
import { chooseTab, chosenTab, TABS, type Tab } from '../state/page/tabs.ts'
import { useMedia } from '../state/page/use-media.ts'
import { hasVariations } from '../state/replay/folding.ts'
import { quiz } from '../state/study/quiz.ts'
import { isTimeline } from '../state/replay/timeline.ts'
import { isCounting } from '../state/study/scoring.ts'
import { area, isChoosingArea } from '../state/patterns/area.ts'
import { words } from '../words/index.ts'
import { CurrentMove } from './board/CurrentMove.tsx'
import { Controls } from './shell/Controls.tsx'
import { EnginePane, EngineTasks } from './engine/lazy-parts.ts'
import { EditBar } from './editing/EditBar.tsx'
import { Explorer } from './explorer/Explorer.tsx'
import { Facts } from './moves/Facts.tsx'
import { NARROW } from './shell/layout.ts'
import { GameMenu } from './moves/GameMenu.tsx'
import { MoveList } from './moves/MoveList.tsx'
import { ShapeButton } from './explorer/ShapeButton.tsx'
import { parts } from './shell/served.ts'
import { TitleLine } from './moves/TitleLine.tsx'
import { TriedLine } from './moves/TriedLine.tsx'
import { Ways } from './moves/Ways.tsx'
import { lazily } from './shell/lazily.tsx'

const PublishedChoice = lazily(async () => (await import('./database/PublishedChoice.tsx')).PublishedChoice)
const ScorePane = lazily(async () => (await import('./training/ScorePane.tsx')).ScorePane)
const ShapePane = lazily(async () => (await import('./explorer/ShapePane.tsx')).ShapePane)
const TreeGraph = lazily(async () => (await import('./moves/TreeGraph.tsx')).TreeGraph)

export function Side() {
  const shown = parts.value
  const isNarrow = useMedia(NARROW)
  const tab = shownTab()
  return (
    <section class={`side tab-${tab}`} aria-label={words.moves}>
      {entry.value?.kind === 'listed' ? (
        <TitleLine />
      ) : publishedView.value ? (
        <PublishedChoice />
      ) : (
        shown && <shown.BoardChoice />
      )}
      <div class="tab-bar">
        <Tabs current={tab} />
        <GameMenu />
      </div>
      <div id="tab" class="tab" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        <TriedLine />
        {isCounting.value && <ScorePane />}
        {tab === 'details' && <Facts />}
        {tab === 'tree' && <TreeGraph />}
        {tab === 'engine' && <EnginePane />}
        {(tab === 'moves' || (!isNarrow && (tab === 'explorer' || tab === 'engine'))) && <MoveList />}
        {!isNarrow && (tab === 'tree' || tab === 'details') && <CurrentMove />}
        {tab === 'explorer' && isNarrow && <Ways />}
        {tab === 'engine' && <EngineTasks />}
        {tab === 'explorer' &&
          (explorerSource.value?.shapes && (isChoosingArea.value || area.value) ? (
            <ShapePane />
          ) : (
            <Explorer
              showGame={explorerSource.value?.isOfFiles ? (game) => void showGame(game) : shown?.showGameOfDatabase}
            >
              {shown && !explorerSource.value?.isOfFiles && !explorerSource.value?.isPublished && (
                <shown.PositionActions />
              )}
              <ShapeButton />
            </Explorer>
          ))}
      </div>
      {tab !== 'details' && <EditBar />}
      {!isNarrow && <Controls />}
    </section>
  )
}

/** The tab chosen, if the game has what it shows. */
function shownTab(): Tab {
  const chosen = chosenTab.value
  if (chosen === 'details' || (chosen === 'engine' && !isEmbedded) || (chosen === 'tree' && hasVariations.value))
    return chosen
  return isExploring.value && !hidesExplorer() ? 'explorer' : 'moves'
}

/** What was played is not shown beside a question about it, nor where something else needs its room. */
function hidesExplorer(): boolean {
  return quiz.value !== undefined || isCounting.value || isTimeline.value
}

const LABELS = {
  moves: 'moves',
  tree: 'tree',
  explorer: 'explorerTab',
  engine: 'engine',
  details: 'detailsTab',
} as const

function Tabs({ current }: { current: Tab }) {
  const row = useRef<HTMLDivElement>(null)
  const tabs = TABS.filter(
    (tab) =>
      (tab !== 'explorer' || (hasExplorer.value && !hidesExplorer())) &&
      (tab !== 'tree' || hasVariations.value) &&
      (tab !== 'engine' || !isEmbedded),
  )
  useEffect(() => {
    const [tab, list] = [row.current!.querySelector('[aria-selected=true]'), row.current!]
    if (!(tab instanceof HTMLElement)) return
    const right = tab.offsetLeft + tab.offsetWidth - list.offsetLeft
    list.scrollLeft = Math.max(Math.min(list.scrollLeft, tab.offsetLeft - list.offsetLeft), right - list.clientWidth)
  }, [current])
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
          onClick={(event) => {
            chooseTab(tab)
            // After a click the keys belong to the board again.
            if (event.detail > 0) event.currentTarget.blur()
          }}
        >
          {words[LABELS[tab]]}
        </button>
      ))}
    </div>
  )
}
