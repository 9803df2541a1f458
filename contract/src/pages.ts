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
  '/admin/register',
  '/admin/login',
  '/admin/dashboard',
  '/admin/user-management',
  '/admin/content-management',
  '/admin/scholarship-management',
  '/admin/notification',
  '/admin/notification/form',
  '/admin/videos',
  '/admin/trivias',
  '/admin/trivia',
  '/admin/trivia/page',
  '/admin/setting',
  '/student/payment',
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

const known = new Set<string>(pagePaths)

/** Whether a path is one of our pages; a slash at the end makes no difference. */
export function isPagePath(path: string): boolean {
  return known.has(path === '/' ? path : path.replace(/\/+$/, ''))
}
