import { render } from 'preact'
import { keepForOffline } from './offline/register.ts'
import { openShared } from './state/files/share.ts'
import { takeLaunched } from './state/files/incoming.ts'
import { openFiles } from './state/files/opening.ts'
import { openNamedDatabase } from './state/database/published.ts'
import { isEmbedded } from './state/page/embedded.ts'
import { App } from './views/App.tsx'
import { connect } from './views/served.ts'
import { soundMoves } from './state/replay/sound.ts'
import { startLanguage } from './words/index.ts'

await Promise.all([startLanguage(), isEmbedded ? undefined : connect()])
render(<App />, document.querySelector('#app')!)
if (!isEmbedded) keepForOffline()
takeLaunched(openFiles)
soundMoves()
if (!isEmbedded) await (await import('./state/sessions/sessions.ts')).keepSessions()
await openShared()
addEventListener('hashchange', () => void openShared())
await openNamedDatabase()
