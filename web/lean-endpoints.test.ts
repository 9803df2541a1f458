import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { api } from '@baobab/contract/api.ts'
import { callerFields, type Endpoint } from '@baobab/contract/kernel/endpoint.ts'
import { build, parseSync, type Plugin, type Rolldown } from 'vite'
import { describe, expect, it } from 'vitest'
import { leanEndpoints, makeLean } from './lean-endpoints.ts'
import { writeLeanPages } from './lean-pages.ts'

const lean = (source: string) => makeLean('videos.ts', source)

describe('a contract endpoint as browsers get it', () => {
  it('has what a caller needs, on the same lines', () => {
    const source = `export const list = endpoint({
  group: 'Videos – of ₦1,000',
  method: 'GET',
  path: '/api/videos',
  who: ['owner', 'student'],
  needsReauthentication: true,
  summary: 'All videos',
  reply: z.array(Video),
})
export const next = 1`
    const made = lean(source)
    expect(made.replace(/\n+/, ' ')).toBe(
      `export const list = ({ method: 'GET', path: '/api/videos', who: ['owner', 'student'], needsReauthentication: true  })
export const next = 1`,
    )
    expect(made.split('\n').indexOf('export const next = 1')).toBe(source.split('\n').indexOf('export const next = 1'))
  })

  it('keeps what it shares with others, without their schemas', () => {
    expect(
      lean(`const shared = { method: 'POST', reply } as const
const action = <const P extends string>(path: P) => ({ path, params: z.object({}) }) as const
export const a = endpoint({ ...shared, ...action('/a'), body: Form, who: 'admin' })`),
    ).toBe(`const shared = ({ method: 'POST' }) as const
const action = <const P extends string>(path: P) => (({ path })) as const
export const a = /* @__PURE__ */ (() => ({ ...shared, ...action('/a'), who: 'admin' }))()`)
  })

  it.each([
    ["import { shared } from './a.ts'\nconst a = endpoint({ ...shared, path: '/a' })", '...shared'],
    ['const make = () => { return {} }\nconst a = endpoint({ ...make() })', '...make()'],
    ['const a = endpoint(declaration)', 'an object literal'],
  ])('is refused if it is unclear what it declares: %s', (source, problem) => {
    expect(() => lean(source)).toThrow(problem)
  })
})

it('constants are marked as free of side effects where the bundler cannot tell', () => {
  expect(
    lean(`const Form = z.object({ text: z.string() })
const all = [...some]
const text = { title: 'A title', count: (n: number) => format(n) } as const`),
  ).toBe(`const Form = /* @__PURE__ */ (() => (z.object({ text: z.string() })))()
const all = /* @__PURE__ */ (() => ([...some]))()
const text = { title: 'A title', count: (n: number) => format(n) } as const`)
})

const ENTRY = 'virtual:every-endpoint'

/** A module that exports every endpoint of the contract. */
function everyEndpoint(): Plugin {
  const folder = fileURLToPath(new URL('../contract/src/', import.meta.url))
  const names = globSync('*/**/*.ts', { cwd: folder }).filter((name) => !name.endsWith('.test.ts'))
  return {
    name: 'every-endpoint',
    resolveId: (id) => (id === ENTRY ? id : undefined),
    async load(id) {
      if (id !== ENTRY) return undefined
      const modules = names.map(
        async (name) => [name, (await import(folder + name)) as Record<string, unknown>] as const,
      )
      return (await Promise.all(modules))
        .flatMap(([name, module]) => {
          const found = Object.keys(module).filter((key) => api.includes(module[key] as Endpoint))
          return found.map(
            (key) => `export { ${key} as ${key}${name.replace(/\W/g, '_')} } from ${JSON.stringify(folder + name)}`,
          )
        })
        .join('\n')
    },
  }
}

it('every endpoint keeps what a caller needs, and none pulls in the schema library', async () => {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    plugins: [leanEndpoints(), everyEndpoint()],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: ENTRY, preserveEntrySignatures: 'strict' },
    },
  })) as Rolldown.RolldownOutput
  const [chunk] = built.output
  expect(Object.keys(chunk?.modules ?? {}).filter((id) => id.includes('node_modules'))).toEqual([])
  const code = chunk?.code ?? ''
  expect(parseSync('all.js', code).errors).toEqual([])
  const made = Object.values((await import(`data:text/javascript,${encodeURIComponent(code)}`)) as object)
  const wanted = api.map((endpoint) =>
    Object.fromEntries(callerFields.flatMap((name) => (name in endpoint ? [[name, endpoint[name]]] : []))),
  )
  const byPath = (a: { path?: unknown; method?: unknown }, b: { path?: unknown; method?: unknown }) =>
    `${String(a.path)} ${String(a.method)}`.localeCompare(`${String(b.path)} ${String(b.method)}`)
  // Two exported endpoints share an address, because the reply type depends on the parameters.
  const once = new Map(
    made.map((endpoint: { path?: unknown; method?: unknown }) => [
      `${String(endpoint.method)} ${String(endpoint.path)}`,
      endpoint,
    ]),
  )
  expect([...once.values()].toSorted(byPath)).toEqual(wanted.toSorted(byPath))
})

it('the page table, as browsers get it, has no files, and of admin pages only their paths', () => {
  const lean = writeLeanPages()
  expect(lean).toContain('{"path":"/admin/audit-log","kind":"admin"}')
  expect(lean).toContain('"title":"Leaderboard"')
  expect(lean).not.toContain('.tsx')
})
