import { render } from 'preact'
import { keepForOffline } from './offline/register.ts'
import { App } from './views/App.tsx'

render(<App />, document.querySelector('#app')!)
keepForOffline()
