/** The views of a database, in one chunk that is loaded if there is one. */
export { showDatabase, showGameOfDatabase } from '../../state/database/view.ts'
export { BoardChoice } from './BoardChoice.tsx'
export { DatabaseTools } from './DatabaseTools.tsx'
export { Navigation } from './Navigation.tsx'
export { Pages } from './Pages.tsx'
export { PositionActions } from './PositionActions.tsx'
export { ImportAction, ImportDialog, SaveInDatabase } from './WriteActions.tsx'
