import { globSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { features, findOwner, listFeatureFiles } from './features.ts'

const root = join(import.meta.dirname, '../..')

/** Folders of a layer that are not features. */
const kernel = ['kernel', 'platform', 'api', 'forms', 'layouts', 'shell', 'styles', 'ui']

const listFolders = (layer: string) =>
  readdirSync(join(root, layer), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !kernel.includes(entry.name))
    .map(({ name }) => name)

it('every folder of contract, server and web app is a feature, and nothing else is one', () => {
  const folders = new Set(['contract/src', 'server/src', 'web/app'].flatMap(listFolders))
  expect(Object.keys(features).toSorted()).toEqual([...folders].toSorted())
})

it('every journey belongs to a feature or is shared', () => {
  const files = globSync('*.test.ts', { cwd: join(root, 'e2e') })
  expect(files.length).toBeGreaterThan(40)
  expect(files.filter((file) => findOwner(file) === undefined)).toEqual([])
})

it.each([
  ['payments-journey.test.ts', 'payments'],
  ['payment-journey.test.ts', 'payments'],
  ['admin-account-journey.test.ts', 'accounts'],
  ['pages.test.ts', 'shared'],
  ['unheard-of.test.ts', undefined],
])('%s belongs to %s', (file, owner) => {
  expect(findOwner(file)).toBe(owner)
})

it("lists a feature's files, without the tests of the second command", () => {
  const { contract, tests, journeys } = listFeatureFiles('payments')
  expect(contract).toEqual(expect.arrayContaining(['contract/src/payments/rules.ts', 'contract/src/payments/admin.ts']))
  expect(tests).toEqual(
    expect.arrayContaining([
      'contract/src/payments/endpoints.test.ts',
      'server/src/payments/admin/rules.test.ts',
      'server/src/payments/rules.test.ts',
    ]),
  )
  expect(tests.some((path) => path.startsWith('web/app/payments/'))).toBe(true)
  expect(journeys.length).toBeGreaterThan(0)
  expect([...tests, ...journeys].filter((path) => path.includes('.rest.'))).toEqual([])
})
