// Which admin pages a role may open. The menu and the layout follow this table. A test compares it with the contract's
// endpoints; importing those here would make every admin page load the schemas of all others.
import type { PagePath } from '@baobab/contract/kernel/pages.ts'
import { isAllowed, type AdminRole, type Who } from '@baobab/contract/accounts/rules.ts'

type OpenPage = '/admin/register' | '/admin/login' | '/admin/forgot-password' | '/admin/reset-password'
export type AdminPage = Exclude<Extract<PagePath, `/admin/${string}`>, OpenPage> | '/video-upload' | '/trivia-form'

/** The callers of the main endpoint of each page. */
export const pageAudience: Readonly<Record<AdminPage, Who>> = {
  '/admin/dashboard': 'admin',
  '/admin/scholarship-management': 'admin',
  '/admin/top-students': 'admin',
  '/admin/rehearsal': 'admin',
  '/admin/setting': 'admin',
  '/admin/content-management': ['owner', 'content', 'auditor'],
  '/admin/videos': ['owner', 'content', 'auditor'],
  '/video-upload': ['owner', 'content'],
  '/admin/series': ['owner', 'content', 'auditor'],
  '/admin/trivias': ['owner', 'content', 'auditor'],
  '/admin/trivia': ['owner', 'content', 'auditor'],
  '/admin/trivia/page': ['owner', 'content', 'auditor'],
  '/trivia-form': ['owner', 'content'],
  '/admin/trivia/import': ['owner', 'content', 'auditor'],
  '/admin/reports': ['owner', 'content', 'auditor'],
  '/admin/fair-play': ['owner', 'support', 'auditor'],
  '/admin/regrades': ['owner', 'content', 'auditor'],
  '/admin/user-management': ['owner', 'support', 'auditor'],
  '/admin/registrations': ['owner', 'support', 'auditor'],
  '/admin/student': ['owner', 'support', 'auditor'],
  '/admin/student/merge': ['owner', 'support'],
  '/admin/notification': ['owner', 'support', 'auditor'],
  '/admin/notification/form': ['owner', 'support'],
  '/admin/messages': ['owner', 'support', 'auditor'],
  '/admin/payments': ['owner', 'finance', 'auditor'],
  '/admin/payment': ['owner', 'finance', 'auditor'],
  '/admin/team': ['owner', 'auditor'],
  '/admin/audit-log': ['owner', 'auditor'],
  '/admin/system': ['owner', 'auditor'],
}

const audienceByPath = new Map<string, Who>(Object.entries(pageAudience))

/** Returns who may open the page of a path. Ignores case and a slash at the end, as the router does. */
const findAudience = (path: string) => audienceByPath.get(path.toLowerCase().replace(/\/+$/, ''))

/** Returns whether a path is a page of admins at all. */
export const isKnownPage = (path: string): boolean => findAudience(path) !== undefined

/** Returns whether a role may open the page of a path. */
export function mayOpen(role: AdminRole, path: string): boolean {
  const who = findAudience(path)
  return who !== undefined && isAllowed(who, role)
}
