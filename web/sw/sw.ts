// The service worker: caches the app's own files, so that it starts without a network, and serves downloaded videos to the student who
// downloaded them. It never stores API replies or anything personal, and leaves all other requests to the browser.
import { isPagePath, isPaymentPage } from '@baobab/contract/kernel/pages.ts'
import { clientsClaim } from 'workbox-core'
import { addPlugins, cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst, NetworkOnly } from 'workbox-strategies'
import { cacheStorage } from '../app/browser/offline.ts'
import { CACHE_PLAYER_MESSAGE, downloadedFileName } from '../app/offline/downloaded-files.ts'
import { isPageOfBuild } from '../app/offline/is-page-of-build.ts'
import { askOwner } from './ask-owner.ts'
import { markAppIcon, openNotifications, showPush } from '../app/notifications/push/handle-push.ts'
import { serveDownload } from './serve-download.ts'
import type { AppShell } from './app-shell.ts'
import { cachePlayer, deleteStaleFiles, PUBLIC_PAGES_CACHE, RUNTIME_CACHE } from './runtime-cache.ts'

declare const self: ServiceWorkerGlobalScope
/** The build replaces every occurrence, so it must appear only once. */
declare const SHELL: AppShell
const app = SHELL

/** After this many seconds without a reply, the app starts from the cache. */
const NETWORK_TIMEOUT_S = 4

// A new version is activated only when all documents of the previous one are closed; it then deletes the old files. This delays no update:
// with a network, a page is loaded from the server with its own files.
addPlugins([
  {
    // If a file is missing or belongs to another version, the installation fails and is tried again with the next page.
    cacheWillUpdate: async ({ response }) => {
      if (!response.ok) return null
      const isPage = response.headers.get('content-type')?.startsWith('text/html')
      const urls = app.files.map(({ url }) => url)
      return isPage && !isPageOfBuild(await response.clone().text(), urls) ? null : response
    },
  },
])
precacheAndRoute(app.files, { cleanURLs: false, directoryIndex: '', ignoreURLParametersMatching: [] })
cleanupOutdatedCaches()
// Immediately controls the page that installed the service worker, instead of only after the next load.
clientsClaim()
self.addEventListener('install', (event) => event.waitUntil(cachePlayer(app)))
self.addEventListener('activate', (event) => event.waitUntil(deleteStaleFiles(app)))
self.addEventListener('message', (event) => {
  if (event.data === CACHE_PLAYER_MESSAGE) event.waitUntil(cachePlayer(app))
})

self.addEventListener('push', (event) => {
  const marked = self.clients.matchAll({ type: 'window' }).then(markAppIcon)
  event.waitUntil(Promise.all([showPush(self.registration, new Date()), marked]))
})
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { clients } = self
  const matchAll = (options: { type: 'window' }) => clients.matchAll(options)
  event.waitUntil(openNotifications({ matchAll, openWindow: (url) => clients.openWindow(url) }))
})

registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({ cacheName: RUNTIME_CACHE }),
)

registerRoute(({ sameOrigin, url }) => sameOrigin && downloadedFileName(url.href) !== undefined, {
  handle: async ({ request, event }) => {
    const client = await self.clients.get((event as FetchEvent).clientId)
    const caches = cacheStorage()
    const isOwner = (name: string) => askOwner(client, name)
    return (caches && (await serveDownload(request, { caches, isOwner }))) ?? fetch(request)
  },
})

const shell = { handlerDidError: () => matchPrecache(app.page) }
registerRoute(
  ({ request, sameOrigin, url }) => sameOrigin && request.mode === 'navigate' && app.publicPages.includes(url.pathname),
  new NetworkFirst({ cacheName: PUBLIC_PAGES_CACHE, networkTimeoutSeconds: NETWORK_TIMEOUT_S, plugins: [shell] }),
)
const paymentShell = { handlerDidError: () => matchPrecache(app.paymentPage) }
registerRoute(
  ({ request, sameOrigin, url }) => sameOrigin && request.mode === 'navigate' && isPaymentPage(url.pathname),
  new NetworkOnly({ networkTimeoutSeconds: NETWORK_TIMEOUT_S, plugins: [paymentShell] }),
)
registerRoute(
  ({ request, sameOrigin, url }) => sameOrigin && request.mode === 'navigate' && isPagePath(url.pathname),
  new NetworkOnly({ networkTimeoutSeconds: NETWORK_TIMEOUT_S, plugins: [shell] }),
)
