export type Theme = 'phone' | 'light' | 'dark'

const KEY = 'theme'

/**
 * Runs in the head before the first paint, so that a chosen theme never flashes. Kept as text because it goes into the
 * page as it stands; the build hashes it for the content policy.
 */
export const themeScript = `try{var t=localStorage.getItem('${KEY}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}`

/** The person's choice on this device; without one the phone decides. */
export function readTheme(): Theme {
  const chosen = globalThis.localStorage?.getItem(KEY)
  return chosen === 'light' || chosen === 'dark' ? chosen : 'phone'
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'phone') {
    localStorage.removeItem(KEY)
    delete document.documentElement.dataset.theme
    return
  }
  localStorage.setItem(KEY, theme)
  document.documentElement.dataset.theme = theme
}
