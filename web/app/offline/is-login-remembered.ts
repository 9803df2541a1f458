import { browserStorage } from '../api/browser-storage.ts'

/** Whether the login outlives the tab; a login that does not cannot be renewed without a network. */
export function isLoginRemembered(): boolean {
  return Boolean(browserStorage()?.getItem('authToken'))
}
