import { expect, test } from 'vitest'
import { chunkNames, findCycle } from './chunk-groups.ts'

const page = (file: string) => ({ file })
const adminPages = ['team', 'audit', 'system', 'import', 'reports', 'regrades', 'messages', 'payments'].map(
  (name) => `admin/${name}.tsx`,
)
const routes = [
  {
    file: 'layouts/student-layout.tsx',
    children: [
      'dashboard/dashboard.tsx',
      'videos/videos.tsx',
      'quiz/quiz.tsx',
      'quiz/review.tsx',
      'quiz/list.tsx',
      'profile/settings.tsx',
    ].map(page),
  },
  {
    file: 'layouts/auth-layout.tsx',
    children: ['accounts/log-in.tsx', 'accounts/register.tsx', 'accounts/reset.tsx', 'accounts/admin/log-in.tsx'].map(
      page,
    ),
  },
  { file: 'layouts/admin-layout.tsx', children: adminPages.map(page) },
]
const auth = ['/app/accounts/log-in.tsx', '/app/accounts/register.tsx', '/app/accounts/reset.tsx']
const admin = adminPages.map((file) => `/app/${file}`)
const student = [
  '/app/videos/videos.tsx',
  '/app/quiz/quiz.tsx?__react-router-build-client-route',
  '/app/dashboard/dashboard.tsx',
]

/** The modules that import each module. */
const importers: Record<string, string[]> = {
  '/app/shell/link.ts': ['/app/root.tsx', '/app/videos/videos.tsx'],
  '/app/api/query.ts': ['/app/api/session.ts'],
  '/app/api/session.ts': ['/app/layouts/student-layout.tsx', '/app/api/query.ts'],
  '/app/ui/card.tsx': [...student, '/app/admin/team.tsx'],
  '/app/ui/button.tsx': [...student, '/app/accounts/log-in.tsx'],
  '/app/ui/dial.tsx': ['/app/videos/videos.tsx', '/app/quiz/quiz.tsx'],
  '/app/ui/ring.tsx': ['/app/dashboard/dashboard.tsx', '/app/quiz/quiz.tsx'],
  '/app/ui/podium.tsx': ['/app/dashboard/dashboard.tsx', '/app/quiz/quiz.tsx'],
  '/app/quiz/rules.ts': ['/app/quiz/quiz.tsx', '/app/quiz/review.tsx', '/app/quiz/list.tsx', '/app/admin/team.tsx'],
  '/app/forms/form.ts': auth,
  '/app/ui/steps.tsx': auth,
  '/app/ui/table.tsx': admin,
  '/app/ui/data-table.tsx': admin,
  '/node_modules/@tanstack/react-table/dist/useTable.js': ['/app/ui/data-table.tsx'],
  '/app/ui/shared-table.tsx': [...admin, '/app/videos/videos.tsx'],
  '/app/videos/player/player.tsx': ['/app/videos/videos.tsx', '/app/dashboard/dashboard.tsx'],
  '/app/videos/card.tsx': ['/app/videos/videos.tsx', '/app/dashboard/dashboard.tsx'],
  '/app/ui/select.tsx': ['/app/videos/videos.tsx', '/app/accounts/register.tsx'],
  '/app/ui/upload.ts': ['/app/profile/settings.tsx', '/app/admin/team.tsx'],
  '/app/accounts/identity-providers/buttons.tsx': auth,
  '/app/accounts/identity-providers/ticket.ts': ['/app/accounts/register.tsx', '/app/accounts/reset.tsx'],
  '/app/accounts/identity-providers/settings-text.ts': ['/app/profile/settings.tsx', '/app/accounts/reset.tsx'],
  '/contract/src/accounts/endpoints.ts?part=logIn': ['/app/videos/videos.tsx', '/app/quiz/quiz.tsx'],
  '/contract/src/accounts/text.ts?part=rolesText': admin.slice(0, 4),
  '/contract/src/accounts/rules.ts?part=USERNAME_MAX': [...student, '/app/accounts/admin/log-in.tsx'],
  '/contract/src/accounts/forms.ts?part=Login': auth,
  '/node_modules/react-hook-form/index.js': ['/app/forms/form.ts'],
  '/node_modules/zod/v4/mini/index.js': ['/contract/src/accounts/forms.ts?part=Login', '/app/admin/team.tsx'],
}

/** The modules that each module imports, derived from the list above. */
const importsOf = (id: string) => Object.keys(importers).filter((other) => importers[other]?.includes(id))

function chooseFile(id: string): string | null {
  const getModuleInfo = (one: string) => ({
    importers: importers[one] ?? [],
    importedIds: importsOf(one),
  })
  return chunkNames('/app/', routes)(id, { getModuleInfo })
}

test('what the root imports is in the file for every page', () => {
  expect(chooseFile('/app/shell/link.ts')).toBe('every-page')
})

test('what a layout imports, directly or not, is in the file for its pages', () => {
  expect(chooseFile('/app/api/session.ts')).toBe('student')
  expect(chooseFile('/app/api/query.ts')).toBe('student')
})

test('what three pages share is in their layout’s file, or in the file for every page if a login page needs it', () => {
  expect(chooseFile('/app/ui/card.tsx')).toBe('student')
  expect(chooseFile('/app/ui/steps.tsx')).toBe('auth')
  expect(chooseFile('/app/ui/button.tsx')).toBe('every-page')
})

test('what only the pages of one feature share is in that feature’s file', () => {
  expect(chooseFile('/app/quiz/rules.ts')).toBe('quiz')
})

test('a contract declaration needs fewer pages than a module to be shared, except on admin pages', () => {
  expect(chooseFile('/contract/src/accounts/endpoints.ts?part=logIn')).toBe('student')
  expect(chooseFile('/contract/src/accounts/text.ts?part=rolesText')).toBeNull()
  expect(chooseFile('/contract/src/accounts/rules.ts?part=USERNAME_MAX')).toBe('every-page')
})

test('what follows a sign-in with another company is in a file that the login does not load', () => {
  expect(chooseFile('/app/accounts/identity-providers/ticket.ts')).toBe('sign-in')
  expect(chooseFile('/app/accounts/identity-providers/buttons.tsx')).toBe('auth')
  expect(chooseFile('/app/accounts/identity-providers/settings-text.ts')).toBeNull()
})

test('student pages never load the admin file', () => {
  expect(chooseFile('/app/ui/table.tsx')).toBe('admin')
  expect(chooseFile('/app/ui/shared-table.tsx')).toBeNull()
})

test('libraries for forms, schemas and tables, and what needs them, are not in shared files', () => {
  expect(chooseFile('/app/forms/form.ts')).toBeNull()
  expect(chooseFile('/node_modules/react-hook-form/index.js')).toBeNull()
  expect(chooseFile('/contract/src/accounts/forms.ts?part=Login')).toBeNull()
  expect(chooseFile('/app/ui/data-table.tsx')).toBeNull()
})

test('the player and the parts of the dashboard and settings are in one file each, without the clock', () => {
  expect(chooseFile('/app/ui/podium.tsx')).toBe('dashboard-parts')
  expect(chooseFile('/app/videos/card.tsx')).toBe('video-parts')
  expect(chooseFile('/app/videos/player/player.tsx')).toBe('player')
  expect(chooseFile('/app/ui/ring.tsx')).toBe('student')
  expect(chooseFile('/app/ui/upload.ts')).toBe('settings-parts')
  expect(chooseFile('/app/ui/select.tsx')).toBe('choices')
})

test('the bundler places what few pages share, and the root with its styles', () => {
  expect(chooseFile('/app/ui/dial.tsx')).toBeNull()
  expect(chooseFile('/app/root.tsx')).toBeNull()
  expect(chooseFile('/app/app.css')).toBeNull()
})

test('files that import each other in a cycle are found', () => {
  const files = (...entries: [string, string[]][]) => new Map(entries)
  expect(findCycle(files(['a', ['b', 'c']], ['b', ['c']], ['c', []]))).toBeUndefined()
  expect(findCycle(files(['a', ['b']], ['b', ['c']], ['c', ['b']]))).toEqual(['b', 'c'])
})
