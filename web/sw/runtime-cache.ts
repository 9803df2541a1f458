// The app's files that are kept because somebody used them: pages beyond the student's first ones, and with a film on
// the phone what plays it.
import { DOWNLOADS_CACHE } from '../app/offline/downloaded-files.ts'
import type { AppShell } from './app-shell.ts'

export const RUNTIME_CACHE = 'used-files'

/** Once a film is kept, what plays it must be there as well, also after an update. */
export async function cachePlayer({ player }: Pick<AppShell, 'player'>): Promise<void> {
  if (!(await caches.has(DOWNLOADS_CACHE))) return
  const cache = await caches.open(RUNTIME_CACHE)
  for (const url of player) if (!(await cache.match(url))) await cache.add(url)
}

/** Removes the files of older builds. */
export async function deleteStaleFiles({ hashes }: Pick<AppShell, 'hashes'>): Promise<void> {
  const known = new Set(hashes.split(' '))
  const cache = await caches.open(RUNTIME_CACHE)
  for (const request of await cache.keys()) if (!known.has(extractHash(request.url))) await cache.delete(request)
}

/** '/assets/player-C_JltFP3.js' -> 'C_JltFP3' */
export function extractHash(url: string): string {
  return /-([\w-]{8})\.\w+$/.exec(url)?.[1] ?? url
}
