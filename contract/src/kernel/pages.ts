// Looks up paths in the table of pages. A trailing slash makes no difference.
import type { DocumentKind, Page } from './page.ts'
import { pages } from './page-table.ts'

const rows: readonly Page[] = pages
const toPaths = ({ path, also = [] }: Page) => [path, ...also]
const hasParts = ({ parts }: Page) => parts !== undefined

/** The paths of all pages without parameters. */
export const pagePaths: readonly string[] = rows.filter((page) => !hasParts(page)).flatMap(toPaths)

const byPath = new Map<string, Page>(rows.flatMap((page) => toPaths(page).map((path) => [path, page])))

/** Pages whose path has parameters, such as a draw's: /scholarship/2026-11. */
const patterns = rows.filter(hasParts).map((page) => ({ page, pattern: toPattern(page) }))

function toPattern({ path, parts = {} }: Page): RegExp {
  return new RegExp(`^${path.replaceAll(/:(\w+)/g, (_, name: string) => `(?:${parts[name]})`)}$`)
}

/** Returns the page at a path, or undefined if there is none. */
export function findPage(path: string): Page | undefined {
  const plain = withoutSlash(path)
  return byPath.get(plain) ?? patterns.find(({ pattern }) => pattern.test(plain))?.page
}

/** Returns the page at a path. Ignores case, as the router does. */
const findInAnyCase = (path: string) => findPage(path.toLowerCase())

/** Returns whether a page exists at a path. */
export function isPagePath(path: string): boolean {
  return findPage(path) !== undefined
}

/** Returns whether a path is a certificate page, which search engines must not index because it names a student. */
export function isCertificatePage(path: string): boolean {
  return findPage(path)?.path === '/certificate/:certificateId'
}

/**
 * Returns whether a page may load the payment provider's script. These pages have their own content security policy. A policy
 * applies to a whole document, so links into and out of them are full page loads.
 */
export function isPaymentPage(path: string): boolean {
  return findInAnyCase(path)?.kind === 'payment'
}

/**
 * Returns whether a page needs no script: the server sends it as complete HTML, and it is not part of the app. Links from the app
 * to it are full page loads.
 */
export function isScriptFreePage(path: string): boolean {
  return findPage(path)?.kind === 'script-free'
}

/**
 * Returns whether a path is an admin page, or would be one if it existed. Admin pages have their own document, so that students do
 * not load the list of admin pages.
 */
export function isAdminPage(path: string): boolean {
  return /^\/admin(\/|$)/i.test(path) || findInAnyCase(path)?.kind === 'admin'
}

/**
 * Returns the kind of document that a page needs. Each kind has its own content security policy, scripts or list of pages, so links
 * between kinds are full page loads.
 */
export function documentKind(path: string): DocumentKind {
  if (isScriptFreePage(path)) return 'script-free'
  if (isPaymentPage(path)) return 'payment'
  return isAdminPage(path) ? 'admin' : 'app'
}

/** Returns whether a path is a payment page or a page about a completed payment. */
export function isPaymentRelatedPage(path: string): boolean {
  return isPaymentPage(path) || findInAnyCase(path)?.isAfterPaying === true
}

/** Returns the page that a short path redirects to, undefined for all other paths. Ignores case, as the router does. */
export function findHomePage(path: string): Page['path'] | undefined {
  const typed = withoutSlash(path.toLowerCase())
  return rows.find(({ shortcut }) => shortcut === typed)?.path
}

function withoutSlash(path: string): string {
  return path === '/' ? path : path.replace(/\/+$/, '')
}
