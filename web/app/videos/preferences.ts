// Choices kept on this phone. Its storage may be switched off; then a choice lasts as long as the page.

export function readPreference(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** @param choice null forgets */
export function savePreference(key: string, choice: string | null): void {
  try {
    if (choice === null) localStorage.removeItem(key)
    else localStorage.setItem(key, choice)
  } catch {
    // Nothing to do: see above.
  }
}
