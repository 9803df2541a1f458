// Files sent to browsers contain no answers, keys or source maps, and the service worker caches all scripts of the pages that open without
// a network.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isAdminPage } from '@baobab/contract/kernel/pages.ts'
import { expect, test } from '@playwright/test'
import { answersOf, TITLE } from './answers.ts'

const build = fileURLToPath(new URL('../web/build/client', import.meta.url))

test('Q-02 P-21 W-23 the build contains no correct answers, no secret keys and no source maps', () => {
  const files = readdirSync(build, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files.filter(({ name }) => name.endsWith('.map'))).toEqual([])
  const texts = files.filter(({ name }) => /\.(m?js|html|css|json|webmanifest|txt|xml|svg)$/.test(name))
  expect(texts.length).toBeGreaterThan(20)
  const all = texts.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8')).join('\n')
  const answers = [...answersOf(TITLE, '5-10').values(), ...answersOf(TITLE, '11-20').values()].filter(
    (answer) => answer.length > 20,
  )
  expect(answers.length).toBeGreaterThan(3)
  for (const answer of answers) expect(all).not.toContain(answer)
  expect(all).not.toMatch(/sk_(live|test)_/)
  expect(all).not.toContain('sourceMappingURL')
})

type Route = { parentId?: string; path?: string; module: string; clientLoaderModule?: string }
type Manifest = { entry: { module: string }; routes: Record<string, Route> }

function readManifest(): Manifest {
  const name = readdirSync(join(build, 'assets')).find((file) => /^manifest-.*\.js$/.test(file)) ?? ''
  const text = readFileSync(join(build, 'assets', name), 'utf8')
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest
}

test('the service worker caches the script of each clientLoader together with its page', () => {
  const worker = readFileSync(join(build, 'sw.js'), 'utf8')
  const cached = Object.values(readManifest().routes).filter(({ module }) => worker.includes(module))
  const loaders = cached.flatMap(({ clientLoaderModule = [] }) => clientLoaderModule)
  expect(loaders.length).toBeGreaterThan(3)
  expect(loaders.filter((url) => !worker.includes(url))).toEqual([])
})

/** The modules of each script and the scripts that it imports, as written by web/list-script-modules.ts. */
type Scripts = Record<string, { modules: { path: string; packages: string[] }[]; imports: string[] }>
const scripts = JSON.parse(readFileSync(join(build, '../script-modules.json'), 'utf8')) as Scripts

/** Returns the scripts that a page loads before anything is opened on it, each with the chain of imports that leads to it. */
function listScripts(page: string): Map<string, string[]> {
  const { entry, routes } = readManifest()
  const starts = [entry.module]
  for (let id: string | undefined = page; id !== undefined; id = routes[id]?.parentId) {
    const route = routes[id]
    if (!route) throw new Error(`The build has no page ${id}.`)
    starts.push(route.module, ...[route.clientLoaderModule ?? []].flat())
  }
  const chains = new Map<string, string[]>()
  const visit = (script: string, chain: readonly string[]) => {
    if (chains.has(script)) return
    chains.set(script, [...chain, script])
    for (const next of scripts[script]?.imports ?? []) visit(next, [...chain, script])
  }
  for (const script of starts) visit(script, [])
  return chains
}

/** Returns, for each of a page's scripts that contains modules of a library, how the page comes to load it. */
function explainLibrary(page: string, library: RegExp): string[] {
  return [...listScripts(page)].flatMap(([script, chain]) => {
    const found = scripts[script]?.modules.find(({ path }) => library.test(path))
    if (!found) return []
    const name = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(found.path)?.[1] ?? ''
    const ours = chain
      .flatMap((one) => scripts[one]?.modules ?? [])
      .filter(({ path }) => !path.includes('node_modules'))
    const users = ours.filter(({ packages }) => packages.includes(name))
    return [`${found.path}: ${chain.join(' > ')}, imported by ${users.map(({ path }) => path).join(', ')}`]
  })
}

const pagesWithoutForm = [
  'student/dashboard',
  'videos/student-videos',
  'awards/badges',
  'leaderboard/student-leaderboard',
  'leagues/league',
  'scholarship/student-draws',
  'quiz/quiz-list',
  'quiz/quiz-page',
  'quiz/review',
  'quiz/practice',
  'notifications/notifications',
  'payments/receipt',
  'payments/payment-result',
  'scholarship/draw',
]
for (const page of pagesWithoutForm)
  test(`the page ${page} has no form, and loads no form or schema library`, () => {
    expect(explainLibrary(page, /node_modules\/(zod|react-hook-form|@hookform\/resolvers)\//)).toEqual([])
  })

for (const page of ['profile/settings', 'payments/pay-for-child'])
  test(`the page ${page} shows a form that few fill in, and loads no form library`, () => {
    expect(explainLibrary(page, /node_modules\/(react-hook-form|@hookform\/resolvers)\//)).toEqual([])
  })

test('only admin pages load the admin page table', () => {
  const pages = Object.entries(readManifest().routes).filter(([, { path }]) => path !== undefined)
  const load = ([id]: [string, Route]) => explainLibrary(id, /contract\/src\/kernel\/admin-pages\.ts$/)
  const isOfAdmins = ([, { path }]: [string, Route]) => isAdminPage(`/${path}`)
  expect(pages.filter((page) => !isOfAdmins(page)).flatMap(load)).toEqual([])
  expect(pages.filter(isOfAdmins).flatMap(load).length).toBeGreaterThan(20)
})

test("no page loads zod's schemas with methods, which are three times as heavy", () => {
  const found = Object.keys(readManifest().routes).flatMap((page) =>
    explainLibrary(page, /node_modules\/zod\/v4\/classic\//),
  )
  expect([...new Set(found)]).toEqual([])
  const paths = Object.values(scripts).flatMap(({ modules }) => modules.map(({ path }) => path))
  expect(paths.filter((path) => path.includes('/zod/v4/mini/')).length).toBeGreaterThan(0)
})
