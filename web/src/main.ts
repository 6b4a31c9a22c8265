import { mount } from 'svelte'
import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/pieces.css'
import './styles/room.css'
import './styles/forms.css'
import App from './App.svelte'
import { keepFocus } from './state/focus'
import { followUpdates } from './state/updated'

const target = document.getElementById('app')
if (!target) throw new Error('the page has no place for the table')
followUpdates()
keepFocus(target)
mount(App, { target })

// Over HTTPS the page can be installed, and shows itself where there is no network.
if (location.protocol === 'https:' && 'serviceWorker' in navigator) {
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined))
}
