/** The page inside another one: a board with its moves, for the game that the address holds or names. */
import { render } from 'preact'
import { openShared } from './state/files/share.ts'
import { App } from './views/App.tsx'
import { startLanguage } from './words/index.ts'

await startLanguage()
render(<App />, document.querySelector('#app')!)
await openShared()
