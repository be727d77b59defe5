/**
 * The records being edited. Every game of the open files keeps its own changes, with undo, until the files are closed;
 * the library's entry stays as it was read.
 */
import { computed, effect, signal } from '@preact/signals'
import type { GameRecord } from '../../../../src/model/record.ts'
import type { OpenedFile } from '../../worker/protocol.ts'
import { entry, files, type ListedEntry, type OwnBoard } from '../files/library.ts'

/** A record and the node that was on the board with it. */
export interface Step {
  record: GameRecord
  node: number
}

/** The changes of one game: its current, previous and undone states. */
interface Edits {
  record: GameRecord
  past: readonly Step[]
  future: readonly Step[]
  /** The record as it was read or last saved. */
  saved: GameRecord
  /** The name of the last change, if further ones may be merged with it. */
  merge?: string | undefined
}

/** The number of undo steps per game. */
const MOST_STEPS = 300

/** The key of changes: the index of a game in the list, or the board on which they were made. */
type GameKey = number | symbol

const keyOf = (shown: ListedEntry | OwnBoard): GameKey => (shown.kind === 'listed' ? shown.index : shown.id)

const editsByGame = signal<ReadonlyMap<GameKey, Edits>>(new Map())

/** The same, by the list of files to which they belong. */
const editsOfFiles = new WeakMap<readonly OpenedFile[], ReadonlyMap<GameKey, Edits>>()
/** The entry that was changed last. */
let changedEntry: ListedEntry | OwnBoard | undefined

const edits = computed(() => entry.value && editsByGame.value.get(keyOf(entry.value)))

/** The record as it would be saved, with all changes made. */
export const keptRecord = computed<GameRecord | undefined>(() => edits.value?.record ?? entry.value?.record)

/** A line that is tried on the board without being part of the record. */
interface Trial {
  of: readonly OpenedFile[]
  /** The changed record that it is tried in, if it was changed; a trial in one that has changed since is over. */
  kept: GameRecord | undefined
  /** The record with the line, and the node where it leaves what is kept. */
  record: GameRecord
  from: number
}

/** The line tried in each game, which waits there until it is kept, forgotten, or the game is changed. */
const trials = signal<ReadonlyMap<GameKey, Trial>>(new Map())

/** The line that is tried on the board. */
export const tried = computed(() => {
  const found = entry.value && trials.value.get(keyOf(entry.value))
  return found && found.of === files.value && found.kept === edits.value?.record ? found : undefined
})

/** The record on the board, with all changes made and the line that is tried. */
export const record = computed<GameRecord | undefined>(() => tried.value?.record ?? keptRecord.value)

/** Shows a record with moves that are only tried. @param node the one they are played from */
export function tryLine(wanted: GameRecord, node: number): void {
  const shown = entry.value
  if (!shown) return
  const line: Trial = { of: files.value, kept: edits.value?.record, record: wanted, from: tried.value?.from ?? node }
  trials.value = new Map(trials.value).set(keyOf(shown), line)
}

/** Ends trying a line, which is forgotten unless it was kept. */
export function endTrial(): void {
  const shown = entry.value && keyOf(entry.value)
  trials.value = new Map([...trials.value].filter(([key]) => key !== shown))
}

/** Whether what is played on the board is only tried: so it is in a game against an engine. */
export const isTrying = signal(false)

/** The games of the list that were changed, by their index, as they are now. */
export const changedRecords = computed<ReadonlyMap<number, GameRecord>>(
  () =>
    new Map([...editsByGame.value].flatMap(([key, { record }]) => (typeof key === 'number' ? [[key, record]] : []))),
)

/** A changed game of the list. */
export interface EditedGame {
  /** Its index. */
  readonly game: number
  readonly record: GameRecord
  readonly isUnsaved: boolean
}

/** The games of the list that differ from what was read. */
export const editedGames = computed<readonly EditedGame[]>(() =>
  [...editsByGame.value].flatMap(([key, { record, saved, past }]) =>
    typeof key === 'number' && past.length > 0 ? [{ game: key, record, isUnsaved: record !== saved }] : [],
  ),
)

/** Whether the browser's storage has the changes that are not saved. */
export const changesAreKept = signal(false)

/** Puts changes that were stored back on games of the list, each as one step. @param restored with what was read */
export function restoreEdits(restored: readonly (EditedGame & { read: GameRecord })[]): void {
  editsByGame.value = new Map([
    ...editsByGame.value,
    ...restored.map(({ game, record, read, isUnsaved }): [GameKey, Edits] => {
      const saved = isUnsaved ? read : record
      return [game, { record, past: [{ record: read, node: 0 }], future: [], saved }]
    }),
  ])
  editsOfFiles.set(files.value, editsByGame.value)
}

/** Games with unsaved changes. */
export const unsavedGames = computed<ReadonlySet<GameKey>>(
  () => new Set([...editsByGame.value].filter(([, { record, saved }]) => record !== saved).map(([key]) => key)),
)

export const isUnsaved = computed(() => entry.value !== undefined && unsavedGames.value.has(keyOf(entry.value)))
export const canUndo = computed(() => (edits.value?.past.length ?? 0) > 0)
export const canRedo = computed(() => (edits.value?.future.length ?? 0) > 0)

function setEdits(change: (known: Edits) => Edits): void {
  const shown = entry.value
  if (!shown?.record) return
  const { record } = shown
  const known = editsByGame.value.get(keyOf(shown)) ?? { record, past: [], future: [], saved: record }
  editsByGame.value = new Map(editsByGame.value).set(keyOf(shown), change(known))
  editsOfFiles.set(files.value, editsByGame.value)
  changedEntry = shown
}

/**
 * Replaces the record on the board.
 * @param node the node that was on the board before the change
 * @param merge a name: consecutive changes with the same name are undone together, such as the letters of a comment
 */
export function change(changed: GameRecord, node: number, merge?: string): void {
  const from = tried.value?.from ?? node
  setEdits(({ record, past, saved, merge: last }) => ({
    record: changed,
    past: merge !== undefined && merge === last ? past : [...past, { record, node: from }].slice(-MOST_STEPS),
    future: [],
    saved,
    merge,
  }))
}

/** Undoes the last change; returns the node to show. */
export function stepBack(node: number): number {
  const last = edits.value?.past.at(-1)
  if (!last) return node
  setEdits(({ record, past, future, saved }) => ({
    record: last.record,
    past: past.slice(0, -1),
    future: [{ record, node }, ...future],
    saved,
  }))
  return last.node
}

/** Redoes the last undone change; returns the node to show. */
export function stepOn(node: number): number {
  const next = edits.value?.future[0]
  if (!next) return node
  setEdits(({ record, past, future, saved }) => ({
    record: next.record,
    past: [...past, { record, node }],
    future: future.slice(1),
    saved,
  }))
  return next.node
}

/** Records that the game on the board was saved. */
export function noteSaved(saved: GameRecord): void {
  setEdits((known) => ({ ...known, saved, merge: undefined }))
}

/** Drops the changes of a game of the list. */
export function dropChanges(index: number): void {
  editsByGame.value = new Map([...editsByGame.value].filter(([key]) => key !== index))
  editsOfFiles.set(files.value, editsByGame.value)
}

/** Records that changed games were saved, by index, in the state in which they were written. */
export function noteGamesSaved(saved: ReadonlyMap<number, GameRecord>): void {
  editsByGame.value = new Map(
    [...editsByGame.value].map(([key, edits]) => {
      const written = typeof key === 'number' ? saved.get(key) : undefined
      return [key, { ...edits, saved: written ?? edits.saved }]
    }),
  )
}

// Changes disappear with the files they belong to, and come back with them if opening others is cancelled.
effect(() => {
  const opened = files.value
  const known = editsOfFiles.get(opened)
  const shown = entry.peek()
  const own = shown && shown === changedEntry ? editsByGame.peek().get(keyOf(shown)) : undefined
  // A game shown before its file was completely read keeps the changes made meanwhile.
  editsByGame.value = known ?? new Map(shown && own ? [[keyOf(shown), own]] : [])
})

/** The open question whether changes may be discarded. */
export const losingQuestion = signal<{ answer: (mayLose: boolean) => void } | undefined>(undefined)

/** What stores changes in the browser at once. */
const keepers: (() => Promise<void>)[] = []

/** Names what stores changes, which is asked before the user is. */
export function keepBeforeLeaving(keeper: () => Promise<void>): void {
  keepers.push(keeper)
}

/** Whether leaving the games would lose changes: those that are kept in the browser can be continued. */
const wouldLose = () => unsavedGames.value.size > 0 && !changesAreKept.value

/** Asks before other games replace those with changes that would be lost; returns whether they may. */
export async function mayLoseChanges(): Promise<boolean> {
  if (wouldLose()) for (const keep of keepers) await keep()
  if (!wouldLose()) return true
  const answer = await new Promise<boolean>((resolve) => {
    losingQuestion.value = { answer: resolve }
  })
  losingQuestion.value = undefined
  return answer
}

/** The browser asks before the page is left, if changes would be lost. */
export function onBeforeUnload(event: BeforeUnloadEvent): void {
  if (wouldLose()) event.preventDefault()
}
