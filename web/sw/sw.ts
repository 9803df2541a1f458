// The service worker: the app's own files for a start without a network, and films that students keep. It never stores
// what the API answers or anything of a person; requests it does not know go their way as if it were not there.
import { isPagePath, isPaymentPage } from '@baobab/contract/pages.ts'
import { clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst, NetworkOnly } from 'workbox-strategies'
import { CACHE_PLAYER_MESSAGE } from '../app/offline/downloaded-files.ts'
import { serveDownload } from './serve-download.ts'
import type { AppShell } from './app-shell.ts'
import { deleteStaleFiles, cachePlayer, RUNTIME_CACHE } from './runtime-cache.ts'

declare const self: ServiceWorkerGlobalScope
/** Written in by the build, wherever it is named: so it is named once. */
declare const SHELL: AppShell
const app = SHELL

/** A network that has not answered by then is none; the app starts from the phone. */
const PATIENCE_S = 4

// A new version waits until the pages of the one before are closed, and only then clears away what those needed. Nobody
// waits for it: a page comes from the network where there is one, and brings its own files along.
precacheAndRoute(app.files, { cleanURLs: false, directoryIndex: '', ignoreURLParametersMatching: [] })
cleanupOutdatedCaches()
// The first page a student opens is served as well, and not only the next one.
clientsClaim()
self.addEventListener('install', (event) => event.waitUntil(cachePlayer(app)))
self.addEventListener('activate', (event) => event.waitUntil(deleteStaleFiles(app)))
self.addEventListener('message', (event) => {
  if (event.data === CACHE_PLAYER_MESSAGE) event.waitUntil(cachePlayer(app))
})

registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({ cacheName: RUNTIME_CACHE }),
)

registerRoute(({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/media/'), {
  handle: async ({ request }) => (await serveDownload(request, caches)) ?? fetch(request),
})

const shell = { handlerDidError: () => matchPrecache(app.page) }
registerRoute(
  ({ request, sameOrigin, url }) => sameOrigin && request.mode === 'navigate' && app.publicPages.includes(url.pathname),
  new NetworkFirst({ cacheName: 'public-pages', networkTimeoutSeconds: PATIENCE_S, plugins: [shell] }),
)
const paymentShell = { handlerDidError: () => matchPrecache(app.paymentPage) }
registerRoute(
  ({ request, sameOrigin, url }) => sameOrigin && request.mode === 'navigate' && isPaymentPage(url.pathname),
  new NetworkOnly({ networkTimeoutSeconds: PATIENCE_S, plugins: [paymentShell] }),
)
registerRoute(
  ({ request, sameOrigin, url }) => sameOrigin && request.mode === 'navigate' && isPagePath(url.pathname),
  new NetworkOnly({ networkTimeoutSeconds: PATIENCE_S, plugins: [shell] }),
)
