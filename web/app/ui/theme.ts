import { phoneStorage } from '../browser/storage.ts'

export type Theme = 'phone' | 'light' | 'dark'

const KEY = 'theme'

/**
 * An inline script for the head that applies a chosen theme before the first paint, so that nothing flashes. It is a string because the
 * build hashes exactly these characters for the content policy.
 */
export const themeScript = `try{var t=localStorage.getItem('${KEY}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch(x){}`

/** The theme chosen on this device, or else the device's setting. */
export function readTheme(): Theme {
  const chosen = phoneStorage.getItem(KEY)
  return chosen === 'light' || chosen === 'dark' ? chosen : 'phone'
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'phone') {
    phoneStorage.removeItem(KEY)
    delete document.documentElement.dataset.theme
    return
  }
  phoneStorage.setItem(KEY, theme)
  document.documentElement.dataset.theme = theme
}
