// Short addresses that people type, and the pages to which they lead. Whoever has no login is led on to the login.
import type { PagePath } from '../kernel/pages.ts'

const homePages: Readonly<Record<string, PagePath>> = {
  '/admin': '/admin/dashboard',
  '/student': '/student/dashboard',
}

/** Returns the page to which a short address leads, undefined for all others. Ignores case, as the router does. */
export function findHomePage(path: string): PagePath | undefined {
  return homePages[path.toLowerCase().replace(/\/+$/, '')]
}
