import { expect, test } from 'vitest'
import { chunkGroups } from './chunk-groups.ts'

const page = (name: string) => ({ file: `${name}.tsx` })
const routes = [
  { file: 'layouts/student-layout.tsx', children: ['videos', 'quiz', 'board'].map(page) },
  { file: 'layouts/auth-layout.tsx', children: ['login', 'register', 'reset'].map(page) },
  { file: 'layouts/admin-layout.tsx', children: ['team', 'audit', 'system'].map(page) },
]

/** What each module is imported by. */
const importers: Record<string, string[]> = {
  '/app/shell/link.ts': ['/app/root.tsx', '/app/videos.tsx'],
  '/app/api/query.ts': ['/app/api/session.ts'],
  '/app/api/session.ts': ['/app/layouts/student-layout.tsx', '/app/api/query.ts'],
  '/app/ui/card.tsx': [
    '/app/videos.tsx',
    '/app/quiz.tsx?__react-router-build-client-route',
    '/app/board.tsx',
    '/app/team.tsx',
  ],
  '/app/ui/ring.tsx': ['/app/videos.tsx', '/app/quiz.tsx'],
  '/app/forms/form.ts': ['/app/login.tsx', '/app/register.tsx', '/app/reset.tsx', '/app/board.tsx'],
  '/app/ui/table.tsx': ['/app/team.tsx', '/app/audit.tsx', '/app/system.tsx'],
  '/app/ui/podium.tsx': ['/app/team.tsx', '/app/audit.tsx', '/app/system.tsx', '/app/board.tsx'],
  '/node_modules/zod/index.js': ['/app/forms/form.ts'],
}

function chooseFile(id: string): string | null {
  const modules = { getModuleInfo: (one: string) => ({ importers: importers[one] ?? [] }) }
  const names = chunkGroups('/app/', routes).map(({ name }) => name(id, modules))
  return names.find((name) => name !== null) ?? null
}

test('what the root imports is in the file of every page', () => {
  expect(chooseFile('/app/shell/link.ts')).toBe('every-page')
})

test('what a layout imports, also through others, is in the file of its pages', () => {
  expect(chooseFile('/app/api/session.ts')).toBe('student')
  expect(chooseFile('/app/api/query.ts')).toBe('student')
})

test('what three pages share is in the file of most of them', () => {
  expect(chooseFile('/app/ui/card.tsx')).toBe('student')
  expect(chooseFile('/app/forms/form.ts')).toBe('forms')
  expect(chooseFile('/node_modules/zod/index.js')).toBe('forms')
  expect(chooseFile('/app/ui/table.tsx')).toBe('admin')
})

test('a page of students never loads the file of admins', () => {
  expect(chooseFile('/app/ui/podium.tsx')).toBeNull()
})

test('the bundler places what few pages share, and the root with its styles', () => {
  expect(chooseFile('/app/ui/ring.tsx')).toBeNull()
  expect(chooseFile('/app/root.tsx')).toBeNull()
  expect(chooseFile('/app/app.css')).toBeNull()
})
