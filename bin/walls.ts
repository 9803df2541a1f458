// Who may import whom (ARCHITECTURE.md). A table of walls, and the function that reads one import against it.
import { posix } from 'node:path'

/** Features from the bottom: a file may import its own feature and those of lower numbers. */
const levels: Record<string, number> = {
  mails: 0,
  audit: 0,
  accounts: 1,
  settings: 2,
  notifications: 2,
  payments: 3,
  leaderboard: 4,
  videos: 5,
  quiz: 6,
  contact: 6,
  profile: 7,
  students: 8,
  metrics: 8,
  exports: 8,
  privacy: 9,
}

const featureOf = (file: string) => /^server\/src\/([a-z]+)\//.exec(file)?.[1]

/** What an import names: a file of this repository, or a package. */
export function targetOf(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
  return specifier.replace(/^@baobab\/(contract|sandbox)\//, '$1/src/').replace(/^@baobab\//, '')
}

const isOurs = (target: string) => /^(contract|sandbox|server|web|e2e|content|bin)\//.test(target)

function featureWall(file: string, target: string): string | undefined {
  const [from, to] = [featureOf(file), featureOf(target)]
  if (from === undefined || to === undefined || from === to || to === 'platform') return undefined
  if (from === 'platform') return 'the platform knows no feature'
  if (target.endsWith('/routes.ts')) return "nobody imports another feature's routes"
  return (levels[to] ?? 99) < (levels[from] ?? -1) ? undefined : `${from} stands below or beside ${to}`
}

function serverWall(file: string, target: string): string | undefined {
  if (/\/(routes|jobs)\.ts$/.test(file) && featureOf(file) !== 'platform' && target.startsWith('drizzle-orm'))
    return 'routes and jobs hold no SQL'
  const isRule = /\/(rules|score-counts)\.ts$/.test(file)
  if (isRule && /^(node:|drizzle-orm|pg$|fastify|server\/src\/(?!.*\/(rules|score-counts)\.ts$))/.test(target))
    return 'rules are pure'
  return featureWall(file, target)
}

function webWall(file: string, target: string, pages: ReadonlySet<string>): string | undefined {
  if (file.startsWith('web/app/ui/') && /^(contract|web\/app\/(?!ui\/))|^(react-router|@tanstack)/.test(target))
    return 'components of ui/ know no route, no API and no contract'
  if (pages.has(target) && file !== 'web/app/routes.ts') return 'a page is imported by routes.ts alone'
  return undefined
}

/**
 * Why a file may not import something, or undefined where it may.
 * @param pages the page files that routes.ts names
 */
export function wallBetween(file: string, target: string, pages: ReadonlySet<string> = new Set()): string | undefined {
  if (file.startsWith('contract/'))
    return target === 'zod' || target.startsWith('contract/') ? undefined : 'the contract imports zod and nothing else'
  if (file.startsWith('sandbox/'))
    return isOurs(target) && !target.startsWith('sandbox/') ? 'the sandbox shares no code with us' : undefined
  if (file.startsWith('e2e/')) return /^(server|web)\//.test(target) ? 'browser tests see what a phone sees' : undefined
  if (file.startsWith('bench/') && file !== 'bench/in-process.ts')
    return target.startsWith('server/src/')
      ? "benches see what a phone sees; in-process.ts alone runs the product's code"
      : undefined
  if (file.startsWith('web/'))
    return /^(server|sandbox)\//.test(target) ? 'the web imports no server code' : webWall(file, target, pages)
  return file.startsWith('server/') ? serverWall(file, target) : undefined
}
