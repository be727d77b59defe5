import { render } from 'preact'
import { App } from './views/App.tsx'

render(<App />, document.querySelector('#app')!)
