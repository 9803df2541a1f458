import type { Who } from '../accounts/rules.ts'

/** What a document is loaded for: pages without script, pages that may load the payment provider's script, admin pages, or all others. */
export type DocumentKind = 'script-free' | 'payment' | 'admin' | 'app'

/** The groups of the admin menu that fold. */
export const adminMenuGroups = ['quizzes', 'contact', 'running'] as const
export type AdminMenuGroup = (typeof adminMenuGroups)[number]

/** A row of the page tables, from which everything else about a page follows: page-table.ts and admin-pages.ts. */
export type Page = {
  /** The path. ':name' is a parameter whose values `parts` defines. */
  path: `/${string}`
  /** Other paths of the page. Links use `path`. */
  also?: readonly `/${string}`[]
  /** A short path for people to type, which redirects to the page. */
  shortcut?: `/${string}`
  /** The values of each ':name' in the path, as a regular expression. */
  parts?: Readonly<Record<string, string>>
  kind: DocumentKind
  /**
   * The page's audience: the callers of its main endpoint. Visitors also open some student pages, and admins without a login open
   * admin pages that are for anyone.
   */
  who: Who
  /** The page's file in `web/app`. Pages without script are in `web/public-pages/pages.tsx`. */
  file?: `${string}.tsx`
  /** The page's layout in `web/app/layouts`, if it is not the usual one for `who`. */
  layout?: 'open' | 'parent' | 'payment-result'
  /** The page's name in menus and in the admin search. */
  title?: string
  /**
   * The page's menu entry: a main one, one of the students' less prominent second group, or one of an admin group that folds.
   * Entries follow the order of the rows.
   */
  menu?: { icon: string; group: 'main' | 'more' | AdminMenuGroup }
  /** The page whose menu entry is highlighted while this page is open. */
  under?: `/${string}`
  /** For a list that other pages link back to: the query parameters that make it show one item instead. */
  list?: readonly string[]
  /** The admin page shows times of day, so it says whose time they are. */
  hasTimes?: true
  /** False for a page that shows from the start what only the browser knows, such as the email of a registration. */
  skeleton?: false
  /** With a video id in its query, the page shows something else and has different HTML. */
  isOfVideo?: true
  /** The page is about a completed payment. */
  isAfterPaying?: true
  /** The page works offline, so every student's phone stores it. */
  isOffline?: true
  /** The sitemap lists the page for search engines. */
  isInSitemap?: true
}
