// How much script a page's first load takes, compared with its limits. script-sizes.json holds the sizes, which may grow a little, and `npm
// run record:scripts` writes it.
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { isScriptFreePage } from '@baobab/contract/kernel/pages.ts'
import { isPlayer, type PageRequest } from './page-requests.ts'
import { visitorOf } from './visits.ts'

const GROWTH = 1.02
const PUBLIC_BYTES = 10 * 1024
const STUDENT_BYTES = 149 * 1024
const ADMIN_BYTES = 231 * 1024
const STUDENT_REQUESTS = 30
/** The page that checks a draw loads each of its files, and each of its time stamps. */
const otherRequests: Readonly<Record<string, number>> = {
  '/scholarship/2026-10/verify': 36,
  // Its parts are shared with other pages.
  '/student/setting': 32,
}
/** The page that checks a draw needs signature mathematics, its files' schemas, and the time stamp reader. */
const otherLimits: Readonly<Record<string, number>> = { '/scholarship/2026-10/verify': 187 * 1024 }

const HINT = 'if the page is new, or its script is worth the bytes, run: npm run record:scripts'

const file = fileURLToPath(new URL('script-sizes.json', import.meta.url))
const build = fileURLToPath(new URL('../web/build/client', import.meta.url))

type Load = { path: string; scriptBytes: number; requested: readonly string[] }

/** Whether the page is sent as complete HTML, which needs no script. */
export const isPublic = (path: string) => isScriptFreePage(path) || path === '/no-such-page'

/** Whether the size of the page's script is recorded. Admins do not use phones on slow networks. */
export const isRecorded = (path: string) => !path.startsWith('/admin/') && visitorOf(path) !== 'admin'

function findLimit(path: string): number {
  if (isPublic(path)) return PUBLIC_BYTES
  if (!isRecorded(path)) return ADMIN_BYTES
  return otherLimits[path] ?? STUDENT_BYTES
}

/** The size of the scripts in the HTML itself, compressed. */
function sizeOfInlineScripts(html: string): number {
  const scripts = html.matchAll(/<script(?![^>]*\s(?:src=|type="application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/g)
  const text = [...scripts].map(([, script]) => script).join('\n')
  return text ? brotliCompressSync(text).length : 0
}

/** The size of a script as browsers receive it. The sandbox's scripts stand in for other companies'. */
function sizeOfScript(url: string): number {
  const { pathname } = new URL(url)
  return pathname.startsWith('/sandbox/') ? 0 : statSync(`${build}${pathname}.br`).size
}

/** Returns the size of all of a page's scripts, in its HTML and in files, in bytes as sent. */
export function sumScriptBytes(html: string, requests: readonly PageRequest[]): number {
  const scripts = requests.filter((request) => request.isScript && !isPlayer(request)).map(({ url }) => url)
  return [sizeOfInlineScripts(html), ...[...new Set(scripts)].map(sizeOfScript)].reduce((sum, size) => sum + size, 0)
}

/** Reads the recorded sizes, in bytes by path. */
export const readSizes = () => JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>

/** Records the sizes of the pages' scripts. */
export function recordSizes(loads: readonly Load[]): void {
  const sorted = loads
    .map(({ path, scriptBytes }) => [path, scriptBytes] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}

/**
 * Returns what exceeds the limits in a page's first load.
 * @param recorded the previous sizes, in bytes by path
 */
export function findExcess(
  { path, scriptBytes, requested }: Load,
  recorded: Readonly<Record<string, number>>,
): string[] {
  const excess: string[] = []
  const limit = findLimit(path)
  if (!(scriptBytes > 0)) excess.push('no script was found, although each page has some')
  if (scriptBytes > limit) excess.push(`${scriptBytes} bytes of script, at most ${limit}`)
  if (!isRecorded(path)) return excess
  const before = recorded[path] ?? 0
  if (!(scriptBytes <= before * GROWTH))
    excess.push(`${scriptBytes} bytes of script, more than 2 % above the recorded ${before}: ${HINT}`)
  const requests = otherRequests[path] ?? STUDENT_REQUESTS
  if (!isPublic(path) && requested.length > requests)
    excess.push(`${requested.length} requests, at most ${requests}: ${requested.join(' ')}`)
  return excess
}
