import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@baobab/contract/kernel/page.ts'
import { pages as pageTable } from '@baobab/contract/kernel/page-table.ts'
import { describe, expect, it } from 'vitest'
import { checkFile, findViolation, listImports, order, resolveImport } from './import-rules.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = globSync(
  [
    'contract/src/**/*.ts',
    'sandbox/src/**/*.ts',
    'server/src/**/*.ts',
    'web/{app,sw}/**/*.{ts,tsx}',
    'e2e/*.ts',
    'bench/**/*.ts',
  ],
  { cwd: root, exclude: ['**/node_modules/**'] },
).filter((file) => !/\.test(-data)?\.tsx?$|\/\+types\//.test(file))
const rows: readonly Page[] = pageTable
const pages = new Set(rows.flatMap(({ file }) => (file === undefined ? [] : [`web/app/${file}`])))

describe('the repository', () => {
  it('has no import that breaks a rule', () => {
    expect(files.length).toBeGreaterThan(500)
    expect(pages.size).toBeGreaterThan(30)
    expect(files.flatMap((file) => checkFile(root, file, pages))).toEqual([])
  })

  it('has no import circle, not even through types or import()', () => {
    const known = new Set(files)
    const importsOf = new Map(
      files.map((file) => {
        const specifiers = listImports(file, readFileSync(join(root, file), 'utf8'))
        return [file, specifiers.map((one) => resolveImport(file, one)).filter((one) => known.has(one))] as const
      }),
    )
    // A file that imports no remaining file is in no circle, and neither is a file that no remaining file imports.
    for (let size = -1; size !== importsOf.size;) {
      size = importsOf.size
      const imported = new Set([...importsOf.values()].flat())
      for (const [file, imports] of importsOf)
        if (!imported.has(file) || !imports.some((one) => importsOf.has(one))) importsOf.delete(file)
    }
    expect([...importsOf.keys()]).toEqual([])
  })

  it.each(Object.entries(order))('has exactly the folders of %s that the order lists', (layer, names) => {
    const entries = readdirSync(join(root, layer), { withFileTypes: true })
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
    expect(folders.filter((name) => name !== 'styles' && !name.startsWith('.')).toSorted()).toEqual(names.toSorted())
  })
})

describe('a rule', () => {
  it.each([
    ['contract/src/accounts/rules.ts', 'node:fs'],
    ['contract/src/accounts/rules.ts', 'fastify'],
    ['contract/src/accounts/rules.ts', '@baobab/sandbox/sandbox.ts'],
    ['sandbox/src/page.ts', '@baobab/contract/kernel/text.ts'],
    ['server/src/platform/http/route.ts', '../../accounts/queries.ts'],
    ['server/src/platform/http/route.ts', '../../app.ts'],
    ['server/src/accounts/routes.ts', '../quiz/answer-question.ts'],
    ['server/src/accounts/register.ts', '../audit/read-audit-log.ts'],
    ['server/src/notifications/admin/routes.ts', '../../students/segments.ts'],
    ['web/app/videos/admin/video-table.tsx', '../../students/conditions.ts'],
    ['server/src/leaderboard/queries.ts', '../app.ts'],
    ['server/src/privacy/export-data.ts', '../features.ts'],
    ['server/src/privacy/export-data.ts', '../quiz/feature.ts'],
    ['server/src/quiz/routes.ts', './feature.ts'],
    ['server/src/quiz/routes.ts', './feature.test-data.ts'],
    ['server/src/videos/rules.ts', '../leaderboard/queries.ts'],
    ['server/src/videos/queries.ts', '../quiz/rules.ts'],
    ['server/src/videos/queries.ts', '../quiz/tables.ts'],
    ['server/src/quiz/routes.ts', '../videos/routes.ts'],
    ['server/src/quiz/routes.ts', 'drizzle-orm'],
    ['server/src/quiz/jobs.ts', 'drizzle-orm/pg-core'],
    ['server/src/quiz/rules.ts', 'pg'],
    ['server/src/quiz/rules.ts', './tables.ts'],
    ['server/src/mails/layout.ts', '../accounts/queries.ts'],
    ['server/src/quiz/rules.ts', '../../../web/app/paths.ts'],
    ['server/src/newcomer/routes.ts', '../platform/http/route.ts'],
    ['web/app/ui/button.tsx', '@baobab/contract/kernel/text.ts'],
    ['web/app/ui/button.tsx', '../api/query.ts'],
    ['web/app/ui/button.tsx', 'react-router'],
    ['web/app/api/query.ts', '../accounts/login.tsx'],
    ['web/app/offline/downloads.ts', '../videos/student-videos.tsx'],
    ['web/app/videos/video-card.tsx', './admin/video-table.tsx'],
    ['web/app/videos/video-card.tsx', '../layouts/student-layout.tsx'],
    ['web/app/videos/video-card.tsx', '../../../server/src/videos/rules.ts'],
    ['contract/src/accounts/forms.ts', 'zod'],
    ['contract/src/kernel/fields.ts', 'zod'],
    ['web/app/accounts/log-in-form.tsx', 'zod'],
    ['web/app/accounts/log-in-form.tsx', '@baobab/contract/kernel/declaration.ts'],
    ['e2e/people.ts', '../server/src/app.ts'],
    ['bench/seed.ts', '../server/src/app.ts'],
  ])('forbids %s to import %s', (file, specifier) => {
    expect(findViolation(file, resolveImport(file, specifier))).toBeDefined()
  })

  it('forbids importing a page', () => {
    const page = 'web/app/videos/student-videos.tsx'
    expect(findViolation('web/app/videos/video-card.tsx', page, new Set([page]))).toBeDefined()
  })

  it.each([
    ['contract/src/quiz/endpoints.ts', 'zod'],
    ['server/src/app.ts', './leaderboard/ranking.ts'],
    ['server/src/features.ts', './quiz/feature.ts'],
    ['server/src/quiz/feature.ts', '../platform/feature.ts'],
    ['server/src/quiz/answer-question.ts', '../leaderboard/award-points.ts'],
    ['server/src/audit/read-audit-log.ts', '../accounts/tables.ts'],
    ['server/src/quiz/rules.ts', '@baobab/contract/quiz/rules.ts'],
    ['server/src/accounts/routes.ts', './admin/routes.ts'],
    ['contract/src/accounts/forms.ts', 'zod/mini'],
    ['web/app/accounts/log-in-form.tsx', 'zod/mini'],
    ['web/app/ui/button.tsx', './icon.tsx'],
    ['web/app/content/content-page.tsx', '../videos/admin/video-table.tsx'],
    ['web/app/videos/video-card.tsx', '../offline/downloads.ts'],
    ['bench/in-process.ts', '../server/src/app.ts'],
  ])('allows %s to import %s', (file, specifier) => {
    expect(findViolation(file, resolveImport(file, specifier))).toBeUndefined()
  })
})

describe('an import', () => {
  it.each([
    ["import { a } from './a.ts'"],
    ["import './a.ts'"],
    ["import type { A } from './a.ts'"],
    ["import { type A } from './a.ts'"],
    ["export { a } from './a.ts'"],
    ["export type { A } from './a.ts'"],
    ["export * from './a.ts'"],
    ["const a = () => import('./a.ts')"],
    ["let a: import('./a.ts').A"],
  ])('is found in %s', (source) => {
    expect(listImports('server/src/quiz/b.ts', source)).toEqual(['./a.ts'])
  })

  it('is not found in a comment or a text', () => {
    expect(listImports('server/src/quiz/b.ts', '// import "./a.ts"\nconst text = "import \'./a.ts\'"')).toEqual([])
  })

  it('that is circular is reported by the linter, even if it imports only types', () => {
    const folder = mkdtempSync(join(tmpdir(), 'baobab-circle-'))
    writeFileSync(join(folder, 'a.ts'), "import type { B } from './b.ts'\nexport type A = { b: B }\n")
    writeFileSync(join(folder, 'b.ts'), "import type { A } from './a.ts'\nexport type B = { a: A }\n")
    const oxlint = join(root, 'node_modules/.bin/oxlint')
    const { status, stdout } = spawnSync(oxlint, ['-c', join(root, '.oxlintrc.json'), folder], { encoding: 'utf8' })
    rmSync(folder, { recursive: true })
    expect(stdout).toContain('import(no-cycle)')
    expect(status).toBe(1)
  })
})
