import type { Who } from '../accounts/rules.ts'

/** What a document is loaded for: a page without script, one that may load the payment provider's script, or others. */
export type DocumentKind = 'script-free' | 'payment' | 'admin' | 'app'

/** A row of the tables of pages, from which everything that names a page follows: page-table.ts and admin-pages.ts. */
export type Page = {
  /** The address. ':name' stands for a part of which `parts` says what it may be. */
  path: `/${string}`
  /** Other addresses of the page. Links use `path`. */
  also?: readonly `/${string}`[]
  /** A short address that people type, which leads to the page. */
  shortcut?: `/${string}`
  /** What each ':name' of the path may be, as a regular expression. */
  parts?: Readonly<Record<string, string>>
  kind: DocumentKind
  /**
   * Whom the page is for: the callers of its main endpoint. Visitors open some of the students' pages too, and admins without
   * a login those that are for anyone.
   */
  who: Who
  /** Its file below `web/app`. Pages without script are in `web/public-pages/pages.tsx`. */
  file?: `${string}.tsx`
  /** Its layout in `web/app/layouts`, if it is not the usual one of `who`. */
  layout?: 'open' | 'parent' | 'payment-result'
  /** Its name in menus, and in what admins find. */
  title?: string
  /** Its entry in the menu: a main one, or one of the quieter second group. The order is that of the rows. */
  menu?: { icon: string; group: 'main' | 'more' }
  /** The page whose entry of the menu is the current one while this page is open. */
  under?: `/${string}`
  /** A list to which other pages lead back; the parameters that show an item in its place. */
  list?: readonly string[]
  /** False for a page that shows from the start what only the browser knows, such as the email of a registration. */
  skeleton?: false
  /** It shows something else with the id of a video in its query, and has other HTML then. */
  isOfVideo?: true
  /** It is about a payment that was made. */
  isAfterPaying?: true
  /** It opens without a network, so that every phone of a student stores it. */
  isOffline?: true
  /** The sitemap lists it for search engines. */
  isInSitemap?: true
}
