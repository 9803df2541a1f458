import { expect, it } from 'vitest'
import { adminPages, findAdminPage, mayOpen } from './admin-pages.ts'

/** The pages of each role, listed again here: naming a different endpoint could otherwise open a page to others unnoticed. */
const pages = {
  anyone: ['/admin/register', '/admin/login', '/admin/forgot-password', '/admin/reset-password'],
  admin: [
    '/admin/dashboard',
    '/admin/scholarship-management',
    '/admin/top-students',
    '/admin/rehearsal',
    '/admin/setting',
  ],
  'owner support auditor': [
    '/admin/user-management',
    '/admin/registrations',
    '/admin/student',
    '/admin/attempt',
    '/admin/student/points',
    '/admin/fair-play',
    '/admin/notification',
    '/admin/messages',
  ],
  'owner support': ['/admin/student/merge', '/admin/notification/form'],
  'owner content auditor': [
    '/admin/content-management',
    '/admin/videos',
    '/admin/series',
    '/admin/trivias',
    '/admin/trivia',
    '/admin/trivia/page',
    '/admin/trivia/import',
    '/admin/reports',
    '/admin/regrades',
  ],
  'owner content support auditor': ['/admin/calendar'],
  'owner content': ['/video-upload', '/admin/trivia/write', '/trivia-form'],
  'owner finance auditor': ['/admin/payments', '/admin/payment'],
  'owner auditor': ['/admin/team', '/admin/audit-log', '/admin/system'],
}

it('each page is for the roles that work with it', () => {
  const found = Object.groupBy(adminPages, ({ who }) => (typeof who === 'string' ? who : who.join(' ')))
  const paths = Object.entries(found).map(([who, rows = []]) => [who, rows.map(({ path }) => path)])
  expect(Object.fromEntries(paths)).toEqual(pages)
})

it('a page is found by every spelling of its path that the router accepts, and unknown pages stay closed', () => {
  for (const path of ['/admin/team', '/admin/team/', '/Admin/TEAM']) {
    expect(mayOpen('owner', path)).toBe(true)
    expect(mayOpen('finance', path)).toBe(false)
  }
  expect(mayOpen('owner', '/admin/unknown')).toBe(false)
  expect(findAdminPage('/admin/unknown')).toBeUndefined()
})
