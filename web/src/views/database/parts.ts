/** The views of a database, in one chunk that is loaded if there is one. */
export { showDatabase, showGameOfDatabase } from '../../state/database/view.ts'
export { BoardChoice } from './BoardChoice.tsx'
export { ConflictDialog } from './ConflictDialog.tsx'
export { DatabaseTools } from './DatabaseTools.tsx'
export { Navigation } from './Navigation.tsx'
export { Pages } from './Pages.tsx'
export { PositionActions } from './PositionActions.tsx'
export { ShapePane } from './ShapePane.tsx'
export { shapeMarks } from '../../state/patterns/search.ts'
export { ImportAction, ImportDialog, SaveInDatabase } from './WriteActions.tsx'
// Opening books are shown with the same means, and needed as rarely.
export { openBooks } from '../../state/explorer/book-files.ts'
export { RemoveSelected } from './RemoveSelected.tsx'
