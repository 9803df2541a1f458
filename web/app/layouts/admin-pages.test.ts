import { pagePaths } from '@baobab/contract/pages.ts'
import { adminRoles, type AdminRole } from '@baobab/contract/roles.ts'
import { expect, it } from 'vitest'
import { mayOpen } from './admin-pages.ts'

const isOpenPage = (path: string) => /^\/admin\/(register|login|forgot-password|reset-password)$/.test(path)
const adminPages = pagePaths.filter(
  (path) => (path.startsWith('/admin/') && !isOpenPage(path)) || path === '/video-upload' || path === '/trivia-form',
)
const everyone = ['/admin/dashboard', '/admin/scholarship-management', '/admin/setting']
const quizPages = ['/admin/trivias', '/admin/trivia', '/admin/trivia/page', '/admin/trivia/import']
const videoPages = ['/admin/content-management', '/admin/videos']
const studentPages = ['/admin/user-management', '/admin/student', '/admin/notification', '/admin/messages']
const paymentPages = ['/admin/payments', '/admin/payment']

/** The pages of each role, written down a second time. */
const expected: Record<AdminRole, readonly string[]> = {
  owner: adminPages,
  content: [...everyone, ...videoPages, ...quizPages, '/video-upload', '/trivia-form'],
  support: [...everyone, ...studentPages, '/admin/notification/form'],
  finance: [...everyone, ...paymentPages],
  auditor: [
    ...everyone,
    ...videoPages,
    ...quizPages,
    ...studentPages,
    ...paymentPages,
    '/admin/team',
    '/admin/audit-log',
    '/admin/system',
  ],
}

it.each(adminRoles)('%s may open the pages of its work and no others', (role) => {
  expect(new Set(adminPages.filter((path) => mayOpen(role, path)))).toEqual(new Set(expected[role]))
})

it('a page is found by every spelling of its path that the router accepts', () => {
  for (const path of ['/admin/team', '/admin/team/', '/Admin/TEAM']) {
    expect(mayOpen('owner', path)).toBe(true)
    expect(mayOpen('finance', path)).toBe(false)
  }
})
