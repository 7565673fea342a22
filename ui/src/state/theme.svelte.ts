// Light, dark, or as the system says. Kept in this browser.

export type Theme = 'system' | 'light' | 'dark'

const KEY = 'stdioscope.theme'
const THEMES: readonly Theme[] = ['system', 'light', 'dark']

export class ThemeChoice {
  theme: Theme = $state(read())

  constructor() {
    this.apply()
  }

  next(): void {
    // The first step away from the system's is one that can be seen.
    const dark = matchMedia('(prefers-color-scheme: dark)').matches
    const order: readonly Theme[] = dark ? ['system', 'light', 'dark'] : ['system', 'dark', 'light']
    this.theme = order[(order.indexOf(this.theme) + 1) % order.length] ?? 'system'
    try {
      localStorage.setItem(KEY, this.theme)
    } catch {
      // Without storage the choice lasts as long as the page.
    }
    this.apply()
  }

  private apply(): void {
    if (this.theme === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = this.theme
  }
}

function read(): Theme {
  try {
    const kept = localStorage.getItem(KEY)
    return THEMES.find((theme) => theme === kept) ?? 'system'
  } catch {
    return 'system'
  }
}
