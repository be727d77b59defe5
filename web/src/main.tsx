import { render } from 'preact'
import { keepForOffline } from './offline/register.ts'
import { App } from './views/App.tsx'
import { startLanguage } from './words/index.ts'

await startLanguage()
render(<App />, document.querySelector('#app')!)
keepForOffline()
