// Defines which files may import which: one table for the order of the features, and one for all other rules. The linter finds
// circular imports, including those of types (import/no-cycle).
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parseSync, Visitor } from 'vite'

const root = join(import.meta.dirname, '..')

/** Reads the folders of the server's features from the source of features.ts, because importing it takes seconds. */
function readFeatures(): string[] {
  const source = readFileSync(join(root, 'server/src/features.ts'), 'utf8')
  const folders = new Map(
    [...source.matchAll(/^import { (\w+) } from '\.\/([^/]+)\/feature\.ts'$/gm)].map(([, name, folder]) => [
      name,
      folder,
    ]),
  )
  return [...source.matchAll(/^ {2}(?:(\w+)(?:\(\w+\))?|{ name: '(.+)' }),$/gm)].map(
    ([line, name, folder]) => folder ?? folders.get(name) ?? `unknown: ${line}`,
  )
}

/**
 * The folders of each layer, lowest first. A file may import from its own folder and earlier ones, but not from later ones, so no
 * two features import each other. A subfolder has the position of its feature.
 */
export const order: Readonly<Record<'server/src' | 'web/app', readonly string[]>> = {
  'server/src': ['platform', ...readFeatures()],
  'web/app': [
    // The kernel.
    'browser',
    'ui',
    'api',
    'forms',
    'shell',
    'bulk',
    'saved-views',
    'exports',
    // Admin lists, which every feature may have.
    'lists',
    'accounts',
    'settings',
    'maintenance',
    'celebration',
    'notifications',
    'fair-play',
    'leagues',
    'leaderboard',
    'offline',
    'read-aloud',
    'videos',
    'awards',
    'quiz',
    'friends',
    'contact',
    'privacy',
    'payments',
    'profile',
    'guardians',
    // Pages that combine parts of many features.
    'home',
    'scholarship',
    'dashboard',
    'audit',
    'duplicates',
    'students',
    'system',
    'metrics',
    'content',
    'layouts',
  ],
}

type Rule = {
  /** The files to which the rule applies. */
  from: RegExp
  exceptFrom?: RegExp
  /** What these files must not import: repository files by path, packages by name. */
  to: RegExp
  exceptTo?: RegExp
  reason: string
}

const rules: readonly Rule[] = [
  {
    from: /^contract\//,
    to: /./,
    exceptTo: /^(contract\/|zod$|zod\/|@noble\/)/,
    reason: 'the contract imports zod, and the cryptography of the draw',
  },
  {
    from: /^sandbox\//,
    to: /^(contract|server|web|e2e|bench|content|bin)\//,
    reason: 'the sandbox stands in for other companies and shares no code with us',
  },
  {
    from: /^e2e\//,
    to: /^(server|web)\//,
    exceptTo: /^server\/src\/platform\/free-port\.ts$/,
    reason: 'browser tests see only what a phone sees',
  },
  {
    from: /^bench\//,
    exceptFrom: /^bench\/in-process\.ts$/,
    to: /^(server|web)\//,
    exceptTo: /^server\/src\/platform\/free-port\.ts$/,
    reason: 'benches see only what a phone sees; only in-process.ts runs server code',
  },
  {
    from: /^server\//,
    to: /^(web|e2e|bench|bin)\//,
    reason: 'the server imports the contract, the sandbox and itself',
  },
  {
    from: /^server\/src\/(?!platform\/).+\/(routes|jobs)\.ts$/,
    to: /^drizzle-orm/,
    reason: 'routes and jobs hold no SQL: it belongs to queries and actions',
  },
  {
    from: /^server\/src\/.+\/(rules|counts)\.ts$/,
    to: /^(node:|drizzle-orm|fastify|pg$|server\/)/,
    exceptTo: /\/(rules|counts|transaction)\.ts$/,
    reason: 'rules are pure: they import the contract and other rules',
  },
  {
    from: /^server\/src\/[^/]+\//,
    to: /^server\/src\/[^/]+\.ts$/,
    reason: 'what assembles the server (app, features, http, jobs, main) is imported by no feature',
  },
  {
    from: /^server\//,
    exceptFrom: /^server\/src\/features\.ts$/,
    to: /^server\/src\/(?!platform\/)[^/]+\/feature(\.test-data)?\.ts$/,
    reason: 'only features.ts lists the features, and tests find their data by its name',
  },
  {
    from: /^web\//,
    to: /^(server|sandbox|e2e|bench|bin)\//,
    reason: 'the web app imports the contract and itself',
  },
  {
    from: /^(web\/|contract\/src\/.+\/(.+-)?(forms|fields)\.ts$)/,
    exceptFrom: /\.test\.tsx?$/,
    to: /^zod$/,
    reason: 'browsers load zod/mini, which is a third of zod',
  },
  {
    from: /^web\//,
    to: /^contract\/src\/kernel\/declaration\.ts$/,
    reason: 'browsers have only what callers need of an endpoint',
  },
  {
    from: /^web\/app\/ui\//,
    to: /^(contract\/|web\/app\/(?!(ui|browser)\/)|@tanstack\/|react-router|react-hook-form|zod)/,
    // Only pictures need the names of a poster's files.
    exceptTo: /^(@tanstack\/react-table|contract\/src\/videos\/rules\.ts)$/,
    reason: 'components of ui/ know no route, no API and no contract',
  },
  {
    from: /^web\/app\/(?!.*\/admin\/)/,
    exceptFrom:
      /^web\/app\/(routes\.ts|(audit|content|duplicates|exports|layouts|metrics|quiz\/import|students|system)\/)/,
    to: /^web\/app\/.+\/admin\//,
    reason: "pages of students and visitors load no admin's code",
  },
]

/**
 * Returns the position of a file's folder in its layer's order; -1 if the folder is not in the order, undefined if there is no
 * folder.
 */
function findStep(layer: keyof typeof order, file: string): number | undefined {
  const [folder = '', ...rest] = file.startsWith(`${layer}/`) ? file.slice(layer.length + 1).split('/') : []
  return rest.length === 0 ? undefined : order[layer].indexOf(folder)
}

function checkOrder(layer: keyof typeof order, file: string, target: string): string | undefined {
  const [from, to] = [findStep(layer, file), findStep(layer, target)]
  if (from === undefined || to === undefined) return undefined
  if (from === -1 || to === -1)
    return `the order of ${layer} does not name the folder of ${from === -1 ? file : target}`
  if (to > from) return `${order[layer][to]} comes after ${order[layer][from]} in the order of ${layer}`
  if (from !== to && layer === 'server/src' && target.endsWith('/routes.ts'))
    return "a feature does not import another feature's routes"
  return undefined
}

/**
 * Returns why a file must not import a target, or undefined if it may.
 * @param pages the files named in the table of pages
 */
export function findViolation(
  file: string,
  target: string,
  pages: ReadonlySet<string> = new Set(),
): string | undefined {
  if (pages.has(target)) return 'nothing imports a page: the table of pages names it'
  const broken = rules.find(
    ({ from, exceptFrom, to, exceptTo }) =>
      from.test(file) && !exceptFrom?.test(file) && to.test(target) && !exceptTo?.test(target),
  )
  return broken?.reason ?? checkOrder('server/src', file, target) ?? checkOrder('web/app', file, target)
}

/** Lists the modules that a source file imports: statically, with import(), as types, or to re-export them. */
export function listImports(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const specifiers: string[] = []
  const add = (node: unknown) => {
    if (typeof node === 'object' && node !== null && 'value' in node && typeof node.value === 'string')
      specifiers.push(node.value)
  }
  new Visitor({
    ImportDeclaration: ({ source }) => add(source),
    ExportNamedDeclaration: ({ source }) => add(source),
    ExportAllDeclaration: ({ source }) => add(source),
    ImportExpression: ({ source }) => add(source),
    TSImportType: ({ source }) => add(source),
  }).visit(program)
  return specifiers
}

/** Resolves a specifier to the path of a file in this repository, or to the name of a package. */
export function resolveImport(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
  return specifier.replace(/^@baobab\/(contract|sandbox)\//, '$1/src/').replace(/^@baobab\//, '')
}

/** Returns a message for each import that breaks a rule. */
export function checkFile(root: string, file: string, pages: ReadonlySet<string>): string[] {
  return listImports(file, readFileSync(posix.join(root, file), 'utf8')).flatMap((specifier) => {
    const reason = findViolation(file, resolveImport(file, specifier), pages)
    return reason ? [`${file} imports ${specifier}: ${reason}`] : []
  })
}
