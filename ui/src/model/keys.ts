// The keys of the page, in one table: what the handler does and what the help says
// cannot drift apart.

export interface Key {
  /** As KeyboardEvent.key says it, or two keys in a row parted by a space. */
  keys: string
  /** As it is drawn. */
  shown: string[]
  does: string
  action: Action
  where: 'everywhere' | 'run'
}

export type Action =
  | 'down'
  | 'up'
  | 'first'
  | 'next-finding'
  | 'previous-finding'
  | 'filter'
  | 'inspect'
  | 'pair'
  | 'follow'
  | 'home'
  | 'open'
  | 'rules'
  | 'help'
  | 'palette'
  | 'theme'

export const KEYS: readonly Key[] = [
  { keys: 'j', shown: ['j'], does: 'next frame', action: 'down', where: 'run' },
  { keys: 'k', shown: ['k'], does: 'previous frame', action: 'up', where: 'run' },
  { keys: 'f', shown: ['f'], does: 'the first violation', action: 'first', where: 'run' },
  { keys: 'n', shown: ['n'], does: 'next finding', action: 'next-finding', where: 'run' },
  { keys: 'p', shown: ['p'], does: 'previous finding', action: 'previous-finding', where: 'run' },
  { keys: '[', shown: ['['], does: 'from a response to its request', action: 'pair', where: 'run' },
  { keys: ']', shown: [']'], does: 'from a request to its response', action: 'pair', where: 'run' },
  { keys: 'Enter', shown: ['Enter'], does: 'into the inspector', action: 'inspect', where: 'run' },
  { keys: '/', shown: ['/'], does: 'filter', action: 'filter', where: 'run' },
  { keys: 'e', shown: ['e'], does: 'follow what arrives, or stop following', action: 'follow', where: 'run' },
  { keys: 'g h', shown: ['g', 'h'], does: 'home: the runs', action: 'home', where: 'everywhere' },
  { keys: 'g o', shown: ['g', 'o'], does: 'open a recording or a log', action: 'open', where: 'everywhere' },
  { keys: 'g r', shown: ['g', 'r'], does: 'the rules', action: 'rules', where: 'everywhere' },
  { keys: 't', shown: ['t'], does: 'light, dark, or as the system says', action: 'theme', where: 'everywhere' },
  { keys: 'Ctrl+k', shown: ['Ctrl', 'K'], does: 'all commands', action: 'palette', where: 'everywhere' },
  { keys: '?', shown: ['?'], does: 'this help', action: 'help', where: 'everywhere' },
]

interface Pressed {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}

/** The action of a key press; `before` is the key pressed before it, when that was `g`. */
export function actionOf(event: Pressed, before: string): Action | undefined {
  if (event.altKey) return undefined
  if (event.ctrlKey || event.metaKey) {
    return event.key.toLowerCase() === 'k' ? 'palette' : undefined
  }
  const pressed = before === 'g' ? `g ${event.key}` : event.key
  return KEYS.find((key) => key.keys === pressed)?.action
}
