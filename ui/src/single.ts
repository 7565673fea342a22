// The page that is one file: the same page, over the recording that lies in the document.
import { mount } from 'svelte'
import './styles/tokens.css'
import './styles/base.css'
import App from './App.svelte'
import { readParts } from './model/single'

const target = document.getElementById('app')
if (target === null) throw new Error('the viewer has no #app')
const parts = await readParts(document)
target.replaceChildren()
mount(App, { target, props: { boot: { parts } } })
