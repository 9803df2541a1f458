// How downloaded files are laid out in the Cache API, for the page that downloads them and the service worker that
// serves them. The token in a link changes every few hours, so a file is identified by the path after the token. Its
// bytes are stored in parts of a fixed size: an interrupted download resumes after its last part, and a seek reads one
// or two parts in place of a whole video.

/** The name of the cache on every phone. It cannot change without losing what was downloaded. */
export const DOWNLOADS_CACHE = 'kept-films'

export const PART_BYTES = 256 * 1024

/** Takes the place of the token: the service worker alone answers such a URL. */
const PREFIX = '/media/kept/'

/** Describes a complete file. Written after its last part, so a file without it is incomplete. */
export type FileHead = { bytes: number; type: string }

/**
 * Returns the path of a stored file after the token, from any URL of it; undefined where the URL is not a stored
 * file's.
 */
export function storedFileName(url: string): string | undefined {
  const [path = ''] = url.replace(/^https?:\/\/[^/]+/, '').split('?')
  return /^\/media\/[^/]+\/(.+)$/.exec(path)?.[1]
}

/** The URL that a downloaded file plays from; the cache holds its FileHead under it. */
export const downloadedFileUrl = (name: string) => `${PREFIX}${name}`

export const partUrl = (name: string, part: number) => `${PREFIX}${name}?part=${part}`

/** Bytes of a file, both ends included. */
export type ByteRange = { start: number; end: number }

/**
 * Parses a Range header. Returns undefined for the whole file, which RFC 9110 (14.2) also asks for where the header is
 * invalid, and 'outside' where the range starts after the end.
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

/** Posted to the service worker after a download, so that it caches the script that plays videos. */
export const CACHE_PLAYER_MESSAGE = 'keep-player'
