// Builds the service worker from web/sw/, and decides what it caches on every student's phone. Data is expensive, so it caches only what
// the student's pages need to open, most of which the first page has already loaded. Everything else is cached when it is used.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@baobab/contract/kernel/page.ts'
import { pages } from '@baobab/contract/kernel/page-table.ts'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { build } from 'vite'
import routes from './app/routes.ts'
import { buildTarget } from './browser-floor.ts'
import { readManifest, SHELL } from './build-app-pages.ts'
import { leanEndpoints } from './lean-endpoints.ts'
import { extractHash } from './sw/runtime-cache.ts'
import type { AppShell } from './sw/app-shell.ts'

/** The URL that the app's shell is cached under. The query distinguishes it from the page itself. */
const SHELL_PAGE = '/student/videos?shell'
/** The same file, requested as a payment page so that it has the payment pages' content policy. */
const PAYMENT_SHELL_PAGE = '/payment?shell'

/**
 * Returns the ids of the routes that open without a network. They exclude the quiz, which needs the server's clock, and admin pages. Paying
 * needs a network, but the pages after a payment must open even if it has been lost.
 */
function listOfflineRoutes(): string[] {
  const toId = ({ id, file }: RouteConfigEntry) => id ?? file.replace(/\.tsx$/, '')
  const isOffline = ({ path }: RouteConfigEntry) =>
    (pages as readonly Page[]).some((page) => page.isOffline && page.path === `/${path}`)
  const layouts = routes.map((layout) => ({ layout, offline: (layout.children ?? []).filter(isOffline) }))
  return [
    'root',
    ...layouts.flatMap(({ layout, offline }) => (offline.length > 0 ? [layout, ...offline].map(toId) : [])),
  ]
}

/** Writes build/client/sw.js. Returns the URLs that it caches when installed. */
export async function buildWorker(client: string, publicPages: string[]): Promise<string[]> {
  const shell = describeShell(client, publicPages)
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [leanEndpoints()],
    define: { SHELL: JSON.stringify(shell), 'process.env.NODE_ENV': '"production"' },
    build: {
      target: buildTarget,
      outDir: client,
      emptyOutDir: false,
      rolldownOptions: {
        input: fileURLToPath(new URL('sw/sw.ts', import.meta.url)),
        output: { entryFileNames: 'sw.js', format: 'iife' },
      },
    },
  })
  return shell.files.map(({ url }) => url)
}

function describeShell(client: string, publicPages: string[]): AppShell {
  const assets = readdirSync(join(client, 'assets')).filter((name) => !/\.(br|gz)$/.test(name))
  const html = readFileSync(join(client, SHELL), 'utf8')
  const files = new Set([...findAssets(html), ...listRouteFiles(client)])
  for (const url of [...files].filter((one) => /\.(js|css)$/.test(one))) {
    const text = readFileSync(join(client, url), 'utf8')
    for (const svg of findAssets(text).filter((one) => one.endsWith('.svg'))) files.add(svg)
  }
  const player = assets
    .filter((name) => /^(hls-engine|track-played)-.*\.js$/.test(name))
    .map((name) => `/assets/${name}`)
  if (player.length !== 2)
    throw new Error(
      'The build has no hls-engine or no track-played script, which the service worker caches with downloads: see web/build-worker.ts.',
    )
  const revision = createHash('sha256').update(html).digest('hex').slice(0, 16)
  return {
    files: [
      { url: SHELL_PAGE, revision },
      { url: PAYMENT_SHELL_PAGE, revision },
      ...[...files].map((url) => ({ url, revision: null })),
    ],
    page: SHELL_PAGE,
    paymentPage: PAYMENT_SHELL_PAGE,
    publicPages,
    player,
    hashes: assets.map(extractHash).join(' '),
  }
}

/** Lists the scripts and styles of the routes. */
function listRouteFiles(client: string): string[] {
  const manifest = readManifest(client)
  const routes = listOfflineRoutes().map((id) => {
    const route = manifest.routes[id]
    if (!route) throw new Error(`There is no route ${id} in the build: see web/build-worker.ts.`)
    return route
  })
  return [manifest.entry, ...routes].flatMap(({ module, clientLoaderModule = [], imports = [], css = [] }) =>
    [module, clientLoaderModule, imports, css].flat(),
  )
}

function findAssets(text: string): string[] {
  return [...text.matchAll(/\/assets\/[\w.-]+\.(?:js|css|svg|woff2)/g)].map(([url]) => url)
}
