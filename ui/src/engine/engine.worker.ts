import { Desk } from './desk'
import type { Request } from './protocol'

const desk = new Desk((reply, transfer = []) => self.postMessage(reply, { transfer }))

self.addEventListener('message', (event: MessageEvent<Request>) => desk.handle(event.data))
