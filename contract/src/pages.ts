// The paths of all pages (SPEC.md 2, DECISIONS.md 10): the server answers them with HTML, the web app fills them.

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
  '/email-verify',
  '/verify-email',
  '/email-success',
  '/forgot-password',
  '/reset-password',
  '/guardian-consent',
  '/dashboard',
  '/payment',
  '/pay-for-child',
  '/admin/register',
  '/admin/login',
  '/admin/dashboard',
  '/admin/forgot-password',
  '/admin/reset-password',
  '/admin/user-management',
  '/admin/student',
  '/admin/content-management',
  '/admin/scholarship-management',
  '/admin/notification',
  '/admin/notification/form',
  '/admin/videos',
  '/admin/trivias',
  '/admin/trivia',
  '/admin/trivia/page',
  '/admin/trivia/import',
  '/admin/messages',
  '/admin/payments',
  '/admin/payment',
  '/admin/audit-log',
  '/admin/team',
  '/admin/setting',
  '/student/payment',
  '/student/receipt',
  '/student/register',
  '/student/login',
  '/student/dashboard',
  '/student/videos',
  '/student/trivia',
  '/student/trivia/page',
  '/student/scholarship',
  '/student/notification',
  '/student/setting',
  '/student/review',
  '/student/successss',
] as const
type PagePath = (typeof pagePaths)[number]

const known = new Set<string>(pagePaths)

/** Whether a path is one of our pages; a slash at the end makes no difference. */
export function isPagePath(path: string): boolean {
  return known.has(withoutSlash(path))
}

/**
 * Where somebody pays. Only these pages may load the payment provider, by a content policy of their own; a policy
 * belongs to a document, so they are entered and left by a full load.
 */
const paymentPages: readonly string[] = ['/student/payment', '/payment', '/pay-for-child'] satisfies PagePath[]

/** Whether a path is a page of paying. The router takes capitals for small letters, and so does this. */
export function isPaymentPage(path: string): boolean {
  return paymentPages.includes(withoutSlash(path).toLowerCase())
}

/** Where a payer arrives after paying, or looks at what was paid. */
const afterPaying: readonly string[] = ['/student/successss', '/student/receipt'] satisfies PagePath[]

/** Whether a path is about paying: one of the pages above, or one behind them. */
export function isPaymentRelatedPage(path: string): boolean {
  return isPaymentPage(path) || afterPaying.includes(withoutSlash(path).toLowerCase())
}

function withoutSlash(path: string): string {
  return path === '/' ? path : path.replace(/\/+$/, '')
}
