/** The dialog of the page that is open; those of a pane belong to the pane. */
import { signal } from '@preact/signals'
import { record } from '../editing/editing.ts'
import { attempt, files } from '../files/library.ts'
import { selected } from '../files/selection.ts'

export const openDialog = signal<'new' | 'paste' | 'save' | 'help' | undefined>(undefined)

export function closeDialog(): void {
  openDialog.value = undefined
}

/** Opens the dialog that saves, when there is something to save. */
export function openSave(): void {
  if (record.value || files.value.length > 0 || selected.value.size > 0) openDialog.value = 'save'
}

/** Saves the game on the board where it belongs; returns false where it belongs nowhere, or has not changed. */
export const saveInPlace = signal<(() => boolean) | undefined>(undefined)

/** Saves the game on the board where it belongs: in its database, in its file, or in one that is asked for. */
export function save(): void {
  if (saveInPlace.value?.()) return
  void attempt(async () => {
    const { saveFileInPlace } = await import('../files/save-file.ts')
    if (!(await saveFileInPlace())) openSave()
  })
}
