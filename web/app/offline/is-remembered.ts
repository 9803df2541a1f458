import { phoneStorage } from '../api/phone-storage.ts'

/** Whether the login outlives the tab; a login that does not cannot be renewed without a network. */
export function isRemembered(): boolean {
  return Boolean(phoneStorage()?.getItem('authToken'))
}
