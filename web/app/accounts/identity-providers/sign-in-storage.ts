// The tab's storage of sign-ins (pending-sign-in.ts). Apart from it, because each login clears it.

export type Stored = Record<string, unknown>

/** Used where storage is disabled: until the page is left. */
const memory = new Map<string, string>()

/** Stores a value for this tab. */
export function write(key: string, value: object): void {
  const json = JSON.stringify(value)
  memory.set(key, json)
  try {
    sessionStorage.setItem(key, json)
  } catch {
    // Storage is disabled: the memory has it.
  }
}

/** Reads what this tab has stored; empty if there is nothing. */
export function read(key: string): Stored {
  let json = memory.get(key)
  try {
    json = sessionStorage.getItem(key) ?? json
  } catch {
    // Storage is disabled.
  }
  try {
    return Object(JSON.parse(json ?? 'null')) as Stored
  } catch {
    return {}
  }
}

/** Removes what is stored under a key. */
export function remove(key: string): void {
  memory.delete(key)
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Storage is disabled.
  }
}

export const REDIRECTED = 'signInRedirected'
export const TICKET = 'signInTicket'

/** Forgets everything of earlier sign-ins, which may be those of another person at this browser. */
export function clearSignIns(): void {
  remove(TICKET)
  remove(REDIRECTED)
}
