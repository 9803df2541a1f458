import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { listSubjects } from './subjects.ts'

it('every file of rules has tests that exist', () => {
  const subjects = listSubjects()
  expect(subjects.length).toBeGreaterThan(40)
  const files = subjects.flatMap(({ file, tests }) => [file, ...tests])
  expect(files.filter((file) => !existsSync(join(import.meta.dirname, '../..', file)))).toEqual([])
})
