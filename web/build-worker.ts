// Makes the service worker from web/sw/, and decides what it keeps on every student's phone. Data is dear: only what the
// student's pages need to open, most of which the first page has loaded already; the rest is kept as it is used.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { extractHash } from './sw/runtime-cache.ts'
import type { AppShell } from './sw/app-shell.ts'

/** Any page of the app is answered with the shell; the question mark keeps it apart from the page itself. */
const SHELL_PAGE = '/student/videos?shell'
/** The same file as the server answers it to a page of paying, with the policy of those. */
const PAYMENT_SHELL_PAGE = '/payment?shell'

/**
 * Routes that open without a network. The quiz needs the server's clock, the console an office; paying needs the bank, but
 * whoever has just paid must find the pages behind it, however the network is by then.
 */
const OFFLINE_ROUTES = [
  'root',
  'layouts/student-layout',
  'student/dashboard',
  'videos/student-videos',
  'quiz/quiz-list',
  'leaderboard/student-leaderboard',
  'profile/settings',
  'quiz/review',
  'notifications/notifications',
  'layouts/auth-layout',
  'accounts/log-in',
  'payments/payment-result-guard',
  'student-layout-after-payment',
  'payments/payment-result',
  'payments/receipt',
]

type RouteFiles = { module: string; imports: string[]; css: string[] }
type Manifest = { entry: RouteFiles; routes: Record<string, RouteFiles> }

/** Writes build/client/sw.js; answers the addresses of what it keeps from the start. */
export async function buildWorker(client: string, pages: readonly string[]): Promise<string[]> {
  const shell = describeShell(client, pages)
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { SHELL: JSON.stringify(shell), 'process.env.NODE_ENV': '"production"' },
    build: {
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

function describeShell(client: string, pages: readonly string[]): AppShell {
  const assets = readdirSync(join(client, 'assets')).filter((name) => !/\.(br|gz)$/.test(name))
  const html = readFileSync(join(client, '__spa-fallback.html'), 'utf8')
  const files = new Set([...findAssets(html), ...listRouteFiles(client, assets)])
  for (const url of [...files].filter((one) => /\.(js|css)$/.test(one))) {
    const text = readFileSync(join(client, url), 'utf8')
    for (const drawing of findAssets(text).filter((one) => one.endsWith('.svg'))) files.add(drawing)
  }
  const player = assets.filter((name) => /^hls-engine-.*\.js$/.test(name)).map((name) => `/assets/${name}`)
  if (player.length !== 1) throw new Error('The service worker must know what plays a film: see web/build-worker.ts.')
  const revision = createHash('sha256').update(html).digest('hex').slice(0, 16)
  return {
    files: [
      { url: SHELL_PAGE, revision },
      { url: PAYMENT_SHELL_PAGE, revision },
      ...[...files].map((url) => ({ url, revision: null })),
    ],
    page: SHELL_PAGE,
    paymentPage: PAYMENT_SHELL_PAGE,
    publicPages: pages
      .filter((page) => page.endsWith('index.html'))
      .map((page) => `/${page.replace(/\/?index\.html$/, '')}`),
    player,
    hashes: assets.map(extractHash).join(' '),
  }
}

/** The scripts and styles of the routes, from the list that the app itself loads them by. */
function listRouteFiles(client: string, assets: readonly string[]): string[] {
  const name = assets.find((one) => /^manifest-.*\.js$/.test(one))
  if (!name) throw new Error('React Router has written no manifest: see web/build-worker.ts.')
  const text = readFileSync(join(client, 'assets', name), 'utf8')
  const manifest = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest
  const routes = OFFLINE_ROUTES.map((id) => {
    const route = manifest.routes[id]
    if (!route) throw new Error(`There is no route ${id} in the build: see web/build-worker.ts.`)
    return route
  })
  return [manifest.entry, ...routes].flatMap(({ module, imports, css }) => [module, ...imports, ...css])
}

function findAssets(text: string): string[] {
  return [...text.matchAll(/\/assets\/[\w.-]+\.(?:js|css|svg|woff2)/g)].map(([url]) => url)
}
