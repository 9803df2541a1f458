// The app's files that are kept because somebody used them: pages beyond the student's first ones, and with a film on
// the phone what plays it.
import { FILMS_CACHE } from '../app/offline/kept-files.ts'
import type { Shell } from './shell.ts'

export const USED_CACHE = 'used-files'

/** Once a film is kept, what plays it must be there as well, also after an update. */
export async function keepPlayer({ player }: Pick<Shell, 'player'>): Promise<void> {
  if (!(await caches.has(FILMS_CACHE))) return
  const cache = await caches.open(USED_CACHE)
  for (const url of player) if (!(await cache.match(url))) await cache.add(url)
}

/** Removes the files of older builds. */
export async function dropUnused({ hashes }: Pick<Shell, 'hashes'>): Promise<void> {
  const known = new Set(hashes.split(' '))
  const cache = await caches.open(USED_CACHE)
  for (const request of await cache.keys()) if (!known.has(hashOf(request.url))) await cache.delete(request)
}

/** '/assets/player-C_JltFP3.js' -> 'C_JltFP3' */
export function hashOf(url: string): string {
  return /-([\w-]{8})\.\w+$/.exec(url)?.[1] ?? url
}
