// Caches files of the app when they are first used: pages other than the student's first ones, and the player once there is a download to
// play.
import { cacheStorage } from '../app/browser/offline.ts'
import { DOWNLOADS_CACHE } from '../app/offline/downloaded-files.ts'
import type { AppShell } from './app-shell.ts'

export const RUNTIME_CACHE = 'used-files'
export const PUBLIC_PAGES_CACHE = 'public-pages'

/** Caches the player if there are downloads: after the first one, and again with each new version of the app. */
export async function cachePlayer({ player }: Pick<AppShell, 'player'>): Promise<void> {
  const caches = cacheStorage()
  if (!caches || !(await caches.has(DOWNLOADS_CACHE))) return
  const cache = await caches.open(RUNTIME_CACHE)
  for (const url of player) if (!(await cache.match(url))) await cache.add(url)
}

/** Deletes files of older builds, and the public pages, which refer to files of their own build. */
export async function deleteStaleFiles({ hashes }: Pick<AppShell, 'hashes'>): Promise<void> {
  const caches = cacheStorage()
  if (!caches) return
  await caches.delete(PUBLIC_PAGES_CACHE)
  const current = new Set(hashes.split(' '))
  const cache = await caches.open(RUNTIME_CACHE)
  for (const request of await cache.keys()) if (!current.has(extractHash(request.url))) await cache.delete(request)
}

/** Returns the hash in a file name: '/assets/player-C_JltFP3.js' -> 'C_JltFP3'. */
export function extractHash(url: string): string {
  return /-([\w-]{8})\.\w+$/.exec(url)?.[1] ?? url
}
