// Runs after the build: writes compressed copies, and hashes of inline scripts for the content policy. Fails if the pages contain anything
// that the policy would block.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip } from 'node:zlib'
import { buildAppPages, SHELL } from './build-app-pages.ts'
import { buildPublicPages } from './build-public-pages.ts'
import { buildSharedPictures } from './build-shared-pictures.ts'
import { buildWorker } from './build-worker.ts'

const build = fileURLToPath(new URL('./build/', import.meta.url))
const client = join(build, 'client')
const COMPRESSIBLE = new Set(['.html', '.js', '.css', '.svg', '.json', '.webmanifest', '.txt'])

renameSync(join(client, 'index.html'), join(client, SHELL))
const appPages = await buildAppPages(build)
const publicPages = await buildPublicPages(build)
await buildSharedPictures(client)
const precached = await buildWorker(client, publicPages.paths)
const files = listFiles()
/** The HTML of every page, by name. Public pages have no data here. */
const pages = new Map([...appPages, ...publicPages.render()])

checkNoSourceMaps()
for (const [path, html] of pages) checkContentPolicy(path, html)
writeScriptHashes()
const compressed = await compress()
for (const [path, html] of pages) printSize(path, html)
printPrecacheSize()
checkNothingWaits()

function listFiles(): string[] {
  return readdirSync(client, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/\.(br|gz)$/.test(file))
}

function checkNoSourceMaps() {
  const maps = files.filter((file) => file.endsWith('.map'))
  if (maps.length > 0) throw new Error(`Source maps must not be shipped: ${maps.map(toSitePath).join(', ')}`)
}

/**
 * The process ends only after its last timer, and the product's first start waits for it. A leftover timer is a mistake, although
 * everything works.
 */
function checkNothingWaits() {
  if (process.env['CI'] && process.getActiveResourcesInfo().includes('Timeout'))
    throw new Error(
      'A timer keeps the build from ending, such as one that endRequests in app-pages/render.tsx forgets.',
    )
}

function checkContentPolicy(path: string, page: string) {
  const html = page.replace(/(<script\b[^>]*>)[\s\S]*?<\/script>/gi, '$1</script>')
  const blocked = [
    ['an inline style attribute', /<[a-z][^<>]*\sstyle\s*=/i],
    ['an inline event handler', /<[a-z][^<>]*\son[a-z]+\s*=/i],
    ['a style element', /<style\b/i],
  ] as const
  for (const [what, pattern] of blocked) {
    const found = pattern.exec(html)
    if (found) throw new Error(`${path} has ${what}, which the content policy blocks: ${found[0].slice(0, 200)}`)
  }
}

function writeScriptHashes() {
  const hashes = [...pages.values()].flatMap((html) => {
    // Data blocks (`application/ld+json`) are not run, so they need no hash.
    const scripts = html.matchAll(
      /<script\b(?![^>]*\s(?:src\s*=|type="application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/gi,
    )
    return [...scripts].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  })
  writeFileSync(
    join(build, 'csp.json'),
    `${JSON.stringify({ scriptHashes: [...new Set(hashes)].toSorted() }, null, 2)}\n`,
  )
}

/** Writes .br and .gz files next to each file, several at a time. Returns the brotli sizes by site path. */
async function compress(): Promise<Map<string, number>> {
  const sizes = files.filter((one) => COMPRESSIBLE.has(extname(one))).map(compressFile)
  return new Map(await Promise.all(sizes))
}

async function compressFile(file: string): Promise<[path: string, bytes: number]> {
  const bytes = readFileSync(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  writeFileSync(`${file}.br`, brotli)
  writeFileSync(`${file}.gz`, gzipped)
  return [`/${toSitePath(file)}`, brotli.length]
}

function printSize(path: string, html: string) {
  const mentioned = new Set([...html.matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)].map(([path]) => path))
  const sum = (extension: string) =>
    [...mentioned]
      .filter((path) => path.endsWith(extension))
      .reduce((total, path) => total + (compressed.get(path) ?? 0), 0)
  const own = brotliCompressSync(html).length
  process.stdout.write(`${path.padEnd(28)} html ${kb(own)}  script ${kb(sum('.js'))}  styles ${kb(sum('.css'))}\n`)
}

/** Prints how much the service worker downloads, and how much of that the first page has not already loaded. */
function printPrecacheSize() {
  const shell = readFileSync(join(client, SHELL), 'utf8')
  const weigh = (urls: readonly string[]) =>
    urls.reduce((total, url) => total + (compressed.get(url) ?? sizeOf(url)), compressed.get('/sw.js') ?? 0)
  const more = precached.filter((url) => !shell.includes(url))
  process.stdout.write(
    `sw.js keeps ${kb(weigh(precached))} for use offline, ${kb(weigh(more))} of it beyond the shell\n`,
  )
}

/** Returns the size of a file sent uncompressed (fonts). The app shell is listed under its own name. */
function sizeOf(url: string): number {
  return url.includes('?') ? (compressed.get(`/${SHELL}`) ?? 0) : statSync(join(client, url)).size
}

function kb(bytes: number): string {
  return `${(bytes / 1024).toFixed(1).padStart(6)} KB`
}

function toSitePath(file: string): string {
  return relative(client, file).replaceAll('\\', '/')
}
