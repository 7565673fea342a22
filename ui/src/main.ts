import { mount } from 'svelte'
import './styles/tokens.css'
import './styles/base.css'
import App from './App.svelte'
import { rootOf } from './model/place'

const target = document.getElementById('app')
if (target === null) throw new Error('index.html has no #app')
mount(App, { target })

// Only what was built is kept for a time without a server; the worker lies beside the shell, also of a share's page.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  navigator.serviceWorker.register(`${rootOf(location.href)}sw.js`).catch(() => undefined)
}
