/** The bar under the moves: undo, the order of the lines, and the panels for notes, marks and the header. */
import { signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { canUndo, canRedo, isUnsaved } from '../../state/editing/editing.ts'
import {
  canPass,
  cutHere,
  deleteHere,
  hasMore,
  isOnMainLine,
  makeLineMain,
  pass,
  playText,
  promoteLine,
  redo,
  undo,
} from '../../state/editing/edit-actions.ts'
import { explorerSource } from '../../state/explorer/explorer.ts'
import { sayHint } from '../../state/page/hint.ts'
import { useMedia } from '../../state/page/use-media.ts'
import { quiz } from '../../state/study/quiz.ts'
import { remember, remembered } from '../../state/page/remember.ts'
import { node, record } from '../../state/replay/replay.ts'
import { hasStones, stoneTool, STONE_TOOLS } from '../../state/editing/stones.ts'
import { markTool } from '../../state/editing/tools.ts'
import { words } from '../../words/index.ts'
import { FOLDED_LIST } from '../shell/layout.ts'
import { lazily } from '../shell/lazily.tsx'

const CommentPanel = lazily(async () => (await import('./CommentPanel.tsx')).CommentPanel)
const GlyphPanel = lazily(async () => (await import('./GlyphPanel.tsx')).GlyphPanel)
const HeaderDialog = lazily(async () => (await import('./HeaderDialog.tsx')).HeaderDialog)
const MarkPanel = lazily(async () => (await import('./MarkPanel.tsx')).MarkPanel)
const StonePanel = lazily(async () => (await import('./StonePanel.tsx')).StonePanel)

type Panel = 'comments' | 'glyphs' | 'marks' | 'stones'
const PANELS: readonly Panel[] = ['comments', 'glyphs', 'marks', 'stones']

const openPanel = signal<Panel | undefined>(undefined)
const isHeaderOpen = signal(false)

/** The user's choice whether to show all tools or only undo. */
const chosen = signal(remembered('editing'))
/** Windows in which the panel has room for everything, and those where it is below the board. */
const HIGH = '(min-height: 50rem)'

function toggleOpen(wasOpen: boolean): void {
  chosen.value = wasOpen ? 'closed' : 'open'
  remember('editing', chosen.value)
  if (wasOpen) openOnly(undefined)
}

function toggle(panel: Panel): void {
  openOnly(openPanel.value === panel ? undefined : panel)
}

/** Opens a panel, whose tools then act on the board; the tools of another panel are turned off. */
function openOnly(panel: Panel | undefined): void {
  openPanel.value = panel
  markTool.value = undefined
  stoneTool.value = panel === 'stones' ? STONE_TOOLS[0] : undefined
}

export function EditBar() {
  const shown = record.value
  const isHigh = useMedia(HIGH)
  const isNarrow = useMedia(FOLDED_LIST)
  // The moves of an explorer have priority.
  const isShown = chosen.value === undefined ? isHigh && !isNarrow && !explorerSource.value : chosen.value === 'open'
  const pane = useRef<HTMLElement>(null)
  const tools = isShown ? (openPanel.value ?? 'all') : 'none'
  const before = useRef(tools)
  useEffect(() => {
    if (before.current === tools || !pane.current) return undefined
    before.current = tools
    // Scrolls opened tools into view if the column is short, as soon as they are loaded.
    const observer = new ResizeObserver(() => pane.current?.scrollIntoView({ block: 'nearest' }))
    observer.observe(pane.current)
    return () => observer.disconnect()
  }, [tools])
  if (!shown || quiz.value) return null
  return (
    <section class="edit-pane" aria-label={words.editing} ref={pane}>
      <div class="edit-bar" role="toolbar" aria-label={words.editing}>
        <h2>
          <button type="button" class="disclosure" aria-expanded={isShown} onClick={() => toggleOpen(isShown)}>
            {words.editing}
          </button>
        </h2>
        <span class="gap">{isUnsaved.value && <span class="unsaved">{words.unsaved}</span>}</span>
        {!isShown && canPass.value && (
          <button type="button" onClick={pass}>
            {words.pass}
          </button>
        )}
        <Tool label={words.undo} path="M9 7L4 12l5 5M4 12h9a6 5 0 0 1 0 10h-2" act={undo} isOff={!canUndo.value} />
        <Tool label={words.redo} path="M15 7l5 5-5 5M20 12h-9a6 5 0 0 0 0 10h2" act={redo} isOff={!canRedo.value} />
      </div>
      {isShown && <AllTools />}
      {isHeaderOpen.value && <HeaderDialog record={shown} close={() => (isHeaderOpen.value = false)} />}
    </section>
  )
}

function AllTools() {
  const panel = openPanel.value
  const panels = PANELS.filter((name) => name !== 'stones' || hasStones.value)
  return (
    <>
      <div class="edit-bar" role="toolbar" aria-label={words.moves}>
        <Tool label={words.promoteLine} path="M12 20V5M6 11l6-6 6 6" act={promoteLine} isOff={isOnMainLine.value} />
        <Tool
          label={words.makeLineMain}
          path="M12 21V9M6 14l6-6 6 6M4 3h16"
          act={makeLineMain}
          isOff={isOnMainLine.value}
        />
        <Tool label={words.cutHere} path="M4 12h6M14 8l6 8M20 8l-6 8" act={cutHere} isOff={!hasMore.value} />
        <Tool
          label={words.deleteLine}
          path="M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13"
          act={deleteHere}
          isOff={node.value === 0}
        />
      </div>
      <div class="edit-bar">
        {panels.map((name) => (
          <button key={name} type="button" aria-expanded={panel === name} onClick={() => toggle(name)}>
            {words[name]}
          </button>
        ))}
        <button type="button" onClick={() => (isHeaderOpen.value = true)}>
          {words.details}
        </button>
      </div>
      {panel === 'comments' && <CommentPanel key={`${record.value!.game} ${node.value}`} />}
      {panel === 'glyphs' && <GlyphPanel />}
      {panel === 'marks' && <MarkPanel />}
      {panel === 'stones' && hasStones.value && <StonePanel />}
      <MoveField />
    </>
  )
}

function Tool({ label, path, act, isOff }: { label: string; path: string; act: () => void; isOff: boolean }) {
  return (
    <button type="button" class="tool" aria-label={label} title={label} disabled={isOff} onClick={act}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  )
}

/** Plays a typed move, or a pass. */
function MoveField() {
  return (
    <form
      class="move-field"
      onSubmit={(event) => {
        event.preventDefault()
        const field = event.currentTarget.querySelector('input')!
        if (field.value.trim() === '') field.focus()
        else if (playText(field.value)) field.value = ''
        else sayHint(words.notAMove)
      }}
    >
      <input type="text" aria-label={words.typeMove} placeholder={words.typeMove} autocomplete="off" />
      <button type="submit">{words.playIt}</button>
      {canPass.value && (
        <button type="button" onClick={pass}>
          {words.pass}
        </button>
      )}
    </form>
  )
}
