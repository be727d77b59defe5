import { render } from 'preact'
import { keepForOffline } from './offline/register.ts'
import { openShared } from './state/files/share.ts'
import { takeLaunched } from './state/files/incoming.ts'
import { entry } from './state/files/library.ts'
import { openFiles } from './state/files/opening.ts'
import { openNamedDatabase } from './state/database/published.ts'
import { servesFiles } from './state/database/server.ts'
import { isComing } from './state/page/coming.ts'
import { isEmbedded } from './state/page/embedded.ts'
import { App } from './views/App.tsx'
import { connect } from './views/shell/served.ts'
import { soundMoves } from './state/replay/sound.ts'
import { startLanguage } from './words/index.ts'

/** Milliseconds that the page is not drawn while a game of its address is opened. */
const PATIENCE = 400

await Promise.all([startLanguage(), isEmbedded ? undefined : connect()])
const shared = openShared()
// The thread that draws the page has the worker wait. A game of the address is soon there, and drawn with the page.
if (isComing.value) {
  const shown = new Promise<void>((resolve) => entry.subscribe((first) => first && resolve()))
  await Promise.race([shared, shown, new Promise((resolve) => setTimeout(resolve, PATIENCE))])
}
render(<App />, document.querySelector('#app')!)
if (!isEmbedded) keepForOffline()
takeLaunched(openFiles)
soundMoves()
try {
  if (!isEmbedded) await (await import('./state/sessions/sessions.ts')).keepSessions()
  await shared
  addEventListener('hashchange', () => void openShared())
  await openNamedDatabase()
  if (servesFiles) await (await import('./state/files/served-files.ts')).openOnly()
} finally {
  isComing.value = false
}
