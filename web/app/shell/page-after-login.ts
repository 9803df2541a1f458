// The page that somebody asked for without a login. Stored in the tab, so that it survives a login, a registration with its code, and a
// sign-in with a provider.
import { isPagePath } from '@baobab/contract/kernel/pages.ts'
import type { AccountKind } from '../api/session.ts'
import { tabStorage } from '../browser/storage.ts'

const keys: Readonly<Record<AccountKind, string>> = {
  student: 'pageAfterLogin',
  admin: 'adminPageAfterLogin',
  guardian: 'guardianPageAfterLogin',
}

/** Used to resolve paths without a browser; never requested. */
const OWN_ORIGIN = 'https://own.invalid'

/**
 * Returns an address if it is one of our pages, otherwise undefined. Browsers read '//host' and '/\host' as another site, and drop tabs and
 * line breaks, so the address is checked after parsing.
 */
export function toOwnPage(address: string): string | undefined {
  if (!address.startsWith('/') || !URL.canParse(address, OWN_ORIGIN)) return undefined
  const { origin, pathname, search, hash } = new URL(address, OWN_ORIGIN)
  return origin === OWN_ORIGIN && isPagePath(pathname) ? pathname + search + hash : undefined
}

/** Stores the page to open after the next login in this tab. */
export function storePageAfterLogin(kind: AccountKind, address: string): void {
  const page = toOwnPage(address)
  if (page !== undefined) tabStorage.setItem(keys[kind], page)
}

/** Returns the page to open after a login; undefined if none was asked for. */
export function readPageAfterLogin(kind: AccountKind): string | undefined {
  const page = tabStorage.getItem(keys[kind])
  return page === null ? undefined : toOwnPage(page)
}

/** Returns and forgets the page to open after a login. */
export function takePageAfterLogin(kind: AccountKind): string | undefined {
  const page = readPageAfterLogin(kind)
  forgetPageAfterLogin(kind)
  return page
}

/** Forgets the page, because the person who asked for it has logged out. */
export function forgetPageAfterLogin(kind: AccountKind): void {
  tabStorage.removeItem(keys[kind])
}
