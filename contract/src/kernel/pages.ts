// The paths of all pages. The server sends HTML for each, and the web app has a route for each.

export const pagePaths = [
  '/',
  '/about',
  '/contact',
  '/terms',
  '/t&c',
  '/privacy-policy',
  '/policy',
  '/video-upload',
  '/video-list',
  '/trivia-form',
  '/user-rank',
  '/leaderboard',
  '/scholarship',
  '/email-verify',
  '/verify-email',
  '/email-success',
  '/forgot-password',
  '/reset-password',
  '/guardian-wait',
  '/guardian-consent',
  '/guardian-prize',
  '/unsubscribe',
  '/sign-in/return',
  '/sign-in/complete',
  '/sign-in/connect',
  '/dashboard',
  '/payment',
  '/pay-for-child',
  '/admin/register',
  '/admin/login',
  '/admin/dashboard',
  '/admin/forgot-password',
  '/admin/reset-password',
  '/admin/user-management',
  '/admin/registrations',
  '/admin/student',
  '/admin/student/merge',
  '/admin/content-management',
  '/admin/scholarship-management',
  '/admin/top-students',
  '/admin/rehearsal',
  '/admin/notification',
  '/admin/notification/form',
  '/admin/videos',
  '/admin/series',
  '/admin/trivias',
  '/admin/trivia',
  '/admin/trivia/page',
  '/admin/trivia/import',
  '/admin/reports',
  '/admin/fair-play',
  '/admin/regrades',
  '/admin/messages',
  '/admin/payments',
  '/admin/payment',
  '/admin/audit-log',
  '/admin/system',
  '/admin/team',
  '/admin/setting',
  '/student/practice',
  '/student/payment',
  '/student/receipt',
  '/student/register',
  '/student/login',
  '/student/dashboard',
  '/student/videos',
  '/student/badges',
  '/student/trivia',
  '/student/trivia/page',
  '/student/scholarship',
  '/student/claim',
  '/student/draws',
  '/student/notification',
  '/student/setting',
  '/student/review',
  '/student/successss',
] as const
export type PagePath = (typeof pagePaths)[number]

const known = new Set<string>(pagePaths)

/** The pages of one draw and of its check: /scholarship/2026-11 and /scholarship/2026-11/verify. */
const drawPages = /^\/scholarship\/\d{4}-(0[1-9]|1[0-2])(\/verify)?$/

/** The public page of a certificate. */
const certificatePage = /^\/certificate\/[A-Za-z0-9_-]{22}$/

/** Returns whether a path is the page of a certificate, which search engines must not index: it names a student. */
export function isCertificatePage(path: string): boolean {
  return certificatePage.test(withoutSlash(path))
}

/** Returns whether a path is one of our pages; a trailing slash makes no difference. */
export function isPagePath(path: string): boolean {
  return known.has(withoutSlash(path)) || drawPages.test(withoutSlash(path)) || isCertificatePage(path)
}

/**
 * The pages that may load the payment provider's script. They have their own content security policy. A policy applies
 * to a whole document, so links into and out of these pages are full page loads.
 */
const paymentPages: readonly string[] = ['/student/payment', '/payment', '/pay-for-child'] satisfies PagePath[]

/** Returns whether a path is a payment page. Ignores case, as the router does. */
export function isPaymentPage(path: string): boolean {
  return paymentPages.includes(withoutSlash(path).toLowerCase())
}

/** The pages that the server sends as whole HTML, which are not part of the app. */
const scriptFreePages: readonly string[] = [
  '/',
  '/about',
  '/contact',
  '/terms',
  '/t&c',
  '/privacy-policy',
  '/policy',
  '/video-list',
  '/leaderboard',
  '/scholarship',
] satisfies PagePath[]

/** Returns whether a path is a page that needs no script. Links from the app to it are full page loads. */
export function isScriptFreePage(path: string): boolean {
  return scriptFreePages.includes(withoutSlash(path))
}

/** Pages of admins whose paths do not say so. */
const otherAdminPages: readonly string[] = ['/video-upload', '/trivia-form'] satisfies PagePath[]

/**
 * Returns whether a path is a page of admins. They are a document of their own, so that students do not load the list of
 * its pages. Ignores case, as the router does.
 */
export function isAdminPage(path: string): boolean {
  const lower = withoutSlash(path).toLowerCase()
  return /^\/admin(\/|$)/.test(lower) || otherAdminPages.includes(lower)
}

/** What a document is loaded for: a page without script, one that may load the payment provider's script, or others. */
export type DocumentKind = 'script-free' | 'payment' | 'admin' | 'app'

/**
 * Returns which kind of document a page needs. Each kind has its own content policy, scripts or list of pages, so links from
 * one kind to another are full page loads.
 */
export function documentKind(path: string): DocumentKind {
  if (isScriptFreePage(path)) return 'script-free'
  if (isPaymentPage(path)) return 'payment'
  return isAdminPage(path) ? 'admin' : 'app'
}

/** Pages about a payment that was made. */
const afterPaying: readonly string[] = ['/student/successss', '/student/receipt'] satisfies PagePath[]

/** Returns whether a path is a payment page or a page about a payment that was made. */
export function isPaymentRelatedPage(path: string): boolean {
  return isPaymentPage(path) || afterPaying.includes(withoutSlash(path).toLowerCase())
}

function withoutSlash(path: string): string {
  return path === '/' ? path : path.replace(/\/+$/, '')
}

// Short addresses that people type, and the pages to which they lead. Whoever has no login is led on to the login.

const homePages: Readonly<Record<string, PagePath>> = {
  '/admin': '/admin/dashboard',
  '/student': '/student/dashboard',
}

/** Returns the page to which a short address leads, undefined for all others. Ignores case, as the router does. */
export function findHomePage(path: string): PagePath | undefined {
  return homePages[path.toLowerCase().replace(/\/+$/, '')]
}
