import { globSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { features, findOwner, listFeatureFiles } from './features.ts'

const root = join(import.meta.dirname, '../..')

/** Folders of a layer that are no feature. */
const kernel = ['platform', 'api', 'forms', 'layouts', 'shell', 'styles', 'ui']

const listFolders = (layer: string) =>
  readdirSync(join(root, layer), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !kernel.includes(entry.name))
    .map(({ name }) => name)

it('every folder of server and web app is a feature, and nothing else is one', () => {
  const folders = new Set([...listFolders('server/src'), ...listFolders('web/app')])
  expect(Object.keys(features).toSorted()).toEqual([...folders].toSorted())
})

it.each([
  ['contract', 'contract/src'],
  ['e2e', 'e2e'],
] as const)('every file of %s belongs to a feature or to all', (layer, folder) => {
  const files = globSync(layer === 'e2e' ? '*.test.ts' : '*.ts', { cwd: join(root, folder) })
  expect(files.length).toBeGreaterThan(40)
  expect(files.filter((file) => findOwner(file, layer) === undefined)).toEqual([])
})

it.each([
  ['quiz-reports-admin.ts', 'quiz'],
  ['quiz.ts', 'quiz'],
  ['series-text.ts', 'videos'],
  ['payments.test.ts', 'payments'],
  ['payments-admin.ts', 'payments'],
  ['client.ts', 'shared'],
  ['unheard-of.ts', undefined],
])('%s belongs to %s', (file, owner) => {
  expect(findOwner(file, 'contract')).toBe(owner)
})

it('lists what a feature consists of, without the tests of the second command', () => {
  const { contract, tests, journeys } = listFeatureFiles('payments')
  expect(contract).toEqual(expect.arrayContaining(['contract/src/naira.ts', 'contract/src/payments-admin.ts']))
  expect(tests).toEqual(
    expect.arrayContaining([
      'contract/src/payments.test.ts',
      'server/src/payments/admin/rules.test.ts',
      'server/src/payments/rules.test.ts',
    ]),
  )
  expect(tests.some((path) => path.startsWith('web/app/payments/'))).toBe(true)
  expect(journeys.length).toBeGreaterThan(0)
  expect([...tests, ...journeys].filter((path) => path.includes('.rest.'))).toEqual([])
})
