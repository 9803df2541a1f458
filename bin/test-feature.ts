// `npm run test:feature NAME [NAME ...]`: runs the tests in a feature's folders of contract, server and web app, and its endpoints'
// rows in the permissions and bad input tests. With `--journeys`, it also runs the feature's journeys in a browser.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Endpoint } from '@baobab/contract/kernel/endpoint.ts'
import { buildIfNeeded } from './build-if-needed.ts'
import { features, listFeatureFiles } from './testing/features.ts'

const root = join(import.meta.dirname, '..')
const { values, positionals } = parseArgs({
  options: { journeys: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const unknown = positionals.filter((name) => !Object.hasOwn(features, name))
if (positionals.length === 0 || unknown.length > 0) {
  const problem = unknown.length > 0 ? `There is no feature ${unknown.join(', ')}.` : 'Name a feature:'
  process.stderr.write(`${problem} npm run test:feature -- NAME [--journeys]\n${Object.keys(features).join(', ')}\n`)
  process.exit(1)
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

/** Lists the endpoints that contract files export, as the tests name them. */
async function listEndpoints(files: readonly string[]): Promise<string[]> {
  const modules = await Promise.all(files.map((file) => import(join(root, file)) as Promise<object>))
  const endpoints = modules.flatMap((module) => Object.values(module)).filter(isEndpoint)
  return [...new Set(endpoints.map(({ method, path }) => `${method} ${path}`))]
}

/** Runs a test runner directly by its file, so that no shell parses its arguments. @returns whether it passed */
async function run(program: string, args: readonly string[], folder = ''): Promise<boolean> {
  const path = join(root, 'node_modules', program)
  const child = spawn(process.execPath, [path, ...args], { cwd: join(root, folder), stdio: 'inherit' })
  const [status] = (await once(child, 'close')) as [number | null]
  return status === 0
}

/** Runs vitest in one process, because each process loads the whole server, which takes longer than most tests of a feature. */
const vitest = (...args: string[]) =>
  run('vitest/vitest.mjs', ['run', '--project=!*-rest', '--reporter=default', '--maxWorkers=1', ...args])

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Runs the rows of some endpoints in the tests that walk the contract. Names match to their end, because one may begin with another. */
function testRows(endpoints: readonly string[]): Promise<boolean> {
  const pattern = `(${endpoints.map(escape).join('|')})($|[ :])`
  return vitest('server/test/permissions.test.ts', 'server/test/bad-input.test.ts', '-t', pattern)
}

const files = positionals.map(listFeatureFiles)
const endpoints = await listEndpoints(files.flatMap(({ contract }) => contract))
const tests = files.flatMap((one) => one.tests)
const journeys = files.flatMap((one) => one.journeys.map((path) => path.replace('e2e/', '')))
if (tests.length === 0 && endpoints.length === 0) {
  process.stderr.write(
    `${positionals.join(', ')} has ${journeys.length > 0 ? 'only journeys: add --journeys' : 'no tests'}.\n`,
  )
  if (!values.journeys || journeys.length === 0) process.exit(1)
}
const outcomes = await Promise.all([
  // Without a file name, vitest would run everything.
  tests.length > 0 ? vitest(...tests) : true,
  endpoints.length > 0 ? testRows(endpoints) : true,
])
if (values.journeys && journeys.length > 0) {
  buildIfNeeded()
  outcomes.push(await run('@playwright/test/cli.js', ['test', '--project=main*', ...journeys], 'e2e'))
}
process.exit(outcomes.every(Boolean) ? 0 : 1)
