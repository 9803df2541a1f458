// The storage layout of downloaded files in the Cache API, shared by the page that downloads them and the service worker that serves them.
// A link's token changes every few hours, so a file is identified by the path after the token. Its bytes are stored in parts of a fixed
// size: an interrupted download resumes after its last part, and a seek reads one or two parts instead of a whole video.
import { cacheStorage, serviceWorkers } from '../browser/offline.ts'

/** The cache's name. Changing it would lose all downloads on every phone. */
export const DOWNLOADS_CACHE = 'kept-films'

export const PART_BYTES = 256 * 1024

/** Replaces the token in URLs that only the service worker serves. */
const PREFIX = '/media/kept/'

/** Describes a complete file. Written after the last part, so a file without it is incomplete. */
export type FileHead = { bytes: number; type: string }

/** Returns the path after the token from any URL of a stored file; undefined for other URLs. */
export function storedFileName(url: string): string | undefined {
  const [path = ''] = url.replace(/^https?:\/\/[^/]+/, '').split('?')
  return /^\/media\/[^/]+\/(.+)$/.exec(path)?.[1]
}

/** Returns the URL that plays a downloaded file, which is also the key of its FileHead in the cache. */
export const downloadedFileUrl = (name: string) => `${PREFIX}${name}`

/** Returns the name of the downloaded file that a URL plays; undefined for other URLs. */
export function downloadedFileName(url: string): string | undefined {
  const { pathname } = new URL(url)
  return pathname.startsWith(PREFIX) ? pathname.slice(PREFIX.length) : undefined
}

export const partUrl = (name: string, part: number) => `${PREFIX}${name}?part=${part}`

/** A range of bytes; both ends are included. */
export type ByteRange = { start: number; end: number }

/**
 * Parses a Range header. Returns undefined for the whole file, which is also what RFC 9110 (14.2) requires if the
 * header is invalid, and 'outside' if the range starts after the end.
 */
export function parseByteRange(header: string | null, bytes: number): ByteRange | 'outside' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return undefined
  if (from === '') return to === '0' ? 'outside' : { start: Math.max(0, bytes - Number(to)), end: bytes - 1 }
  if (Number(from) >= bytes) return 'outside'
  const end = to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)
  return end < Number(from) ? undefined : { start: Number(from), end }
}

/** Returns which bytes of which parts make up a range, in order. */
export function toPartSlices({ start, end }: ByteRange): { part: number; from: number; to: number }[] {
  const first = Math.floor(start / PART_BYTES)
  const count = Math.floor(end / PART_BYTES) - first + 1
  return Array.from({ length: count }, (_, index) => {
    const offset = (first + index) * PART_BYTES
    return {
      part: first + index,
      from: Math.max(0, start - offset),
      to: Math.min(PART_BYTES, end - offset + 1),
    }
  })
}

/** Posted by a page to the service worker after a download, so that it caches the script that plays videos. */
export const CACHE_PLAYER_MESSAGE = 'keep-player'

/**
 * Posted by the service worker to a page before it serves a file, with a port for the reply: `true` if the student logged in there has
 * downloaded the file. Pages of other students or visitors get nothing.
 */
export type OwnerQuestion = { kind: 'is-downloaded'; name: string }

export function isOwnerQuestion(data: unknown): data is OwnerQuestion {
  return typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'is-downloaded' && 'name' in data
}

/** Returns whether this browser can play downloads. Old browsers cannot, and without https no browser can. */
export function canDownload(): boolean {
  return cacheStorage() !== undefined && serviceWorkers() !== undefined
}
