/**
 * The records as they are being edited. Every game of the open files keeps
 * its own changes until the files are closed, each with the way back; the
 * library's entry stays what was read.
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

/** The changes of one game: what it is now, what it was, and what was taken back. */
interface Edits {
  record: GameRecord
  past: readonly Step[]
  future: readonly Step[]
  /** The record as it was read or last saved. */
  saved: GameRecord
  /** The name of the last change, when more of the same may join it. */
  merge?: string | undefined
}

/** Changes that can be taken back, of one game. */
const MOST_STEPS = 300

/** What changes are kept by: the index of a game of the list, or the board they were made on. */
type GameKey = number | symbol

const keyOf = (shown: ListedEntry | OwnBoard): GameKey => (shown.kind === 'listed' ? shown.index : shown.id)

const editsByGame = signal<ReadonlyMap<GameKey, Edits>>(new Map())

/** The same, kept by the list of files that they belong to. */
const editsOfFiles = new WeakMap<readonly OpenedFile[], ReadonlyMap<GameKey, Edits>>()
/** The entry that was changed last. */
let changedEntry: ListedEntry | OwnBoard | undefined

const edits = computed(() => entry.value && editsByGame.value.get(keyOf(entry.value)))

/** The record on the board, with all changes made. */
export const record = computed<GameRecord | undefined>(() => edits.value?.record ?? entry.value?.record)

/** The games of the list that were changed, by their index, as they are now. */
export const changedRecords = computed<ReadonlyMap<number, GameRecord>>(
  () =>
    new Map([...editsByGame.value].flatMap(([key, { record }]) => (typeof key === 'number' ? [[key, record]] : []))),
)

/** Games with changes that no file holds. */
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
 * Puts a changed record in place of the one on the board.
 * @param node the node that was on the board before the change
 * @param merge a name: changes of one name in a row are taken back together, as the letters of a comment are
 */
export function change(changed: GameRecord, node: number, merge?: string): void {
  setEdits(({ record, past, saved, merge: last }) => ({
    record: changed,
    past: merge !== undefined && merge === last ? past : [...past, { record, node }].slice(-MOST_STEPS),
    future: [],
    saved,
    merge,
  }))
}

/** Takes the last change back; returns the node to show. */
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

/** Makes the change again that was taken back last; returns the node to show. */
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

/** Notes that a file now holds a record of the game on the board. */
export function noteSaved(saved: GameRecord): void {
  setEdits((known) => ({ ...known, saved, merge: undefined }))
}

/** Notes that files now hold changed games, by their indexes, as they were when they were written. */
export function noteGamesSaved(saved: ReadonlyMap<number, GameRecord>): void {
  editsByGame.value = new Map(
    [...editsByGame.value].map(([key, edits]) => {
      const written = typeof key === 'number' ? saved.get(key) : undefined
      return [key, { ...edits, saved: written ?? edits.saved }]
    }),
  )
}

// Changes go with the files they belong to, and come back with them when an opening is called off.
effect(() => {
  const opened = files.value
  const known = editsOfFiles.get(opened)
  const shown = entry.peek()
  const own = shown && shown === changedEntry ? editsByGame.peek().get(keyOf(shown)) : undefined
  // A game that is shown before its file was read to the end keeps what was done to it meanwhile.
  editsByGame.value = known ?? new Map(shown && own ? [[keyOf(shown), own]] : [])
})

/** The question whether changes may be lost, while it is open. */
export const losingQuestion = signal<{ answer: (mayLose: boolean) => void } | undefined>(undefined)

/** Asks before other files take the place of games with unsaved changes; returns whether they may. */
export async function mayLoseChanges(): Promise<boolean> {
  if (unsavedGames.value.size === 0) return true
  const answer = await new Promise<boolean>((resolve) => {
    losingQuestion.value = { answer: resolve }
  })
  losingQuestion.value = undefined
  return answer
}

/** The browser asks before the page is left with unsaved changes. */
export function onBeforeUnload(event: BeforeUnloadEvent): void {
  if (unsavedGames.value.size > 0) event.preventDefault()
}
